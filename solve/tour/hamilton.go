// Package tour contains solvers that follow a closed tour of the board and so never die: a
// fixed Hamiltonian cycle ([Hamilton]), the same with shortcuts ([Shortcut]), a cycle that is
// repaired on the way ([Repair]), and lanes around a tree of 2x2 cells ([Cell]).
package tour

import (
	"context"

	"ouro"
)

// Hamilton follows a fixed cycle.
//
// Idea: a Hamiltonian cycle on a board with an even number of cells. The head enters only
// free cells or that of the tail's end, which leaves. With both sides odd there is no such
// cycle; the snake then uses a cycle through all cells except one corner, c, which passes x,
// b, y around this corner, where b is diagonal to c and both b and c are neighbours of x and
// y. In each lap the snake may pass c instead of b.
//
// Guarantee: wins every classic game on every board without walls, with at most N-1 moves
// between meals on an even board of N cells and at most 2N-3 on an odd one. Starts: every
// straight snake, and every other that some image of the cycle carries. From others, and after
// moves that it did not choose, it moves to where the cycle is free the longest, without a
// guarantee, until a cycle carries it again.
//
// Proof. The invariant is that the cycle carries the body (see [ouro/cycle.Cycle.Carries],
// which proves that following it is safe, and [ouro/cycle.Fit] for the start). On an even
// board the food is at most N-1 steps ahead; each step brings it one nearer, and N-L meals
// fill the board.
//
// On an odd board let M = N-1 be the length of a lap. The cycles through b and through c differ
// in one place, and the body may contain b or c but never both, so both cycles carry it, and
// switching at x only decides which cell fills the place. The choice at x is:
//
//  1. The food is on neither. Take b. If a segment is on b or c it is the end of the tail, as
//     the body is within one lap behind the head, and it leaves. So the body contains one of
//     the two afterwards.
//  2. The food is on one of the two and the other is free. Take the food. The other stays
//     outside the body until the next lap.
//  3. The food is on one of the two and the end of the tail on the other, and L = M. The body
//     is everything except the food: eating fills the board, and wins.
//  4. The same, but L < M. Eating would leave both in the body. Follow the tail.
//
// Case 4 happens at most once. The arc from tail to head is then a whole lap although the body
// is shorter, so it has gaps. They were there at the start, since no step along the cycle makes
// one, and after M-1 steps they are gone; so at the next pass, M steps later, case 4 is
// impossible. In particular a snake of M cells is before b or c exactly when that is the last
// free cell, and wins. All other food is eaten within one lap. Hence at most M steps between
// meals, and once in a game at most (M-1)+M = 2N-3.
//
// Cost: O(1) per move, no allocation; O(N) after a foreign move.
//
// Source: paper of 2021, HamiltonianSnake and HamiltonianPath; odd boards: ours.
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

// Decide takes the next cell of the cycle.
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
