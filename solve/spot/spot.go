// Package spot is the Battlesnake of the blog post "How the snake slithers".
// [New] makes it.
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
func New(setup ouro.Setup) (ouro.Solver, error) {
	opts, err := readOptions(setup.Options)
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
}

// Decide answers as ouro.Solver says. A node is a scan.
func (b *spot) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	b.scene.load(t, b.hungry)
	moves := b.moves(t)
	if moves == 0 {
		dir, err := field.AnyStep(t.State, t.Seat)
		return ouro.Decision{Dir: dir}, err
	}
	b.phantoms.expand(&b.scene)
	for i := range b.crew.scanners {
		b.crew.scanners[i].prepare(&b.scene, &b.phantoms)
	}
	depth := b.explore(ctx, moves, b.budget(ctx, t))
	b.fold()
	d := b.choose(moves)
	d.Depth = depth
	return d, nil
}

// moves are those that are not certain to kill, or else all that are legal.
func (b *spot) moves(t ouro.Turn) ouro.DirSet {
	legal := t.State.Legal(t.Seat)
	if moves := b.scene.pos.Moves(t.Seat) & legal; moves != 0 {
		return moves
	}
	return legal
}

// budget is the number of nodes to scan at most.
func (b *spot) budget(ctx context.Context, t ouro.Turn) int64 {
	if t.Nodes > 0 {
		return min(t.Nodes, maxNodes)
	}
	if _, hurried := ctx.Deadline(); hurried {
		return maxNodes
	}
	return max(1, plainWork/int64(b.scene.off))
}

// choose is the direction with the highest value, the first of equals.
func (b *spot) choose(moves ouro.DirSet) ouro.Decision {
	var d ouro.Decision
	best := math.Inf(-1)
	for i := range moves.Len() {
		n := &b.nodes[i]
		if n.value > best || i == 0 {
			d.Dir = n.dir
			if n.state != waiting {
				best = n.value
				d.Score = n.value
			}
		}
	}
	for i := range b.nodes {
		if b.nodes[i].state == waiting {
			break
		}
		d.Nodes++
	}
	return d
}
