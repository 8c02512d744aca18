package play

import (
	"context"
	"math"

	"ouro"
)

// Walk records the moves of one snake in a game, and the scores that its solver gives them.
// Set Config.Trace to Trace to receive scores.
type Walk struct {
	Moves  []byte   // the letters of the directions
	Scores []Scores // one for each move

	OnMove func() error // if not nil, called after each move; its error ends the walk

	next Scores
}

// Scores are the scores of directions at one move, by their letters; nil if the solver
// sends none.
type Scores map[string]float64

// Trace returns a Trace that receives the scores of the next move.
func (w *Walk) Trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NoteMoves || n.Label != ouro.LabelScores {
			return
		}
		w.next = Scores{}
		for d, score := range n.Moves {
			if !math.IsNaN(score) && !math.IsInf(score, 0) {
				w.next[string(ouro.Dir(d).Letter())] = score
			}
		}
	})
}

// Play plays to the end if moves is 0. Otherwise it makes this many moves, even if the game
// was already over, and stops early only if the snake is dead or has no legal move.
func (w *Walk) Play(ctx context.Context, g *Game, moves int) error {
	for {
		s := g.State()
		_, over := g.Over()
		if moves > 0 {
			over = len(w.Moves) == moves || s.Snakes[0].Cause != ouro.Alive || s.Legal(0).Len() == 0
		}
		if over {
			return nil
		}
		if err := g.Move(ctx); err != nil {
			return err
		}
		w.Moves = append(w.Moves, g.Last(0).Dir.Letter())
		w.Scores = append(w.Scores, w.next)
		w.next = nil
		if w.OnMove != nil {
			if err := w.OnMove(); err != nil {
				return err
			}
		}
	}
}
