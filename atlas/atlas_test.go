package atlas

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ouro"
)

func parse(t *testing.T, text string) *Board {
	t.Helper()
	return fromLevel(t, walled(text))
}

func walled(text string) string {
	width, _, _ := strings.Cut(text, "\n")
	line := strings.Repeat("X", len(width)+2) + "\n"
	return line + "X" + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "X\nX") + "X\n" + line
}

func fromLevel(t *testing.T, text string) *Board {
	t.Helper()
	l, err := ouro.ParseLevel(text)
	if err != nil {
		t.Fatal(err)
	}
	b, err := FromLevel(l)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// bruteForce returns all free polyominoes of n cells. It adds a cell to each smaller polyomino, in
// every way, and keeps one of each set with the same drawing.
func bruteForce(t *testing.T, n int) (all []*Board) {
	level := []*Board{parse(t, " \n")}
	for range n - 1 {
		drawings := map[string]*Board{}
		for _, b := range level {
			for i := range b.n {
				for _, s := range steps {
					if larger, ok := b.plus(b.x[i]+s.x, b.y[i]+s.y); ok {
						drawings[larger.String()] = larger
					}
				}
			}
		}
		level = level[:0:0]
		for _, b := range drawings {
			level = append(level, b)
		}
	}
	return level
}

func (b *Board) plus(x, y int8) (*Board, bool) {
	index := func(x, y int8) int8 {
		for i := range b.n {
			if b.x[i] == x && b.y[i] == y {
				return int8(i)
			}
		}
		return -1
	}
	if index(x, y) >= 0 {
		return nil, false
	}
	larger := *b
	larger.push(x, y, index)
	return &larger, true
}

// walks calls visit for every self-avoiding walk of the board through all cells, without any
// shortcut.
func (b *Board) walks(visit func(path []int)) {
	var extend func(path []int)
	extend = func(path []int) {
		if len(path) == b.n {
			visit(path)
			return
		}
		for i := range b.n {
			beside := len(path) == 0 || b.near[path[len(path)-1]]>>i&1 != 0
			if beside && !slices.Contains(path, i) {
				extend(append(path, i))
			}
		}
	}
	extend(make([]int, 0, b.n))
}

// known are the figures of a program that shares no code with this package.
var known = []Row{
	{Cells: 3, Boards: 2, Winnable: 2},
	{Cells: 4, Boards: 5, Winnable: 4, Always: 1, Cycle: 1},
	{Cells: 5, Boards: 12, Winnable: 8},
	{Cells: 6, Boards: 35, Winnable: 18, Always: 1, Cycle: 1},
	{Cells: 7, Boards: 108, Winnable: 46},
	{Cells: 8, Boards: 369, Winnable: 115, Always: 3, Cycle: 3},
}

func TestSurveyOfKnownFigures(t *testing.T) {
	for _, want := range known {
		have, err := Survey(t.Context(), want.Cells, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if have.Boards != want.Boards || have.Winnable != want.Winnable || have.Always != want.Always || have.Cycle != want.Cycle {
			t.Errorf("have %+v, want %+v", have, want)
		}
	}
	row, err := Survey(t.Context(), 9, Options{})
	if err != nil || len(row.Exceptions) != 1 || row.Exceptions[0].String() != "XXXXX\nX   X\nX   X\nX   X\nXXXXX\n" {
		t.Errorf("9 cells: %v, %v", row.Exceptions, err)
	}
}

// TestSurveyAgainstBruteForce: for up to 9 cells, the figures equal those from all polyominoes and
// all of their paths.
func TestSurveyAgainstBruteForce(t *testing.T) {
	for n := MinCells; n <= 9; n++ {
		var want Row
		var paths []string
		for _, b := range bruteForce(t, n) {
			want.Boards++
			path, cycle, hole := false, false, false
			b.walks(func(p []int) {
				path = true
				cycle = cycle || b.near[p[0]]>>p[n-1]&1 != 0
			})
			for h := range b.n {
				hole = hole || b.hasTwin(h)
			}
			if path != b.HasPath() || cycle != b.HasCycle() || hole != b.HasHoleCycle() {
				t.Fatalf("path %v, cycle %v, hole cycle %v: wrong for\n%s", b.HasPath(), b.HasCycle(), b.HasHoleCycle(), b)
			}
			if path {
				paths = append(paths, b.String())
				want.Winnable++
			}
			if cycle {
				want.Cycle++
			}
			if hole {
				want.HoleCycle++
			}
			if b.AlwaysWon() {
				want.Always++
			}
		}
		have, err := Survey(t.Context(), n, Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if have.Boards != want.Boards || have.Winnable != want.Winnable || have.Cycle != want.Cycle || have.HoleCycle != want.HoleCycle || have.Always != want.Always {
			t.Errorf("%d cells: have %+v, want %+v", n, have, want)
		}
		var found []string
		newWalker(n, func() bool { return true }, func(b *Board) { found = append(found, b.String()) }).run()
		slices.Sort(found)
		slices.Sort(paths)
		if !slices.Equal(found, paths) {
			t.Errorf("%d cells: the walks found %d boards, want %d", n, len(found), len(paths))
		}
	}
}

// hasTwin reports whether a cycle through all cells but the hole h has a twin: a cell between two
// neighbours of h.
func (b *Board) hasTwin(h int) bool {
	rest := new(Board) // without h; it may be disconnected
	index := func(x, y int8) int8 {
		for i := range rest.n {
			if rest.x[i] == x && rest.y[i] == y {
				return int8(i)
			}
		}
		return -1
	}
	for i := range b.n {
		if i != h {
			rest.push(b.x[i], b.y[i], index)
		}
	}
	beside := func(i int) bool { // of the hole
		dx, dy := rest.x[i]-b.x[h], rest.y[i]-b.y[h]
		return dx*dx+dy*dy == 1
	}
	found := false
	rest.walks(func(p []int) {
		last := len(p) - 1
		if last < 3 || rest.near[p[0]]>>p[last]&1 == 0 {
			return
		}
		for i := range p {
			before, after := p[(i+last)%len(p)], p[(i+1)%len(p)]
			found = found || beside(before) && beside(after)
		}
	})
	return found
}

// TestWorkers: the figures and the exceptions do not depend on the number of workers, and
// every job begins once.
func TestWorkers(t *testing.T) {
	var rows []string
	for _, workers := range []int{1, 3, 8} {
		jobs, last := 0, 0
		row, err := Survey(t.Context(), 13, Options{Workers: workers, Progress: func(begun, all int) {
			if begun != last+1 {
				t.Errorf("job %d begins after %d", begun, last)
			}
			last, jobs = begun, all
		}})
		if err != nil {
			t.Fatal(err)
		}
		if last != jobs || jobs < 500 {
			t.Errorf("%d workers: %d of %d jobs", workers, last, jobs)
		}
		text := ""
		for _, b := range row.Exceptions {
			text += b.String() + "\n"
		}
		if row.Always != 17 || strings.Count(text, "\n\n") != 17 || row.HoleCycle != 17 || row.Winnable != 14916 {
			t.Errorf("%+v", row)
		}
		rows = append(rows, text)
	}
	if rows[0] != rows[1] || rows[0] != rows[2] {
		t.Error("the exceptions depend on the number of workers")
	}
}

func TestSurveyStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun := 0
	_, err := Survey(ctx, MaxCells, Options{Workers: 2, Progress: func(int, int) {
		begun++
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || begun > 2 {
		t.Errorf("%v after %d jobs", err, begun)
	}
	for _, cells := range []int{-1, 0, 2, MaxCells + 1} {
		if _, err := Survey(t.Context(), cells, Options{}); err == nil || !strings.Contains(err.Error(), "want 3 to 20") {
			t.Errorf("%d cells: %v", cells, err)
		}
	}
}

// TestDrawing: the eight images of a board have the same drawing. It is a level with the same
// cells, and not taller than wide.
func TestDrawing(t *testing.T) {
	for _, b := range bruteForce(t, 6) {
		want := b.String()
		for image := range symmetries {
			if have := fromLevel(t, b.draw(image)).String(); have != want {
				t.Errorf("image %d:\n%s\nwant\n%s", image, have, want)
			}
		}
		if width := strings.Index(want, "\n"); strings.Count(want, " ") != b.Cells() || width < strings.Count(want, "\n") {
			t.Errorf("%d cells:\n%s", b.Cells(), want)
		}
	}
}

func TestFromLevelRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"  .\n":                       "edible walls",
		"       \n       \n       \n": "more than 20 cells",
	} {
		l, err := ouro.ParseLevel(walled(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromLevel(l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func BenchmarkSurvey(b *testing.B) {
	for b.Loop() {
		if _, err := Survey(b.Context(), 13, Options{Workers: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
