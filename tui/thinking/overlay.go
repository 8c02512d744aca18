package thinking

import (
	"fmt"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/picture/overlay"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

const maxOverlays = 9 // one for each digit from 1 to 9

// Decision describes a move and its score.
func Decision(d ouro.Decision) string {
	words := string(canvas.Arrow(d.Dir)) + " " + d.Dir.String()
	if d.Score != 0 {
		words += ", score " + canvas.ShortNumber(d.Score)
	}
	return words
}

func Find(notes []ouro.Note, label string) []ouro.Note {
	var found []ouro.Note
	for _, n := range notes {
		if n.Label == label {
			found = append(found, n)
		}
	}
	return found
}

// Thoughts is the thinking that a screen shows: overlays and the tree of calls.
type Thoughts struct {
	Overlays []string         // labels of the overlays that are on, in the order in which the user chose them
	offered  map[int][]string // by seat: see offeredLabels
	tree     callTree
	Whose    int    // seat whose thinking is shown
	Recorded string // why no thinking can be shown; "" if it can be shown
}

// offeredLabels returns the labels of the overlays that the seat Whose can show, in the order of their
// keys, at most one for each digit. New labels are appended, so that keys keep their meaning. The tree
// of calls is omitted, because it has its own key.
func (th *Thoughts) offeredLabels(scenes []play.Scene) []string {
	known := th.offered[th.Whose]
	var added []string
	for i := range scenes {
		if th.Whose >= len(scenes[i].Labels) {
			continue
		}
		for _, label := range scenes[i].Labels[th.Whose] {
			if label != ouro.LabelCalls && !slices.Contains(known, label) && !slices.Contains(added, label) {
				added = append(added, label)
			}
		}
	}
	slices.SortStableFunc(added, func(a, b string) int {
		_, i := overlay.KindOf(a)
		_, j := overlay.KindOf(b)
		return i - j
	})
	known = append(known, added...)
	known = known[:min(maxOverlays, len(known))]
	if th.offered == nil {
		th.offered = map[int][]string{}
	}
	th.offered[th.Whose] = known
	return known
}

// TreeOpen reports whether the screen shows the tree in place of the panel.
func (th *Thoughts) TreeOpen() bool { return th.tree.visible }

// toggle turns an overlay on or off.
func (th *Thoughts) toggle(label string) {
	if i := slices.Index(th.Overlays, label); i >= 0 {
		th.Overlays = slices.Delete(th.Overlays, i, i+1)
	} else {
		th.Overlays = append(th.Overlays, label)
	}
}

func (th *Thoughts) actions(scenes []play.Scene) []player.Action {
	var actions []player.Action
	for i, label := range th.offeredLabels(scenes) {
		digit := strconv.Itoa(i + 1)
		kind, _ := overlay.KindOf(label)
		actions = append(actions, player.Action{Key: frame.Binding(digit, kind.Name, digit), Do: func() tea.Cmd { th.toggle(label); return nil }})
	}
	return actions
}

// missing returns a message that explains why there is no overlay with this number.
func (th *Thoughts) missing(digit string, scenes []play.Scene) string {
	switch n := len(th.offeredLabels(scenes)); {
	case th.Recorded != "":
		return th.Recorded
	case n == 0:
		return "no overlay " + digit + ": the solver reports nothing"
	default:
		return fmt.Sprintf("no overlay %s: press 1 to %d", digit, n)
	}
}

// OverlayKeys returns one binding for all overlays, as a text for the bottom row.
func (th *Thoughts) OverlayKeys(scenes []play.Scene) key.Binding {
	n := len(th.offeredLabels(scenes))
	switch n {
	case 0:
		return key.NewBinding(key.WithDisabled())
	case 1:
		return frame.Binding("1", "overlay")
	}
	return frame.Binding(fmt.Sprintf("1-%d", n), "overlays")
}

// Notes returns the notes of the overlays that are on.
func (th *Thoughts) Notes(sc *play.Scene) []ouro.Note {
	var notes []ouro.Note
	thought, _ := sc.Thought(th.Whose)
	for _, label := range th.Overlays {
		notes = append(notes, Find(thought.Notes, label)...)
	}
	if th.tree.visible {
		notes = append(notes, th.chosenPath(sc))
	}
	return notes
}

func (th *Thoughts) isOn(label string) bool { return slices.Contains(th.Overlays, label) }

// Legend writes a row for each overlay that is on. A click on the row turns it off.
func (w *Watcher) Legend(pn *frame.Panel, sc *play.Scene) {
	scenes := []play.Scene{*sc}
	w.Switches(pn, scenes)
	thought, known := sc.Thought(w.Whose)
	offers := w.offeredLabels(scenes)
	for _, label := range w.Overlays {
		kind, _ := overlay.KindOf(label)
		number, text := slices.Index(offers, label), ""
		if notes := Find(thought.Notes, label); len(notes) > 0 {
			text = canvas.Words(notes...)
		}
		switch {
		case text != "":
		case number < 0:
			pn.Row("  "+kind.Name, "not reported")
			continue
		case !known && !sc.Ended:
			text = "not stored for this move"
		default:
			text = "nothing for this move"
		}
		w.Zones.Click(canvas.At(pn.X, pn.Y, pn.W, 1), func() tea.Cmd { w.toggle(label); return nil })
		pn.Row(fmt.Sprintf("%d %s", number+1, kind.Name), text)
	}
}
