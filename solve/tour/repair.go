package tour

import (
	"context"

	"ouro"
	"ouro/cycle"
)

// Repair takes the shortest path to the food and repairs the Hamiltonian cycle around each
// step.
//
// Idea: keep a Hamiltonian cycle that contains the body, in order and without gaps. Find the
// first steps of the shortest paths to the food. If the cycle begins with none of them,
// search one or two pairs of crossing flips (see [cycle.Flips]) after which it does and still
// contains the body. Without such flips, follow the cycle unchanged.
//
// Guarantee: on the boards of Hamilton the snake never dies, because the body is always on a
// cycle. By default, a repair must not move the food farther ahead on the cycle. Each move then
// brings the food at least one step nearer, the snake eats within N-L moves, and it wins the
// game. With progress=false every possible repair is made, as published. The path to the food may
// then become longer with a move, and the snake may loop for ever.
//
// If the cycle has a hole, repairs do not change the edges of its twin, so the snake may still
// visit one or the other, and Hamilton's proof holds: while the body has no gaps, its case 4 does
// not happen.
//
// Repair plays from the same starts as Hamilton. While the body has gaps on the cycle, for at
// most N-1 moves, the snake follows the cycle without repairs.
//
// Cost: O(N) per move, no allocation: one breadth-first search, and for each pair of flips O(length)
// of the loop that the first flip cuts off.
//
// Source: dynamic Hamiltonian cycle repair, a folk idea; the crossing flips and the rule of
// progress: ours.
func Repair(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	progress := options.Bool("progress", true)
	if err := options.Err(); err != nil {
		return nil, err
	}
	k, err := newTrack(setup)
	if err != nil {
		return nil, err
	}
	return &repair{track: k, progress: progress, ways: newWays(k.board)}, nil
}

type repair struct {
	*track
	progress bool
	ways     ways
}

func (r *repair) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !r.carries(t) {
		return r.stray(t)
	}
	body := &t.Snake().Body
	head := body.Head()
	if len(t.State.Food) > 0 && r.Ahead(body.Tail(), head) == body.Len()-1 {
		r.repair(body, t.State.Food[0])
	}
	food, next := r.toFood(t.State, head), r.next(t.State, body)
	if t.Trace.On() {
		r.showNext(t, next, food)
	}
	return r.step(t, next, food), nil
}

// repair flips edges so that the cycle begins with a step of a shortest path to the food, if it
// can. It uses the flips that leave the food nearest on the cycle.
func (r *repair) repair(body *ouro.Body, food ouro.Cell) {
	head := body.Head()
	first := r.ways.find(body, food)
	if d, _ := r.Grid.DirTo(head, r.Next(head)); first.Has(d) {
		return
	}
	if r.Place[food] == r.Place[head] {
		return // the head is on Twin and the food on Hole, or the reverse
	}
	best := cycleRepair{ahead: r.Len()}
	if r.progress {
		best.ahead = r.Ahead(head, food) + 1
	}
	for i := range first.Len() {
		r.improveRepair(body, r.Grid.Next(head, first.At(i)), food, &best)
	}
	for _, f := range best.flips[:best.pairs] {
		r.Cross(head, f)
	}
}

// cycleRepair is one or two pairs of flips, and the distance to the food on the repaired cycle.
type cycleRepair struct {
	flips [2]cycle.Flips
	pairs int
	ahead int
}

// improveRepair replaces found by the best repair if that is better. After a repair the cycle goes
// from the head to its neighbour target. A repair is one pair of flips, or two if the first pair
// makes the cycle go to another neighbour. The cycle is unchanged on return.
func (r *repair) improveRepair(body *ouro.Body, target, food ouro.Cell, found *cycleRepair) {
	head, free := body.Head(), r.Len()-body.Len()
	ahead := r.Ahead(head, food)
	if f, ok := r.Turn(head, target, free, food); ok && f.NewPlace(ahead) < found.ahead {
		*found = cycleRepair{[2]cycle.Flips{f}, 1, f.NewPlace(ahead)}
	}
	for _, over := range r.Grid.Neighbours(head) {
		if over == ouro.NoCell || over == target {
			continue
		}
		f, ok := r.Turn(head, over, free, food)
		if !ok {
			continue
		}
		r.Cross(head, f)
		ahead := r.Ahead(head, food)
		if g, ok := r.Turn(head, target, free, food); ok && g.NewPlace(ahead) < found.ahead {
			*found = cycleRepair{[2]cycle.Flips{f, g}, 2, g.NewPlace(ahead)}
		}
		r.Cross(head, f.Inverse())
	}
}

// ways finds the shortest paths to the food through time: a segment that leaves before the
// head arrives is no obstacle.
type ways struct {
	board cycle.Board
	queue []ouro.Cell
	at    []cellTime
}

type cellTime struct {
	exitMove int16       // the move with which the body leaves it, 0 without body
	steps    int16       // length of a shortest path to it, or unreached
	first    ouro.DirSet // the first directions of such paths
}

const unreached = -1

func newWays(b cycle.Board) ways {
	n := b.Grid.Size()
	return ways{board: b, queue: make([]ouro.Cell, 0, n), at: make([]cellTime, n)}
}

// find returns the first directions of the shortest paths from the head to the food. A path
// never waits and visits no cell twice, so find misses paths with a detour that gives a
// segment time to leave.
func (w *ways) find(body *ouro.Body, food ouro.Cell) ouro.DirSet {
	for i := range w.at {
		w.at[i] = cellTime{steps: unreached}
	}
	n := body.Len()
	for i := range n {
		w.at[body.At(i)].exitMove = int16(n - i)
	}
	w.queue = append(w.queue[:0], body.Head())
	w.at[body.Head()].steps = 0
	for i := 0; i < len(w.queue); i++ {
		cell := w.queue[i]
		if cell == food {
			return w.at[food].first
		}
		here := w.at[cell]
		for d, next := range w.board.Grid.Neighbours(cell) {
			if next == ouro.NoCell || !w.board.Free[next] {
				continue
			}
			begin := here.first
			if here.steps == 0 {
				begin = 1 << d
			}
			switch there := &w.at[next]; there.steps {
			case unreached:
				if here.steps+1 >= there.exitMove {
					there.steps, there.first = here.steps+1, begin
					w.queue = append(w.queue, next)
				}
			case here.steps + 1:
				there.first |= begin
			}
		}
	}
	return 0
}
