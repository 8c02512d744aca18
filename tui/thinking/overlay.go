package thinking

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/frame"
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

// Find is the notes with this label, in their order.
func Find(notes []ouro.Note, label string) []ouro.Note {
	var found []ouro.Note
	for _, n := range notes {
		if n.Label == label {
			found = append(found, n)
		}
	}
	return found
}

// ExtraLabels are the labels without a fixed place that solvers told, as many as
// there are keys. The tree of calls has a screen of its own.
func ExtraLabels(scenes []play.Scene) []string {
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

// Thoughts is what a screen shows of what solvers think: overlays on the board
// and the tree of calls.
type Thoughts struct {
	Overlays []int // switched on, in that order
	tree     callTree
	Whose    int    // whose thinking
	Recorded string // "", or why there is none
}

// TreeShown tells whether the tree stands in place of the panel.
func (th *Thoughts) TreeShown() bool { return th.tree.shown }

// toggleOverlay switches an overlay on or off, or says why not.
func (th *Thoughts) toggleOverlay(n int, scenes []play.Scene) (why string) {
	if i := slices.Index(th.Overlays, n); i >= 0 {
		th.Overlays = slices.Delete(th.Overlays, i, i+1)
		return ""
	}
	if extras := ExtraLabels(scenes); len(scenes) > 0 {
		if _, _, ok := overlayLabel(n, extras); !ok {
			return fmt.Sprintf("no overlay %d: %d to %d are offered here", n, 1, len(fixedOverlays)+len(extras))
		}
	}
	th.Overlays = append(th.Overlays, n)
	return ""
}

// Notes are those of a scene that are switched on.
func (th *Thoughts) Notes(sc *play.Scene, extras []string) []ouro.Note {
	var notes []ouro.Note
	thought, _ := sc.Thought(th.Whose)
	for _, n := range th.Overlays {
		if label, _, ok := overlayLabel(n, extras); ok {
			notes = append(notes, Find(thought.Notes, label)...)
		}
	}
	if th.tree.shown {
		notes = append(notes, th.chosenPath(sc))
	}
	return notes
}

// Legend tells what each overlay that is on shows, or that there is nothing.
func (th *Thoughts) Legend(pn *frame.Panel, sc *play.Scene) {
	thought, known := sc.Thought(th.Whose)
	extras := ExtraLabels([]play.Scene{*sc})
	for _, n := range th.Overlays {
		label, name, ok := overlayLabel(n, extras)
		if !ok {
			continue
		}
		says := ""
		for _, note := range Find(thought.Notes, label) {
			says = canvas.Words(note)
		}
		switch {
		case says != "":
		case th.Recorded != "":
			says = th.Recorded
		case !slices.Contains(sc.Labels, label):
			says = "not offered"
		case !known && !sc.Ended:
			says = "not kept for this move"
		default:
			says = "nothing here"
		}
		pn.Row(fmt.Sprintf("%d %s", n, name), says)
	}
}

// Offers names the overlays that there are, with their keys.
func (th *Thoughts) Offers(scenes []play.Scene, game ouro.GameSpec) []string {
	var notes []string
	extras := ExtraLabels(scenes)
	rules, _ := roster.FindRules(game.Rules.Name)
	for n := 1; n <= maxOverlays; n++ {
		label, name, ok := overlayLabel(n, extras)
		if ok && (label != ouro.LabelFood || !rules.EatsWalls()) {
			notes = append(notes, fmt.Sprintf("%d %s", n, name))
		}
	}
	return notes
}
