// Championfit fits the numbers with which ouroboros estimates the moves to the end of a game. It
// uses games of ouroboros alone:
//
//	go run ./scripts/championfit --out solve/ouroboros/prospects.go
//
// For any solver that reports estimates, it also compares them with the moves that were then played,
// in other games:
//
//	go run ./scripts/championfit --calibrate ouroboros --board 6x6,10x10 --games 200 --seed 5
//
// The same command gives the same numbers.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/lab/sheet"
	"ouro/play"
	"ouro/roster"
)

type options struct {
	out       string
	calibrate string // the solvers to calibrate
	boards    string
	games     int
	share     int
	seed      uint64
	workers   int
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "solve/ouroboros/prospects.go", "write the numbers to this `file`")
	flag.StringVar(&o.calibrate, "calibrate", "", "instead compare the estimates of these `solvers` with the moves played")
	flag.StringVar(&o.boards, "board", "6x6,10x10,20x20,7x7", "calibrate on these `boards`")
	flag.IntVar(&o.games, "games", 200, "number of `games` on each board of a calibration")
	flag.IntVar(&o.share, "share", 1, "fit to one game in `N`")
	flag.Uint64Var(&o.seed, "seed", 1, "`seed` of all random choices")
	flag.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "`number` of games to play at once")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "championfit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	switch {
	case o.games < 1:
		return fmt.Errorf("-games %d: want at least 1", o.games)
	case o.share < 1:
		return fmt.Errorf("-share %d: want at least 1; with -share N, the fit uses one game in N", o.share)
	}
	if o.calibrate == "" {
		return fitAll(ctx, o)
	}
	var labels, figures sheet.Columns
	for _, board := range strings.Split(o.boards, ",") {
		for _, name := range strings.Split(o.calibrate, ",") {
			spec, err := ouro.ParseSpec(name)
			if err != nil {
				return err
			}
			games, err := o.play(ctx, board, spec, o.games)
			if err != nil {
				return err
			}
			calibration(&labels, &figures, board, name, games)
		}
	}
	s := sheet.Sheet{
		Title:  fmt.Sprintf("Estimated and real moves to the end: %d games each, seed %d", o.games, o.seed),
		Tables: []sheet.Table{sheet.NewTable(labels, figures)},
	}
	return s.WriteMarkdown(os.Stdout)
}

// meal is a solver's plan when a food appeared.
type meal struct {
	length int     // length of the snake
	turn   int     // turn in which the food appeared
	steps  int     // steps of the plan
	cost   float64 // cost of the plan as the solver judges it; NaN if it reports none
	toGo   float64 // moves to the end of the game that the solver expects; NaN if it reports none
}

// later returns the difference between the plan's cost and its steps. judged is false if the solver
// reported no cost, or if it knows the exact number of moves to the end of the game, which is then the
// cost.
func (m *meal) later() (cost float64, judged bool) {
	cost = m.cost - float64(m.steps)
	return cost, cost > 0 && m.cost != m.toGo
}

type game struct {
	w, h  int
	meals []meal
	moves int
}

// toGo returns the number of moves from the beginning of this meal to the end of the game.
func (g *game) toGo(m *meal) int { return g.moves - m.turn }

// play plays the games of classic Snake that ouro bench plays with this seed.
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
	l := &listener{game: game{w: w, h: h}}
	g, err := roster.NewGame(spec, seed, []ouro.Spec{solver}, play.Config{Trace: l.trace})
	if err != nil {
		return game{}, err
	}
	l.state = g.State
	outcome, err := g.Run(ctx)
	if closing := g.Close(); err == nil {
		err = closing
	}
	switch {
	case err != nil:
		return game{}, err
	case outcome.Ending != ouro.Won:
		return game{}, fmt.Errorf("the game ended %s: want a solver that wins every game", outcome.Ending)
	}
	l.game.moves = g.State().Turn
	return l.game, nil
}

// listener collects the meals of a game from the notes of its solver.
type listener struct {
	game  game
	state func() *ouro.State
}

// trace returns the trace for the first decision after a meal, otherwise nil.
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
			if n.Value != 0 && math.IsNaN(m.cost) { // the best candidate is the first
				m.cost = -n.Value
			}
		case ouro.LabelExpected:
			m.toGo = n.Value
		}
	})
}
