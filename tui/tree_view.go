package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/tui/canvas"
)

// searchTree is the tree that a scene's solver told, or nil.
func (th *thinking) searchTree(sc *play.Scene) *ouro.Node {
	thought, _ := sc.Thought(th.seat)
	for _, n := range find(thought.Notes, ouro.LabelCalls) {
		if n.Verb == ouro.NoteTree {
			return n.Tree
		}
	}
	return nil
}

// chosenPath is the walk that the chosen call has simulated.
func (th *thinking) chosenPath(sc *play.Scene) ouro.Note {
	return ouro.Note{Verb: ouro.NotePath, Label: ouro.LabelCalls, Cells: th.tree.path(th.searchTree(sc), sc.State, th.seat)}
}

// drawTree draws the tree in place of the panel.
func (th *thinking) drawTree(pn *panel, sc *play.Scene) {
	pn.line(sc.Seats[th.seat].String(), canvas.Ink{FG: pn.Accent, Bold: true})
	root := th.searchTree(sc)
	if root == nil {
		th.drawNoTree(pn, sc)
		return
	}
	lines := th.tree.lines(root)
	at := th.tree.at(lines)
	nodes, levels := canvas.TreeSize(root)
	pn.line(fmt.Sprintf("%s, %d deep", english.Count(nodes-1, "call"), levels-1), canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	room := max(1, pn.left()-1)
	top := max(0, canvas.Scroll(at, room, len(lines)))
	cut := treeShift(lines[at].depth, pn.w)
	for i := top; i < min(len(lines), top+room); i++ {
		pn.branch(lines[i], i == at, th.tree.isOpen(lines[i].way), cut)
		pn.y++
	}
	pn.y = pn.end - 1
	pn.line(chosenWords(lines[at], pn.w), canvas.Ink{FG: pn.Text})
}

// drawNoTree says why there is none.
func (th *thinking) drawNoTree(pn *panel, sc *play.Scene) {
	_, known := sc.Thought(th.seat)
	why := "It tells no tree of calls."
	switch told := slices.Contains(sc.Labels, ouro.LabelCalls); {
	case th.recorded != "":
		why = strings.ToUpper(th.recorded[:1]) + th.recorded[1:] + "."
	case sc.Ended:
		why = "The game is over: there is no call to show. Step back to see the last ones."
	case told && !known:
		why = "Its tree of calls for this move was not kept."
	case told:
		why = "It told no tree of calls for this move."
	}
	pn.gap()
	pn.y = pn.canvas.Wrap(pn.x, pn.y, pn.w, pn.left(), why, canvas.Ink{FG: pn.Text})
}

// treeHelp is the help while the tree is open.
func treeHelp() (string, []key.Binding, []string) {
	return "tree of calls", []key.Binding{
		keyTreeUp, keyTreeDown, keyUnfold, keyFold, keyFlip, keyTreeTop, keyTreeEnd, keyTreePgUp, keyTreePgDn,
		keyPause, keyTreeBack, keyTreeForward, keyPlayFaster, keyPlaySlower, keyClose, keyQuit,
	}, []string{"★ the best of its siblings", "✂ cut: the search left this branch early", "the board shows the chosen branch's walk"}
}

// treeHints are the keys for the bottom row then.
var treeHints = []key.Binding{keyHelp, keyChoose, keyFoldMove, keyClose, keyPause, keyTreeBack, keyTreeForward, keyQuit}

// lineRoom is what a line wants beside its guides: marker, arrow, score and
// whether it is cut.
const lineRoom = 13

// treeShift is how many columns of guides are cut off on the left, so that the
// chosen line can be read however deep it is.
func treeShift(depth, width int) int { return max(0, 2*depth+lineRoom-width+1) &^ 1 }

// branch writes a line of the tree without the first columns of its guides.
func (pn *panel) branch(b branch, chosen, open bool, cut int) {
	faint := canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
	var ground canvas.Colour
	if chosen {
		pn.canvas.Put(pn.x, pn.y, '›', canvas.Ink{FG: pn.Accent, Bold: true})
		if !pn.Mono {
			ground = canvas.Blend(pn.Floor, pn.Frame, 0.7)
		}
	}
	x, end := pn.x+1, pn.x+pn.w
	for i, r := range guides(b.ends) {
		if at := x + i - cut; at >= x && at < end {
			pn.canvas.Put(at, pn.y, r, faint)
		}
	}
	x += max(0, 2*b.depth-cut)
	write := func(s string, k canvas.Ink) {
		k.BG, k.Bold = ground, k.Bold || chosen
		x = pn.canvas.Text(x, pn.y, end-x, s, k)
	}
	marker := "─"
	switch {
	case len(b.node.Kids) > 0 && open:
		marker = "▾"
	case len(b.node.Kids) > 0:
		marker = "▸"
	case b.depth == 0:
		marker = " "
	}
	write(marker+" ", faint)
	words := canvas.Ink{FG: pn.Text, Bold: b.best}
	if b.node.Pruned {
		words = faint
	}
	if b.depth == 0 {
		write("this position", words)
		return
	}
	write(string(canvas.Arrow(b.node.Dir))+" ", canvas.Ink{FG: pn.Accent, Bold: b.best})
	if !math.IsNaN(b.node.Score) {
		write(canvas.ShortNumber(b.node.Score)+" ", words)
	}
	if b.best {
		write("★ ", canvas.Ink{FG: pn.Good, Bold: true})
	}
	if b.node.Pruned {
		write("✂ cut ", faint)
	}
	if len(b.node.Kids) > 0 && !open {
		nodes, _ := canvas.TreeSize(b.node)
		hidden := "+" + english.Count(nodes-1, "call")
		if len(hidden) > end-x {
			hidden, _, _ = strings.Cut(hidden, " ")
		}
		write(hidden, faint)
	}
}

// guides are the lines that join a branch to its parent and its siblings, two
// columns for each level.
func guides(ends []bool) []rune {
	runes := make([]rune, 0, 2*len(ends))
	for i, last := range ends {
		switch own := i == len(ends)-1; {
		case own && last:
			runes = append(runes, '└', '─')
		case own:
			runes = append(runes, '├', '─')
		case last:
			runes = append(runes, ' ', ' ')
		default:
			runes = append(runes, '│', ' ')
		}
	}
	return runes
}

// chosenWords tell the chosen call in at most width columns: the last of its
// moves where there are too many.
func chosenWords(b branch, width int) string {
	if b.depth == 0 {
		return "↑↓ choose, → open, t close"
	}
	var arrows []rune
	for _, d := range directions(b.way) {
		arrows = append(arrows, canvas.Arrow(d))
	}
	words := fmt.Sprintf(" score %s", canvas.ShortNumber(b.node.Score))
	if room := max(2, width-len([]rune(words))); len(arrows) > room {
		arrows = append([]rune{'…'}, arrows[len(arrows)-room+1:]...)
	}
	return string(arrows) + words
}
