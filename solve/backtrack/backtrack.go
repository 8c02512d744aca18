// Package backtrack is the snake AI of the magazine article: recursive
// backtracking over all paths of a given length. [New] makes it.
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
// 2 for an edible wall; a path that ends early, at an obstacle, has what it has
// scored divided by deadend. The snake takes the direction that begins the best
// path. The tail moves in the simulation.
// Guarantee: none: it sees depth steps. The scores are exactly those of the
// article's recursion, in all four directions, and so is the move.
// Cost: exponential in the depth; a small part of the recursion's calls, since
// what provably cannot be better is left out.
// Source: the magazine article on snakes and recursive backtracking.
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup.Options)
	if err != nil {
		return nil, err
	}
	b := &backtracker{options: opts, arena: newArena(setup.Start.Grid)}
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

	searched int // the depth of the search that found the scores, 0 if none did
}

// Decide answers as ouro.Solver says. A node is a simulated step.
func (b *backtracker) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	b.walker.meter = search.NewMeter(ctx, t.Nodes)
	b.walker.out = false
	depth := b.deepen(ctx, t)
	best, ok := b.choose()
	d := ouro.Decision{Dir: dirOf[best], Score: score(b.scores[best], b.deadend), Depth: depth, Nodes: b.walker.meter.Nodes()}
	var err error
	if !ok {
		d.Dir, err = field.AnyStep(t.State, t.Seat)
	}
	b.tell(t, best)
	return d, err
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
