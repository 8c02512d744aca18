// Package backtrack is the snake AI of the magazine article: recursive
// backtracking over all paths of a given length. [New] makes it.
//
// The search is in walker.go: it makes steps on an arena, the squares within
// reach, and takes them back. What cannot be better it leaves out, by three
// bounds: outlook.go, an easier problem solved exactly; room.go, the squares that
// are left; ledger.go, positions seen before. crew.go splits the search among
// threads, deepen.go looks deeper and deeper while there is time, and watch.go
// shows what was found.
package backtrack

import (
	"context"
	"sync/atomic"

	"ouro"
	"ouro/field"
	"ouro/search"
)

// New makes the article's snake.
//
// Idea: try every path of depth steps. Each square of it scores, 1 for floor and
// 2 for an edible one: an edible wall or food. A path that ends early, at an
// obstacle, has what it has scored so far divided by deadend. The snake takes the
// direction that begins the best path.
//
// Options:
//
//   - depth=20, or auto: as deep as time or nodes allow, 20 if neither is limited
//   - deadend=100, or 2: the article's text divides by 100, its listing by 2, and
//     the listing looks one step farther than its depth says
//   - ties=original: of equal directions the first of right, left, down and up is
//     taken; straight prefers the present direction to these
//   - tail=exact: the tail moves in the simulation; frozen: it stands still
//   - eaten=once: what a path has eaten is floor to it; original: it may be eaten
//     again, as in the published program
//   - discount=1: what is eaten in step k scores 1+discount^k, rounded to
//     thousandths. Below 1 the snake no longer puts a meal off for ever because it
//     can still be had later, which the article describes
//   - threads=1, or 0 for all: the search is split among them. The scores and the
//     move are the same; Decision.Nodes counts only the steps of the thread that
//     calls, for the others' depend on who is first. A node budget is spent by one
//     thread
//
// The published program is deadend=100,eaten=original. It stands still where no
// direction scores more than 0; this takes any legal step there. Other snakes
// are obstacles that do not move.
//
// Guarantee: none for the snake: it sees depth steps. The scores are those of the
// article's recursion, in all four directions, and so is the move; see ledger for
// how certain that is.
// Cost: exponential in the depth, a small part of the recursion's calls. It
// allocates only when it looks farther than before.
// Source: the magazine article on snakes and recursive backtracking; the bounds
// are ours but for the one that outlook names.
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	b := &backtracker{options: opts, arena: newArena(setup.Start.Grid), patience: patience}
	b.crew.walkers = make([]walker, b.threads)
	return b, nil
}

type backtracker struct {
	options
	arena   arena
	outlook outlook
	ledger  ledger
	walker  walker
	crew    crew
	best    [headings]atomic.Int32 // by root direction
	scores  [headings]points       // of the depth that was finished last

	patience int64 // nodes before a search is split
	spent    int64 // nodes of the meters before the walker's present one
	searched int   // the depth of the search that found the scores, 0 if none did
}

// Threads is the number of threads that search.
func (b *backtracker) Threads() int { return b.threads }

// Decide answers as ouro.Solver says. A node is a simulated step.
func (b *backtracker) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	b.walker.meter = search.NewMeter(ctx, t.Nodes)
	b.walker.out, b.spent = false, 0
	depth := b.deepen(ctx, t)
	best, dir, err := b.step(t)
	d := ouro.Decision{Dir: dir, Score: score(b.scores[best], b.deadend), Depth: depth, Nodes: b.spent + b.walker.meter.Nodes()}
	b.tell(t, best)
	return d, err
}

// step is the best heading, and the step that is made: any legal one if none has a
// score.
func (b *backtracker) step(t ouro.Turn) (best heading, dir ouro.Dir, err error) {
	best, ok := b.choose()
	if !ok {
		dir, err = field.AnyStep(t.State, t.Seat)
		return best, dir, err
	}
	return best, dirOf[best], nil
}

// choose is the direction with the best score: of equals the first, or with
// ties=straight the present one.
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
