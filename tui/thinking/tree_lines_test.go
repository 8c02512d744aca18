package thinking

import (
	"testing"

	"ouro"
)

// TestTreeStaysAcrossPositions: open lines and the selection are stored as directions, so
// that they apply to the next position. If the selected branch does not exist there, the
// longest part of it that exists is selected.
func TestTreeStaysAcrossPositions(t *testing.T) {
	var tree callTree
	tree.open = map[string]bool{"R": true, "RR": true}
	tree.cursor = "RRU"
	deep := &ouro.Node{Kids: []*ouro.Node{{Dir: ouro.Right, Kids: []*ouro.Node{{Dir: ouro.Right, Kids: []*ouro.Node{{Dir: ouro.Up}}}}}}}
	shallow := &ouro.Node{Kids: []*ouro.Node{{Dir: ouro.Right}, {Dir: ouro.Up}}}
	for _, c := range []struct {
		root *ouro.Node
		want string
	}{{deep, "RRU"}, {shallow, "R"}, {&ouro.Node{}, ""}, {deep, "RRU"}} {
		lines := tree.lines(c.root)
		if got := lines[tree.at(lines)].way; got != c.want {
			t.Errorf("chosen is %q, want %q", got, c.want)
		}
	}
}

func TestBestKid(t *testing.T) {
	n := &ouro.Node{Kids: []*ouro.Node{{Score: 9, Pruned: true}, {Score: 3}, {Score: 5}, {Score: 5}}}
	if got := bestKid(n); got != 2 {
		t.Errorf("best is %d, want the first of the greatest that were not cut", got)
	}
	if bestKid(&ouro.Node{}) != -1 {
		t.Error("a node without kids has a best kid")
	}
}
