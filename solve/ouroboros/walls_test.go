package ouroboros

import (
	"math/rand/v2"
	"testing"

	"ouro"
	"ouro/cycle/cycletest"
	"ouro/internal/needs"
	"ouro/rule/classic"
	"ouro/solve/exact"
	"ouro/solve/tour"
)

// walled returns a random board with walls and sides from least to most. It has a cycle through all
// free cells, or through all but a hole.
func walled(seed uint64, least, most int) *ouro.Level {
	b := cycletest.Random(rand.New(rand.NewPCG(seed, 5)), least, most)
	level := &ouro.Level{Grid: b.Grid, Terrain: make([]ouro.Terrain, b.Grid.Size()), Start: ouro.NoCell}
	for c, free := range b.Free {
		if !free {
			level.Terrain[c] = ouro.Wall
		}
	}
	return level
}

// TestWinsWithWalls plays on random boards with walls, and checks the invariant.
func TestWinsWithWalls(t *testing.T) {
	holes := 0
	for i := range needs.Many(25, 60) * *long {
		level := walled(uint64(i), 4, 12)
		if level.State().Room()%2 != 0 {
			holes++
		}
		playLevel(t, level, 1, ouro.GameSeed(5, i), i%2 == 0, decide(t))
	}
	if holes < 5 {
		t.Errorf("only %d boards with a hole", holes)
	}
}

// TestFewerMovesThanShortcut plays one game on each of many random boards with walls. Ouroboros
// wins them all, and needs fewer moves than shortcut on nearly all.
func TestFewerMovesThanShortcut(t *testing.T) {
	boards, most := *long*needs.Many(20, 40), needs.Many(10, 30)
	ours, theirs, fewer := 0, 0, 0
	for i := range boards {
		level := walled(uint64(i), 8, most)
		a := winningMoves(t, New, level, i)
		b := winningMoves(t, tour.Shortcut, level, i)
		ours, theirs = ours+a, theirs+b
		if a < b {
			fewer++
		} else {
			t.Logf("board %d of %d cells: %d moves, shortcut %d\n%v", i, level.State().Room(), a, b, level)
		}
	}
	t.Logf("%d boards won, fewer moves than shortcut on %d; %d moves, shortcut %d", boards, fewer, ours, theirs)
	if 20*fewer < 19*boards || ours >= theirs {
		t.Errorf("fewer moves on only %d of %d boards", fewer, boards)
	}
}

// TestNearOptimumWithWalls compares the mean number of moves on random boards with walls with the
// fewest possible expected moves.
func TestNearOptimumWithWalls(t *testing.T) {
	boards, most, games := *long*needs.Many(4, 5), needs.Many(18, 30), needs.Many(60, 200)
	sum, found := 0.0, 0
	for seed := 0; found < boards; seed++ {
		level := walled(uint64(seed), 4, 6)
		if room := level.State().Room(); room < 10 || room > most {
			continue
		}
		found++
		best, err := exact.Solve(t.Context(), level, 1, exact.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if best.Probability != 1 {
			t.Fatalf("board\n%v\nis won with probability %v", level, best.Probability)
		}
		moves := 0
		for game := range games {
			moves += winningMoves(t, New, level, game)
		}
		ratio := float64(moves) / float64(games) / best.Moves
		t.Logf("%d cells: %.1f moves, optimum %.1f, ratio %.3f", level.State().Room(), float64(moves)/float64(games), best.Moves, ratio)
		sum += ratio
	}
	if mean := sum / float64(boards); mean > 1.08 {
		t.Errorf("%.3f times the optimum", mean)
	} else {
		t.Logf("mean over %d boards: %.4f times the optimum", boards, mean)
	}
}

func winningMoves(t *testing.T, mk ouro.Maker, level *ouro.Level, game int) int {
	rules, seed := classic.Rules{}, ouro.GameSeed(6, game)
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
			if outcome.Ending != ouro.Won {
				t.Fatalf("board\n%v\ngame %d: %s after %d moves", level, game, outcome.Ending, s.Turn)
			}
			return s.Turn
		}
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}
