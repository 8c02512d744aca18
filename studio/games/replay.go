package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	"ouro/verify"
)

// Replay returns the kind of channel that shows the game in a file and verifies the file in
// the background. The page first sends the file in parts, chunk {base64, last}. If the
// channel cannot show the file as a game, it sends the contents in "held" and ends.
func Replay(limits Limits) session.Kind {
	limits = limits.withDefaults()
	return func(ctx context.Context, ch *session.Channel) error {
		var args struct {
			Name string `json:"name"`
		}
		if err := ch.Request().Into(&args); err != nil {
			return err
		}
		own := limits.Store.Share() // memory of this channel, besides that of its game
		defer own.Free()
		data, err := receive(ctx, ch, &own, limits.File)
		if err != nil {
			return err
		}
		name := printable.Short(args.Name, maxName)
		var g *game
		var held heldData
		err = limits.Store.Open(ctx, func(reading *memory.Share) error {
			f, err := unpack(ctx, data, limits, reading)
			if err != nil {
				return fileError(err)
			}
			if f.Kind != saved.Record && f.Kind != saved.Log {
				held, err = newHeld(f, name, &own)
				return err
			}
			t, brought, err := open(f, limits.Store, &own)
			if err != nil {
				return fileError(err)
			}
			brought.data.Name = name
			g = newGame(ch, t, limits)
			g.file = brought
			return g.reserveGames()
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
		go func() { defer close(verified); _ = check(ctx, ch, g.file.data.Kind, data, limits) }()
		defer func() { stop(); <-verified }()
		return g.serve(ctx)
	}
}

// unpack opens a file that a page has sent. Reading stops when ctx ends, because even a
// small packed file can take long to read.
func unpack(ctx context.Context, data []byte, limits Limits, reading *memory.Share) (*saved.File, error) {
	return saved.OpenWithin(&contextReader{ctx, bytes.NewReader(data)}, limits.Unpacked, reading.Grow)
}

// contextReader is a reader that fails once ctx is done. It reads at most 4 KiB at a time, because
// gzip can unpack one byte to a thousand, and ctx is checked only between two reads.
type contextReader struct {
	ctx context.Context
	in  io.Reader
}

func (h *contextReader) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.in.Read(p[:min(len(p), 4<<10)])
}

const maxName = 60 // most bytes of a name that a message quotes

// receive returns the file that the page sends in parts. It reserves memory for the file.
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
			return nil, fmt.Errorf("message %q before the end of the file; want chunk", m.Type)
		}
		if err := m.Into(&piece); err != nil {
			return nil, err
		}
		if len(data)+len(piece.Base64) > most {
			return nil, fmt.Errorf("the file is larger than the limit of %d MiB", most>>20)
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
	data   fileData
	speed  float64
	record *ouro.Record // nil for a log
	log    *wire.Log    // nil for a record
}

type fileData struct {
	Kind saved.Kind `json:"kind"`
	Name string     `json:"name"`
	Cut  bool       `json:"cut,omitempty"` // the file ends before the game does
}

func (f *file) recordToRethink() (*ouro.Record, error) {
	if f.record == nil {
		return nil, errors.New("a log does not name its solvers, so other moves cannot be tried: open the position and play from there")
	}
	return f.record, nil
}

// Default speeds in turns a second, the same as in the terminal.
const (
	battleSpeed = 8
	soloSpeed   = 20
)

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
		return nil, nil, fmt.Errorf("the record has %d solvers for %d snakes", len(r.Seats), n)
	}
	l := &lane{spec: r.Game, seed: r.Seed, recorded: true, length: r.Turns()}
	for i, name := range english.NamesOf(r.Seats, r.Players) {
		s := newSeat(link.Snake{Name: name, Spec: r.Seats[i]}, palette.Snake(i))
		if r.Players != nil {
			s.Address = r.Players[i].Address
		}
		l.seats = append(l.seats, s)
	}
	t := &table{store: store}
	t.add(l, play.WatchRecord(r, deal))
	t.startWatch([]*play.WatchedGame{l.game})
	speed := float64(soloSpeed)
	if len(l.seats) > 1 {
		speed = battleSpeed
	}
	return t, &file{data: fileData{Kind: saved.Record}, speed: speed, record: r}, nil
}

func openLog(r *wire.LogReader, own *memory.Share) (*table, *file, error) {
	data := own.Bytes()
	log, err := wire.ReadLogWithin(r, func(bytes int) error { return own.Grow(data + int64(bytes)) })
	if err != nil {
		return nil, nil, err
	}
	start := log.At(0)
	l := &lane{recorded: true, length: log.Turns(), spec: ouro.GameSpec{Rules: log.Game.Spec(), W: start.Grid.W, H: start.Grid.H, Snakes: len(log.Players), StartLength: 1}}
	used := map[string]bool{} // colours of earlier snakes; no two snakes have the same colour
	for i, p := range log.Players {
		s := seat{Name: printable.Short(p.Name, maxName), Color: palette.Snake(i).String()}
		if c := p.Customizations.Color; !used[c] {
			if _, ok := palette.Parse(c); ok {
				s.Color, used[c] = c, true
			}
		}
		l.seats = append(l.seats, s)
	}
	t := &table{}
	t.add(l, play.WatchPositions(log, log.Outcome(), nil, log.Took))
	t.startWatch([]*play.WatchedGame{l.game})
	return t, &file{data: fileData{Kind: saved.Log, Cut: log.Cut}, speed: battleSpeed, log: log}, nil
}

// check derives the file again and sends the result.
func check(ctx context.Context, ch *session.Channel, kind saved.Kind, data []byte, limits Limits) error {
	result := verifiedData{Kind: kind, Differences: []verify.Difference{}, NotChecked: []string{}}
	err := limits.Store.Verify(ctx, func(reading *memory.Share) error {
		f, err := unpack(ctx, data, limits, reading)
		if err != nil {
			return err
		}
		report, err := verify.Check(ctx, f)
		if err == nil {
			result.Turns, result.More = report.Turns, report.More
			result.Differences = append(result.Differences, report.Differences...)
			result.NotChecked = append(result.NotChecked, report.NotChecked()...)
		}
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		result.Error = fileError(err)
	}
	return ch.Send(ctx, "verified", result)
}

type verifiedData struct {
	Kind        saved.Kind          `json:"kind"`
	Turns       int                 `json:"turns"`       // number of derived turns
	Differences []verify.Difference `json:"differences"` // the first differences
	More        int                 `json:"more"`        // number of further differences
	NotChecked  []string            `json:"notChecked"`
	Error       *session.Error      `json:"error,omitempty"` // why the file cannot be read to its end
}

// heldData describes a file that has no game to show on this channel.
type heldData struct {
	Kind      saved.Kind      `json:"kind"`
	Name      string          `json:"name"`
	Record    string          `json:"record,omitempty"`    // a record of Snake Hunter, which another kind of channel plays
	Positions []savedPosition `json:"positions,omitempty"` // the first positions of a list
	More      int             `json:"more,omitempty"`      // number of further positions
}

type savedPosition struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

const maxPositions = 1000 // most positions of a list that are sent

// newHeld returns the contents of a file that has no game for this channel, and reserves memory for
// them.
func newHeld(f *saved.File, name string, own *memory.Share) (heldData, error) {
	held := heldData{Kind: f.Kind, Name: name}
	switch f.Kind {
	case saved.Hunter:
		if err := roster.CheckFromPage(f.Hunter.Drivers...); err != nil {
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
		for _, p := range f.Positions[:min(len(f.Positions), maxPositions)] {
			if err := own.Add(int64(len(p.Text))); err != nil {
				return held, err
			}
			held.Positions = append(held.Positions, savedPosition{p.Line, p.Text})
		}
		held.More = len(f.Positions) - len(held.Positions)
	case saved.Record, saved.Log, saved.Transitions: // nothing of these files is sent
	}
	return held, nil
}

// sendHeld sends the contents of a file. For a record of Snake Hunter, it also sends the
// result of verifying it.
func sendHeld(ctx context.Context, ch *session.Channel, held heldData, data []byte, limits Limits) error {
	switch held.Kind {
	case saved.Hunter, saved.Positions:
	default:
		if err := check(ctx, ch, held.Kind, data, limits); err != nil {
			return err
		}
		return fmt.Errorf("the file has %s, not a game", held.Kind)
	}
	if err := ch.Send(ctx, "held", held); err != nil || held.Kind != saved.Hunter {
		return err
	}
	return check(ctx, ch, held.Kind, data, limits)
}

// reserve reserves memory for the solvers of a Snake Hunter record, because the replay of the record
// asks them again.
func reserve(own *memory.Share, r *hunter.Record) error {
	start := &ouro.State{Grid: r.Levels[0].Grid, Snakes: make([]ouro.Snake, hunter.MaxSnakes)}
	for i := range hunter.MaxSnakes {
		setup := roster.AtMostProcessors(ouro.Setup{Start: start})
		if err := own.Reserve(r.Drivers[i%len(r.Drivers)], setup); err != nil {
			return err
		}
	}
	return nil
}

func fileError(err error) *session.Error {
	text := err.Error()
	return &session.Error{Message: text, Line: number(text, "line"), Column: number(text, "column", "byte")}
}

// number returns the first number that follows one of the words in text, or 0.
func number(text string, words ...string) int {
	fields := strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for i, word := range fields[:max(0, len(fields)-1)] {
		for _, w := range words {
			if n, err := strconv.Atoi(fields[i+1]); err == nil && word == w {
				return n
			}
		}
	}
	return 0
}
