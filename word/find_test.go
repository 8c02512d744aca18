package word_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/word"
	enable "ouro/word/list"
)

// trailOf is a slow and simple search for one word. It returns the first trail in reading order that
// begins with the given trail and continues with the letters, or nil.
func trailOf(g *word.Grid, letters string, trail []word.Cell) []word.Cell {
	if letters == "" {
		return trail
	}
	for i := range g.Cells() {
		c := word.Cell(i)
		if slices.Contains(trail, c) || len(trail) > 0 && !touch(g, trail[len(trail)-1], c) {
			continue
		}
		var rest string
		var ok bool
		switch f := g.Face(c); f {
		case word.Any:
			rest, ok = letters[1:], true
		case word.Qu:
			rest, ok = strings.CutPrefix(letters, "qu")
		default:
			rest, ok = strings.CutPrefix(letters, string(rune(f)))
		}
		if !ok {
			continue
		}
		if whole := trailOf(g, rest, append(trail, c)); whole != nil {
			return whole
		}
	}
	return nil
}

func touch(g *word.Grid, a, b word.Cell) bool {
	w := g.Columns()
	dx, dy := int(a)%w-int(b)%w, int(a)/w-int(b)/w
	return a != b && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1
}

// checkAgainstTwin compares Find and Score with trailOf for every word of the list.
func checkAgainstTwin(t *testing.T, f *word.Finder, l *word.List, g *word.Grid) {
	t.Helper()
	found, err := f.Find(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	pairs := strings.Contains(g.String(), "Qu")
	k, points := 0, 0
	for i := range l.Len() {
		w := l.Word(i)
		trail := trailOf(g, w, nil)
		if trail == nil {
			continue
		}
		if k == len(found) || found[k].Word != w {
			t.Fatalf("%s: Find did not find %s, which is at %v", g, w, trail)
		}
		checkTrail(t, g, found[k])
		if !pairs && !slices.Equal(found[k].Trail, trail) {
			t.Fatalf("%s: %s at %v, want the first trail %v", g, w, found[k].Trail, trail)
		}
		k++
		points += word.Points(len(w))
	}
	if k < len(found) {
		t.Fatalf("%s: %s is not on the grid, or twice in the answer", g, found[k].Word)
	}
	if score, err := f.Score(context.Background(), g); err != nil || score != points {
		t.Fatalf("%s: score %d, %v, want %d", g, score, err, points)
	}
}

func checkTrail(t *testing.T, g *word.Grid, w word.Found) {
	t.Helper()
	used := map[word.Cell]bool{}
	read := ""
	for i, c := range w.Trail {
		if used[c] || i > 0 && !touch(g, w.Trail[i-1], c) {
			t.Fatalf("%s: %s: trail %v", g, w.Word, w.Trail)
		}
		used[c] = true
		switch f := g.Face(c); f {
		case word.Any:
			read += string(w.Word[min(len(read), len(w.Word)-1)])
		case word.Qu:
			read += "qu"
		default:
			read += string(rune(f))
		}
	}
	if read != w.Word || w.Points != word.Points(len(w.Word)) {
		t.Fatalf("%s: %s for %d points: trail %v reads %s", g, w.Word, w.Points, w.Trail, read)
	}
}

// randomGrid returns a grid of letters of the alphabet. Each cell is Qu or a wildcard with the
// probability odd.
func randomGrid(r *rand.Rand, w, h int, alphabet string, odd float64) *word.Grid {
	faces := make([]word.Face, w*h)
	for i := range faces {
		switch x := r.Float64(); {
		case x < odd/2:
			faces[i] = word.Qu
		case x < odd:
			faces[i] = word.Any
		default:
			faces[i] = word.Face(alphabet[r.IntN(len(alphabet))])
		}
	}
	return word.NewGrid(w, h, faces)
}

func list(t testing.TB, words ...string) *word.List {
	t.Helper()
	l, skipped, err := word.ParseList(strings.Join(words, "\n"))
	if err != nil || skipped != 0 {
		t.Fatalf("skipped %d, %v", skipped, err)
	}
	return l
}

func grid(t testing.TB, text string) *word.Grid {
	t.Helper()
	g, err := word.ParseGrid(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestArticle(t *testing.T) {
	figure := []string{"do", "don", "done", "doner", "door", "dope"}
	l := list(t, append([]string{"doors", "dog", "nod", "power"}, figure...)...)
	found, err := word.NewFinder(l).Find(t.Context(), grid(t, "doq/npo/wer"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range found {
		if w.Word[0] == 'd' {
			got = append(got, w.Word)
		}
	}
	if !slices.Equal(got, figure) {
		t.Errorf("from D: %q, want %q", got, figure)
	}
	if i := slices.IndexFunc(found, func(w word.Found) bool { return w.Word == "doner" }); !slices.Equal(found[i].Trail, []word.Cell{0, 1, 3, 7, 8}) {
		t.Errorf("doner by %v", found[i].Trail)
	}
}

// TestTwin: Find agrees with the slow search on grids of many shapes, including single rows,
// grids of more than 64 cells, Qu and wildcards.
func TestTwin(t *testing.T) {
	const seed = 1
	t.Logf("grids of seed %d", seed)
	english := enable.English()
	r := rand.New(rand.NewPCG(seed, 0))
	words := []string{"aqua", "quiqui", "a", "aa", "e", "i", "quit", "quite", "qat", "toque", "uq", "quoit"}
	for i := 0; i < english.Len(); i += 1 + r.IntN(1500) { // only some words, because trailOf is slow
		words = append(words, english.Word(i))
	}
	lists := []*word.List{list(t, words...), list(t, append(words, "qu", "tsqu", "equ")...)} // words that end in qu are a special case
	finders := []*word.Finder{word.NewFinder(lists[0]), word.NewFinder(lists[1])}
	shapes := [][2]int{{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 3}, {8, 8}, {13, 5}, {16, 4}, {9, 8}, {1, 16}, {16, 16}}
	for _, shape := range shapes {
		for i, odd := range []float64{0, 0.1, 0, 0.03} {
			if odd > 0 && shape[0]*shape[1] > 100 {
				odd = 0.02 // otherwise the slow search would take too long
			}
			alphabet := []string{"abcdefghijklmnopqrstuvwxyz", "aeinrstuqo", "setaui"}[i%3]
			g := randomGrid(r, shape[0], shape[1], alphabet, odd)
			for k, l := range lists {
				checkAgainstTwin(t, finders[k], l, g)
			}
		}
	}
}

// TestRepeatedLetters: Find agrees with the slow search on grids with thousands of trails of the
// same letters.
func TestRepeatedLetters(t *testing.T) {
	l := list(t, "a", "aa", "aaaa", "aaaaaaaaa", "aaaaaaaaaa", "ab", "baaaab", "aqua", "aaqu", "quaqu")
	f := word.NewFinder(l)
	for _, text := range []string{"aaa/aaa/aaa", "aaa/aab/aaa", "aba/aaa/aba", "aQua/aaa/aQua", "qua/aaa/aQua", "?aa/aaa/aa?", "???/???/???"} {
		checkAgainstTwin(t, f, l, grid(t, text))
	}
}

// TestWholeList: a grid of 16x16 wildcards has all words of the embedded list, and a grid of 4x4
// wildcards has all words of up to 16 letters. After that, the same Finder gives correct results on
// grids of letters.
func TestWholeList(t *testing.T) {
	l := enable.English()
	f := word.NewFinder(l)
	for _, side := range []int{4, 16} {
		want := 0
		for i := range l.Len() {
			if len(l.Word(i)) <= side*side {
				want++
			}
		}
		g := word.NewGrid(side, side, slices.Repeat([]word.Face{word.Any}, side*side))
		found, err := f.Find(t.Context(), g)
		if err != nil || len(found) != want {
			t.Fatalf("%dx%d wildcards: %d words, %v, want %d", side, side, len(found), err, want)
		}
	}
	for seed, shape := range [][2]int{{4, 4}, {5, 5}, {8, 8}, {3, 7}, {16, 4}, {1, 16}, {2, 9}} {
		checkAgainstTwin(t, f, l, word.Random(shape[0], shape[1], ouro.NewPCG(uint64(seed))))
	}
}

// TestFindStops: Find stops when its context ends. The next call finds all words of another grid.
func TestFindStops(t *testing.T) {
	l := list(t, strings.Repeat("a", 40)+"b")
	f := word.NewFinder(l)
	faces := slices.Repeat([]word.Face{'a'}, 64)
	faces[54], faces[55], faces[62], faces[63] = 'c', 'c', 'c', 'b' // in the corner, separate from the rest
	g := word.NewGrid(8, 8, faces)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if found, err := f.Find(ctx, g); !errors.Is(err, context.DeadlineExceeded) || len(found) != 0 {
		t.Errorf("found %v, %v", found, err)
	}
	g = word.NewGrid(16, 3, append(slices.Repeat([]word.Face{'a'}, 47), 'b'))
	if found, err := f.Find(t.Context(), g); err != nil || len(found) != 1 {
		t.Errorf("after the stop: %v, %v", found, err)
	}
}

// TestScoreIsSumOfFind: Score is the sum of the points that Find returns, on grids of many shapes
// and on grids with few different letters, which breadth rejects.
func TestScoreIsSumOfFind(t *testing.T) {
	f := word.NewFinder(enable.English())
	check := func(g *word.Grid) {
		t.Helper()
		found, err := f.Find(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, w := range found {
			checkTrail(t, g, w)
			sum += w.Points
		}
		if score, err := f.Score(t.Context(), g); err != nil || score != sum {
			t.Fatalf("%s: score %d, %v, want the sum of Find, %d", g, score, err, sum)
		}
	}
	r := rand.New(rand.NewPCG(1, 0))
	shapes := [][2]int{{4, 4}, {5, 5}, {8, 8}, {3, 7}, {16, 4}, {1, 16}, {2, 9}, {9, 9}}
	for seed := range uint64(600) {
		shape := shapes[seed%8]
		if seed == 10 { // breadth rejects this grid and must then accept another one of the same shape
			check(grid(t, "tatetate/eteaetea/stetstes/tatetate/eteaetea/stetstes/tatetate/eteaetea"))
		}
		check(word.Random(shape[0], shape[1], ouro.NewPCG(seed)))
		if seed%8 == 0 {
			check(randomGrid(r, 3+int(seed)%3, 4, "aeinrst", 0))
			check(randomGrid(r, 3, 4, "aeinrstuqz", 0.2*float64(seed%16/8)))
		}
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	f := word.NewFinder(enable.English())
	dice := ouro.NewPCG(1)
	var grids []*word.Grid
	for range 100 {
		grids = append(grids, word.Random(4, 4, dice))
	}
	i := 0
	if n := testing.AllocsPerRun(len(grids), func() {
		if _, err := f.Score(t.Context(), grids[i%len(grids)]); err != nil {
			t.Fatal(err)
		}
		i++
	}); n != 0 {
		t.Errorf("%v allocations per grid", n)
	}
}

// TestBest: Best returns a grid with its points, at least twice the points of the first grid.
func TestBest(t *testing.T) {
	f := word.NewFinder(enable.English())
	for seed := range uint64(5) {
		grid, points, err := f.Best(t.Context(), 4, 3, 300, ouro.NewPCG(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		if score, err := f.Score(t.Context(), grid); err != nil || score != points {
			t.Errorf("seed %d: %s has %d points, want %d (%v)", seed, grid, points, score, err)
		}
		_, first, err := f.Best(t.Context(), 4, 3, 1, ouro.NewPCG(seed), nil)
		if err != nil || points < 2*first {
			t.Errorf("seed %d: %d points at first, %d at the end, %v", seed, first, points, err)
		}
	}
}
