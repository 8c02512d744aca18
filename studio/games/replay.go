package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
	"ouro/studio/solvers"
	"ouro/verify"
)

// Replay is the kind of a channel on which a file is shown that the page brings, and
// is derived again meanwhile. The page sends the file in pieces, chunk {base64, last},
// before anything else. What holds no game of these kinds is told in "held", and the
// channel ends.
func Replay(limits Limits) session.Kind {
	limits = limits.withDefaults()
	return func(ctx context.Context, ch *session.Channel) error {
		var said struct {
			Name string `json:"name"`
		}
		if err := ch.Request().Into(&said); err != nil {
			return err
		}
		own := limits.Store.Share()
		defer own.Free()
		data, err := receive(ctx, ch, &own, limits.File)
		if err != nil {
			return err
		}
		name := printable.Short(said.Name, maxName)
		var g *game
		var held heldData
		err = limits.Store.Open(ctx, func(reading *memory.Share) error {
			f, err := unpack(ctx, data, limits, reading)
			if err != nil {
				return inFile(err)
			}
			if f.Kind != saved.Record && f.Kind != saved.Log {
				held, err = hold(f, name, &own)
				return err
			}
			t, brought, err := open(f, limits.Store, &own)
			if err != nil {
				return inFile(err)
			}
			brought.told.Name = name
			g = newGame(ch, t, limits)
			g.file = brought
			return g.keep()
		})
		switch {
		case err != nil && g != nil:
			g.close()
			return err
		case err != nil:
			return err
		case g == nil:
			return sendHeld(ctx, ch, held, data, limits)
		}
		ctx, stop := context.WithCancel(ctx)
		verified := make(chan struct{})
		go func() { defer close(verified); _ = check(ctx, ch, g.file.told.Kind, data, limits) }()
		defer func() { stop(); <-verified }()
		return g.serve(ctx)
	}
}

// unpack opens a file that a page has brought, as long as ctx lasts: what is packed well
// takes long to read.
func unpack(ctx context.Context, data []byte, limits Limits, reading *memory.Share) (*saved.File, error) {
	return saved.OpenWithin(&heeding{ctx, bytes.NewReader(data)}, limits.Unpacked, reading.Grow)
}

// heeding is a reader that fails once ctx is done. It hands out little at a time, of
// which gzip makes at most a thousand times as much.
type heeding struct {
	ctx context.Context
	in  io.Reader
}

func (h *heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.in.Read(p[:min(len(p), 4<<10)])
}

// maxName bounds what is repeated of the names in a file.
const maxName = 60

// receive takes in the pieces of a file, for which there must be room.
func receive(ctx context.Context, ch *session.Channel, own *memory.Share, most int) ([]byte, error) {
	var data []byte
	for {
		m, err := ch.Next(ctx)
		if err != nil {
			return nil, err
		}
		var piece struct {
			Base64 []byte `json:"base64"`
			Last   bool   `json:"last"`
		}
		if m.Type != "chunk" {
			return nil, fmt.Errorf("message %q before the whole file has come", m.Type)
		}
		if err := m.Into(&piece); err != nil {
			return nil, err
		}
		if len(data)+len(piece.Base64) > most {
			return nil, fmt.Errorf("a file of more than %d MiB is not shown here", most>>20)
		}
		if err := own.Grow(int64(len(data) + len(piece.Base64))); err != nil {
			return nil, err
		}
		if data = append(data, piece.Base64...); piece.Last {
			return data, nil
		}
	}
}

type file struct {
	told   fileData
	speed  float64
	record *ouro.Record // nil of a log
}

// fileData is what the page is told of it.
type fileData struct {
	Kind saved.Kind `json:"kind"`
	Name string     `json:"name"`
	Cut  bool       `json:"cut,omitempty"` // it ends before the game does
}

func (f *file) again() (*ouro.Record, error) {
	if f.record == nil {
		return nil, errors.New("a log holds no solvers that could go on: ask for the position, and play on from there")
	}
	return f.record, nil
}

// Turns a second at which files are shown, as in the terminal.
const (
	battleSpeed = 8
	soloSpeed   = 20
)

// open puts the game of a file on a table.
func open(f *saved.File, store *memory.Store, own *memory.Share) (*table, *file, error) {
	if f.Kind == saved.Record {
		return openRecord(f.Record, store)
	}
	return openLog(f.Log, own)
}

func openRecord(r *ouro.Record, store *memory.Store) (*table, *file, error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	if n := len(deal.Start.Snakes); n != len(r.Seats) {
		return nil, nil, fmt.Errorf("%d solvers for %d snakes", len(r.Seats), n)
	}
	l := &lane{spec: r.Game, seed: r.Seed, recorded: true, length: r.Turns()}
	for i, name := range english.Named(r.Seats, r.Players) {
		s := newSeat(link.Snake{Name: name, Spec: r.Seats[i]}, palette.Snake(i))
		if r.Players != nil {
			s.Address = r.Players[i].Address
		}
		l.seats = append(l.seats, s)
	}
	t := &table{store: store}
	t.add(l, play.WatchRecord(r, deal))
	t.seat([]*play.WatchedGame{l.game})
	speed := float64(soloSpeed)
	if len(l.seats) > 1 {
		speed = battleSpeed
	}
	return t, &file{told: fileData{Kind: saved.Record}, speed: speed, record: r}, nil
}

func openLog(r *wire.LogReader, own *memory.Share) (*table, *file, error) {
	data := own.Bytes()
	log, err := wire.ReadLogWithin(r, func(bytes int) error { return own.Grow(data + int64(bytes)) })
	if err != nil {
		return nil, nil, err
	}
	start := log.At(0)
	l := &lane{recorded: true, length: log.Turns(), spec: ouro.GameSpec{Rules: log.Game.Spec(), W: start.Grid.W, H: start.Grid.H, Snakes: len(log.Players), StartLength: 1}}
	taken := map[string]bool{} // two snakes of one colour could not be told apart
	for i, p := range log.Players {
		s := seat{Name: printable.Short(p.Name, maxName), Color: palette.Snake(i).String()}
		if c := p.Customizations.Color; !taken[c] {
			if _, ok := palette.Parse(c); ok {
				s.Color, taken[c] = c, true
			}
		}
		l.seats = append(l.seats, s)
	}
	t := &table{}
	t.add(l, play.WatchPositions(log, log.Outcome(), nil, log.Took))
	t.seat([]*play.WatchedGame{l.game})
	return t, &file{told: fileData{Kind: saved.Log, Cut: log.Cut}, speed: battleSpeed}, nil
}

// check derives the file again and sends what it finds.
func check(ctx context.Context, ch *session.Channel, kind saved.Kind, data []byte, limits Limits) error {
	told := verifiedData{Kind: kind, Differences: []verify.Difference{}, NotChecked: []string{}}
	err := limits.Store.Verify(ctx, func(reading *memory.Share) error {
		f, err := unpack(ctx, data, limits, reading)
		if err != nil {
			return err
		}
		report, err := verify.Check(ctx, f)
		if err == nil {
			told.Turns, told.More = report.Turns, report.More
			told.Differences = append(told.Differences, report.Differences...)
			told.NotChecked = append(told.NotChecked, report.NotChecked()...)
		}
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		told.Error = inFile(err)
	}
	return ch.Send(ctx, "verified", told)
}

type verifiedData struct {
	Kind        saved.Kind          `json:"kind"`
	Turns       int                 `json:"turns"`       // derived
	Differences []verify.Difference `json:"differences"` // turns, with what is wrong there
	More        int                 `json:"more"`        // differences beyond those
	NotChecked  []string            `json:"notChecked"`
	Error       *session.Error      `json:"error,omitempty"` // it cannot be read so far
}

// heldData is a file that holds no game to show on this channel.
type heldData struct {
	Kind      saved.Kind      `json:"kind"`
	Name      string          `json:"name"`
	Record    string          `json:"record,omitempty"`    // of Snake Hunter, for a channel of that
	Positions []savedPosition `json:"positions,omitempty"` // the first of a list
	More      int             `json:"more,omitempty"`
}

type savedPosition struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// mostPositions of a list are told.
const mostPositions = 1000

// hold takes from a file what is sent of it.
func hold(f *saved.File, name string, own *memory.Share) (heldData, error) {
	held := heldData{Kind: f.Kind, Name: name}
	switch f.Kind {
	case saved.Hunter:
		if err := roster.FromPage(f.Hunter.Drivers...); err != nil {
			return held, err
		}
		text, err := f.Hunter.MarshalText()
		if err != nil {
			return held, err
		}
		held.Record = string(text)
		if err := own.Add(int64(len(text))); err != nil {
			return held, err
		}
		return held, reserve(own, f.Hunter)
	case saved.Positions:
		for _, p := range f.Positions[:min(len(f.Positions), mostPositions)] {
			if err := own.Add(int64(len(p.Text))); err != nil {
				return held, err
			}
			held.Positions = append(held.Positions, savedPosition{p.Line, p.Text})
		}
		held.More = len(f.Positions) - len(held.Positions)
	}
	return held, nil
}

// sendHeld sends it, and for records of Snake Hunter whether they are right.
func sendHeld(ctx context.Context, ch *session.Channel, held heldData, data []byte, limits Limits) error {
	switch held.Kind {
	case saved.Hunter, saved.Positions:
	default:
		if err := check(ctx, ch, held.Kind, data, limits); err != nil {
			return err
		}
		return fmt.Errorf("it holds %s, which are no game to show", held.Kind)
	}
	if err := ch.Send(ctx, "held", held); err != nil || held.Kind != saved.Hunter {
		return err
	}
	return check(ctx, ch, held.Kind, data, limits)
}

// reserve takes room for the snakes of a record that are asked again.
func reserve(own *memory.Share, r *hunter.Record) error {
	start := &ouro.State{Grid: r.Levels[0].Grid, Snakes: make([]ouro.Snake, hunter.MaxSnakes)}
	for i := range hunter.MaxSnakes {
		setup := roster.AtMostProcessors(ouro.Setup{Start: start})
		if err := solvers.Reserve(own, r.Drivers[i%len(r.Drivers)], setup); err != nil {
			return err
		}
	}
	return nil
}
