package thinking_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"ouro"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/solo"
)

// TestMain fails if a test leaves a goroutine.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// walks returns the tree of all paths of depth steps, for a snake of length 1 that does not turn back.
// A step onto floor scores 1, and a step onto an edible wall scores 2. A step onto a wall ends the
// branch.
func walks(s *ouro.State, from ouro.Cell, d ouro.Dir, score float64, depth int) *ouro.Node {
	n := &ouro.Node{Dir: d, Score: score}
	if s.Terrain(from) == ouro.Wall {
		n.Score, n.Pruned = score/100, true
		return n
	}
	if depth == 0 {
		return n
	}
	for _, e := range [...]ouro.Dir{ouro.Right, ouro.Left, ouro.Down, ouro.Up} {
		if e == d.Opposite() && score > 0 {
			continue
		}
		c := s.Grid.Next(from, e)
		worth := 1.0
		if s.Terrain(c) == ouro.Hedge {
			worth = 2
		}
		n.Kids = append(n.Kids, walks(s, c, e, score+worth, depth-1))
	}
	n.Score = 0
	for _, kid := range n.Kids {
		n.Score = max(n.Score, kid.Score)
	}
	return n
}

// chain returns a tree of this depth in which every node has at most one kid.
func chain(depth int) *ouro.Node {
	root := &ouro.Node{}
	for n := root; depth > 0; depth-- {
		kid := &ouro.Node{Dir: ouro.Dirs[depth%2], Score: float64(depth)}
		n.Kids = []*ouro.Node{kid}
		n = kid
	}
	return root
}

// wide returns a tree whose root has this many kids.
func wide(kids int) *ouro.Node {
	root := &ouro.Node{}
	for i := range kids {
		root.Kids = append(root.Kids, &ouro.Node{Dir: ouro.Dirs[i%4], Score: float64(i), Pruned: i%3 == 0})
	}
	return root
}

// mazeStage shows a game on the level garden. Its solver reports this tree.
func mazeStage(t *testing.T, w, h int, root *ouro.Node) (*frametest.Stage, *solo.Viewer) {
	t.Helper()
	s := frametest.NewStage(t, w, h, frame.Options{Game: frametest.GardenGame(t, "none"), Seed: 1, Solvers: frametest.Specs("bfs")}, func(e *frame.Env) frame.Screen { return solo.NewViewer(e) })
	v := s.Screen.(*solo.Viewer)
	sc := &v.Current.Scene[0]
	if sc.Err != nil {
		t.Fatal(sc.Err)
	}
	if root != nil {
		sc.Thoughts[0].Notes = append(sc.Thoughts[0].Notes, ouro.Note{Verb: ouro.NoteTree, Label: ouro.LabelCalls, Tree: root})
		sc.Labels = [][]string{{ouro.LabelCalls}}
	}
	return s, v
}

func gardenWalks(t *testing.T, depth int) *ouro.Node {
	s := frametest.GardenState(t)
	return walks(s, s.Snakes[0].Body.Head(), ouro.Up, 0, depth)
}

func TestTreeOpensAndCloses(t *testing.T) {
	s, v := mazeStage(t, 80, 24, gardenWalks(t, 4))
	s.Press("t")
	s.WantText("this position")
	if !v.Paused {
		t.Error("opening the tree did not pause the game")
	}
	at := func() string { return v.TreeCursor() }
	for _, step := range []struct{ key, want string }{
		{"down", "R"},
		{"right", "R"},
		{"right", "RR"},
		{"right", "RR"},
		{"right", "RRR"},
		{"left", "RR"},
		{"left", "RR"},
		{"left", "R"},
		{"enter", "R"},
		{"j", "L"},
		{"k", "R"},
		{"end", "U"},
		{"down", "U"},
		{"home", ""},
		{"up", ""},
		{"pgdown", "U"},
		{"pgup", ""},
	} {
		s.Press(step.key)
		if at() != step.want {
			t.Fatalf("%s led to %q, want %q:\n%s", step.key, at(), step.want, s.Plain())
		}
	}
	s.Press("left")
	if got := s.Plain(); strings.Contains(got, "★") {
		t.Errorf("the root is closed, but its kids are visible:\n%s", got)
	}
	s.Press("esc")
	if v.TreeOpen() || s.Screen != v {
		t.Error("esc did not close the tree, or had another effect")
	}
	s.WantText("to eat")
}

// TestTreeSaysWhatIsHidden: a closed branch shows the number of its calls.
func TestTreeSaysWhatIsHidden(t *testing.T) {
	root := gardenWalks(t, 5)
	s, _ := mazeStage(t, 80, 24, root)
	s.Press("t")
	nodes, _ := canvas.TreeSize(root.Kids[0])
	s.WantText(fmt.Sprintf("+%d calls", nodes-1))
	s.WantText("✂ cut")
	all, _ := canvas.TreeSize(root)
	s.WantText(fmt.Sprintf("%d calls, 5 deep", all-1))
}

// TestTreePathIsOnTheBoard: the path of the selected branch is drawn on the board, step by step.
func TestTreePathIsOnTheBoard(t *testing.T) {
	s, v := mazeStage(t, 80, 24, gardenWalks(t, 4))
	s.Press("t", "down", "right", "right")
	sc := &v.Current.Scene[0]
	g := sc.State.Grid
	want := []ouro.Cell{g.At(2, 4), g.At(3, 4)}
	if got := v.TreePath(sc).Cells; !slices.Equal(got, want) {
		t.Errorf("the path is %v, want %v", got, want)
	}
	s.WantText("▶▶ score")
	s.WantText("•")
}

func TestNoTreeSaysWhy(t *testing.T) {
	s, v := mazeStage(t, 80, 24, nil)
	s.Press("t", "down", "right", "left", "enter", "home", "end", "pgup")
	s.WantText("It reports no tree of calls.")
	v.Current.Scene[0].Thoughts[0].Notes = []ouro.Note{{Verb: ouro.NoteTree, Label: ouro.LabelCalls}}
	v.Current.Scene[0].Labels = [][]string{{ouro.LabelCalls}}
	s.WantText("It reported no tree of calls")
	s = frametest.NewStage(t, 80, 24, frame.Options{Seed: 1, Solvers: frametest.Specs("bfs", "astar")}, func(e *frame.Env) frame.Screen { return solo.NewViewer(e) })
	v = s.Screen.(*solo.Viewer)
	s.Press("t")
	if v.TreeOpen() {
		t.Error("a comparison of two solvers shows a tree")
	}
}

// TestTreesFit moves through trees of all shapes in windows of all sizes. The screen must fit into the
// window, and the selected line must be visible.
func TestTreesFit(t *testing.T) {
	shapes := map[string]*ouro.Node{"none": nil, "root": {}, "walks": gardenWalks(t, 6), "deep": chain(60), "wide": wide(2000)}
	keys := []string{"down", "up", "right", "right", "left", "enter", "pgup", "pgdown", "home", "end"}
	for name, root := range shapes {
		for _, size := range [][2]int{{1, 1}, {40, 12}, {41, 13}, {80, 24}, {120, 40}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				s, _ := mazeStage(t, size[0], size[1], root)
				s.Press("t")
				dice := rand.New(rand.NewPCG(1, uint64(size[0])))
				for i := range 30 {
					s.Press(keys[dice.IntN(len(keys))])
					s.Send(tea.ColorProfileMsg{Profile: []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor}[i%2]})
					s.WantFit()
					if root != nil && size[0] >= frame.MinWidth && !strings.Contains(s.Plain(), "›") {
						t.Fatalf("the selected line is not visible:\n%s", s.Plain())
					}
				}
			})
		}
	}
}

// TestDeepLineCanBeRead: a line sixty levels deep is readable in a window of eighty columns.
func TestDeepLineCanBeRead(t *testing.T) {
	s, _ := mazeStage(t, 80, 24, chain(60))
	s.Press("t")
	for range 2 * 60 {
		s.Press("right")
	}
	s.WantText("└── ▶ 1 ★")
	s.WantText("…▶▲▶▲")
}

// TestTreeViews compares pictures of a tree with files.
func TestTreeViews(t *testing.T) {
	for _, v := range []struct {
		name    string
		w, h    int
		profile colorprofile.Profile
		keys    []string
	}{
		{"small window", 40, 12, colorprofile.ASCII, []string{"t", "down", "right"}},
		{"usual window", 80, 24, colorprofile.ASCII, []string{"t", "down", "right", "right", "right", "right"}},
		{"in colour", 80, 24, colorprofile.TrueColor, []string{"t", "down", "right", "right"}},
		{"help", 80, 24, colorprofile.ASCII, []string{"t", "?"}},
	} {
		t.Run(v.name, func(t *testing.T) {
			s, _ := mazeStage(t, v.w, v.h, gardenWalks(t, 6))
			s.Press(v.keys...)
			s.Send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.Plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}
