package thinking

import (
	"math"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// callTree shows a search tree as lines that the user opens and closes. It stores the open lines and
// the selected line as paths: the moves that lead from the root to a node. So they remain valid for the
// tree of the next position.
type callTree struct {
	visible bool
	open    map[string]bool // keyed by path
	cursor  string          // path of the selected line; the path of the root is empty
}

const treePage = 10 // number of lines that pgup and pgdn move

// branch is a node of the tree as a line.
type branch struct {
	node  *ouro.Node
	way   string // a letter for each move from the root; see kidWays
	depth int
	ends  []bool // for each ancestor below the root, and for the branch itself: whether it is the last kid of its parent
	best  bool   // whether it is the best kid of its parent
}

// kidWays returns the paths of a node's kids: the node's path and a letter for the kid's move. If
// several kids have the same move, the second and further ones also get a number.
func kidWays(n *ouro.Node, way string) []string {
	ways := make([]string, len(n.Kids))
	var seen [4]int
	for i, kid := range n.Kids {
		ways[i] = way + string(kid.Dir.Letter())
		if again := seen[kid.Dir&3]; again > 0 {
			ways[i] += strconv.Itoa(again) + "'" // the mark ends the number, so that the path of kid 1 is not a prefix of the path of kid 10
		}
		seen[kid.Dir&3]++
	}
	return ways
}

// bestKid returns the index of the best kid, or -1: the first kid with the greatest score, among the
// kids with a score that are not pruned.
func bestKid(n *ouro.Node) int {
	best := -1
	for i, kid := range n.Kids {
		if !kid.Pruned && !math.IsNaN(kid.Score) && (best < 0 || kid.Score > n.Kids[best].Score) {
			best = i
		}
	}
	return best
}

// lines returns the visible branches: the root, and the kids of open visible branches.
func (t *callTree) lines(root *ouro.Node) []branch {
	if root == nil {
		return nil
	}
	var all []branch
	var walk func(b branch)
	walk = func(b branch) {
		all = append(all, b)
		if !t.isOpen(b.way) {
			return
		}
		best, ways := bestKid(b.node), kidWays(b.node, b.way)
		for i, kid := range b.node.Kids {
			ends := append(b.ends[:len(b.ends):len(b.ends)], i == len(b.node.Kids)-1)
			walk(branch{kid, ways[i], b.depth + 1, ends, i == best})
		}
	}
	walk(branch{node: root})
	return all
}

// isOpen reports whether the kids of a branch are visible. At first, only the root is open.
func (t *callTree) isOpen(way string) bool {
	open, touched := t.open[way]
	return open || !touched && way == ""
}

// set opens or closes a branch.
func (t *callTree) set(way string, open bool) {
	if t.open == nil {
		t.open = map[string]bool{}
	}
	t.open[way] = open
}

// at returns the index of the selected line. If that line does not exist, at returns the index of its
// nearest ancestor that exists.
func (t *callTree) at(lines []branch) int {
	at := 0
	for i, b := range lines {
		if len(b.way) > len(lines[at].way) && strings.HasPrefix(t.cursor, b.way) {
			at = i
		}
	}
	return at
}

func (t *callTree) actions(root *ouro.Node) []player.Action {
	lines := t.lines(root)
	at := t.at(lines)
	move := func(k key.Binding, to int) player.Action { return player.NewAction(k, func() { t.move(lines, to) }) }
	return []player.Action{
		move(keyTreeUp, at-1),
		move(keyTreeDown, at+1),
		player.NewAction(keyUnfold, func() { t.unfold(lines, at) }),
		player.NewAction(keyFold, func() { t.fold(lines, at) }),
		player.NewAction(keyFlip, func() { t.flip(lines, at) }),
		move(keyTreeTop, 0),
		move(keyTreeEnd, len(lines)-1),
		move(keyTreePgUp, at-treePage),
		move(keyTreePgDn, at+treePage),
	}
}

func (t *callTree) move(lines []branch, to int) {
	if len(lines) > 0 {
		t.cursor = lines[min(max(to, 0), len(lines)-1)].way
	}
}

// flip opens or closes the selected branch.
func (t *callTree) flip(lines []branch, at int) {
	if len(lines) > 0 && len(lines[at].node.Kids) > 0 {
		t.cursor = lines[at].way
		t.set(t.cursor, !t.isOpen(t.cursor))
	}
}

// unfold opens the selected branch. If the branch is already open, unfold selects its best kid.
func (t *callTree) unfold(lines []branch, at int) {
	if len(lines) == 0 || len(lines[at].node.Kids) == 0 {
		return
	}
	b := lines[at]
	if !t.isOpen(b.way) {
		t.cursor = b.way
		t.set(b.way, true)
		return
	}
	t.cursor = kidWays(b.node, b.way)[max(0, bestKid(b.node))]
}

// fold closes the selected branch. If the branch is already closed, fold selects its parent.
func (t *callTree) fold(lines []branch, at int) {
	if len(lines) == 0 {
		return
	}
	b := lines[at]
	t.cursor = b.way
	if len(b.node.Kids) > 0 && t.isOpen(b.way) {
		t.set(b.way, false)
		return
	}
	for i := at - 1; i >= 0; i-- {
		if lines[i].depth < b.depth {
			t.cursor = lines[i].way
			return
		}
	}
}

// path returns the cells on the path of the selected branch, beginning beside the head of the seat's
// snake. The path ends at the edge of the board.
func (t *callTree) path(root *ouro.Node, s *ouro.State, seat int) []ouro.Cell {
	lines := t.lines(root)
	if len(lines) == 0 {
		return nil
	}
	var cells []ouro.Cell
	c := s.Snakes[seat].Body.Head()
	for _, d := range directions(lines[t.at(lines)].way) {
		if c = s.Grid.Next(c, d); c == ouro.NoCell {
			break
		}
		cells = append(cells, c)
	}
	return cells
}

// directions returns the moves of a path.
func directions(way string) []ouro.Dir {
	var dirs []ouro.Dir
	for _, letter := range []byte(way) {
		if d, ok := ouro.DirOfLetter(letter); ok {
			dirs = append(dirs, d)
		}
	}
	return dirs
}

var (
	KeyTree     = frame.Binding("t", "tree of calls", "t")
	keyTreeUp   = frame.Binding("↑", "line above", "up", "k")
	keyTreeDown = frame.Binding("↓", "line below", "down", "j")
	keyTreeTop  = frame.Binding("home", "first line", "home", "g")
	keyTreeEnd  = frame.Binding("end", "last line", "end", "G")
	keyTreePgUp = frame.Binding("pgup", "10 lines up", "pgup")
	keyTreePgDn = frame.Binding("pgdn", "10 lines down", "pgdown")
	keyUnfold   = frame.Binding("→", "open, or go to best", "right", "l")
	keyFold     = frame.Binding("←", "close, or go to parent", "left", "h")
	keyFlip     = frame.Binding("enter", "open or close", "enter")
	keyFoldMove = frame.Binding("→←", "open, close") // the text for both keys in the bottom row
	keyChoose   = frame.Binding("↑↓", "choose")      // the text for both keys in the bottom row
	keyClose    = frame.Binding("t", "close", "t", "esc")

	// Keys for steps and pace while the arrows move through the tree.
	keyTreeBack    = frame.Binding(",", "step back", ",")
	keyTreeForward = frame.Binding(".", "step forward", ".")
)
