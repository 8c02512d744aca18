package thinking

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
	"ouro/tui/frame"
)

// searchTree returns the tree of calls that the shown solver reported, or nil.
func (th *Thoughts) searchTree(sc *play.Scene) *ouro.Node {
	thought, _ := sc.Thought(th.Whose)
	for _, n := range Find(thought.Notes, ouro.LabelCalls) {
		if n.Verb == ouro.NoteTree {
			return n.Tree
		}
	}
	return nil
}

func (th *Thoughts) chosenPath(sc *play.Scene) ouro.Note {
	return ouro.Note{Verb: ouro.NotePath, Label: ouro.LabelCalls, Cells: th.tree.path(th.searchTree(sc), sc.State, th.Whose)}
}

// DrawTree writes the tree of calls into the panel.
func (th *Thoughts) DrawTree(pn *frame.Panel, sc *play.Scene) {
	pn.Line(sc.Seats[th.Whose].String(), canvas.Ink{FG: pn.Accent, Bold: true})
	root := th.searchTree(sc)
	if root == nil {
		th.drawNoTree(pn, sc)
		return
	}
	lines := th.tree.lines(root)
	at := th.tree.at(lines)
	nodes, levels := canvas.TreeSize(root)
	pn.Line(fmt.Sprintf("%s, %d deep", english.Count(nodes-1, "call"), levels-1), canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	room := max(1, pn.Left()-1)
	top := max(0, canvas.Scroll(at, room, len(lines)))
	cut := treeShift(lines[at].depth, pn.W)
	for i := top; i < min(len(lines), top+room); i++ {
		drawBranch(pn, lines[i], i == at, th.tree.isOpen(lines[i].way), cut)
		pn.Y++
	}
	pn.Y = pn.End - 1
	pn.Line(chosenWords(lines[at], pn.W), canvas.Ink{FG: pn.Text})
}

// drawNoTree writes why there is no tree of calls.
func (th *Thoughts) drawNoTree(pn *frame.Panel, sc *play.Scene) {
	_, known := sc.Thought(th.Whose)
	reason := "It reports no tree of calls."
	switch reports := th.Whose < len(sc.Labels) && slices.Contains(sc.Labels[th.Whose], ouro.LabelCalls); {
	case th.Recorded != "":
		reason = strings.ToUpper(th.Recorded[:1]) + th.Recorded[1:] + "."
	case sc.Ended:
		reason = "The game is over: step back to see the last calls."
	case reports && !known:
		reason = "Its tree of calls for this move was not stored."
	case reports:
		reason = "It reported no tree of calls for this move."
	}
	pn.Gap()
	pn.Wrap(pn.Left(), reason, canvas.Ink{FG: pn.Text})
}

var treeNotes = []string{"★ the best of its siblings", "✂ cut: the search left this branch early", "the board shows the moves of the chosen branch"}

// TreeHints has the keys of the bottom row while the tree is open.
var TreeHints = []key.Binding{frame.KeyHelp, keyChoose, keyFoldMove, keyClose, frame.KeyPause, keyTreeBack, keyTreeForward, frame.KeyQuit}

const lineRoom = 13 // width of a line without guides: the marker, the arrow, the score and the sign of a cut

// treeShift returns the number of columns of guides that are cut off on the left, so that a selected
// line of this depth is readable.
func treeShift(depth, width int) int { return max(0, 2*depth+lineRoom-width+1) &^ 1 }

// drawBranch writes a line of the tree, without the first skip columns of its guides.
func drawBranch(pn *frame.Panel, b branch, chosen, open bool, skip int) {
	faint := canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
	var ground canvas.Colour
	if chosen {
		pn.Canvas.Put(pn.X, pn.Y, '›', canvas.Ink{FG: pn.Accent, Bold: true})
		if !pn.Mono {
			ground = canvas.Blend(pn.Floor, pn.Frame, 0.7)
		}
	}
	x, end := pn.X+1, pn.X+pn.W
	for i, r := range guides(b.ends) {
		if at := x + i - skip; at >= x && at < end {
			pn.Canvas.Put(at, pn.Y, r, faint)
		}
	}
	x += max(0, 2*b.depth-skip)
	write := func(s string, k canvas.Ink) {
		k.BG, k.Bold = ground, k.Bold || chosen
		x = pn.Canvas.Text(x, pn.Y, end-x, s, k)
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

// guides returns the characters that connect a branch with its parent and its siblings: two characters
// for each level.
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

// chosenWords describes the selected call in at most width columns. If its moves do not fit, it writes
// only the last ones.
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
