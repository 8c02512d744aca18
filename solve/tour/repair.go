package tour

import (
	"context"
	"fmt"

	"ouro"
	"ouro/cycle"
)

// Repair walks the shortest way to the food and repairs the Hamiltonian cycle
// around each step of it.
//
// Idea: keep a Hamiltonian cycle that contains the body, in order and without
// gaps. Find the steps with which a shortest way to the food begins. If the
// cycle takes none of them, look for a pair of crossing flips (see
// [cycle.Flips]) after which it does and still contains the body. If there is
// none, follow the cycle as it is.
//
// Guarantee, on every board without walls with an even number of cells: never
// dies, for the body always lies on a Hamiltonian cycle. By default a repair is
// made only if it does not put the food farther ahead on the cycle; then each
// move brings the food at least one step nearer, it is eaten within N-L moves,
// and the game is won. With progress=false every repair is made, as published;
// then a step can be bought with a longer way behind it and the snake can go
// round for ever.
//
// Starts are those of Hamilton. While the body has gaps on the cycle, for N-1
// moves at most, the cycle is followed without repairs.
//
// Cost: O(N) per move, no allocation: one breadth-first search, and for each
// step that is tried a walk around the loop that the first flip cuts off.
//
// Source: dynamic Hamiltonian cycle repair, a folk idea; the crossing flips and
// the rule of progress: ours.
func Repair(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	progress := options.Bool("progress", true)
	if err := options.Err(); err != nil {
		return nil, err
	}
	g := setup.Start.Grid
	if g.Size()%2 != 0 {
		return nil, fmt.Errorf("board %s: repair needs an even number of cells (hamilton and shortcut play odd boards)", g)
	}
	k, err := newTrack(setup)
	if err != nil {
		return nil, err
	}
	return &repair{track: k, progress: progress, ways: newWays(g)}, nil
}

type repair struct {
	*track
	progress bool
	ways     ways
}

// Decide repairs the cycle for this step, if it need and can be, and follows it.
func (r *repair) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !r.carries(t) {
		return r.stray(t)
	}
	body := &t.Snake().Body
	head := body.Head()
	if r.Ahead(body.Tail(), head) == body.Len()-1 {
		r.repair(t.State, body)
	}
	food, next := r.toFood(t.State, head), r.Next(head)
	if t.Trace.On() {
		r.show(t, func(c ouro.Cell) int {
			if c == next {
				return food
			}
			return 0
		})
		r.plan(t, r.next)
	}
	return r.step(t, next, food), nil
}

// repair makes the cycle begin a shortest way to the food, if it can.
func (r *repair) repair(s *ouro.State, body *ouro.Body) {
	if len(s.Food) == 0 {
		return
	}
	head, food := body.Head(), s.Food[0]
	first := r.ways.find(body, food)
	if d, _ := r.Grid.DirTo(head, r.Next(head)); first&(1<<d) != 0 {
		return
	}
	ahead := r.Ahead(head, food)
	nearest := r.Len()
	if r.progress {
		nearest = ahead + 1
	}
	var best cycle.Flips
	found := false
	for _, d := range ouro.Dirs {
		if first&(1<<d) == 0 {
			continue
		}
		f, ok := r.Turn(head, r.Grid.Next(head, d), r.Len()-body.Len(), food)
		if !ok {
			continue
		}
		if moved := f.Moved(ahead); moved < nearest {
			best, nearest, found = f, moved, true
		}
	}
	if found {
		r.Cross(head, best)
	}
}
