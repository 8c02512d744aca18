// Package hydra is Ouro's strongest Battlesnake. [New] makes it.
//
// Idea: look ahead as chess programs do. The search depends on the number of enemies:
//
//   - One (duel.go): alpha-beta with iterative deepening, a transposition table and move ordering
//     (duel_table.go), and threads that share the table. The evaluation is learned from hydra's
//     games against itself (duel_value.go, duel_family.go).
//   - Several (many*.go): a Monte Carlo tree in which each snake chooses the move that has been
//     best for itself so far.
//   - None (alone*.go): follow the tail and eat at the last moment.
//
// In the comments of this package, I am the snake that hydra steers.
//
// Moves are simultaneous. The search of a duel lets me move first and lets the enemy reply as if it
// had seen my move, so a value is a lower bound. The price is that hydra gives up cells that both
// snakes may enter. One correction makes hydra less timid: the score of a draw (the option style)
// decides which snake yields if both would die. With equal nodes, hydra with this correction beats a
// hydra that scores a draw as a loss, in a sequential test. Other corrections lost games or changed
// nothing (docs/results/hydra.md):
//
//   - alternating which snake moves first;
//   - a matrix of both moves at the root;
//   - a head-to-head that counts in part;
//   - random moves by equilibrium where an enemy that guesses my move refutes every move;
//   - the tree for several enemies, which gained only with little time.
//
// Under rules where tails leave trails of hazards, the search foresees the trails.
//
// Guarantee: no certainly fatal move while another move exists. With one enemy, a position scored
// as won or lost within some turns is proven won or lost, unless food or hazards spawn meanwhile.
// With a node budget the search uses one thread and the decision is reproducible.
//
// Cost: a node is a turn that the search enters, about half a microsecond. The table takes as much
// memory as the option hash allows, and each thread's tree takes as much again. Without limits, a
// decision takes 5000 nodes.
//
// Source: ours, in the manner of chess programs; Battlesnakes with alpha-beta over territory are
// years older.
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

// plainNodes is the node budget when neither time nor nodes are limited.
const plainNodes = 5000

// hydra is the solver, with a searcher for each number of enemies.
type hydra struct {
	options
	s            searcher              // of the calling thread, for duels; all searches begin with its position
	duelThreads  []*searcher           // the searchers of the other threads; used in a duel
	weights      func(Family) *Weights // for duels
	shrinks      bool                  // hazards close in from the sides
	lone         loneSnake             // used without enemies
	crowd        crowdSearcher         // of the calling thread, against several enemies
	crowdThreads []*crowdSearcher      // the searchers of the other threads; used against several enemies
	area         *sim.Area
	stop         atomic.Bool // ends the searches of all threads
}

// New makes hydra.
func New(setup ouro.Setup) (ouro.Solver, error) {
	return NewWith(setup, nil, &crowdWeights)
}

// NewWith makes hydra with other weights: w for all duels (nil means the weights of each family,
// with prizes), and crowd for games with several enemies.
func NewWith(setup ouro.Setup, w *Weights, crowd *CrowdWeights) (ouro.Solver, error) {
	h, err := newHydra(setup)
	if err != nil {
		return nil, err
	}
	if w != nil {
		h.weights = func(Family) *Weights { return w }
	}
	h.crowd.CrowdJudge = NewCrowdJudge(crowd)
	return h, nil
}

func newHydra(setup ouro.Setup) (*hydra, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: hydra plays games of at most %d", n, sim.MaxSnakes)
	}
	h := &hydra{options: opts}
	if len(setup.Start.Snakes) > 1 {
		h.s.table = newTable(opts.tableSize())
	}
	h.s.pos = new(sim.Position)
	if r, ok := setup.Rules.(interface{ Trails() bool }); ok && r.Trails() {
		h.s.pos.LeaveTrails()
	}
	h.weights, h.crowd.CrowdJudge = learned, NewCrowdJudge(&crowdWeights)
	if r, ok := setup.Rules.(interface{ Shrinks() bool }); ok {
		h.shrinks = r.Shrinks()
	}
	h.area = sim.NewArea(setup.Start.Grid)
	return h, nil
}

func (h *hydra) Close() error {
	if t := h.s.table; t != nil {
		h.s.table = nil
		t.release()
	}
	return nil
}

// With returns a Maker that gives one-snake games without health (classic Snake) to the solver
// solo, if solo accepts them, and all other games to hydra. The options are validated as hydra's;
// solo does not get them. solo must not need closing.
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
			return offeringSolver{s}, nil
		}
		return New(setup)
	}
}

// offeringSolver wraps a solver and passes each of its decisions to [ouro.Turn.Offer], as hydra does.
type offeringSolver struct{ ouro.Solver }

func (o offeringSolver) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	d, err := o.Solver.Decide(ctx, t)
	if err == nil {
		t.Offer(d.Dir)
	}
	return d, err
}

func (o offeringSolver) Threads() int { return ouro.Threads(o.Solver) }

func (o offeringSolver) Certificate() string { return ouro.Certificate(o.Solver) }

func (h *hydra) Threads() int { return h.threads }

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

// decide chooses the search by the number of living enemies.
func (h *hydra) decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: hydra plays games of at most %d", n, sim.MaxSnakes)
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
		return h.decideAlone(ctx, t, moves), nil
	}
	if rest.Len() > 1 {
		return h.decideAmong(ctx, t, moves), nil
	}
	s.flood.Load(p)
	h.useWeights(h.weights(FamilyOf(p, h.shrinks)))
	s.judge.Load(p)
	s.en, s.draw = rest.First(), h.draw(p.AlwaysGrow())
	return h.decideDuel(ctx, t, moves), nil
}

// useWeights sets the weights for duels. On maps where hazards appear later, the family of the
// rules changes during a game; useWeights then empties the table, because its values come from
// other weights.
func (h *hydra) useWeights(w *Weights) {
	if h.s.judge.weights != w && h.s.table != nil {
		h.s.table.forget()
	}
	h.s.judge.weights = w
}

// maxDepth is the limit of the option depth.
const maxDepth = 100

// marginPart caps the margin at 1/marginPart of the remaining time.
const marginPart = 4

type options struct {
	threads int
	hash    int // size of the table and of each tree, in MB
	depth   int // limit of turns to look ahead; in duels, moves without a choice do not count
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

// meter returns a meter for one decision, with this node budget and a deadline that is earlier than
// the deadline of ctx by the margin.
func (o *options) meter(ctx context.Context, nodes int64) search.Meter {
	m := search.NewMeter(ctx, nodes)
	if deadline, timed := ctx.Deadline(); timed {
		left := max(0, time.Until(deadline))
		m.Until(deadline.Add(-min(o.margin, left/marginPart)))
	}
	return m
}

// The scores of a draw (both snakes die) for a calm snake. With a score of 0, two snakes of equal
// length would die together. With the score of a loss, a snake would yield wherever two heads can
// meet. With a score between these two, a snake yields if this costs little. If snakes grow with
// every move, all are equally long and heads meet early, so a draw must cost more.
const (
	calmDraw        = -400
	calmDrawGrowing = -1000
)

// draw returns the score of a draw for the snake's style. grows is set if snakes grow with every
// move.
func (o *options) draw(grows bool) int32 {
	switch {
	case o.style == "safe":
		return -most / 2
	case o.style == "bold":
		return 0
	case grows:
		return calmDrawGrowing
	}
	return calmDraw
}

// tableSize returns the binary logarithm of the number of the table's slots.
func (o *options) tableSize() (log int) {
	for o.hash<<20 >= slotSize<<(log+1) {
		log++
	}
	return log
}

// thread is the state of a search on one thread, for any number of enemies. All threads of a
// decision search the same position. In a duel they share the transposition table and start
// at different depths, so that they seldom do the same work (lazy SMP). Among several enemies
// each thread has its own tree, and the visits of all trees are added up.
type thread struct {
	pos     *sim.Position
	flood   sim.Flood
	meter   search.Meter
	stop    *atomic.Bool // shared by all threads
	stopped bool
	me      int // seat of the snake that hydra steers
	ply     int // number of turns from the root to the position
}

// budget begins a decision and returns its node budget, or 0 if only time limits the
// decision.
func (h *hydra) budget(ctx context.Context, t ouro.Turn) (nodes int64) {
	nodes = t.Nodes
	if _, timed := ctx.Deadline(); !timed && nodes == 0 {
		nodes = plainNodes
	}
	h.stop.Store(false)
	return nodes
}

// begin prepares the thread for a decision with this node budget.
func (th *thread) begin(ctx context.Context, h *hydra, nodes int64) {
	th.meter, th.stop = h.meter(ctx, nodes), &h.stop
	th.stopped, th.ply = false, 0
}

// outOfBudget counts a node and reports whether to stop; once true it stays true.
func (th *thread) outOfBudget() bool {
	th.stopped = !th.meter.Tick() || th.stop.Load()
	return th.stopped
}

func (th *thread) nodes() int64 { return th.meter.Nodes() }

// thinkTogether runs first and, at the same time, think for each of the other threads. When first
// returns, it stops the others, and returns the decision of first with the nodes of all threads.
func thinkTogether[S interface{ nodes() int64 }](h *hydra, others []S, think func(i int, s S), first func() ouro.Decision) ouro.Decision {
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
