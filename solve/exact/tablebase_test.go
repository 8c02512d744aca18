package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/solvetest"
)

func deal(l *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
	dice := ouro.GameDice(seed)
	start, err := classic.Start(l, length, dice)
	return classic.Rules{}, start, dice, err
}

func TestConformance(t *testing.T) {
	small := func(w, h int) bool { return w*h <= 12 } // larger ones take their time
	solvetest.Test(t, solvetest.Subject{
		Make: func(s ouro.Setup) (ouro.Solver, error) {
			if g := s.Start.Grid; !small(g.W, g.H) {
				s.Options = ouro.Options{{Key: "file", Value: "nosuch"}}
			}
			return Tablebase(s)
		},
		Deal: deal, Plays: small, Lives: small, Wins: small,
	})
}

// saved is the name of a saved table.
func saved(t testing.TB, w, h int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "saved.table")
	if _, err := Solve(t.Context(), ouro.MustGrid(w, h), 1, Options{Save: name}); err != nil {
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

// TestTableOfAllPositions: the saved direction is one of the best in every
// position that can be won, and legal; the table computed in memory is the same.
func TestTableOfAllPositions(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 2}, {3, 3}, {2, 5}, {3, 4}} {
		g := ouro.MustGrid(size[0], size[1])
		file, err := OpenTable(saved(t, g.W, g.H))
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Verify(); err != nil {
			t.Fatal(err)
		}
		o := newOracle(g)
		for i := range o.pos {
			p := &o.pos[i]
			d, err := file.Best(p.body, p.food)
			if err != nil {
				t.Fatal(err)
			}
			if p.chance == 0 {
				continue
			}
			cost := math.NaN()
			for _, m := range p.moves {
				if m.dir == d && o.chance(m) > p.chance-equal {
					cost = o.cost(m)
				}
			}
			if !(cost < p.cost+1e-5) {
				t.Fatalf("board %s, body %v, food %d: %v costs %v, the best %v", g, p.body, p.food, d, cost, p.cost)
			}
		}
		memory, err := NewTable(t.Context(), g, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if string(memory.file) != string(file.file) {
			t.Errorf("board %s: the table in memory differs from the file", g)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlayMeetsExpectation: the mean of many games lies within three standard
// errors of the expectation, and every game is won.
func TestPlayMeetsExpectation(t *testing.T) {
	for _, c := range []struct{ w, h, length, games int }{{4, 4, 1, 500}, {4, 4, 3, 500}, {3, 3, 1, 500}, {3, 5, 2, 300}} {
		level, err := classic.OpenLevel(c.w, c.h)
		if err != nil {
			t.Fatal(err)
		}
		report, err := Solve(t.Context(), level.Grid, c.length, Options{})
		if err != nil {
			t.Fatal(err)
		}
		file := saved(t, c.w, c.h)
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

// TestLongestWay plays on from every meal that best play can lead to, whatever
// the dice say. On nearly all boards it never comes near the limit of moves
// without a meal, of which the computation knows nothing. On 3x6 it can, in a
// game that did not occur among 20,000.
func TestLongestWay(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{{2, 2, 2}, {2, 8, 14}, {3, 3, 8}, {3, 5, 17}, {4, 4, 31}, {3, 6, 68}} {
		g := ouro.MustGrid(c.w, c.h)
		table, err := NewTable(t.Context(), g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		longest := longestWay(t, table)
		if longest != c.want {
			t.Errorf("board %s: a way of %d moves without a meal, want %d", g, longest, c.want)
		}
		if beyond := longest > classic.HungerLimit(g); beyond != (c.w == 3 && c.h == 6) {
			t.Errorf("board %s: a way of %d moves without a meal, the limit is %d", g, longest, classic.HungerLimit(g))
		}
	}
}

// longestWay is the most moves between two meals in all games that the table may
// play from a snake of one.
func longestWay(t *testing.T, table *Table) (longest int) {
	t.Helper()
	p := &tablebase{table: table}
	type body struct {
		length int
		number int64
	}
	seen := map[body]bool{}
	var todo [][]ouro.Cell
	for _, c := range table.heads {
		todo = append(todo, []ouro.Cell{ouro.Cell(c)})
	}
	for len(todo) > 0 {
		cells := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for food := range ouro.Cell(table.cells) {
			if slices.Contains(cells, food) {
				continue
			}
			p.body = append(p.body[:0], cells...)
			way := p.plan(food)
			if way[len(way)-1] != food {
				t.Fatalf("board %s, body %v, food %d: the way %v does not end there", table.grid, cells, food, way)
			}
			longest = max(longest, len(way)-1)
			next := append([]ouro.Cell{food}, p.body...)
			if len(next) == table.cells {
				continue
			}
			number, err := table.find(next, int(table.smallest(next)))
			if err != nil {
				t.Fatal(err)
			}
			if b := (body{len(next), number}); !seen[b] {
				seen[b] = true
				todo = append(todo, next)
			}
		}
	}
	return longest
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
	p := newPlayer(t, start, saved(t, 4, 4))
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
	file := saved(t, 2, 3)
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
	walls.Start.SetTerrain(5, ouro.Wall)
	refused(walls, "without walls")
	crowd := setup(2, 3, file)
	crowd.Start.AddSnake(5)
	refused(crowd, "alone")
	refused(ouro.Setup{Start: walls.Start, Options: ouro.Options{{Key: "nosuch", Value: "1"}}}, "(known: file)")

	// What is wrong further down is found when it is read.
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

// FuzzTable: a file is refused, or answers in every position, without a panic.
func FuzzTable(f *testing.F) {
	table, err := NewTable(context.Background(), ouro.MustGrid(2, 3), Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table.file, uint64(1), false)
	f.Add(table.file, uint64(2), true)
	f.Add([]byte(tableMagic), uint64(3), true)
	f.Fuzz(func(t *testing.T, file []byte, seed uint64, honest bool) {
		table, err := readTable(file)
		if err != nil {
			return
		}
		if !honest { // as if all checksums were right
			for i := range table.checked {
				table.checked[i] = true
			}
		}
		dice := rand.New(rand.NewPCG(seed, seed))
		for range 20 {
			body := []ouro.Cell{ouro.Cell(dice.IntN(table.cells))}
			for len(body) < table.cells-1 && dice.IntN(8) > 0 {
				n := table.grid.Next(body[len(body)-1], ouro.Dir(dice.IntN(4)))
				if n == ouro.NoCell || slices.Contains(body, n) {
					break
				}
				body = append(body, n)
			}
			for food := range ouro.Cell(table.cells) {
				if !slices.Contains(body, food) {
					_, _ = table.Best(body, food) // an error is allowed, a panic is not
				}
			}
		}
	})
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
