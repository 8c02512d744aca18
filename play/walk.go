package play

import (
	"context"
	"math"

	"ouro"
)

// Walk is what one snake does in a game: its moves, and what its solver thinks
// that they are worth. Set Config.Trace to Trace if the scores are wanted.
type Walk struct {
	Moves  []byte   // the letters of the directions
	Scores []Scores // one for each move

	Made func() error // unless nil, is called after each move; its error ends the walk

	next Scores
}

// Scores are what the directions are worth at one move, by their letters; nil
// from a solver that does not say.
type Scores map[string]float64

// Trace hears the scores of the next move.
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

// Play plays to the end when moves is 0. Else it makes so many moves, even when
// the game was over before, and only stops early when the snake is dead or has
// no way out.
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
		if w.Made != nil {
			if err := w.Made(); err != nil {
				return err
			}
		}
	}
}
