package word

import (
	"slices"
	"strings"
	"testing"

	"ouro"
)

// TestBreadthIsSearch: breadth finds the same words as search, with the same trails, on grids of many
// shapes, with all words of the embedded list.
func TestBreadthIsSearch(t *testing.T) {
	f := NewFinder(english(t))
	shapes := [][2]int{{4, 4}, {4, 4}, {5, 5}, {3, 7}, {1, 16}, {8, 8}, {2, 2}, {16, 4}}
	compared := 0
	for seed := range uint64(400) {
		shape := shapes[seed%8]
		g := Random(shape[0], shape[1], ouro.NewPCG(seed))
		if seed%3 == 0 { // fewer different letters, so that more trails have the same letters
			for c := range g.Cells() / 2 {
				g.Set(Cell(c), Face("aeinrst"[int(g.Face(Cell(c)))%7]))
			}
		}
		if !f.breadth.run(g) {
			continue
		}
		compared++
		found := f.collect()
		s := &f.search
		if err := s.run(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if len(found) != len(s.hits) {
			t.Fatalf("%s: %d words, want %d", g, len(found), len(s.hits))
		}
		for _, h := range s.hits {
			word, trail := f.list.Word(int(h.word)), s.trails[h.from:h.to]
			i, ok := slices.BinarySearchFunc(found, word, func(w Found, word string) int { return strings.Compare(w.Word, word) })
			if !ok || !slices.Equal(found[i].Trail, trail) {
				t.Fatalf("%s: %s is missing or has another trail than %v", g, word, trail)
			}
		}
	}
	if compared < 300 {
		t.Errorf("breadth accepted only %d of 400 grids, want at least 300", compared)
	}
}
