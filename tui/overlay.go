package tui

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
)

// fixedOverlays have keys of their own, from 1 on, whatever the solver. What
// else a solver tells gets the keys after them, in the order of its telling.
var fixedOverlays = [...]struct{ label, name string }{
	{ouro.LabelPlan, "planned path"},
	{ouro.LabelFood, "steps to the food"},
	{ouro.LabelCycle, "cycle order"},
	{ouro.LabelScores, "scores by direction"},
	{ouro.LabelSearch, "searched cells"},
	{ouro.LabelPaths, "path scores"},
}

const maxOverlays = 9

// overlayOf is the number of the overlay with a fixed place, or 0.
func overlayOf(label string) int {
	for i, o := range fixedOverlays {
		if o.label == label {
			return i + 1
		}
	}
	return 0
}

// overlayLabel is the label and the name of an overlay, if there is such a one.
func overlayLabel(n int, extras []string) (label, name string, ok bool) {
	if n <= len(fixedOverlays) {
		o := fixedOverlays[n-1]
		return o.label, o.name, true
	}
	if n -= len(fixedOverlays) + 1; n < len(extras) {
		return extras[n], extras[n], true
	}
	return "", "", false
}

// find is the notes with this label, in their order.
func find(notes []ouro.Note, label string) []ouro.Note {
	var found []ouro.Note
	for _, n := range notes {
		if n.Label == label {
			found = append(found, n)
		}
	}
	return found
}

// extraLabels are the labels without a fixed place that solvers told, as many as
// there are keys. The tree of calls has a screen of its own.
func extraLabels(scenes []play.Scene) []string {
	var labels []string
	for _, sc := range scenes {
		for _, label := range sc.Labels {
			if overlayOf(label) == 0 && label != ouro.LabelCalls && !slices.Contains(labels, label) && len(labels) < maxOverlays-len(fixedOverlays) {
				labels = append(labels, label)
			}
		}
	}
	return labels
}

// thinking is what a screen shows of what solvers think: overlays on the board
// and the tree of calls.
type thinking struct {
	overlays []int // switched on, in that order
	tree     callTree
	seat     int    // whose thinking
	recorded string // "", or why there is none
}

// toggleOverlay switches an overlay on or off, or says why not.
func (th *thinking) toggleOverlay(n int, scenes []play.Scene) (why string) {
	if i := slices.Index(th.overlays, n); i >= 0 {
		th.overlays = slices.Delete(th.overlays, i, i+1)
		return ""
	}
	if extras := extraLabels(scenes); len(scenes) > 0 {
		if _, _, ok := overlayLabel(n, extras); !ok {
			return fmt.Sprintf("no overlay %d: %d to %d are offered here", n, 1, len(fixedOverlays)+len(extras))
		}
	}
	th.overlays = append(th.overlays, n)
	return ""
}

// notes are those of a scene that are switched on.
func (th *thinking) notes(sc *play.Scene, extras []string) []ouro.Note {
	var notes []ouro.Note
	thought, _ := sc.Thought(th.seat)
	for _, n := range th.overlays {
		if label, _, ok := overlayLabel(n, extras); ok {
			notes = append(notes, find(thought.Notes, label)...)
		}
	}
	if th.tree.shown {
		notes = append(notes, th.chosenPath(sc))
	}
	return notes
}

// legend tells what each overlay that is on shows, or that there is nothing.
func (th *thinking) legend(pn *panel, sc *play.Scene) {
	thought, known := sc.Thought(th.seat)
	extras := extraLabels([]play.Scene{*sc})
	for _, n := range th.overlays {
		label, name, ok := overlayLabel(n, extras)
		if !ok {
			continue
		}
		says := ""
		for _, note := range find(thought.Notes, label) {
			says = canvas.Words(note)
		}
		switch {
		case says != "":
		case th.recorded != "":
			says = th.recorded
		case !slices.Contains(sc.Labels, label):
			says = "not offered"
		case !known && !sc.Ended:
			says = "not kept for this move"
		default:
			says = "nothing here"
		}
		pn.row(fmt.Sprintf("%d %s", n, name), says)
	}
}

// offers names the overlays that there are, with their keys.
func (th *thinking) offers(scenes []play.Scene, game ouro.GameSpec) []string {
	var notes []string
	extras, rules := extraLabels(scenes), rulesOf(game)
	for n := 1; n <= maxOverlays; n++ {
		label, name, ok := overlayLabel(n, extras)
		if ok && (label != ouro.LabelFood || !rules.EatsWalls()) {
			notes = append(notes, fmt.Sprintf("%d %s", n, name))
		}
	}
	return notes
}
