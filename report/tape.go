package report

import (
	"context"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/play"
	"ouro/results"
	"ouro/roster"
	"ouro/share"
	"ouro/studio/frames"
)

// Tape is a game for the page's player.
type Tape struct {
	Turns int
	Data  string // the packed game; see share.Tape.Pack
}

// derivePicks sets Tape of the selected games or, if a game cannot be derived, Missing.
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

// tapeOf derives a game from its record, as a Tape. names is nil for a single snake.
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
	var seats []share.Seat
	for i, spec := range r.Seats {
		seat := share.Seat{Name: spec.Name, Spec: spec.String(), Color: palette.Snake(i).String()}
		if i < len(names) {
			seat.Name = names[i]
		}
		seats = append(seats, seat)
	}
	t := share.NewTape(seats)
	err = play.Replay(ctx, &r, deal, func(s *ouro.State) {
		if t.Title == "" {
			t.Title = fmt.Sprintf("board %s", s.Grid)
		}
		t.Add(s, endOf(s, deal.Rules, names))
	})
	if err != nil {
		return nil, err
	}
	data, err := t.Pack(maxTape)
	return &Tape{t.Turns(), data}, err
}

// endOf returns the end of a game for the page, or nil before the end.
func endOf(s *ouro.State, rules ouro.Rules, names english.Snakes) *frames.Ended {
	o, over := rules.Over(s)
	if !over {
		return nil
	}
	e := &frames.Ended{Ending: o.Ending, Winner: -1, Words: o.Ending.String()}
	if o.Ending == ouro.Won {
		e.Winner = o.Winner
	}
	if names != nil {
		e.Words = names.Outcome(o)
	}
	return e
}
