package main

import (
	"context"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// meal is what a solver thought when the food appeared.
type meal struct {
	length int     // of the snake
	turn   int     // when the food appeared
	steps  int     // of its plan
	cost   float64 // of its plan, as it judges them; NaN if it does not tell
	toGo   float64 // moves that it expected to the end; NaN if it does not tell
}

// later is what the plan cost beyond its steps, if it was judged: where the rest of the
// game is known, its cost is that.
func (m *meal) later() (cost float64, judged bool) {
	cost = m.cost - float64(m.steps)
	return cost, cost > 0 && m.cost != m.toGo
}

// game is a game that was won.
type game struct {
	w, h  int
	meals []meal
	moves int
}

// toGo are the moves from this meal's beginning to the end.
func (g *game) toGo(m *meal) int { return g.moves - m.turn }

// play plays these games of classic Snake, as ouro bench with this seed would.
func (o *options) play(ctx context.Context, board string, solver ouro.Spec, games int) ([]game, error) {
	w, h, err := ouro.ParseSize(board)
	if err != nil {
		return nil, err
	}
	played := make([]game, games)
	jobs, ctx := errgroup.WithContext(ctx)
	jobs.SetLimit(o.workers)
	for i := range played {
		jobs.Go(func() (err error) {
			played[i], err = playGame(ctx, w, h, solver, ouro.GameSeed(o.seed, i))
			if err != nil {
				return fmt.Errorf("board %s, game %d: %w", board, i, err)
			}
			return nil
		})
	}
	return played, jobs.Wait()
}

func playGame(ctx context.Context, w, h int, solver ouro.Spec, seed uint64) (game, error) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
	hears := &listener{game: game{w: w, h: h}}
	g, err := roster.NewGame(spec, seed, []ouro.Spec{solver}, play.Config{Trace: hears.trace})
	if err != nil {
		return game{}, err
	}
	hears.state = g.State
	outcome, err := g.Run(ctx)
	if closing := g.Close(); err == nil {
		err = closing
	}
	switch {
	case err != nil:
		return game{}, err
	case outcome.Ending != ouro.Won:
		return game{}, fmt.Errorf("it ended %s: only games that are won have moves to go", outcome.Ending)
	}
	hears.game.moves = g.State().Turn
	return hears.game, nil
}

type listener struct {
	game  game
	state func() *ouro.State
}

// trace is for a decision: it hears those after a meal.
func (l *listener) trace(int) *ouro.Trace {
	s := l.state()
	length := s.Snakes[0].Body.Len()
	if n := len(l.game.meals); n > 0 && l.game.meals[n-1].length == length {
		return nil
	}
	l.game.meals = append(l.game.meals, meal{length: length, turn: s.Turn, cost: math.NaN(), toGo: math.NaN()})
	m := &l.game.meals[len(l.game.meals)-1]
	return ouro.NewTrace(func(n ouro.Note) {
		switch n.Label {
		case ouro.LabelPlan:
			m.steps = len(n.Cells) - 1
		case ouro.LabelCandidates:
			if n.Value != 0 && math.IsNaN(m.cost) { // the best comes first
				m.cost = -n.Value
			}
		case ouro.LabelExpected:
			m.toGo = n.Value
		}
	})
}
