package report

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/play"
	"ouro/results"
	"ouro/roster"
	"ouro/studio/frames"
)

// Tape is a game for the page's player. Its Data is deflated JSON in URL-safe base64, which
// needs no escaping in HTML.
type Tape struct {
	Turns int
	Data  string
}

// every is the number of turns between two full positions.
const every = 1024

// tapeDoc is a tape in JSON. If a change only moves the single snake, it is written as a
// number: the cell of the new head minus the cell of the old head.
type tapeDoc struct {
	Title   string            `json:"title"`
	Board   tapeBoard         `json:"board"`
	Seats   []tapeSeat        `json:"seats"`
	First   int               `json:"first"`
	Every   int               `json:"every"`
	Keys    []*frames.Lane    `json:"keys"`
	Changes []json.RawMessage `json:"changes"`
}

type tapeBoard struct {
	W     int  `json:"w"`
	H     int  `json:"h"`
	Wraps bool `json:"wraps"`
}

type tapeSeat struct {
	Name  string `json:"name"`
	Spec  string `json:"spec"`
	Color string `json:"color"`
}

// derivePicks derives the selected games. If a game cannot be derived, Missing has the
// reason.
func (s *Section) derivePicks(ctx context.Context, chosen []Pick) ([]Pick, error) {
	for i := range chosen {
		l := &chosen[i]
		var names english.Snakes
		if seats := l.Tally.Seats; len(seats) > 1 {
			for j := range seats {
				names = append(names, s.Report.Results[seats[j].Entrant].Name)
			}
		}
		f, err := s.Set.Recorded(ctx, l.Group, l.Seating)
		if err == nil {
			l.Tape, err = tapeOf(ctx, f, names)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			l.Missing = printable.Short(err.Error(), 200)
		}
	}
	return chosen, nil
}

// tapeOf derives a game from its record. For a single snake, names is nil.
func tapeOf(ctx context.Context, f *lab.Finished, names english.Snakes) (*Tape, error) {
	if f == nil || f.Record == nil {
		return nil, results.ErrNoRecord
	}
	text, err := f.Record.MarshalText()
	if err != nil {
		return nil, err
	}
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		return nil, err
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	t := tapeWriter{rules: deal.Rules, names: names}
	for i, spec := range r.Seats {
		seat := tapeSeat{Name: spec.Name, Spec: spec.String(), Color: palette.Snake(i).String()}
		if i < len(names) {
			seat.Name = names[i]
		}
		t.doc.Seats = append(t.doc.Seats, seat)
	}
	if err := play.Replay(ctx, &r, deal, t.visit); err != nil {
		return nil, err
	}
	return t.tape()
}

type tapeWriter struct {
	doc    tapeDoc
	rules  ouro.Rules
	names  english.Snakes
	before *ouro.State
	change frames.Change
}

func (t *tapeWriter) visit(s *ouro.State) {
	if t.before == nil {
		t.doc.First, t.doc.Every, t.doc.Board = s.Turn, every, tapeBoard{s.Grid.W, s.Grid.H, s.Grid.Wraps}
		t.doc.Title = fmt.Sprintf("board %s", s.Grid)
		t.doc.Keys = append(t.doc.Keys, frames.Of(s, t.names))
		t.before = s.Clone()
		return
	}
	c := &t.change
	c.Between(t.before, s, t.names)
	if o, over := t.rules.Over(s); over {
		winner := -1
		if o.Ending == ouro.Won {
			winner = o.Winner
		}
		c.Ended, c.Hash = &frames.Ended{Ending: o.Ending, Winner: winner, Words: t.ending(o)}, frames.Hash(s)
	}
	t.doc.Changes = append(t.doc.Changes, t.encodeChange())
	if len(t.doc.Changes)%every == 0 {
		t.doc.Keys = append(t.doc.Keys, frames.Of(s, t.names))
	}
	t.before.CopyFrom(s)
}

func (t *tapeWriter) ending(o ouro.Outcome) string {
	if len(t.doc.Seats) > 1 {
		return t.names.Outcome(o)
	}
	return o.Ending.String()
}

// encodeChange returns the change as JSON, or as a number if only the single snake moved.
func (t *tapeWriter) encodeChange() json.RawMessage {
	c := &t.change
	if len(t.before.Snakes) == 1 && c.Turn == t.before.Turn+1 && len(c.Snakes) == 1 && c.Ended == nil && c.Hash == "" &&
		c.Food.IsZero() && c.Walls.IsZero() && c.Hedges.IsZero() && c.Hazards.IsZero() {
		m := &c.Snakes[0]
		if len(m.Push) == 1 && m.Drop == 1 && len(m.Body) == 0 && m.Health == nil && m.Dead == "" && m.Died == 0 {
			return strconv.AppendInt(nil, int64(m.Push[0]-t.before.Snakes[0].Body.Head()), 10)
		}
	}
	return c.AppendJSON(nil)
}

func (t *tapeWriter) tape() (*Tape, error) {
	text, err := json.Marshal(t.doc)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	if b.Len() > maxTape {
		return nil, fmt.Errorf("it has %d turns, which are too many for a page", len(t.doc.Changes))
	}
	return &Tape{Turns: len(t.doc.Changes), Data: base64.RawURLEncoding.EncodeToString(b.Bytes())}, nil
}
