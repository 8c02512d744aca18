package tour

import (
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/cycle"
)

// track is a cycle with a snake on it, common to the solvers that follow a cycle.
type track struct {
	*cycle.Cycle

	// The position after the last decision. If the game arrives there, the cycle carries the
	// body without a check.
	turn int
	head ouro.Cell
}

// unscored are scores without a possible direction.
var unscored = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// newTrack returns a cycle that carries the snake of this setup, if one does.
func newTrack(setup ouro.Setup) (*track, error) {
	s := setup.Start
	if len(s.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: a cycle has room for one", len(s.Snakes))
	}
	if s.Room() != s.Grid.Size() {
		return nil, errors.New("level: a cycle is known only for boards without walls")
	}
	c, ok := cycle.Fit(s.Grid, &s.Snakes[setup.Seat].Body)
	if !ok {
		var err error
		if c, err = cycle.New(s.Grid); err != nil {
			return nil, err
		}
	}
	return &track{Cycle: c, turn: -1}, nil
}

// carries reports whether the cycle carries the body. If not, another cycle that does
// replaces it, if there is one.
func (k *track) carries(t ouro.Turn) bool {
	body := &t.Snake().Body
	if t.State.Turn == k.turn && body.Head() == k.head {
		return true
	}
	if _, ok := k.Carries(body); ok {
		return true
	}
	c, ok := cycle.Fit(k.Grid, body)
	if ok {
		k.Cycle = c
	}
	return ok
}

// step decides for the neighbour next, after which the cycle still carries the body. The food
// is ahead steps away along the cycle.
func (k *track) step(t ouro.Turn, next ouro.Cell, ahead int) ouro.Decision {
	k.turn, k.head = t.State.Turn+1, next
	d, _ := k.Grid.DirTo(t.Snake().Body.Head(), next)
	return ouro.Decision{Dir: d, Score: -float64(ahead), Depth: ahead, Nodes: 1}
}

// next returns the cell after the head. Between the neighbours of Spare it may be Twin or
// Spare: the one with the food, unless the other is the end of the tail and the body would
// then contain both without filling the board.
func (k *track) next(s *ouro.State, body *ouro.Body) ouro.Cell {
	next := k.Next(body.Head())
	if next != k.Twin {
		return next
	}
	other := k.Spare
	if s.HasFood(other) {
		next, other = other, next
	}
	if s.Segments(other) > 0 && s.HasFood(next) && body.Len() < k.Len() {
		return other
	}
	return next
}

// toFood returns the number of steps along the cycle to the food, 1 to Len(), or 0 without
// food.
func (k *track) toFood(s *ouro.State, head ouro.Cell) int {
	if len(s.Food) == 0 {
		return 0
	}
	if d := k.Ahead(head, s.Food[0]); d > 0 {
		return d
	}
	return k.Len() // head and food are Twin and Spare
}

// stray decides for a snake that no cycle carries, after foreign moves: for the neighbour from
// which the cycle is free the longest. After it has followed the cycle over its own length,
// the cycle carries it again.
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
