package backtrack_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/maze"
)

const figure2 = "" +
	"XXXXX\n" +
	"XsX.X\n" +
	"X.  X\n" +
	"X X.X\n" +
	"XXXXX\n"

func position(tb testing.TB, text string) *ouro.State {
	tb.Helper()
	level, err := ouro.ParseLevel(text)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := maze.Start(level, 1)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestArticle is the worked example of the article, Figures 2 and 3: the red and the green
// path score 0.06 and the blue path 0.03, so the snake goes down, and then right. In the
// article's text no snake can reverse. In its program a snake of two can, so the direction
// down scores 23.
func TestArticle(t *testing.T) {
	const published = "depth=20,deadend=100,ties=original,eaten=original,tail=exact"
	s := position(t, figure2)
	s.TurnBack = false
	d, scores := ask(t, published, s, 0)
	if want := [4]float64{ouro.Down: 0.06}; d.Dir != ouro.Down || scores != want {
		t.Errorf("first move %v, scores %v, want down and %v", d.Dir, scores, want)
	}
	if d, scores := ask(t, published+",threads=2", s, 0); d.Dir != ouro.Down || scores[ouro.Down] != 0.06 {
		t.Errorf("two threads: first move %v, scores %v", d.Dir, scores)
	}
	for path, want := range map[string]float64{
		"red":   0.06, // to the lower right corner
		"green": 0.06, // to the upper right corner
		"blue":  0.03, // to the lower left corner
	} {
		s := position(t, figure2)
		s.TurnBack = false
		for blocked, at := range map[string][2]int{"red": {3, 1}, "green": {3, 3}, "blue": {1, 1}} {
			if blocked != path {
				s.SetTerrain(s.Grid.At(at[0], at[1]), ouro.Wall)
			}
		}
		if path == "blue" {
			s.SetTerrain(s.Grid.At(2, 2), ouro.Wall)
		}
		if _, scores := ask(t, published, s, 0); scores[ouro.Down] != want {
			t.Errorf("the %s path scores %v, want %v", path, scores[ouro.Down], want)
		}
	}
	maze.Rules{}.Step(s, []ouro.Dir{ouro.Down})
	if d, _ := ask(t, published, s, 0); d.Dir != ouro.Right {
		t.Errorf("second move %v, want right", d.Dir)
	}
	turns := position(t, figure2)
	if _, scores := ask(t, published, turns, 0); scores[ouro.Down] != 23 {
		t.Errorf("for a snake that can turn down scores %v, the published program has 23", scores[ouro.Down])
	}
}

// TestArticleTree: the tree of calls is the one in the article, paths of equal score are
// pruned, and the plan is the red path.
func TestArticleTree(t *testing.T) {
	s := position(t, figure2)
	s.TurnBack = false
	var tree *ouro.Node
	var plan []ouro.Cell
	var heat []float64
	trace := ouro.NewTrace(func(n ouro.Note) {
		switch n.Label {
		case ouro.LabelCalls:
			tree = n.Tree
		case ouro.LabelPlan:
			plan = n.Cells
		case ouro.LabelPaths:
			heat = n.Heat
		}
	})
	if _, err := solverOf(t, "depth=20", s).Decide(t.Context(), ouro.Turn{State: s, Trace: trace}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var draw func(n *ouro.Node, indent int)
	draw = func(n *ouro.Node, indent int) {
		fmt.Fprintf(&text, "%s%s %g %v\n", strings.Repeat(" ", indent), n.Dir, n.Score, n.Pruned)
		for _, kid := range n.Kids {
			draw(kid, indent+1)
		}
	}
	draw(tree, 0)
	const want = "" +
		"down 0.06 false\n" +
		" down 0.06 false\n" +
		"  right 0.06 false\n" +
		"   right 0.06 false\n" +
		"    down 0.06 false\n" +
		"    up 0.06 true\n" +
		"  down 0.03 true\n"
	if text.String() != want {
		t.Errorf("tree of calls\n%swant\n%s", text.String(), want)
	}
	g := s.Grid
	if way := []ouro.Cell{g.At(1, 3), g.At(1, 2), g.At(2, 2), g.At(3, 2), g.At(3, 1)}; !slices.Equal(plan, way) {
		t.Errorf("plan %v, want %v", plan, way)
	}
	for _, c := range plan[1:] {
		if heat[c] != 0.06 {
			t.Errorf("cell %d scores %g on the way, want 0.06", c, heat[c])
		}
	}
}

// publishedMoves are the moves that the article's complete program makes on these levels,
// with this MAX_DEPTH and without regrowth.
var publishedMoves = []struct {
	level string
	depth int
	moves string
}{
	{"lattice", 8, "RRRRDDRRDDLLLLUURRRRRRRRRDDRRRRUULLUULLLLLLLLLLLDDRRDDRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRR"},
	{"lattice", 11, "RRRRDDDDRRRRRRRUURRDDRRUUUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRDDRRUUUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRDDRRU"},
	{"orchard", 11, "RRRRRRRRDDDDRRRRRRRRUULLLLLLLLDDDDLLLLLLDDLLUUUURRRRUURRRRRRDDDDRRRRDDRRUUUUUUUULLLLLLLLDDLLDDDDDDRR"},
	{"brickyard", 8, "RRRRRRRRRRRRRRRDDLLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRU"}, // after these moves it is trapped
}

func TestPublishedMoves(t *testing.T) {
	for _, p := range publishedMoves {
		s := start(t, p.level)
		solver := solverOf(t, fmt.Sprintf("depth=%d,deadend=100,ties=original,eaten=original,tail=exact", p.depth), s)
		for i := range p.moves {
			d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if d.Dir.Letter() != p.moves[i] {
				t.Fatalf("%s depth %d move %d: %c, the published program goes %c", p.level, p.depth, i+1, d.Dir.Letter(), p.moves[i])
			}
			maze.Rules{}.Step(s, []ouro.Dir{d.Dir})
		}
		if legal := s.Legal(0).Len(); p.level == "brickyard" && legal > 0 {
			t.Errorf("brickyard: %d moves are legal, but the published program finds none", legal)
		}
	}
}

func start(tb testing.TB, name string) *ouro.State {
	tb.Helper()
	level, err := maze.Level(name)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := maze.Start(level, 1)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// tieBug is a level on which the article's snake moves to and fro for ever: of the directions
// that reach the edible walls in time, it always takes the first.
const tieBug = "" +
	"XXXXXXX\n" +
	"XS    X\n" +
	"X X X.X\n" +
	"X   ..X\n" +
	"XXXXXXX\n"

// TestTieBug: the original never eats all walls of the level, because a position repeats.
// With a discount, the snake eats them all.
func TestTieBug(t *testing.T) {
	rules := maze.Rules{}
	s := position(t, tieBug)
	solver := solverOf(t, "depth=20,deadend=100,ties=original,eaten=original,tail=exact", s)
	seen := map[string]bool{}
	for {
		if outcome, over := rules.Over(s); over {
			t.Fatalf("the original: %s after %d moves, want a loop", outcome.Ending, s.Turn)
		}
		place := fmt.Sprint(s.Snakes[0].Body.Append(nil), s.Hedges())
		if seen[place] {
			break // from here on it repeats itself, since the choice depends only on the position
		}
		seen[place] = true
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
	s = position(t, tieBug)
	solver = solverOf(t, "discount=0.99", s)
	for {
		if outcome, over := rules.Over(s); over {
			if outcome.Ending != ouro.Won {
				t.Errorf("with a discount: %s, want won", outcome.Ending)
			}
			return
		}
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}
