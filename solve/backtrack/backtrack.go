// Package backtrack is the snake AI of a magazine article: recursive backtracking over all
// paths of a given length. [New] makes it.
//
// The search is in walker.go: it makes steps on an arena, the squares within reach, and takes
// them back. Three bounds prune it: outlook.go, a relaxed problem solved exactly; room.go, the
// squares that are left; bounds.go, a transposition table. crew.go splits the search among
// threads, deepen.go deepens it while there is time, and watch.go traces the result.
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
// Idea: try every path of depth steps. Each square of it scores, 1 for floor and 2 for an
// edible one: an edible wall or food. The score of a path that ends early, in a dead end, is
// divided by deadend. The snake takes the first step of the best path.
//
// Options:
//
//   - depth=20, or auto: as deep as time or nodes allow, 20 if neither is limited
//   - deadend=100, or 2: the article's text divides by 100, its listing by 2, and the listing
//     looks one step farther than its depth says
//   - ties=original: of equal directions the first of right, left, down and up is taken;
//     straight prefers the present direction to these
//   - tail=exact: the tail moves in the simulation; frozen: it does not
//   - eaten=once: an eaten square is floor for the rest of the path; original: it may be eaten
//     again, as in the published program
//   - discount=1: a meal in step k scores 1+discount^k, rounded to thousandths. Below 1 the
//     snake no longer delays a meal for ever because it can be had later, as the article
//     describes
//   - threads=1, or 0 for all: the search is split among them. Scores and move are the same;
//     Decision.Nodes counts only the steps of the calling thread, as those of the others
//     depend on their speed. A node budget uses one thread
//
// The published program is deadend=100,eaten=original. It does not move where no direction
// scores more than 0; this solver takes any legal step there. Other snakes are obstacles that
// do not move.
//
// Guarantee: none for the snake, which sees depth steps. Scores, in all four directions, and
// move are those of the article's recursion; see boundTable for the probability of an error.
// Cost: exponential in the depth, a small part of the recursion's calls. It allocates only for
// a greater depth than before.
// Source: the magazine article on snakes and recursive backtracking; the bounds are ours
// except the one that outlook names.
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
	arena      arena
	outlook    outlook
	boundTable boundTable
	walker     walker
	crew       crew
	best       [headings]atomic.Int32 // by root direction
	scores     [headings]points       // of the last finished depth

	patience int64 // nodes before a search is split
	spent    int64 // nodes of the earlier meters of this decision
	searched int   // depth of the scores, 0 without any
}

// Threads returns the number of threads that search.
func (b *backtracker) Threads() int { return b.threads }

// Decide implements [ouro.Solver]. A node is a simulated step.
func (b *backtracker) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	b.walker.meter = search.NewMeter(ctx, t.Nodes)
	b.walker.out, b.spent = false, 0
	depth := b.deepen(ctx, t)
	best, dir, err := b.step(t)
	d := ouro.Decision{Dir: dir, Score: score(b.scores[best], b.deadend), Depth: depth, Nodes: b.spent + b.walker.meter.Nodes()}
	b.traceResult(t, best)
	return d, err
}

// step returns the best heading and the move: any legal one if no heading has a score.
func (b *backtracker) step(t ouro.Turn) (best heading, dir ouro.Dir, err error) {
	best, ok := b.choose()
	if !ok {
		dir, err = field.AnyStep(t.State, t.Seat)
		return best, dir, err
	}
	return best, dirOf[best], nil
}

// choose returns the heading with the best score: of equal ones the first, or with
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
