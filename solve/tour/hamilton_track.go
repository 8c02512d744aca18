package tour

import (
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/cycle"
)

// track is a cycle with a snake on it: what the solvers that follow a cycle
// have in common.
type track struct {
	*cycle.Cycle

	// The position that the last decision led to. As long as the game arrives
	// there the cycle carries the body, and nothing need be checked.
	turn int
	head ouro.Cell
}

// unscored are the scores of four directions of which none is possible.
var unscored = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// newTrack lays a cycle that carries the snake of this setup, if one does.
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

// carries tells whether the cycle carries the body in this turn. If it does
// not, another cycle that does takes its place, if there is one.
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

// step decides to step to the neighbour next, after which the cycle still
// carries the body. The food is ahead steps away along the cycle.
func (k *track) step(t ouro.Turn, next ouro.Cell, ahead int) ouro.Decision {
	k.turn, k.head = t.State.Turn+1, next
	d, _ := k.Grid.DirTo(t.Snake().Body.Head(), next)
	return ouro.Decision{Dir: d, Score: -float64(ahead), Depth: ahead, Nodes: 1}
}

// next is the cell after the head. Between the neighbours of Spare it may be
// Twin or Spare: the one with the food, unless the other is the tail's tip and
// the body would then hold both without the board being full.
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

// toFood is the number of steps along the cycle to the food, 1 to Len(), or 0
// when there is none.
func (k *track) toFood(s *ouro.State, head ouro.Cell) int {
	if len(s.Food) == 0 {
		return 0
	}
	if d := k.Ahead(head, s.Food[0]); d > 0 {
		return d
	}
	return k.Len() // head and food are Twin and Spare
}

// stray decides for a snake that no cycle carries, after moves that were not
// ours: towards the neighbour from which the cycle runs free the longest. Once
// it has followed the cycle over its own length, the cycle carries it again.
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
