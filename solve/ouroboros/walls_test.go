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

// walledLevel returns a random board with walls and sides from minSide to maxSide. It has a cycle
// through all free cells, or through all but a hole.
func walledLevel(seed uint64, minSide, maxSide int) *ouro.Level {
	b := cycletest.Random(rand.New(rand.NewPCG(seed, 5)), minSide, maxSide)
	level := &ouro.Level{Grid: b.Grid, Terrain: make([]ouro.Terrain, b.Grid.Size()), Start: ouro.NoCell}
	for c, free := range b.Free {
		if !free {
			level.Terrain[c] = ouro.Wall
		}
	}
	return level
}

func TestWinsWithWalls(t *testing.T) {
	holes := 0
	for i := range needs.Many(25, 60) * *long {
		level := walledLevel(uint64(i), 4, 12)
		if level.State().Room()%2 != 0 {
			holes++
		}
		playLevel(t, level, 1, ouro.GameSeed(5, i), i%2 == 0, decide(t))
	}
	if holes < 5 {
		t.Errorf("only %d boards with a hole", holes)
	}
}

// TestFewerMovesThanShortcut compares the moves of ouroboros and shortcut on many random boards
// with walls, in games with the same random food. Both win every game. Luck decides single games,
// so a board has more games until the difference is clear, see compareMoves.
func TestFewerMovesThanShortcut(t *testing.T) {
	boards, most := *long*needs.Many(10, 40), needs.Many(10, 30)
	games, ours, theirs, fewer := 0, 0, 0, 0
	for i := range boards {
		level := walledLevel(uint64(i), 8, most)
		p := compareMoves(t, level, i)
		games, ours, theirs = games+p.n, ours+p.ours, theirs+p.theirs
		if p.difference() < 0 {
			fewer++
		} else {
			t.Errorf("board %d of %d cells, %d games: %d moves, shortcut %d\n%v", i, level.State().Room(), p.n, p.ours, p.theirs, level)
		}
		if i%100 == 99 || i == boards-1 {
			t.Logf("%d boards and %d games won, fewer moves than shortcut on %d boards; %d moves, shortcut %d", i+1, games, fewer, ours, theirs)
		}
	}
}

// pairedMoves sums up the moves of won games of two solvers with the same random food.
type pairedMoves struct {
	n, ours, theirs int
	squares         float64 // of the differences
}

// difference returns the mean of our moves minus theirs.
func (p *pairedMoves) difference() float64 { return float64(p.ours-p.theirs) / float64(p.n) }

// decided reports whether the mean difference is more than four standard errors away from 0. A
// single game decides only if it took less than two thirds of the other solver's moves.
func (p *pairedMoves) decided() bool {
	if n := float64(p.n); n >= 4 {
		mean := p.difference()
		return mean*mean > 16*(p.squares/n-mean*mean)/(n-1)
	}
	return p.n == 1 && 3*p.ours < 2*p.theirs
}

// compareMoves plays pairs of games on board i until they decide, but at most 100.
func compareMoves(t *testing.T, level *ouro.Level, i int) *pairedMoves {
	p := &pairedMoves{}
	for p.n < 100 && (p.n == 0 || !p.decided()) {
		game := i + p.n*1_000_000
		a, b := winningMoves(t, New, level, game), winningMoves(t, tour.Shortcut, level, game)
		p.n, p.ours, p.theirs = p.n+1, p.ours+a, p.theirs+b
		p.squares += float64(a-b) * float64(a-b)
	}
	return p
}

// TestNearOptimumWithWalls compares the mean number of moves on random boards with walls with the
// fewest possible expected moves.
func TestNearOptimumWithWalls(t *testing.T) {
	boards, most, games := *long*needs.Many(4, 5), needs.Many(18, 30), needs.Many(60, 200)
	sum, found := 0.0, 0
	for seed := 0; found < boards; seed++ {
		level := walledLevel(uint64(seed), 4, 6)
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
