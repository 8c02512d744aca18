package frames_test

import (
	"encoding/json"
	"math"
	"testing"

	"ouro"
	"ouro/studio/frames"
)

type readNote struct {
	Verb  string
	Label string
	Cells []int
	Heat  []*float64
	Moves []*float64
	Tree  *readNode
	Value *float64
	More  int
}

type readNode struct {
	Dir    int
	Score  *float64
	Pruned bool
	Kids   []readNode
	More   int
}

func read(t *testing.T, n ouro.Note, nodes int) (r readNote) {
	t.Helper()
	text := frames.AppendNote(nil, &n, nodes)
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if r.Verb != n.Verb.String() || r.Label != n.Label {
		t.Errorf("%s is of %v %q", text, n.Verb, n.Label)
	}
	return r
}

func TestNotes(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	for _, c := range []struct {
		note ouro.Note
		want string
	}{
		{ouro.Note{Verb: ouro.NotePath, Label: "plan", Cells: []ouro.Cell{3, 4}}, `{"verb":"path","label":"plan","cells":[3,4]}`},
		{ouro.Note{Verb: ouro.NotePath, Label: "candidates", Cells: []ouro.Cell{3, 4}, Value: -1.5}, `{"verb":"path","label":"candidates","cells":[3,4],"value":-1.5}`},
		{ouro.Note{Verb: ouro.NoteCells, Label: `a"b`}, `{"verb":"cells","label":"a\"b","cells":[]}`},
		{ouro.Note{Verb: ouro.NoteHeat, Label: "food", Heat: []float64{0, 1.25, nan, 1e12, 1.0 / 3}}, `{"verb":"heat","label":"food","heat":[0,1.25,null,1e+12,0.333333]}`},
		{ouro.Note{Verb: ouro.NoteMoves, Label: "scores", Moves: [4]float64{1, nan, inf, -2}}, `{"verb":"moves","label":"scores","moves":[1,null,-1.7976931348623157e+308,-2]}`},
		{ouro.Note{Verb: ouro.NoteValue, Label: "fill", Value: nan}, `{"verb":"value","label":"fill","value":null}`},
		{ouro.Note{Verb: ouro.NoteTree, Label: "calls"}, `{"verb":"tree","label":"calls","tree":null}`},
		{ouro.Note{Verb: ouro.NoteTree, Label: "calls", Tree: &ouro.Node{Dir: 2, Score: 1, Kids: []*ouro.Node{{Pruned: true}, {Dir: 1}}}}, `{"verb":"tree","label":"calls","tree":{"dir":2,"score":1,"kids":[{"dir":0,"score":0,"pruned":true},{"dir":1,"score":0}]}}`},
	} {
		text := frames.AppendNote(nil, &c.note, frames.MaxNodes)
		if string(text) != c.want {
			t.Errorf("%s, want %s", text, c.want)
		}
		if !json.Valid(text) {
			t.Errorf("%s is no JSON", text)
		}
	}
	if long := read(t, ouro.Note{Verb: ouro.NotePath, Cells: make([]ouro.Cell, frames.MaxCells+5)}, 1); len(long.Cells) != frames.MaxCells || long.More != 5 {
		t.Errorf("%d cells of a path, %d more", len(long.Cells), long.More)
	}
}

// tree returns a tree whose leaves are on the given level. Each inner node has the given number of kids.
func tree(kids, levels int) *ouro.Node {
	n := &ouro.Node{Score: float64(levels)}
	for i := range kids * min(1, levels) {
		kid := tree(kids, levels-1)
		kid.Dir = ouro.Dir(i)
		n.Kids = append(n.Kids, kid)
	}
	return n
}

func (n *readNode) count() (nodes, more int) {
	nodes, more = 1, n.More
	for i := range n.Kids {
		a, b := n.Kids[i].count()
		nodes, more = nodes+a, more+b
	}
	return nodes, more
}

// TestTreeIsCut: of a large tree, the allowed number of nodes is encoded, those nearest to the root.
// Each node also has the number of its omitted kids.
func TestTreeIsCut(t *testing.T) {
	const kids, levels, whole = 3, 6, (729*3 - 1) / 2
	root := tree(kids, levels)
	for _, most := range []int{1, 2, 4, 40, 41, whole - 1, whole, whole + 1} {
		r := read(t, ouro.Note{Verb: ouro.NoteTree, Tree: root}, most)
		nodes, _ := r.Tree.count()
		if nodes != min(most, whole) {
			t.Errorf("%d nodes of %d, %d allowed", nodes, whole, most)
		}
		checkMore(t, r.Tree, root)
	}
	r := read(t, ouro.Note{Verb: ouro.NoteTree, Tree: root}, 1+kids+kids*kids)
	for i := range r.Tree.Kids {
		if kid := &r.Tree.Kids[i]; len(kid.Kids) != kids || kid.Kids[0].More != kids {
			t.Errorf("not the upper levels: %+v", kid)
		}
	}
}

// checkMore checks that the kids and the omitted kids of every node add up to all its kids.
func checkMore(t *testing.T, got *readNode, want *ouro.Node) {
	t.Helper()
	if len(got.Kids)+got.More != len(want.Kids) || got.Dir != int(want.Dir) || *got.Score != want.Score {
		t.Fatalf("%+v of a node with %d kids", got, len(want.Kids))
	}
	for i := range got.Kids {
		checkMore(t, &got.Kids[i], want.Kids[i])
	}
}
