package watch

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ouro"
	"ouro/cli/command"
	"ouro/internal/english"
	"ouro/picture/film"
	"ouro/picture/overlay"
	"ouro/picture/paint"
	"ouro/play"
	"ouro/saved"
	"ouro/share"
)

// drawnNotes collects the notes to draw.
type drawnNotes struct {
	wanted     []string        // labels of the overlays to draw
	first      int             // turn of the first position
	turns      [][][]ouro.Note // notes by position, then by seat
	drawable   []string        // labels of all notes that pictures can draw
	undrawable []string        // labels of all other notes
}

// add adds the notes about the next position, by seat.
func (d *drawnNotes) add(turn int, notes [][]ouro.Note) {
	if d.turns == nil {
		d.first = turn
	}
	kept := make([][]ouro.Note, len(notes))
	for seat := range notes {
		for _, n := range notes[seat] {
			labels := &d.drawable
			if !paint.Drawable(&n) {
				labels = &d.undrawable
			}
			if !slices.Contains(*labels, n.Label) {
				*labels = append(*labels, n.Label)
			}
			if labels == &d.drawable && slices.Contains(d.wanted, n.Label) {
				kept[seat] = append(kept[seat], n)
			}
		}
	}
	d.turns = append(d.turns, kept)
}

// at returns the notes about the position of a turn.
func (d *drawnNotes) at(turn int) [][]ouro.Note {
	if i := turn - d.first; i >= 0 && i < len(d.turns) {
		return d.turns[i]
	}
	return nil
}

// check returns an error if the user requested a label that pictures cannot draw.
func (d *drawnNotes) check() error {
	for _, label := range d.wanted {
		switch {
		case slices.Contains(d.drawable, label):
		case slices.Contains(d.undrawable, label):
			return command.Usagef("--overlay %s: pictures draw paths, rings and cells, but not numbers; ouro share keeps every overlay", command.Excerpt(label))
		default:
			return unknownOverlay(label, d.drawable)
		}
	}
	return nil
}

// unknownOverlay returns an error for an overlay that no solver has. labels are the labels of all
// overlays of the game.
func unknownOverlay(label string, labels []string) error {
	if len(labels) == 0 {
		return command.Usagef("--overlay %s: the game has no overlays", command.Excerpt(label))
	}
	return command.Usagef("--overlay %s: the solvers have %s%s", command.Excerpt(label), strings.Join(labels, ", "), english.Suggestion(label, labels))
}

// labels returns the labels of --overlay. "ring" is another name of "cycle".
func (o *exportOptions) labels() []string {
	all := slices.Clone(o.overlays)
	for i, label := range all {
		if label == "ring" {
			all[i] = ouro.LabelCycle
			continue
		}
		for _, kind := range overlay.Kinds {
			if label == kind.Name {
				all[i] = kind.Label
			}
		}
	}
	return all
}

// thinkAgain runs the solvers of a record again, for the overlays.
func (o *exportOptions) thinkAgain(ctx context.Context, file *saved.File, f *film.Film) error {
	if len(o.overlays) == 0 {
		return nil
	}
	if file.Kind != saved.Record {
		return errors.New("--overlay: the file does not name the solvers, which compute the overlays; want a record")
	}
	d := &drawnNotes{wanted: o.labels()}
	if err := share.Think(ctx, file.Record, func(s *ouro.State, notes [][]ouro.Note) { d.add(s.Turn, notes) }); err != nil {
		return err
	}
	f.Film = paint.WithOverlays(f.Film, d.at)
	return d.check()
}

// trace changes cfg so that the game collects notes. Call afterMove after each move, with the turn
// before the move.
func (d *drawnNotes) trace(cfg *play.Config, seats int) (afterMove func(before int)) {
	if len(d.wanted) == 0 {
		return func(int) {}
	}
	notes := make([][]ouro.Note, seats)
	cfg.Trace = func(seat int) *ouro.Trace {
		notes[seat] = nil
		return ouro.TraceFor(&notes[seat])
	}
	return func(before int) {
		d.add(before, notes)
		clear(notes)
	}
}
