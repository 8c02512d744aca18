package exact

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

func parse(t testing.TB, drawn string) *ouro.Level {
	t.Helper()
	l, err := ouro.ParseLevel(drawn)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var drawnLevels = map[string]string{
	"one cell":            "X X\nXXX\n",
	"two cells":           "X  X\nXXXX\n",
	"corridor":            "XXXXXX\nX    X\n",
	"upright corridor":    "X X\nX X\nX X\nXXX\n",
	"dead end":            "   X\n    \n   X\n",
	"two dead ends":       " X  \n    \n  X \n",
	"star":                "X X\n   \nX X\n",
	"ring":                "   \n X \n   \n",
	"cut cell":            "  X  \n     \n  X  \n",
	"two rooms":           "   X\n    \nX   \n",
	"L":                   "    \n    \n  XX\n  XX\n",
	"odd L":               "   \n   \n  X\n",
	"diagonal mirror":     "X   \n    \n    \n  XX\n",
	"quarter turns":       "X  X\n    \n    \nX  X\n",
	"three dark too many": "X XX\n    \nX XX\n",
	"far corner":          strings.Repeat("XXXXXXXXXX\n", 7) + "XXXXXXX   \nXXXXXXX   \nXXXXXXX   \n",
	"wide":                strings.Repeat("X", 64) + "\n" + strings.Repeat("X", 60) + "    \n" + strings.Repeat("X", 60) + "    \n",
	"drawn start":         "S  \n  X\n   \n",
}

func randomLevel(w, h, free int, dice *rand.Rand) *ouro.Level {
	l := ouro.OpenLevel(ouro.MustGrid(w, h))
	for c := range l.Terrain {
		l.Terrain[c] = ouro.Wall
	}
	c := ouro.Cell(dice.IntN(l.Grid.Size()))
	l.Terrain[c] = ouro.Open
	for n := 1; n < free; {
		from := freeCells(l)
		c := l.Grid.Next(from[dice.IntN(len(from))], ouro.Dir(dice.IntN(4)))
		if c != ouro.NoCell && l.Terrain[c] == ouro.Wall {
			l.Terrain[c] = ouro.Open
			n++
		}
	}
	return l
}

func someLevels(t testing.TB, random int) (levels []*ouro.Level) {
	t.Helper()
	for _, drawn := range drawnLevels {
		levels = append(levels, parse(t, drawn))
	}
	dice := rand.New(rand.NewPCG(37, 2))
	for range random {
		levels = append(levels, randomLevel(3+dice.IntN(3), 3+dice.IntN(2), 4+dice.IntN(6), dice))
	}
	return levels
}

// TestWallsAgainstOracle compares every position of boards with walls, and the starts, with
// the oracle. Some boards are won with certainty, some by chance and some never.
func TestWallsAgainstOracle(t *testing.T) {
	certainly, perhaps, never := 0, 0, 0
	for _, l := range someLevels(t, needs.Many(60, 150)) {
		o := newOracle(l)
		for length := 1; length <= len(freeCells(l)); length++ {
			if len(straight(l, length)) == 0 {
				continue
			}
			report, err := Solve(t.Context(), l, length, Options{Workers: 1})
			if err != nil {
				t.Fatalf("board\n%s%v", l, err)
			}
			want := o.start(length)
			if length == len(freeCells(l)) {
				want = Figures{1, 0}
			}
			if !near(report.Figures, want) {
				t.Errorf("board\n%sstart length %d: %v, the oracle has %v", l, length, report.Figures, want)
			}
			switch {
			case report.Probability == 1:
				certainly++
			case report.Probability > 0:
				perhaps++
			default:
				never++
			}
		}
		o.compare(t, 1)
	}
	if certainly < 10 || perhaps < 10 || never < 10 {
		t.Errorf("%d starts win with certainty, %d perhaps and %d never", certainly, perhaps, never)
	}
}

// TestTorusAgainstOracle is TestAgainstOracle for boards with joined edges, with and without walls.
func TestTorusAgainstOracle(t *testing.T) {
	boards := []string{"   \n   \n   ", "    \n X  \nX   ", "XX  \n    \n X X\nXX  ", "   \n   \n   \n   "}
	for _, rows := range boards[:needs.Many(3, 4)] {
		level, err := ouro.ParseLevel(rows)
		if err != nil {
			t.Fatal(err)
		}
		if level.Grid, err = ouro.NewTorus(level.Grid.W, level.Grid.H); err != nil {
			t.Fatal(err)
		}
		o := newOracle(level)
		for length := 1; length <= 3; length++ {
			report, err := Solve(t.Context(), level, length, Options{})
			if errors.Is(err, ErrStart) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := o.start(length); !near(report.Figures, want) {
				t.Errorf("board\n%sstart length %d: %v, the oracle has %v", level, length, report.Figures, want)
			}
		}
		o.compare(t, 1)
	}
}

// TestL computes a board of 28 free cells, only for certain wins, which is faster. An independent
// program found the same optimum.
func TestL(t *testing.T) {
	needs.Trial(t)
	l := parse(t, "      \n      \n    XX\n    XX\n    XX\n    XX\n")
	var start Figures
	err := Visit(t.Context(), l, 1, Options{}, func(v *Values) { start = v.Start() })
	if err != nil {
		t.Fatal(err)
	}
	if start.Probability != 1 || math.Abs(start.Moves-109.122996) > 6e-7 {
		t.Errorf("%v, want certainty and 109.122996 moves", start)
	}
}

// TestWhereTheRoomIs: the figures depend neither on the place of the free cells in the grid nor on
// the symmetries that the solver finds.
func TestWhereTheRoomIs(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 5))
	for range 40 {
		l := randomLevel(4, 4, 6+dice.IntN(6), dice)
		want, err := Solve(t.Context(), l, 1, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k := range transform(8) {
			moved := ouro.OpenLevel(ouro.MustGrid(4+dice.IntN(6), 4+dice.IntN(6)))
			for c := range moved.Terrain {
				moved.Terrain[c] = ouro.Wall
			}
			right, up := dice.IntN(moved.Grid.W-3), dice.IntN(moved.Grid.H-3)
			for _, c := range freeCells(l) {
				x, y := l.Grid.XY(c)
				x, y = k.point(x, y, 4, 4)
				moved.Terrain[moved.Grid.At(x+right, y+up)] = ouro.Open
			}
			got, err := Solve(t.Context(), moved, 1, Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if !near(got.Figures, want.Figures) || got.Bodies != want.Bodies || got.Positions != want.Positions {
				t.Fatalf("board\n%s%+v, its image\n%s%+v", l, want, moved, got)
			}
		}
	}
}

func TestSymmetriesOfLevels(t *testing.T) {
	for name, want := range map[string]int{
		"one cell": 1, "corridor": 2, "upright corridor": 2, "star": 8, "ring": 8, "quarter turns": 8, "far corner": 8, "wide": 4,
		"L": 2, "dead end": 2, "two dead ends": 2, "two rooms": 2, "cut cell": 4,
	} {
		if b := newBoard(parse(t, drawnLevels[name])); len(b.sym) != want {
			t.Errorf("%s: %d symmetries, want %d", name, len(b.sym), want)
		}
	}
}

// smallTori returns boards of 3x3 with joined edges, without walls and with two.
func smallTori(t testing.TB) []*ouro.Level {
	t.Helper()
	torus, err := ouro.NewTorus(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	walled := ouro.OpenLevel(torus)
	walled.Terrain[2], walled.Terrain[3] = ouro.Wall, ouro.Wall
	return []*ouro.Level{ouro.OpenLevel(torus), walled}
}

// TestTablesWithWalls: the saved direction is legal and optimal in every position that can be
// won, and the file names its walls and whether its edges are joined.
func TestTablesWithWalls(t *testing.T) {
	folder := t.TempDir()
	for i, l := range append(someLevels(t, 30), smallTori(t)...) {
		name := filepath.Join(folder, fmt.Sprintf("%d.table", i))
		if _, err := Solve(t.Context(), l, 1, Options{Save: name, Workers: 1}); err != nil {
			t.Fatalf("board\n%s%v", l, err)
		}
		table, err := OpenTable(name)
		if err != nil {
			t.Fatalf("board\n%s%v", l, err)
		}
		if !sameWalls(table.Level(), l) {
			t.Errorf("board\n%sthe table is of the board\n%s", l, table.Level())
		}
		o := newOracle(l)
		for i := range o.pos {
			p := &o.pos[i]
			d, err := table.Best(p.body, p.food)
			if err != nil {
				t.Fatal(err)
			}
			cost := math.Inf(1)
			for _, m := range p.moves {
				if m.dir == d && o.chance(m) > p.chance-equal {
					cost = o.cost(m)
				}
			}
			if p.chance > 0 && cost > p.cost+1e-5 {
				t.Fatalf("board\n%sbody %v, food %d: %v costs %v, the best %v", l, p.body, p.food, d, cost, p.cost)
			}
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTableOfOtherWalls: tablebase refuses a table of another board, and a table whose walls
// were changed.
func TestTableOfOtherWalls(t *testing.T) {
	name := filepath.Join(t.TempDir(), "saved.table")
	if _, err := Solve(t.Context(), parse(t, "   X\n    \n"), 1, Options{Save: name}); err != nil {
		t.Fatal(err)
	}
	for drawn, want := range map[string]string{
		"X   \n    \n": "is for the board 4x2 with 7 free cells with other walls",
		"    \n    \n": "is for the board 4x2 with 7 free cells, not 4x2",
		"  X\n   \n":   "not 3x2 with 5 free cells",
	} {
		s := parse(t, drawn).State()
		s.AddSnake(0)
		_, err := Tablebase(ouro.Setup{Start: s, Options: ouro.Options{{Key: "file", Value: name}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("board\n%s%v, want %q", drawn, err, want)
		}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(file[:sizeAt]) != wallsMagic {
		t.Errorf("the file starts with %q", file[:sizeAt])
	}
	for bit := range 8 {
		bad := append([]byte(nil), file...)
		bad[sizeAt+2] ^= 1 << bit
		if _, err := readTable(bad); err == nil || !strings.Contains(err.Error(), "corrupt") {
			t.Errorf("with bit %d of the walls flipped: %v", bit, err)
		}
	}
}

func TestResumeWithWalls(t *testing.T) {
	folder := t.TempDir()
	l := parse(t, "    \n    \n  XX\n  XX\n")
	want, err := Solve(t.Context(), l, 1, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, o := stopAt(t, 5, Options{Workers: 1, Checkpoint: folder})
	if _, err := Solve(ctx, l, 1, o); err == nil {
		t.Fatal("it was not stopped")
	}
	o.Progress = nil
	joined := parse(t, l.String())
	if joined.Grid, err = ouro.NewTorus(4, 4); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*ouro.Level{parse(t, "    \n    \nXX  \nXX  \n"), joined} {
		other, err := Solve(t.Context(), l, 1, o)
		if err != nil || other.Resumed != 0 {
			t.Errorf("other walls or joined edges: %+v, %v", other, err)
		}
	}
	got, err := Solve(t.Context(), l, 1, o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Resumed != 5 || got.Figures != want.Figures {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestResumeOnTorus: a run on a board with joined edges resumes from its checkpoint, but from no
// checkpoint of a board without them, whatever its name.
func TestResumeOnTorus(t *testing.T) {
	folder, l := t.TempDir(), smallTori(t)[0]
	want, err := Solve(t.Context(), l, 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, o := stopAt(t, 5, Options{All: true, Workers: 1, Checkpoint: folder})
	if _, err := Solve(ctx, l, 1, o); err == nil {
		t.Fatal("it was not stopped")
	}
	o.Progress = nil
	name := func(l *ouro.Level) string { return filepath.Join(folder, o.checkpointBase(l)) }
	plain := ouro.OpenLevel(ouro.MustGrid(3, 3))
	if err := os.Link(name(l), name(plain)); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(t.Context(), plain, 1, o); err == nil || !strings.Contains(err.Error(), "not a checkpoint") {
		t.Errorf("from the checkpoint of a torus: %v", err)
	}
	got, err := Solve(t.Context(), l, 1, o)
	if err != nil || got.Resumed != 5 || got.Figures != want.Figures {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// TestSmallChances: a chance is exact however small it is. In a corridor of n cells, a snake
// wins only if it starts at an end and all food appears right before its head: with the
// probability 2/n!.
func TestSmallChances(t *testing.T) {
	want := 1.0
	for n := 3; n <= 36; n++ {
		want /= float64(n)
		l := parse(t, strings.Repeat("X", n)+"\n"+strings.Repeat(" ", n)+"\n")
		r, err := Solve(t.Context(), l, 1, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Probability/want-1) > 1e-13 || math.Abs(r.Moves-float64(n-1)) > 1e-9 {
			t.Errorf("corridor of %d cells: %v, want %v and %d moves", n, r.Figures, want, n-1)
		}
	}
}

func TestChance(t *testing.T) {
	for _, c := range []struct {
		chance chance
		want   float64
	}{
		{certain, 1},
		{chance{}, 0},
		{chance{0, 1}, 1.0 / factorial34},
		{chance{certain.hi, certain.lo - 1}, math.Nextafter(1, 0)},
		{chance{certain.hi / 2, certain.lo / 2}, 0.5},
	} {
		if got := c.chance.probability(); got != c.want {
			t.Errorf("%v: %v, want %v", c.chance, got, c.want)
		}
	}
	for _, n := range []int{1, 2, 3, 7, 52} {
		var sum chanceSum
		for range n {
			sum.add(certain)
		}
		if sum.mean(n) != certain {
			t.Errorf("the mean of %d certain wins is %v", n, sum.mean(n))
		}
	}
}
