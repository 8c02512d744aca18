// Package backtrack is the snake AI of a magazine article: recursive backtracking over all paths
// of a given length. [New] makes it.
//
// The search is in walker.go: it makes steps on an arena, which holds the squares within reach,
// and takes them back. Three bounds prune it: the exact solution of a relaxed problem and the
// number of remaining squares (both in upper_bound.go), and a transposition table. parallel.go
// splits the search among threads, and watch.go traces the result.
package backtrack

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// New makes the article's snake.
//
// Idea: try every path of depth steps. Each square of a path scores: 1 if it is floor, 2 if it is
// edible (an edible wall or food). If a path ends early, in a dead end, its score is divided by
// deadend. The snake takes the first step of the best path.
//
// Options:
//
//   - depth=20 is the number of steps. With auto, the search goes as deep as time or nodes allow;
//     if neither is limited, 20 steps.
//   - deadend=100 or 2: the article's text divides by 100, its listing by 2. The listing also looks
//     one step farther than its depth says.
//   - ties=original takes the first of equal directions, in the order right, left, down, up. With
//     straight, the direction of the last move comes first.
//   - tail=exact moves the tail in the simulation; frozen does not.
//   - eaten=once makes an eaten square floor for all later steps of the path. With original, the
//     square may be eaten again, as in the published program.
//   - discount=1: a meal in step k scores 1+discount^k, rounded to thousandths. The article
//     describes a snake that delays a meal for ever because it could also eat later; a discount
//     below 1 prevents this.
//   - threads=1 is the number of threads among which a search is split; 0 means all. Scores and
//     move stay the same. Decision.Nodes counts only the steps of the calling thread, because the
//     steps of the others depend on their speed. A search with a node budget uses one thread.
//
// The options of the published program are deadend=100,eaten=original. If no direction scores more
// than 0, that program does not move; this solver takes any legal step. Other snakes are obstacles
// that do not move.
//
// Guarantee: none for the snake, which sees only depth steps ahead. The scores of all four
// directions and the move are those of the article's recursion; see boundTable for the probability
// of an error. Cost: exponential in the depth, but only a small part of the recursion's calls. It
// allocates only when a search goes deeper than all before. Source: the magazine article on snakes
// and recursive backtracking; the bounds are ours, except the one whose source upperBound names.
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	b := &backtracker{options: opts, arena: newArena(setup.Start.Grid), patience: patience}
	b.parallel.walkers = make([]walker, b.threads)
	return b, nil
}

const maxDepth = 60

type options struct {
	depth    int
	auto     bool
	deadend  float64
	straight bool
	frozen   bool
	once     bool
	prices   prices
	threads  int // at least 1
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.depth, opts.auto = r.IntOr("depth", 20, 1, maxDepth, "auto")
	opts.deadend = map[string]float64{"100": 100, "2": 2}[r.Choice("deadend", "100", "100", "2")]
	opts.straight = r.Choice("ties", "original", "original", "straight") == "straight"
	opts.frozen = r.Choice("tail", "exact", "exact", "frozen") == "frozen"
	opts.once = r.Choice("eaten", "once", "once", "original") == "once"
	opts.prices = newPrices(points(r.Float("discount", 1, 0, 1)*float64(one) + 0.5))
	opts.threads = search.Threads(setup, r, "threads")
	return opts, r.Err()
}

type backtracker struct {
	options
	arena      arena
	upperBound upperBound
	boundTable boundTable
	walker     walker
	parallel   parallelSearch
	best       [headings]atomic.Int32 // by root direction
	scores     [headings]points       // of the last finished depth

	patience int64 // nodes before a search is split among threads
	spent    int64 // nodes of this decision that earlier meters counted
	searched int   // depth of the search that computed the scores; 0 without scores
}

func (b *backtracker) Threads() int { return b.threads }

// Decide implements [ouro.Solver]. A node is one simulated step.
func (b *backtracker) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	b.walker.meter = search.NewMeter(ctx, t.Nodes)
	b.walker.out, b.spent = false, 0
	depth := b.deepen(ctx, t)
	best, dir, err := b.step(t)
	d := ouro.Decision{Dir: dir, Score: score(b.scores[best], b.deadend), Depth: depth, Nodes: b.spent + b.walker.meter.Nodes()}
	b.traceResult(t, best)
	return d, err
}

// step returns the best heading and the move. If no heading has a score, step returns any legal
// move.
func (b *backtracker) step(t ouro.Turn) (best heading, dir ouro.Dir, err error) {
	best, ok := b.choose()
	if !ok {
		dir, err = field.AnyStep(t.State, t.Seat)
		return best, dir, err
	}
	return best, dirOf[best], nil
}

// choose returns the heading with the best score. Of equal headings it returns the first or, with
// ties=straight, that of the last move. It returns false if no heading scores more than 0.
func (b *backtracker) choose() (best heading, ok bool) {
	if b.straight && b.arena.facing >= 0 {
		best = b.arena.facing
	}
	for h, score := range b.scores {
		if score > b.scores[best] {
			best = h
		}
	}
	return best, b.scores[best] > 0
}

// plainDepth is the depth of depth=auto when neither time nor nodes are limited.
const plainDepth = 20

// deepen searches with increasing depth until it must stop, and returns the last finished depth.
// Without a limit it searches only depth 1, so that there is a decision if ctx ends, and then
// the target depth.
func (b *backtracker) deepen(ctx context.Context, t ouro.Turn) (finished int) {
	deadline, hurried := ctx.Deadline()
	limited := hurried || t.Nodes > 0
	target := b.depth
	if b.auto {
		target = plainDepth
		if limited {
			target = maxDepth
		}
	}
	b.scores, b.searched = [headings]points{}, 0
	for depth := 1; ; depth++ {
		var began time.Time
		if hurried {
			began = time.Now()
		}
		if !b.search(ctx, t, depth) {
			return finished
		}
		finished = depth
		if t.Best != nil {
			if _, dir, err := b.step(t); err == nil {
				t.Offer(dir)
			}
		}
		if depth == target || b.allDead() {
			return target
		}
		if hurried && time.Until(deadline) < time.Since(began) {
			return finished // the next depth would take longer than this one
		}
		if !limited {
			depth = target - 1
		}
	}
}

// allDead reports whether no path reaches the depth of the last search. Then no path reaches a
// greater depth either, and the scores at a greater depth are the same.
func (b *backtracker) allDead() bool {
	return slices.Max(b.scores[:]) < alive
}

// search computes the scores at this depth and returns true. If it must stop, it keeps the scores
// of the previous depth and returns false.
func (b *backtracker) search(ctx context.Context, t ouro.Turn, depth int) bool {
	root := b.prepare(t, depth)
	for h := range b.best {
		b.best[h].Store(0)
	}
	w := &b.walker
	var steps [headings]step
	n := w.steps(&root, &steps)
	split := b.threads > 1 && t.Nodes == 0 && depth > 1
	if split {
		b.spent += w.meter.Nodes()
		w.meter = search.NewMeter(ctx, b.patience)
	}
	for _, s := range steps[:n] {
		w.best = &b.best[s.heading]
		w.visit(&root, s)
	}
	if w.out {
		w.out = false
		if !split || !b.parallel.search(ctx, w, &root, steps[:n], &b.best) {
			return false
		}
	}
	b.searched = depth
	for h := range b.best {
		b.scores[h] = b.best[h].Load()
	}
	return true
}

// prepare loads the position for a search to this depth.
func (b *backtracker) prepare(t ouro.Turn, depth int) (root position) {
	once := b.once || b.frozen // a frozen snake enters no square twice
	b.arena.load(t, depth, b.frozen)
	b.upperBound.prepare(&b.arena, &b.prices, depth, once)
	b.boundTable.prepare()
	w := &b.walker
	w.squares = append(w.squares[:0], b.arena.squares...)
	w.room.prepare(len(w.squares))
	w.upperBound, w.boundTable, w.prices = &b.upperBound, &b.boundTable, &b.prices
	w.depth, w.reverse, w.once, w.goal = depth, b.arena.reverse, once, unreachable
	return position{head: origin, came: int8(b.arena.facing), limit: b.arena.limit, hash: b.boundTable.salt}
}
