package exact

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

func deal(l *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
	dice := ouro.GameDice(seed)
	start, err := classic.Start(l, length, dice)
	return classic.Rules{}, start, dice, err
}

func saveTable(t testing.TB, w, h int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "saved.table")
	if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(w, h)), 1, Options{Save: name}); err != nil {
		t.Fatal(err)
	}
	return name
}

func newPlayer(t testing.TB, s *ouro.State, file string) *tablebase {
	t.Helper()
	options := ouro.Options{}
	if file != "" {
		options = append(options, ouro.Option{Key: "file", Value: file})
	}
	solver, err := Tablebase(ouro.Setup{Rules: classic.Rules{}, Start: s, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return solver.(*tablebase)
}

// TestMissingTable: the error names the command only if the command can make the table.
func TestMissingTable(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want string
	}{
		{6, 6, "board 6x6: tablebase needs a table (option file=FILE), which ouro exact --board 6x6 --save FILE makes; boards of at most 20 free cells need none"},
		{6, 7, "board 6x7: tablebase needs a table (option file=FILE); ouro exact makes tables of boards of at most 36 free cells, and of a few narrow ones"},
		{10, 10, "board 10x10: tablebase plays boards of at most 36 free cells"},
	} {
		s := ouro.NewState(ouro.MustGrid(c.w, c.h))
		s.AddSnake(0)
		if _, err := Tablebase(ouro.Setup{Rules: classic.Rules{}, Start: s}); err == nil || err.Error() != c.want {
			t.Error(err)
		}
		if fits := Measure(ouro.OpenLevel(s.Grid), true).Bytes <= 8e9; fits != (s.Grid.Size() <= sureCells) {
			t.Errorf("board %v fits: %v", s.Grid, fits)
		}
	}
}

// TestPlayMeetsExpectation: the mean moves of many games are within three standard errors of
// the expectation, and every game is won.
func TestPlayMeetsExpectation(t *testing.T) {
	for _, c := range []struct{ w, h, length, games int }{{4, 4, 1, 500}, {4, 4, 3, 500}, {3, 3, 1, 500}, {3, 5, 2, 300}} {
		level, err := classic.OpenLevel(c.w, c.h)
		if err != nil {
			t.Fatal(err)
		}
		report, err := Solve(t.Context(), level, c.length, Options{})
		if err != nil {
			t.Fatal(err)
		}
		file := saveTable(t, c.w, c.h)
		var sum, squares float64
		for i := range c.games {
			seed := ouro.GameSeed(7, i)
			rules, start, dice, err := deal(level, c.length, seed)
			if err != nil {
				t.Fatal(err)
			}
			game, err := play.New(play.Config{
				Deal:  play.Deal{Rules: rules, Start: start, Dice: dice},
				Seats: []ouro.Solver{newPlayer(t, start, file)},
			})
			if err != nil {
				t.Fatal(err)
			}
			outcome, err := game.Run(t.Context())
			if err != nil || outcome.Ending != ouro.Won || len(game.Incidents()) > 0 {
				t.Fatalf("board %s, seed %d: %v, %v, %v", level.Grid, seed, outcome.Ending, game.Incidents(), err)
			}
			moves := float64(game.State().Turn)
			if err := game.Close(); err != nil {
				t.Fatal(err)
			}
			sum += moves
			squares += moves * moves
		}
		n := float64(c.games)
		mean := sum / n
		deviation := math.Sqrt((squares/n - mean*mean) / (n - 1))
		t.Logf("board %s, start length %d: mean %.3f ± %.3f, expected %.3f", level.Grid, c.length, mean, deviation, report.Moves)
		if math.Abs(mean-report.Moves) > 3*deviation {
			t.Errorf("board %s, start length %d: mean %v, expected %v, standard error %v", level.Grid, c.length, mean, report.Moves, deviation)
		}
	}
}

func TestDecideAllocatesNothing(t *testing.T) {
	level, err := classic.OpenLevel(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	rules, start, dice, err := deal(level, 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(t, start, saveTable(t, 4, 4))
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	s := start.Clone()
	rules.Spawn(s, dice)
	joint := make([]ouro.Dir, 1)
	if n := testing.AllocsPerRun(2000, func() {
		if _, over := rules.Over(s); over {
			s.CopyFrom(start)
			rules.Spawn(s, dice)
		}
		d, err := p.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		joint[0] = d.Dir
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}); n != 0 {
		t.Errorf("%v allocations a move", n)
	}
}

func TestTablebaseRefuses(t *testing.T) {
	file := saveTable(t, 2, 3)
	broken := filepath.Join(t.TempDir(), "broken.table")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(data []byte) string {
		t.Helper()
		if err := os.WriteFile(broken, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return broken
	}
	setup := func(w, h int, file string) ouro.Setup {
		s := ouro.NewState(ouro.MustGrid(w, h))
		s.AddSnake(0)
		setup := ouro.Setup{Start: s}
		if file != "" {
			setup.Options = ouro.Options{{Key: "file", Value: file}}
		}
		return setup
	}
	refused := func(s ouro.Setup, want string) {
		t.Helper()
		if _, err := Tablebase(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
	refused(setup(2, 3, "nosuch.table"), "nosuch.table: no such file")
	refused(setup(3, 2, file), "is for the board 2x3, not 3x2")
	refused(setup(6, 6, ""), "ouro exact --board 6x6 --save")
	refused(setup(2, 3, write(nil)), "not a table of this version")
	refused(setup(2, 3, write(data[:len(data)-1])), "corrupt")
	refused(setup(2, 3, write(append([]byte("x"), data...))), "not a table of this version")
	bad := append([]byte(nil), data...)
	bad[20]++
	refused(setup(2, 3, write(bad)), "corrupt")
	walls := setup(2, 3, file)
	walls.Start.SetTerrain(5, ouro.Hedge)
	refused(walls, "without edible walls")
	crowd := setup(2, 3, file)
	crowd.Start.AddSnake(5)
	refused(crowd, "alone")
	refused(ouro.Setup{Start: walls.Start, Options: ouro.Options{{Key: "nosuch", Value: "1"}}}, "(known: file)")

	// Reading finds errors in later blocks.
	bad = append(bad[:0], data...)
	bad[len(bad)-1] ^= 1
	s := setup(2, 3, write(bad))
	p := newPlayer(t, s.Start, broken)
	s.Start.AddFood(5)
	if _, err := p.Decide(t.Context(), ouro.Turn{State: s.Start}); err == nil || !strings.Contains(err.Error(), "corrupt: a checksum is wrong") {
		t.Errorf("a flipped bit: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func BenchmarkDecide(b *testing.B) {
	s := ouro.NewState(ouro.MustGrid(4, 4))
	s.AddSnake(5, 1, 2, 3, 7, 6)
	s.AddFood(15)
	p := newPlayer(b, s, "")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Decide(b.Context(), ouro.Turn{State: s}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
