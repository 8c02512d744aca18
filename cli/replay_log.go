package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/picture"
)

// gameFilm is a game log of the official engine. Positions are read from its
// text when they are asked for. Such a log does not say of what snakes died.
type gameFilm struct {
	cast
	game   wire.Game
	result wire.Result
	ids    []string     // of the snakes, by seat: in the order of the first frame
	dead   []ouro.Snake // by seat, as they will be at the end; others are alive

	frames [][]byte // the lines
	at     int      // of the frame that was read last
	frame  *wire.Request
}

func (o *replayOptions) runLog(ctx context.Context, stdio IO, text []byte) error {
	f, err := readGameFilm(text)
	if err != nil {
		return err
	}
	first, last := f.At(0).Turn, f.At(f.Turns())
	switch {
	case o.turn >= 0:
		if o.turn < first || o.turn > last.Turn {
			return usagef("--turn %d: the log has turns %d to %d", o.turn, first, last.Turn)
		}
		_, err := io.WriteString(stdio.Out, picture.Of(f.At(o.turn-first)))
		return err
	case o.watch:
		return o.watchBattle(ctx, stdio, f.cast, f.title(last.Grid)+" · a log", &battleScreen{
			cast: f.cast, positions: f, took: f.took,
			incidents: func() []ouro.Incident { return nil },
			over:      func() (ouro.Outcome, bool) { return f.outcome(), true },
		})
	case o.viewer.on():
		return o.serveLog(ctx, stdio, f, last.Grid)
	case o.json:
		return f.json(stdio.Out, last)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, game %s: %s after %s\n", f.title(last.Grid), f.game.ID, f.cast.outcome(f.outcome()), english.Count(last.Turn, "turn"))
	if err := f.table(&b, last); err != nil {
		return err
	}
	_, err = io.WriteString(stdio.Out, b.String())
	return err
}

// readGameFilm reads and checks a whole log.
func readGameFilm(text []byte) (*gameFilm, error) {
	l, err := wire.NewLogReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	f := &gameFilm{game: *l.Game(), at: -1}
	lines := bytes.Split(text, []byte("\n"))
	var before *wire.Request
	for {
		frame, err := l.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if before == nil {
			f.enlist(frame)
		}
		if err := f.follow(before, frame); err != nil {
			return nil, fmt.Errorf("game log: line %d: %w", l.Line(), err)
		}
		f.frames = append(f.frames, lines[l.Line()-1])
		before = frame
	}
	f.result = l.Result()
	return f, nil
}

// enlist gives the snakes of the first frame their seats.
func (f *gameFilm) enlist(frame *wire.Request) {
	for i := range frame.Board.Snakes {
		sn := &frame.Board.Snakes[i]
		f.ids = append(f.ids, sn.ID)
		f.add(sn.Name, sn.Customizations.Color)
	}
	f.dead = make([]ouro.Snake, len(f.ids))
}

// follow notes who is gone in a frame.
func (f *gameFilm) follow(before, frame *wire.Request) error {
	if before == nil {
		return nil
	}
	for i := range frame.Board.Snakes {
		id := frame.Board.Snakes[i].ID
		if !slices.ContainsFunc(before.Board.Snakes, func(sn wire.Snake) bool { return sn.ID == id }) {
			return fmt.Errorf("snake %q was not there a turn before", id)
		}
	}
	if len(frame.Board.Snakes) == len(before.Board.Snakes) {
		return nil
	}
	s, _, err := before.State()
	if err != nil {
		return err
	}
	for i := range before.Board.Snakes {
		id := before.Board.Snakes[i].ID
		if slices.ContainsFunc(frame.Board.Snakes, func(sn wire.Snake) bool { return sn.ID == id }) {
			continue
		}
		gone := s.Snakes[i]
		gone.Cause, gone.Died = unknownCause, frame.Turn
		f.dead[slices.Index(f.ids, id)] = gone
	}
	return nil
}

// Turns is the number of turns after the first frame.
func (f *gameFilm) Turns() int { return len(f.frames) - 1 }

// At is the position of frame i, with every snake in its seat.
func (f *gameFilm) At(i int) *ouro.State {
	if i != f.at {
		frame, err := wire.ParseRequest(f.frames[i])
		if err != nil {
			panic(err) // the same line was read before
		}
		f.at, f.frame = i, frame
	}
	s, _, err := f.frame.State()
	if err != nil {
		panic(err)
	}
	snakes := slices.Clone(f.dead)
	for k := range f.frame.Board.Snakes {
		snakes[slices.Index(f.ids, f.frame.Board.Snakes[k].ID)] = s.Snakes[k]
	}
	s.Snakes = snakes
	return s
}

// took is the latency of an answer as the log has it.
func (f *gameFilm) took(i, seat int) time.Duration {
	if i != f.at {
		f.At(i)
	}
	for k := range f.frame.Board.Snakes {
		if sn := &f.frame.Board.Snakes[k]; sn.ID == f.ids[seat] {
			d, _ := sn.ResponseTime()
			return d
		}
	}
	return 0
}

// outcome is the result of the log.
func (f *gameFilm) outcome() ouro.Outcome {
	winner := slices.Index(f.ids, f.result.WinnerID)
	switch {
	case winner >= 0:
		return ouro.Outcome{Ending: ouro.Won, Winner: winner}
	case f.result.IsDraw:
		return ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}
	}
	return ouro.Outcome{Ending: ouro.Died, Winner: ouro.NoSeat}
}

func (f *gameFilm) title(g *ouro.Grid) string { return ruleTitle(f.game.Spec(), g) }

func (f *gameFilm) json(w io.Writer, last *ouro.State) error {
	return encodeJSON(w, struct {
		Schema int        `json:"schema"`
		Rules  string     `json:"rules"`
		Board  string     `json:"board"`
		ID     string     `json:"id"`
		Turns  int        `json:"turns"`
		Winner string     `json:"winner"`
		Draw   bool       `json:"draw"`
		Snakes []snakeDoc `json:"snakes"`
	}{1, f.game.Spec().String(), last.Grid.String(), f.game.ID, last.Turn, f.result.WinnerName, f.result.IsDraw, f.docs(nil, last)})
}

// serveLog serves a log to the official board.
func (o *replayOptions) serveLog(ctx context.Context, stdio IO, f *gameFilm, g *ouro.Grid) error {
	m := &wire.Match{Game: f.game, Players: make([]wire.Player, len(f.ids))}
	f.At(0)
	for seat := range m.Players {
		sn := &f.frame.Board.Snakes[seat]
		p := &m.Players[seat]
		p.ID, p.Name, p.Squad, p.Customizations = sn.ID, sn.Name, sn.Squad, sn.Customizations
	}
	return o.serve(ctx, stdio, m, g, func(show func(wire.ViewEvent) error) error {
		for i := range f.frames {
			s := f.At(i)
			for seat := range m.Players {
				m.Report(seat, wire.Reply{Latency: f.took(i, seat), Status: 200})
			}
			if err := show(m.FrameEvent(s)); err != nil {
				return err
			}
		}
		return nil
	})
}
