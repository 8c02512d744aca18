// Package spot is the Battlesnake of the blog post "How the snake slithers" (2020). [New]
// makes it.
//
// # The post
//
//   - A queue ordered by depth feeds a bounded number of workers (queue.go).
//   - GetDeepScores scans one step of a series of our moves (scan.go): it moves our snake and
//     the enemies (scene.go), makes the map of scored cells, has ScanSector sum it up
//     (sector.go) and queues all valid moves.
//   - When no moves are left or time is up, each node of the tree receives the value of its best
//     series, from the deepest level backwards. The direction of the best series is the decision
//     (queue.go). All weights are in one table (sector.go).
//
// # Choices where the post is silent
//
//   - Concurrency of scans: the queue is processed level by level, so the decision for a node
//     budget is the same for any number of workers.
//   - The enemies' 3, 9, 27, … positions against ours: they are expanded once for each turn and
//     superimposed on the map. Each series excludes the positions of an enemy that would have run
//     into our body or, if it is shorter, into our head. The expansion ends after four moves or
//     with 160 positions, the nearest enemy first. Enemies that are no longer expanded stay where
//     they are.
//   - The weight of a possible position: its fraction of the enemy's moves.
//   - "Could have died": a position that comes after a possible meeting with the head of
//     another enemy at least as long counts half.
//   - IsValidMove: a move is valid unless a wall, a body, hunger or a hazard stops it for
//     certain. A direction in which the snake does not fit is valid but scored down: the
//     sector may open when tails leave.
//   - Tails: a cell of a body becomes free with the move with which its segment leaves. A meal
//     delays that by one move, and so does food that the enemy may have reached by then.
//     ScanSector enters cells that are free when the flood arrives.
//   - Food can be eaten only once in a series; its value is a bonus of that step.
//   - The sum of a series: series have different lengths, so their value is a weighted mean (see
//     fold). A series without a next move is a dead end and counts as death; a later death is less
//     bad.
//   - Early game: segments stacked on the tail stay there as long as the rules say.
//   - Rules without health, such as those of classic Snake: hunger takes the place of health,
//     but does not kill.
//
// # Our additions
//
// With style=ours, the default, the sector is the part of the board that our snake reaches before
// any enemy, and it is compared with the sectors of the enemies. An enemy that no longer fits into
// its own sector gives a reward, and so does length. The next step of an enemy at least as long as
// our snake weighs more than its fraction of the moves. style=post has none of these.
package spot

import (
	"context"
	"fmt"
	"math"
	"time"

	"ouro"
	"ouro/field"
	"ouro/internal/cooperate"
	"ouro/search"
	"ouro/sim"
)

// New makes the snake of the post.
//
// Idea: try series of moves, the shortest first, against all possible moves of the enemies.
// Score the part of the board that each series leaves us, and make the first move of the best
// series. See the package's documentation.
// With fade below 1, which the post tried, a cell of the sector that is k steps away counts
// fade^(k-1).
// Guarantee: no certainly fatal step while another step exists. The decision for a node
// budget is the same for any number of workers.
// Cost: a node is a scan, O(N). Without limits, a decision takes 300 nodes on boards of up to
// 11x11, and proportionally fewer on larger boards. Each worker stops within eight scans
// after a deadline.
// Source: the blog post "How the snake slithers", and ours where stated.
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: spot plays games of at most %d", n, sim.MaxSnakes)
	}
	b := &spot{options: opts, scene: scene{pos: new(sim.Position), post: opts.post, fade: opts.fade}}
	b.scene.prepare(setup.Start.Grid)
	b.pool.scanners = make([]scanner, opts.workers)
	return b, nil
}

const (
	// maxDepth is the limit of the option depth, the length of a series.
	maxDepth = 60

	// maxNodes bounds the nodes, and so the memory, of a search, however much time it has.
	maxNodes = 1 << 17

	// plainNodes is the node budget on boards of up to plainCells cells when neither time nor nodes
	// are limited. On larger boards the budget shrinks in proportion.
	plainNodes = 300
	plainCells = 121
)

type options struct {
	workers int // at least 1
	hungry  int
	depth   int
	post    bool
	fade    float64
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.workers = search.Threads(setup, r, "workers")
	opts.hungry = r.Int("hungry", 40, 0, 100)
	opts.depth = r.Int("depth", 30, 1, maxDepth)
	opts.post = r.Choice("style", "ours", "ours", "post") == "post"
	opts.fade = r.Float("fade", 1, 0, 1)
	return opts, r.Err()
}

type spot struct {
	options
	scene    scene
	phantoms phantoms
	pool     workerPool
	nodes    []node
	offered  int // number of nodes when the last move was offered
}

func (b *spot) Threads() int { return b.workers }

// Decide implements [ouro.Solver]. Each scan of a step counts as one node. The steps of this turn,
// at most four, are scanned even if ctx has ended. If every step is fatal, the snake moves straight
// on.
func (b *spot) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: spot plays games of at most %d", n, sim.MaxSnakes)
	}
	clock := newClock(ctx)
	b.scene.load(t, b.hungry)
	moves := b.moves(t)
	if moves == 0 {
		return ouro.Decision{Dir: field.Onward(t.State, t.Seat)}, nil
	}
	b.phantoms.expand(&b.scene)
	for i := range b.pool.scanners {
		b.pool.scanners[i].prepare(&b.scene, &b.phantoms)
	}
	depth := b.explore(clock, t, moves, b.budget(clock, t))
	b.fold()
	d := b.choose(moves)
	d.Depth = depth
	b.traceDecision(t.Trace, moves, d.Dir)
	if cap(b.nodes) > keptNodes {
		b.nodes = nil
	}
	return d, nil
}

// keptNodes is the largest number of nodes whose memory is kept for the next move. A longer search
// releases its memory, because a server holds many games between two moves.
const keptNodes = 4096

// moves returns the first steps to scan: those that are not certainly fatal, or else all legal ones.
func (b *spot) moves(t ouro.Turn) ouro.DirSet {
	legal := t.State.Legal(t.Seat)
	if moves := b.scene.pos.Moves(t.Seat) & legal; moves != 0 {
		return moves
	}
	return legal
}

// budget returns the largest number of scans for this turn.
func (b *spot) budget(clock clock, t ouro.Turn) int64 {
	if t.Nodes > 0 {
		return min(t.Nodes, maxNodes)
	}
	if clock.timed {
		return maxNodes
	}
	return max(1, plainNodes*plainCells/max(plainCells, int64(b.scene.off)))
}

// offer offers the best step so far. To find this step, all nodes are evaluated, so offer waits
// until the number of nodes has doubled since the last offer.
func (b *spot) offer(t ouro.Turn, moves ouro.DirSet) {
	if t.Best == nil || len(b.nodes) < 2*b.offered {
		return
	}
	b.offered = len(b.nodes)
	b.fold()
	best, _ := b.best(moves)
	t.Offer(best)
}

// best returns the direction with the highest value; of equal directions, the first.
func (b *spot) best(moves ouro.DirSet) (dir ouro.Dir, value float64) {
	best := math.Inf(-1)
	for i := range moves.Len() {
		n := &b.nodes[i]
		if n.value > best || i == 0 {
			dir = n.dir
			if n.state != waiting {
				best, value = n.value, n.value
			}
		}
	}
	return dir, value
}

func (b *spot) choose(moves ouro.DirSet) (d ouro.Decision) {
	d.Dir, d.Score = b.best(moves)
	for i := range b.nodes {
		if b.nodes[i].state == waiting {
			break
		}
		d.Nodes++
	}
	return d
}

// walkTime is the time reserved for fold, but at most 1/walkPart of the remaining time.
const (
	walkTime = 2 * time.Millisecond
	walkPart = 20
)

// clock stops the workers. It reads the time itself, because the timer that ends a context may be
// ten milliseconds late when all processors are busy. Each call of Decide makes a new clock.
type clock struct {
	ctx   context.Context
	stop  time.Time
	timed bool // there is a deadline
}

func newClock(ctx context.Context) clock {
	deadline, timed := ctx.Deadline()
	if !timed {
		return clock{ctx: ctx}
	}
	reserve := min(walkTime, max(0, time.Until(deadline)/walkPart))
	return clock{ctx, deadline.Add(-reserve), true}
}

// isOver reports whether the workers must stop.
func (c clock) isOver() bool {
	cooperate.Yield()
	return c.ctx.Err() != nil || c.timed && !time.Now().Before(c.stop)
}

// traceDecision traces the map after the chosen step, the value of each direction, the best
// series, and the depth of the deepest scan.
func (b *spot) traceDecision(t *ouro.Trace, moves ouro.DirSet, chosen ouro.Dir) {
	if !t.On() {
		return
	}
	scores := [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	best := int32(0)
	for i := range int32(moves.Len()) {
		n := &b.nodes[i]
		scores[n.dir] = n.value
		if n.dir == chosen {
			best = i
		}
	}
	t.Heat("scored map", b.pool.scanners[0].heat(b.nodes, best))
	t.Moves(ouro.LabelScores, scores)
	t.Path(ouro.LabelPlan, b.plan(best))
	deepest := 0
	for i := len(b.nodes) - 1; i >= 0 && deepest == 0; i-- {
		if b.nodes[i].state != waiting {
			deepest = int(b.nodes[i].depth)
		}
	}
	t.Value("deepest scan", float64(deepest))
}

// plan returns the best series that begins with a node, as a path from the head on.
func (b *spot) plan(i int32) []ouro.Cell {
	cells := []ouro.Cell{b.scene.head}
	for {
		n := &b.nodes[i]
		cells = append(cells, n.cell)
		if n.kids == 0 {
			return cells
		}
		best, value := int32(none), math.Inf(-1)
		for k := n.kids; k < n.kids+int32(n.moves.Len()); k++ {
			if kid := &b.nodes[k]; kid.state != waiting && kid.value > value {
				best, value = k, kid.value
			}
		}
		if best == none {
			return cells
		}
		i = best
	}
}

// heat returns the scored map at the end of a series. Cells that no head can enter have no
// score.
func (s *scanner) heat(nodes []node, i int32) []float64 {
	n := nodes[i]
	s.loadSeries(nodes, i)
	s.step(nodes, &n)
	s.placeBody(&n)
	s.makeMap()
	heat := make([]float64, s.off)
	for c := range heat {
		heat[c] = s.tile[c] + s.threat[c]
		if int(s.until[c]) > s.depth+1 {
			heat[c] = math.NaN()
		}
	}
	s.clearMap()
	s.clearSeries()
	return heat
}
