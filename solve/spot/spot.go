// Package spot is the Battlesnake of the blog post "How the snake slithers"
// (2020). [New] makes it.
//
// # What the post says, and where it is
//
//   - A queue ordered by depth feeds a bounded number of workers (queue.go).
//   - GetDeepScores looks at one step of a series of our moves (scan.go): it
//     moves our snake, the enemies (phantom.go), makes the map of scored cells,
//     has ScanSector sum it up (sector.go) and queues all valid moves.
//   - When no moves or no time are left, the tree is walked backwards from the
//     deepest level, and the direction whose best series scores highest is the
//     answer (back.go). All numbers are in one table (weights.go).
//
// # What the post leaves open, and what is done here
//
//   - How scans run at the same time: the queue goes level by level. Level
//     begins after level, so the answer for a number of nodes is the same for
//     any number of workers.
//   - How the enemies' 3, 9, 27, … positions meet ours: they are expanded once
//     for a turn and laid over each other on the map. Each series then strikes
//     out those that ran into our body or, being shorter, into our head. The
//     expansion ends after four moves or when there are 160 positions, the
//     nearest enemy being expanded first; whoever is not expanded any more stays.
//   - What a possible position is worth: its part of all the enemy's moves.
//   - "Could have died": a position behind one at which the head of another
//     enemy that is not shorter could have been counts half.
//   - IsValidMove: a move is valid if no wall, no body and no hunger or hazard
//     is certain to stop it. A direction in which the snake does not fit is
//     valid too, but scored down: the sector may open when tails leave.
//   - Tails: every cell of a body is free from the move on with which its
//     segment leaves. A meal puts that off by one, and so does food that the
//     enemy can have reached by then. ScanSector enters cells that are free by
//     the time the flood comes there.
//   - Food is eaten once in a series; what it was worth then counts as a bonus
//     of the step.
//   - The sum of a series: series have different lengths, so the walk takes a
//     weighted mean. A series without a next move is a dead end and counts as
//     death, later death as less bad.
//   - Early game: segments stacked on the tail lie as long as they do by the
//     rules.
//   - Rules that know no health, such as classic Snake's: hunger stands for it,
//     and does not kill.
//
// # What is ours
//
// With style=ours, the default, the sector is the part of the board to which we
// come before any enemy, its size is held against theirs, an enemy that no
// longer fits into its own is a reward, length is worth something in itself, and
// the nearest step of a head that is not shorter is feared more than its part of
// the moves. With style=post none of that.
package spot

import (
	"context"
	"fmt"
	"math"

	"ouro"
	"ouro/field"
	"ouro/sim"
)

// New makes spot.
//
// Idea: try series of moves, shortest first, against all that the enemies may
// do meanwhile, score the part of the board that each leaves us, and begin the
// series that scores best. The package's documentation tells the rest.
// Guarantee: no step that is certain to kill if there is another. The answer
// for a number of nodes is the same for any number of workers.
// Cost: a node is a scan, O(N) each; without limits 300 of them on boards of up
// to 11x11, on larger ones less in proportion. With a deadline it stops within
// eight scans of it for each worker.
// Source: the blog post "How the snake slithers", and ours where said.
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	b := &spot{options: opts, scene: scene{pos: new(sim.Position), post: opts.post}}
	b.scene.prepare(setup.Start.Grid)
	b.crew.scanners = make([]scanner, opts.workers)
	return b, nil
}

type spot struct {
	options
	scene    scene
	phantoms phantoms
	crew     crew
	nodes    []node
	offered  int // nodes when a step was offered last
}

// Threads is the number of workers.
func (b *spot) Threads() int { return b.workers }

// Decide answers as ouro.Solver says. A node is a scan. The scans of the first
// steps, four at most, are made even when ctx has ended. Where every step is fatal
// it goes straight on.
func (b *spot) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	clock := newClock(ctx)
	b.scene.load(t, b.hungry)
	moves := b.moves(t)
	if moves == 0 {
		return ouro.Decision{Dir: field.Onward(t.State, t.Seat)}, nil
	}
	b.phantoms.expand(&b.scene)
	for i := range b.crew.scanners {
		b.crew.scanners[i].prepare(&b.scene, &b.phantoms)
	}
	depth := b.explore(clock, t, moves, b.budget(clock, t))
	b.fold()
	d := b.choose(moves)
	d.Depth = depth
	b.tell(t.Trace, moves, d.Dir)
	if cap(b.nodes) > keptNodes {
		b.nodes = nil
	}
	return d, nil
}

// keptNodes are kept for the next move, so that it need not allocate. Those of a
// long search are not: a server has many games that wait for their turn.
const keptNodes = 4096

// moves are those that are not certain to kill, or else all that are legal.
func (b *spot) moves(t ouro.Turn) ouro.DirSet {
	legal := t.State.Legal(t.Seat)
	if moves := b.scene.pos.Moves(t.Seat) & legal; moves != 0 {
		return moves
	}
	return legal
}

// budget is the number of nodes to scan at most.
func (b *spot) budget(clock clock, t ouro.Turn) int64 {
	if t.Nodes > 0 {
		return min(t.Nodes, maxNodes)
	}
	if clock.timed {
		return maxNodes
	}
	return max(1, plainNodes*plainCells/max(plainCells, int64(b.scene.off)))
}

// offer tells the best step so far. That takes a walk over all nodes, which is
// not made again before there are twice as many.
func (b *spot) offer(t ouro.Turn, moves ouro.DirSet) {
	if t.Best == nil || len(b.nodes) < 2*b.offered {
		return
	}
	b.offered = len(b.nodes)
	b.fold()
	best, _ := b.best(moves)
	t.Offer(best)
}

// best is the direction with the highest value, the first of equals.
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

// choose is the best direction, and how many nodes were scanned.
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
