package ouroboros

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/internal/needs"
	"ouro/rule/classic"
	"ouro/solve/exact"
)

// spoiledLevel returns a random board with a cycle, on which it has changed one or two cells between
// free and wall. It returns nil if the free cells are not connected.
func spoiledLevel(dice *rand.Rand) *ouro.Level {
	level := walledLevel(dice.Uint64(), 4, 7)
	for range 1 + dice.IntN(2) {
		c := dice.IntN(len(level.Terrain))
		level.Terrain[c] = ouro.Wall - level.Terrain[c]
	}
	level, err := ouro.ParseLevel(level.String())
	if err != nil {
		return nil
	}
	return level
}

// TestChanceWithoutCycle compares the share of games won on random boards without a cycle with the
// highest possible probability of a win. The boards have 10 to 30 free cells, and can be won. On
// average over the boards the difference is at most two points, plus three standard errors.
func TestChanceWithoutCycle(t *testing.T) {
	boards, most, games := *long*needs.Many(4, 40), needs.Many(16, 30), needs.Many(50, 400)
	best, won, ring, variance, tables := 0.0, 0.0, 0.0, 0.0, 0
	dice := rand.New(rand.NewPCG(37, 28))
	for found := 0; found < boards; {
		level := spoiledLevel(dice)
		if level == nil || level.State().Room() < 10 || level.State().Room() > most || exact.Measure(level, true).Positions > 3e7 {
			continue
		}
		var none *cycle.NoCycleError
		if _, err := cycle.Find(cycle.BoardOf(level.State())); !errors.As(err, &none) {
			continue
		}
		report, err := exact.Solve(t.Context(), level, 1, exact.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := report.Probability
		if p == 0 {
			continue // no snake fills the board
		}
		found++
		withTable := With(func(l *ouro.Level) Optimum {
			if table := exact.Instant(l); table != nil {
				return table
			}
			return nil
		})
		if exact.Instant(level) != nil {
			tables++
		}
		a, b := 0, 0
		for game := range games {
			a += wins(t, withTable, level, game)
			b += wins(t, New, level, game)
		}
		t.Logf("%d cells: optimum %.4f, won %.2f, without the table %.2f", level.State().Room(), p, float64(a)/float64(games), float64(b)/float64(games))
		best, won, ring = best+p, won+float64(a)/float64(games), ring+float64(b)/float64(games)
		variance += p * (1 - p) / float64(games)
	}
	n := float64(boards)
	t.Logf("%d boards, %d with a table: optimum %.4f, won %.4f, without the table %.4f; standard error %.4f", boards, tables, best/n, won/n, ring/n, math.Sqrt(variance)/n)
	if lost := (best - won) / n; lost > 0.02+3*math.Sqrt(variance)/n {
		t.Errorf("%.4f below the optimum", lost)
	}
}

func wins(t *testing.T, mk ouro.Maker, level *ouro.Level, game int) int {
	t.Helper()
	rules, seed := classic.Rules{}, ouro.GameSeed(7, game)
	dice := ouro.GameDice(seed)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := mk(ouro.Setup{Rules: rules, Start: s, Seed: ouro.SolverSeed(seed, 0)})
	if err != nil {
		t.Fatal(err)
	}
	for {
		rules.Spawn(s, dice)
		if outcome, over := rules.Over(s); over {
			if outcome.Ending == ouro.Won {
				return 1
			}
			return 0
		}
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}
