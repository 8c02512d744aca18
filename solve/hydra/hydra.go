// Package hydra is Ouro's strongest Battlesnake. [New] makes it.
//
// Idea: look ahead as chess programs do. The search depends on the number of enemies:
//
//   - One (duel.go): alpha-beta with iterative deepening, a transposition table and move
//     ordering (duel_table.go), and threads that share the table. The evaluation is learned
//     from games against itself (duel_value.go, weights.go).
//   - Several (many*.go): a Monte Carlo tree in which each snake chooses what was best for
//     itself so far.
//   - None (alone*.go): follow the tail and eat at the last moment.
//
// Moves are simultaneous. The search of a duel lets me move first and the enemy reply as if
// it had seen my move, so that a value is a lower bound. This gives up cells that both may
// enter. The alternatives lost games or changed nothing (docs/results/hydra.md): alternating
// the first mover, a matrix of both moves at the root, a head-to-head that counts in part, a
// guess where everything is lost to a perfect guesser, and the tree of several enemies, which
// gained only with little time. One correction remains, the score of a draw, which decides
// which snake yields where both would die (the option style). At equal nodes it beats the search
// that scores a draw as a loss, in a sequential test.
//
// Under rules where tails leave trails of hazards, the search knows the future trails.
//
// Guarantee: no certainly fatal move if there is another. With one enemy a position scored
// as won or lost within some turns is proven so, except for food and hazards that spawn
// meanwhile. With a node budget the search uses one thread and the decision is reproducible.
//
// Cost: a node is a turn that the search enters, about half a microsecond. The table takes
// the memory of the option hash, and so does each thread's tree. Without limits 5000 nodes.
//
// Source: ours, in the manner of chess programs; Battlesnakes with alpha-beta over territory
// are years older.
package hydra

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/field"
	"ouro/search"
	"ouro/sim"
)

// plainNodes is the budget without a limit of time or nodes.
const plainNodes = 5000

type hydra struct {
	options
	s        searcher
	duelists []*searcher // the searchers of the other threads, in a duel
	alone    alone
	pack     pack
	packs    []*pack // the searchers of the other threads, among several enemies
	area     *sim.Area
	stop     atomic.Bool
}

// New is the Maker of hydra.
func New(setup ouro.Setup) (ouro.Solver, error) {
	return NewWith(setup, learned, &crowdWeights)
}

// NewWith makes hydra with the given weights for duels and for several enemies.
func NewWith(setup ouro.Setup, w *Weights, crowd *CrowdWeights) (ouro.Solver, error) {
	h, err := newHydra(setup)
	if err != nil {
		return nil, err
	}
	h.s.judge, h.pack.CrowdJudge = NewJudge(w), NewCrowdJudge(crowd)
	return h, nil
}

func newHydra(setup ouro.Setup) (*hydra, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	h := &hydra{options: opts}
	if len(setup.Start.Snakes) > 1 {
		h.s.table = newTable(opts.tableSize())
	}
	h.s.pos = new(sim.Position)
	if r, ok := setup.Rules.(interface{ Trails() bool }); ok && r.Trails() {
		h.s.pos.LeaveTrails()
	}
	h.s.judge, h.pack.CrowdJudge = NewJudge(learned), NewCrowdJudge(&crowdWeights)
	h.area = sim.NewArea(setup.Start.Grid)
	return h, nil
}

// Close releases the memory of the table.
func (h *hydra) Close() error {
	if t := h.s.table; t != nil {
		h.s.table = nil
		t.release()
	}
	return nil
}

// With returns a Maker that leaves one-snake games without health (classic Snake) to another
// solver if that can play them. Hydra's options are validated there and have no effect. The
// other solver must not need closing.
func With(solo ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		if len(setup.Start.Snakes) != 1 || setup.Start.Snakes[0].Health > 0 {
			return New(setup)
		}
		if _, err := readOptions(setup); err != nil {
			return nil, err
		}
		other := setup
		other.Options = nil
		if s, err := solo(other); err == nil {
			return offering{s}, nil
		}
		return New(setup)
	}
}

// offering offers each decision of a solver, as hydra does.
type offering struct{ ouro.Solver }

func (o offering) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	d, err := o.Solver.Decide(ctx, t)
	if err == nil {
		t.Offer(d.Dir)
	}
	return d, err
}

func (o offering) Threads() int { return ouro.Threads(o.Solver) }

// Threads returns the number of threads that it uses.
func (h *hydra) Threads() int { return h.threads }

// Decide implements [ouro.Solver].
func (h *hydra) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	began := time.Time{}
	if _, timed := ctx.Deadline(); timed && t.Trace.On() {
		began = time.Now()
	}
	d, err := h.decide(ctx, t)
	if err == nil {
		h.report(t, d, began)
	}
	return d, err
}

func (h *hydra) decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	s := &h.s
	p := s.pos
	p.Load(t.State)
	s.me = t.Seat
	moves := p.Moves(t.Seat) & t.State.Legal(t.Seat)
	if moves == 0 {
		moves = t.State.Legal(t.Seat)
	}
	if moves == 0 {
		return ouro.Decision{Dir: field.Onward(t.State, t.Seat)}, nil
	}
	rest := p.Alive() &^ (1 << t.Seat)
	if rest == 0 {
		return h.live(ctx, t, moves), nil
	}
	if rest.Len() > 1 {
		return h.decideAmong(ctx, t, moves), nil
	}
	s.flood.Load(p)
	s.judge.Load(p)
	s.en, s.draw = rest.First(), h.draw(p.AlwaysGrow())
	return h.decideDuel(ctx, t, moves), nil
}

// maxDepth is the limit of the option depth, in turns.
const maxDepth = 100

// marginPart limits the margin to 1/marginPart of the remaining time.
const marginPart = 4

type options struct {
	threads int // at least 1
	hash    int // size of the table and of each tree, in MB
	depth   int // limit of turns to look ahead; duels do not count moves without a choice
	margin  time.Duration
	style   string
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.threads = search.Threads(setup, r, "threads")
	opts.hash = r.Int("hash", 8, 1, 4096)
	opts.depth = r.Int("depth", maxDepth, 1, maxDepth)
	opts.margin = r.Duration("time-margin", time.Millisecond, 0, time.Minute)
	opts.style = r.Choice("style", "calm", "calm", "bold", "safe")
	return opts, r.Err()
}

// meter returns the budget of a decision: that of the Turn, less the margin.
func (o *options) meter(ctx context.Context, nodes int64) search.Meter {
	m := search.NewMeter(ctx, nodes)
	if deadline, timed := ctx.Deadline(); timed {
		left := max(0, time.Until(deadline))
		m.Until(deadline.Add(-min(o.margin, left/marginPart)))
	}
	return m
}

// draw returns the score of a draw (both die). With 0 a snake never yields, and two such
// snakes of equal length die together; with a loss it yields wherever two heads can meet.
// Calm yields where that costs little, but not where every move grows, as yielding then
// costs room.
func (o *options) draw(grows bool) int32 {
	switch {
	case o.style == "safe":
		return -most / 2
	case o.style == "calm" && !grows:
		return -400
	}
	return 0
}

// tableSize returns the binary logarithm of the number of slots.
func (o *options) tableSize() (log int) {
	for o.hash<<20 >= slotSize<<(log+1) {
		log++
	}
	return log
}

// thread is the state of a search on one thread, for any number of enemies. All threads of
// a decision search the same position. In a duel they share the transposition table and
// start at different depths, so that they seldom do the same work (lazy SMP). Among several
// enemies each has its own tree, and the visits are added up.
type thread struct {
	pos     *sim.Position
	flood   sim.Flood
	meter   search.Meter
	stop    *atomic.Bool // shared by all threads
	stopped bool
	me      int
	ply     int
}

// budget begins a decision and returns its nodes, 0 if only time limits it.
func (h *hydra) budget(ctx context.Context, t ouro.Turn) (nodes int64) {
	nodes = t.Nodes
	if _, timed := ctx.Deadline(); !timed && nodes == 0 {
		nodes = plainNodes
	}
	h.stop.Store(false)
	return nodes
}

func (th *thread) begin(ctx context.Context, h *hydra, nodes int64) {
	th.meter, th.stop = h.meter(ctx, nodes), &h.stop
	th.stopped, th.ply = false, 0
}

// out counts a node and reports whether to stop; once true it stays true.
func (th *thread) out() bool {
	th.stopped = !th.meter.Tick() || th.stop.Load()
	return th.stopped
}

func (th *thread) nodes() int64 { return th.meter.Nodes() }

// beside returns the decision of first, which runs while each of the others thinks. It
// returns when all are done and adds their nodes.
func beside[S interface{ nodes() int64 }](h *hydra, others []S, think func(i int, s S), first func() ouro.Decision) ouro.Decision {
	var running sync.WaitGroup
	for i, s := range others {
		running.Go(func() { think(i, s) })
	}
	d := first()
	h.stop.Store(true)
	running.Wait()
	for _, s := range others {
		d.Nodes += s.nodes()
	}
	return d
}
