package share

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/base64"
	"math"
	"slices"
	"strconv"

	"ouro"
	"ouro/studio/frames"
)

// Overlay has the notes of all solvers with one label. Data is JSON, packed as in [Tape.Pack]: a list
// of entries [turn, seat, notes]. An entry is valid until the seat's next entry. A solver that follows
// a ring often reports the last ring again, with another cell as its start. A number then replaces
// the notes: the difference of each cell's index from its index in the seat's last entry with notes.
type Overlay struct {
	Label string
	Data  string
}

// Limits of the overlays of a game, in bytes.
const (
	maxOverlays = 2 << 20  // of all overlays together, packed
	maxUnpacked = 48 << 20 // of the JSON of one overlay, which the page holds in memory
)

const maxLabels = 12 // most overlays of a game

var unshown = []string{ouro.LabelCalls} // labels of notes that the player does not show

// overlays collects notes by label, in the order of the turns.
type overlays struct {
	all     []*layer
	wanted  func(label string) bool // nil means all
	labels  []string                // labels of all notes, in the order in which they first appear
	dropped []string                // labels that are not kept because there are more than maxLabels
}

// layer collects the notes with one label.
type layer struct {
	label    string
	packed   bytes.Buffer
	w        *zlib.Writer
	unpacked int
	closed   bool              // packed is complete
	large    bool              // the limit is exceeded, and the layer is omitted
	last     map[int][]byte    // the last entry of each seat
	rings    map[int][]float64 // the last ring of each seat that was written as a whole
}

// AddNotes adds the notes of a solver about a turn. The caller must add turns in increasing order.
func (t *Tape) AddNotes(turn, seat int, notes []ouro.Note) { t.overlays.add(turn, seat, notes) }

// Labels returns the labels of all added notes, including the notes that are not kept.
func (t *Tape) Labels() []string { return t.overlays.labels }

func (t *Tape) KeepOverlays(labels []string) {
	t.overlays.wanted = func(label string) bool { return slices.Contains(labels, label) }
}

func (o *overlays) add(turn, seat int, notes []ouro.Note) {
	byLabel := map[string][]byte{}
	var ring []float64
	for i := range notes {
		n := &notes[i]
		if n.Verb == ouro.NoteTree || slices.Contains(unshown, n.Label) {
			continue
		}
		if !slices.Contains(o.labels, n.Label) {
			o.labels = append(o.labels, n.Label)
		}
		if o.wanted != nil && !o.wanted(n.Label) {
			continue
		}
		text := byLabel[n.Label]
		if text != nil {
			text = append(text, ',')
		}
		byLabel[n.Label] = frames.AppendNote(text, n, 0)
		o.addLayer(n.Label)
		if n.Label == ouro.LabelCycle && n.Verb == ouro.NoteHeat && text == nil {
			ring = n.Heat
		}
	}
	for _, l := range o.all {
		text := append(append([]byte{'['}, byLabel[l.label]...), ']')
		if l.label == ouro.LabelCycle {
			text = l.ringEntry(seat, ring, text)
		}
		l.add(turn, seat, text)
	}
}

// addLayer adds the layer of a label, unless the label has one or the game has maxLabels layers.
func (o *overlays) addLayer(label string) {
	if slices.ContainsFunc(o.all, func(l *layer) bool { return l.label == label }) || slices.Contains(o.dropped, label) {
		return
	}
	if len(o.all) == maxLabels {
		o.dropped = append(o.dropped, label)
		return
	}
	l := &layer{label: label, last: map[int][]byte{}, rings: map[int][]float64{}}
	l.w, _ = zlib.NewWriterLevel(&l.packed, zlib.BestCompression) // the level is valid
	o.all = append(o.all, l)
}

// ringEntry returns the text of an entry for a ring. The text is a number if the ring differs from
// the last ring of this seat only in its start, and otherwise the notes.
func (l *layer) ringEntry(seat int, ring []float64, notes []byte) []byte {
	if shift, found := shiftOf(l.rings[seat], ring); found {
		return strconv.AppendInt(nil, int64(shift), 10)
	}
	l.rings[seat] = slices.Clone(ring)
	return notes
}

// shiftOf returns the number that, added to each cell's index modulo the number of cells of the
// ring, changes the ring from into the ring to. found is false if no such number exists.
func shiftOf(from, to []float64) (shift int, found bool) {
	if len(from) != len(to) || len(from) == 0 {
		return 0, false
	}
	n, first := 0, -1
	for c, v := range from {
		if math.IsNaN(v) != math.IsNaN(to[c]) {
			return 0, false
		}
		if !math.IsNaN(v) {
			if n++; first < 0 {
				first = c
			}
		}
	}
	if n == 0 {
		return 0, false
	}
	shift = (int(to[first]) - int(from[first]) + n) % n
	for c, v := range from {
		if !math.IsNaN(v) && to[c] != math.Mod(v+float64(shift), float64(n)) {
			return 0, false
		}
	}
	return shift, true
}

// add adds the notes of a seat in JSON, unless they equal the seat's last notes.
func (l *layer) add(turn, seat int, notes []byte) {
	before, had := l.last[seat]
	if l.large || bytes.Equal(notes, before) || !had && string(notes) == "[]" {
		return
	}
	l.last[seat] = append(before[:0], notes...)
	head := byte(',')
	if l.unpacked == 0 {
		head = '['
	}
	text := strconv.AppendInt([]byte{head, '['}, int64(turn), 10)
	text = strconv.AppendInt(append(text, ','), int64(seat), 10)
	text = append(append(append(text, ','), notes...), ']')
	_, _ = l.w.Write(text) // writing to a bytes.Buffer does not fail
	l.unpacked += len(text)
	if l.unpacked > maxUnpacked || l.packed.Len() > maxOverlays {
		l.large, l.packed = true, bytes.Buffer{}
	}
}

// Overlays returns the overlays that fit into the page, and the labels of the omitted ones. If all
// overlays together are too large, it omits the largest. The caller must not add notes afterwards.
func (t *Tape) Overlays() (kept []Overlay, omitted []string) {
	bySize := slices.Clone(t.overlays.all)
	for _, l := range bySize {
		if !l.large && !l.closed {
			_, _ = l.w.Write([]byte("]"))
			_ = l.w.Close()
			l.closed = true
		}
	}
	slices.SortStableFunc(bySize, func(a, b *layer) int { return cmp.Compare(a.packed.Len(), b.packed.Len()) })
	total, keep := 0, map[*layer]bool{}
	for _, l := range bySize {
		if total += l.packed.Len(); !l.large && total <= maxOverlays {
			keep[l] = true
		}
	}
	for _, l := range t.overlays.all { // in the order of appearance
		if keep[l] {
			kept = append(kept, Overlay{l.label, base64.RawURLEncoding.EncodeToString(l.packed.Bytes())})
		} else {
			omitted = append(omitted, l.label)
		}
	}
	return kept, append(omitted, t.overlays.dropped...)
}
