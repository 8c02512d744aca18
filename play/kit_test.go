package play_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

func newGame(tb testing.TB, w, h int, seed uint64, cfg play.Config, solver ouro.Solver) *play.Game {
	tb.Helper()
	cfg.Deal = deal(tb, w, h, seed)
	cfg.Seats = []ouro.Solver{solver}
	g, err := play.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func deal(tb testing.TB, w, h int, seed uint64) play.Deal {
	tb.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		tb.Fatal(err)
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, 1, dice)
	if err != nil {
		tb.Fatal(err)
	}
	return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}
}

// randomMover returns a solver that chooses a random direction, and turns right from it until the
// snake can go there.
func randomMover(seed uint64) ouro.Solver {
	dice := ouro.NewPCG(seed)
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		d := ouro.Dir(dice.Roll(4))
		for range 4 {
			if t.State.Enterable(t.Seat, t.State.Grid.Next(t.Snake().Body.Head(), d)) {
				break
			}
			d = d.TurnRight()
		}
		return ouro.Decision{Dir: d}, nil
	})
}

// lap returns a solver that circles through all cells of a board with an even number of rows: through
// columns 1 to W-1 of each row in turn, and back down column 0.
func lap() ouro.Solver {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		g := t.State.Grid
		return ouro.Decision{Dir: lapDir(g, t.Snake().Body.Head())}, nil
	})
}

func lapDir(g *ouro.Grid, c ouro.Cell) ouro.Dir {
	x, y := g.XY(c)
	switch {
	case x == 0 && y > 0:
		return ouro.Down
	case y%2 == 0 && x < g.W-1:
		return ouro.Right
	case y%2 == 0:
		return ouro.Up
	case x > 1 || y == g.H-1:
		return ouro.Left
	}
	return ouro.Up
}

// brawl implements rules for several snakes. The snakes move as in classic Snake, in the order of
// seats, until at most one lives.
type brawl struct{ classic.Rules }

func (brawl) Over(s *ouro.State) (ouro.Outcome, bool) {
	alive, winner := 0, -1
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			alive, winner = alive+1, seat
		}
	}
	if alive > 1 {
		return ouro.Outcome{Winner: -1}, false
	}
	return ouro.Outcome{Ending: ouro.Won, Winner: winner}, true
}

// brawlDeal returns a Deal of brawl on 9x9. The snakes start side by side and face up.
func brawlDeal(seats int, seed uint64) play.Deal {
	g := ouro.MustGrid(9, 9)
	start := ouro.NewState(g)
	for i := range seats {
		start.AddSnake(g.At(2*i, 1), g.At(2*i, 0))
	}
	return play.Deal{Rules: brawl{}, Start: start, Dice: ouro.GameDice(seed)}
}

func newBrawl(tb testing.TB, cfg play.Config, solvers ...ouro.Solver) *play.Game {
	tb.Helper()
	cfg.Deal, cfg.Seats = brawlDeal(len(solvers), 1), solvers
	g, err := play.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func mustMove(tb testing.TB, g *play.Game, n int) {
	tb.Helper()
	for range n {
		if err := g.Move(context.Background()); err != nil {
			tb.Fatal(err)
		}
	}
}

func mustClose(tb testing.TB, g *play.Game) {
	tb.Helper()
	if err := g.Close(); err != nil {
		tb.Error(err)
	}
}
