// Package tour contains solvers that follow a closed tour of the board and so never die: a
// fixed Hamiltonian cycle ([Hamilton]), such a cycle with shortcuts ([Shortcut]), a cycle
// that is repaired on the way ([Repair]), and lanes around a tree of 2x2 blocks ([Cell]).
package tour

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/cycle"
)

// Hamilton follows a fixed cycle.
//
// Idea: follow a Hamiltonian cycle. The head then enters only free cells or the cell of the end of
// the tail, which leaves. With an odd number of cells there is usually no such cycle. The snake
// then uses a cycle through all cells except one, the hole c. Near the hole the cycle visits x, b
// and y, where x and y are neighbours of both b and c. In each lap the snake may visit c instead of
// its twin b.
//
// Guarantee: wins every classic game on every board that has a Hamiltonian cycle of its free cells,
// with at most N-1 moves between meals for N free cells; and on every board with such a cycle
// through all but a hole that has a twin, with at most 2N-3. Boards without walls have such a
// cycle. The guarantee needs a start that some cycle carries: any snake of one cell, any straight
// snake on a board without walls, and with walls any snake for which [ouro/cycle.FitOn] finds a
// cycle. From other starts, and after moves that it did not choose, the snake has no guarantee until
// a cycle carries it again; see stray. A board for which [ouro/cycle.Find] finds no cycle is refused
// with the reason.
//
// Proof. The invariant is that the cycle carries the body (see [ouro/cycle.Cycle.Carries],
// which proves that following it is safe, and [ouro/cycle.Fit] for the start). Without a
// hole the food is at most N-1 steps ahead; each step brings it one nearer, and N-L meals
// fill the board.
//
// With a hole let M = N-1 be the length of a lap. The cycles through b and through c differ
// in one place, and the body may contain b or c but never both, so both cycles carry it, and
// switching at x only decides which cell fills the place. The choice at x is:
//
//  1. The food is on neither cell. Take b. If a segment is on b or c, it is the end of the tail,
//     because the body lies within one lap behind the head; this segment leaves. So the body
//     contains one of the two cells afterwards.
//  2. The food is on one of the two cells and the other is free. Take the food. The other cell
//     stays outside the body until the next lap.
//  3. The food is on one of the two and the end of the tail on the other, and L = M. The body
//     is everything except the food: eating fills the board, and wins.
//  4. The food is on one of the two and the end of the tail on the other, and L < M. After eating,
//     the body would contain both cells. Follow the tail.
//
// Case 4 happens at most once. The arc from tail to head is then a whole lap although the
// body is shorter, so the body has gaps. The gaps were there at the start, since no step
// along the cycle makes one, and after M-1 steps they are gone. So when the snake is at x
// again, M steps later, case 4 is impossible. In particular, a snake of M cells is before b
// or c exactly when that is the last free cell, and wins. All other food is eaten within one
// lap. Hence there are at most M steps between meals, and once in a game at most (M-1)+M =
// 2N-3.
//
// Cost: O(1) per move, no allocation; O(N) after a move that the solver did not choose.
//
// Source: a paper of 2021, HamiltonianSnake and HamiltonianPath. Holes and walls are ours.
func Hamilton(setup ouro.Setup) (ouro.Solver, error) {
	if err := setup.Options.Read().Err(); err != nil {
		return nil, err
	}
	k, err := newTrack(setup)
	if err != nil {
		return nil, err
	}
	return &hamilton{k}, nil
}

type hamilton struct{ *track }

func (h *hamilton) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !h.carries(t) {
		return h.stray(t)
	}
	body := &t.Snake().Body
	food, next := h.toFood(t.State, body.Head()), h.next(t.State, body)
	if t.Trace.On() {
		h.showNext(t, next, food)
	}
	return h.step(t, next, food), nil
}

// track is a cycle with a snake on it, shared by the solvers that follow a cycle.
type track struct {
	*cycle.Cycle
	board cycle.Board

	// The turn and the head that the last decision leads to. If the game arrives there, the cycle
	// carries the body, and no check is needed.
	turn int
	head ouro.Cell
}

// unscored are the scores when no direction has one.
var unscored = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// newTrack returns a cycle that carries the snake of this setup. If it finds none, it returns any
// cycle.
func newTrack(setup ouro.Setup) (*track, error) {
	s := setup.Start
	if len(s.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: a solver that follows a cycle plays alone", len(s.Snakes))
	}
	board := cycle.BoardOf(s)
	c, ok := cycle.FitOn(board, &s.Snakes[setup.Seat].Body, cycle.DefaultSteps)
	if !ok {
		var err error
		if c, err = cycle.FindCached(board); err != nil {
			return nil, fmt.Errorf("board %s: %w", s.Grid, err)
		}
	}
	return &track{Cycle: c, board: board, turn: -1}, nil
}

// refitSteps bounds the steps of a search for another cycle, which take some milliseconds.
const refitSteps = 1 << 19

// carries reports whether the cycle carries the body. If it does not, carries searches for a cycle
// that does and, if it finds one, uses that from now on.
func (k *track) carries(t ouro.Turn) bool {
	body := &t.Snake().Body
	if t.State.Turn == k.turn && body.Head() == k.head {
		return true
	}
	if _, ok := k.Carries(body); ok {
		return true
	}
	c, ok := cycle.FitOn(k.board, body, refitSteps)
	if ok {
		k.Cycle = c
	}
	return ok
}

// step returns the decision to move to the neighbour target, after which the cycle still carries
// the body. The food is foodSteps steps away along the cycle.
func (k *track) step(t ouro.Turn, target ouro.Cell, foodSteps int) ouro.Decision {
	k.turn, k.head = t.State.Turn+1, target
	d, _ := k.Grid.DirTo(t.Snake().Body.Head(), target)
	return ouro.Decision{Dir: d, Score: -float64(foodSteps), Depth: foodSteps, Nodes: 1}
}

// next returns the cell after the head. If Twin comes next, the snake may enter Hole instead. next
// then chooses the cell of the two that has the food, otherwise Twin. But if the tail still covers
// the other cell, eating would leave the body on both, which the cycle allows only on a full board;
// next then returns the other cell.
func (k *track) next(s *ouro.State, body *ouro.Body) ouro.Cell {
	next := k.Next(body.Head())
	if next != k.Twin {
		return next
	}
	other := k.Hole
	if s.HasFood(other) {
		next, other = other, next
	}
	if s.Segments(other) > 0 && s.HasFood(next) && body.Len() < k.Len() {
		return other
	}
	return next
}

// toFood returns the number of steps along the cycle to the food, from 1 to Len(), or 0 if
// there is no food.
func (k *track) toFood(s *ouro.State, head ouro.Cell) int {
	if len(s.Food) == 0 {
		return 0
	}
	if d := k.Ahead(head, s.Food[0]); d > 0 {
		return d
	}
	return k.Len() // the head is on Twin and the food on Hole, or the reverse
}

// stray decides for a snake that no cycle carries, because of its start or of moves that the solver
// did not choose. It moves to the neighbour from which the snake can follow the cycle for the most
// steps. Once the snake has followed the cycle for its own length, the cycle carries it again.
func (k *track) stray(t ouro.Turn) (ouro.Decision, error) {
	s, head := t.State, t.Snake().Body.Head()
	scores := unscored
	best := ouro.Decision{Score: -1}
	for _, d := range ouro.Dirs {
		c := k.Grid.Next(head, d)
		if !s.Enterable(t.Seat, c) {
			continue
		}
		run := 0
		for run < k.Len() && k.Place[c] != cycle.NoPlace {
			if c = k.Next(c); s.Segments(c) > 0 {
				break
			}
			run++
		}
		if scores[d] = float64(run); scores[d] > best.Score {
			best = ouro.Decision{Dir: d, Score: scores[d], Depth: run, Nodes: 1}
		}
	}
	t.Trace.Moves(ouro.LabelScores, scores)
	if best.Score < 0 {
		return ouro.Decision{}, errors.New("no legal move")
	}
	return best, nil
}

// show traces the cycle. For each direction it traces the number that stepsVia returns for the
// neighbour there, as a negative number; if stepsVia returns 0, the direction has no score.
func (k *track) show(t ouro.Turn, stepsVia func(ouro.Cell) int) {
	t.Trace.Heat(ouro.LabelCycle, k.Heat())
	scores := unscored
	for d, c := range k.Grid.Neighbours(t.Snake().Body.Head()) {
		if c != ouro.NoCell {
			if n := stepsVia(c); n > 0 {
				scores[d] = -float64(n)
			}
		}
	}
	t.Trace.Moves(ouro.LabelScores, scores)
}

// showNext traces a snake that follows the cycle to target. food is the number of steps to the
// food.
func (k *track) showNext(t ouro.Turn, target ouro.Cell, food int) {
	k.show(t, func(c ouro.Cell) int {
		if c == target {
			return food
		}
		return 0
	})
	k.plan(t, k.next)
}

// plan traces the path to the food that results from repeated calls of nextCell, on a copy of the
// position.
func (k *track) plan(t ouro.Turn, nextCell func(*ouro.State, *ouro.Body) ouro.Cell) {
	s := t.State.Clone()
	body := &s.Snakes[t.Seat].Body
	way := []ouro.Cell{body.Head()}
	for range 2 * k.Len() {
		c := nextCell(s, body)
		way = append(way, c)
		if s.HasFood(c) {
			break
		}
		s.Advance(t.Seat, c, false)
	}
	t.Trace.Path(ouro.LabelPlan, way)
}
