package word_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouro/word"
)

// spells is the slow and obvious twin of the search: it tells whether the
// letters can be read from the cells that are left, beginning beside x, y or,
// without a last cell, anywhere.
func spells(g *word.Grid, letters string, used map[word.Cell]bool, last int) bool {
	if letters == "" {
		return true
	}
	for c := range g.Cells() {
		cell := word.Cell(c)
		if used[cell] || last >= 0 && !touch(g, last, c) {
			continue
		}
		var rest string
		var ok bool
		switch f := g.Face(cell); f {
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
		used[cell] = true
		if spells(g, rest, used, c) {
			delete(used, cell)
			return true
		}
		delete(used, cell)
	}
	return false
}

func touch(g *word.Grid, a, b int) bool {
	dx, dy := a%g.Columns()-b%g.Columns(), a/g.Columns()-b/g.Columns()
	return a != b && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1
}

// checkAgainstTwin compares Find and Score with the twin, word by word.
func checkAgainstTwin(t *testing.T, f *word.Finder, l *word.List, g *word.Grid) {
	t.Helper()
	found, err := f.Find(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	points := 0
	for i := range l.Len() {
		if w := l.Word(i); spells(g, w, map[word.Cell]bool{}, -1) {
			want = append(want, w)
			points += word.Points(len(w))
		}
	}
	for _, w := range found {
		got = append(got, w.Word)
		checkTrail(t, g, w)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: found %d words, want %d\n got %q\nwant %q", g, len(got), len(want), got, want)
	}
	if s := f.Score(g); s != points {
		t.Fatalf("%s: score %d, want %d", g, s, points)
	}
}

func checkTrail(t *testing.T, g *word.Grid, w word.Found) {
	t.Helper()
	used := map[word.Cell]bool{}
	read := ""
	for i, c := range w.Trail {
		if used[c] || i > 0 && !touch(g, int(w.Trail[i-1]), int(c)) {
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

// randomGrid has few letters, so that words are many and trails cross, and
// some of the odd faces.
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

// TestArticle finds what the magazine's Figure 1 finds from the letter D.
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

// TestTwin compares with the twin on grids of many shapes, among them single
// rows, grids of more than 64 cells, Qu and wildcards.
func TestTwin(t *testing.T) {
	english := word.English()
	r := rand.New(rand.NewPCG(1, 2))
	var few []string // a sample, since the twin is slow
	for i := 0; i < english.Len(); i += 1 + r.IntN(200) {
		few = append(few, english.Word(i))
	}
	few = append(few, "qu", "aqua", "tsqu", "quiqui", "a", "aa", "e", "quit", "quite", "qat", "toque", "uq")
	l := list(t, few...)
	f := word.NewFinder(l)
	for _, shape := range [][2]int{{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 3}, {8, 8}, {13, 5}, {16, 4}, {9, 8}, {1, 16}, {16, 16}} {
		for _, odd := range []float64{0, 0.1} {
			if odd > 0 && shape[0]*shape[1] > 70 {
				odd = 0.03
			}
			for k := range 4 {
				g := randomGrid(r, shape[0], shape[1], []string{"abcdefghijklmnopqrstuvwxyz", "aeinrstuqo", "setaui"}[k%3], odd)
				checkAgainstTwin(t, f, l, g)
			}
		}
	}
	if t.Failed() {
		fmt.Println("the grids come from seed 1, 2")
	}
}
