package tour_test

import (
	"testing"

	"ouro"
	"ouro/solve/tour"
)

func until(value string) ouro.Option { return ouro.Option{Key: "until", Value: value} }

func TestShortcutAlwaysWins(t *testing.T) { alwaysWins(t, tour.Shortcut) }

func TestShortcutAlwaysWinsCuttingToTheEnd(t *testing.T) { alwaysWins(t, tour.Shortcut, until("1")) }

func TestShortcutWinsFromEveryStraightStart(t *testing.T) {
	winsFromEveryStraightStart(t, func(setup ouro.Setup) (ouro.Solver, error) {
		setup.Options = ouro.Options{until("1")}
		return tour.Shortcut(setup)
	})
}

func TestShortcutWinsFromEveryCarriedBody(t *testing.T) {
	winsFromEveryCarriedBody(t, func(setup ouro.Setup) (ouro.Solver, error) {
		setup.Options = ouro.Options{until("1")}
		return tour.Shortcut(setup)
	})
}

func TestShortcutSurvivesForeignMoves(t *testing.T) {
	survivesForeignMoves(t, tour.Shortcut, [2]int{6, 6}, [2]int{5, 5}, [2]int{3, 8})
}

func TestShortcutRefuses(t *testing.T) {
	testRefusals(t, tour.Shortcut)
	start, _ := classicStart(t, 4, 4, 1, 1)
	for _, value := range []string{"1.5", "-1", "half"} {
		if _, err := tour.Shortcut(ouro.Setup{Start: start, Options: ouro.Options{until(value)}}); err == nil {
			t.Errorf("until=%s: no error", value)
		}
	}
}

func TestShortcutWithoutCutsIsHamilton(t *testing.T) {
	for _, side := range []int{5, 6} {
		for seed := range uint64(20) {
			start, _ := classicStart(t, side, side, 1, seed)
			a := movesOf(t, makeSolver(t, tour.Hamilton, start), start, seed)
			b := movesOf(t, makeSolver(t, tour.Shortcut, start, until("0")), start, seed)
			if a != b {
				t.Fatalf("side %d, seed %d: %d and %d moves", side, seed, a, b)
			}
		}
	}
}

func TestShortcutShowsItsPlan(t *testing.T) {
	showsItsPlan(t, tour.Shortcut, 6, 5)
	showsItsPlan(t, tour.Shortcut, 5, 5)
}

func BenchmarkShortcut(b *testing.B) { benchmarkGames(b, tour.Shortcut) }
