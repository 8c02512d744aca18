package thinking

import (
	"testing"

	"ouro"
)

// TestTreeStaysAcrossPositions: the open lines and the selected line remain valid for the tree of the
// next position. If the selected branch does not exist in that tree, its nearest existing ancestor is
// selected.
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
			t.Errorf("the selected line is %q, want %q", got, c.want)
		}
	}
}

func TestBestKid(t *testing.T) {
	n := &ouro.Node{Kids: []*ouro.Node{{Score: 9, Pruned: true}, {Score: 3}, {Score: 5}, {Score: 5}}}
	if got := bestKid(n); got != 2 {
		t.Errorf("the best kid is %d, want 2, the first with the greatest score that is not pruned", got)
	}
	if bestKid(&ouro.Node{}) != -1 {
		t.Error("a node without kids has a best kid")
	}
}
