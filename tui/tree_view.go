package tui

import (
	"fmt"
	"math"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
)

// showTree opens or closes the tree. The game stands still at first: space
// lets it go on.
func (v *viewer) showTree() {
	switch {
	case v.tree.shown:
		v.tree.shown = false
	case len(v.specs) > 1:
		v.notice.text = "the tree of calls is shown of one solver at a time"
	default:
		v.tree.shown = true
		v.paused = true
	}
}

// pressTree handles the keys that mean the tree while it is open.
func (v *viewer) pressTree(msg tea.KeyPressMsg) bool {
	if !v.tree.shown {
		return false
	}
	if key.Matches(msg, keyMenu) {
		v.tree.shown = false
		return true
	}
	var root *ouro.Node
	if v.ready && len(v.shown.scenes) > 0 {
		root = searchTree(&v.shown.scenes[0])
	}
	return v.tree.press(msg, root)
}

// searchTree is the tree that a scene's solver told, or nil.
func searchTree(sc *scene) *ouro.Node {
	for _, n := range find(sc.notes, ouro.LabelCalls) {
		if n.Verb == ouro.NoteTree {
			return n.Tree
		}
	}
	return nil
}

// chosenPath is the walk that the chosen call has simulated.
func (v *viewer) chosenPath(sc *scene) ouro.Note {
	return ouro.Note{Verb: ouro.NotePath, Label: ouro.LabelCalls, Cells: v.tree.path(searchTree(sc), sc.state)}
}

// drawTree draws the tree in place of the panel.
func (v *viewer) drawTree(pn *panel, sc *scene) {
	pn.line(sc.spec.String(), ink{fg: pn.accent, bold: true})
	root := searchTree(sc)
	if root == nil {
		v.drawNoTree(pn, sc)
		return
	}
	lines := v.tree.lines(root)
	at := v.tree.at(lines)
	nodes, levels := treeSize(root)
	pn.line(fmt.Sprintf("%s, %d deep", count(int64(nodes-1), "call"), levels-1), ink{fg: pn.dim, faint: pn.mono})
	room := max(1, pn.left()-1)
	top := max(0, scroll(at, room, len(lines)))
	cut := treeShift(lines[at].depth, pn.w)
	for i := top; i < min(len(lines), top+room); i++ {
		pn.branch(lines[i], i == at, v.tree.isOpen(lines[i].way), cut)
		pn.y++
	}
	pn.y = pn.end - 1
	pn.line(chosenWords(lines[at], pn.w), ink{fg: pn.text})
}

// drawNoTree says why there is none.
func (v *viewer) drawNoTree(pn *panel, sc *scene) {
	why := "It tells no tree of calls."
	switch {
	case v.record != nil:
		why = "A record holds no thinking."
	case sc.ended:
		why = "The game is over: there is no call to show. Step back to see the last ones."
	case sc.offers[ouro.LabelCalls] && !sc.known:
		why = "Its tree of calls for this move was not kept."
	case sc.offers[ouro.LabelCalls]:
		why = "It told no tree of calls for this move."
	}
	pn.gap()
	pn.y = pn.canvas.wrap(pn.x, pn.y, pn.w, pn.left(), why, ink{fg: pn.text})
}

// lineRoom is what a line wants beside its guides: marker, arrow, score and
// whether it is cut.
const lineRoom = 13

// treeShift is how many columns of guides are cut off on the left, so that the
// chosen line can be read however deep it is.
func treeShift(depth, width int) int { return max(0, 2*depth+lineRoom-width+1) &^ 1 }

// branch writes a line of the tree without the first columns of its guides.
func (pn *panel) branch(b branch, chosen, open bool, cut int) {
	faint := ink{fg: pn.dim, faint: pn.mono}
	var ground colour
	if chosen {
		pn.canvas.put(pn.x, pn.y, '›', ink{fg: pn.accent, bold: true})
		if !pn.mono {
			ground = blend(pn.floor, pn.frame, 0.7)
		}
	}
	x, end := pn.x+1, pn.x+pn.w
	for i, r := range guides(b.ends) {
		if at := x + i - cut; at >= x && at < end {
			pn.canvas.put(at, pn.y, r, faint)
		}
	}
	x += max(0, 2*b.depth-cut)
	write := func(s string, k ink) {
		k.bg, k.bold = ground, k.bold || chosen
		x = pn.canvas.text(x, pn.y, end-x, s, k)
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
	words := ink{fg: pn.text, bold: b.best}
	if b.node.Pruned {
		words = faint
	}
	if b.depth == 0 {
		write("this position", words)
		return
	}
	write(string(arrow(b.node.Dir))+" ", ink{fg: pn.accent, bold: b.best})
	if !math.IsNaN(b.node.Score) {
		write(shortNumber(b.node.Score)+" ", words)
	}
	if b.best {
		write("★ ", ink{fg: pn.good, bold: true})
	}
	if b.node.Pruned {
		write("✂ cut ", faint)
	}
	if len(b.node.Kids) > 0 && !open {
		nodes, _ := treeSize(b.node)
		hidden := "+" + count(int64(nodes-1), "call")
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
		arrows = append(arrows, arrow(d))
	}
	words := fmt.Sprintf(" score %s", shortNumber(b.node.Score))
	if room := max(2, width-len([]rune(words))); len(arrows) > room {
		arrows = append([]rune{'…'}, arrows[len(arrows)-room+1:]...)
	}
	return string(arrows) + words
}
