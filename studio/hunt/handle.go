package hunt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ouro/studio/session"
)

// arguments are the fields of all messages; each message uses some of them.
type arguments struct {
	Speed  float64  `json:"speed"`
	Hunter int      `json:"hunter"`
	Do     string   `json:"do"`
	Dir    string   `json:"dir"`
	Tick   int      `json:"tick"`
	On     bool     `json:"on"`
	Turn   int      `json:"turn"`
	Labels []string `json:"labels"`
	What   string   `json:"what"`
}

// handle answers a message. A request that fails is reported, and the game continues.
func (g *game) handle(ctx context.Context, m session.Message) error {
	var s arguments
	err := m.Into(&s)
	if err == nil {
		switch m.Type {
		case "run":
			return g.run(ctx, s.Speed)
		case "pause":
			g.halt()
			return g.sendProgress(ctx)
		case "key":
			return g.sendWhole(ctx)
		case "seek":
			return g.seek(ctx, s.Turn)
		case "take":
			if s.What == "record" {
				return g.sendRecord(ctx)
			}
			err = fmt.Errorf("unknown file %q (known: record)", s.What)
		case "input":
			err = g.input(s)
		case "bot":
			err = g.bot(s)
		case "show":
			g.scores = slices.Contains(s.Labels, "scores")
			g.played.Listen(g.scores)
		default:
			err = fmt.Errorf("unknown message %q (known: run, pause, input, bot, show, seek, key, take)", m.Type)
		}
	}
	if err != nil {
		return g.ch.Fail(ctx, err)
	}
	return nil
}

func (g *game) run(ctx context.Context, speed float64) error {
	most := float64(maxSpeed)
	if g.record == nil && g.seats.hasPerson() {
		most = maxPlayed
	}
	if speed > 0 {
		g.clock.speed = min(max(speed, minSpeed), most)
	}
	if !g.ended && g.err == nil {
		g.clock.start()
	}
	return g.sendProgress(ctx)
}

// seek goes to a tick of a record. A message of the page interrupts it.
func (g *game) seek(ctx context.Context, turn int) error {
	if g.record == nil {
		return g.ch.Fail(ctx, errors.New("only a record can seek, not a running game"))
	}
	turn = min(max(turn, 0), g.record.Ticks())
	for {
		if err := g.step(ctx, turn); err != nil {
			return err
		}
		g.events, g.news = nil, nil // only events at the target are sent
		if g.turn == turn || g.err != nil || g.hasMessage() {
			break
		}
	}
	if g.ended {
		g.clock.stop()
	}
	if err := g.sendWhole(ctx); err != nil {
		return err
	}
	return g.sendProgress(ctx)
}

// hasMessage reports whether a message came, and keeps it.
func (g *game) hasMessage() bool {
	select {
	case m := <-g.ch.In():
		g.next = &m
		return true
	default:
		return false
	}
}

// input schedules an input for its tick.
func (g *game) input(s arguments) error {
	if g.record != nil {
		return errRecorded
	}
	in := input{tick: max(s.Tick, g.turn+1), hunter: s.Hunter, do: s.Do}
	if s.Hunter < 0 || s.Hunter >= len(g.seats.bots) {
		return fmt.Errorf("hunter %d: want 0 to %d", s.Hunter, len(g.seats.bots)-1)
	}
	switch s.Do {
	case "press", "release":
		if err := in.dir.UnmarshalText([]byte(s.Dir)); err != nil {
			return err
		}
	case "bomb", "stop":
	default:
		return fmt.Errorf("unknown input %q (known: press, release, bomb, stop)", s.Do)
	}
	if s.Tick > g.turn+maxAhead {
		return fmt.Errorf("input for tick %d at tick %d: at most %d ticks ahead", s.Tick, g.turn, maxAhead)
	}
	return g.seats.add(in)
}

func (g *game) bot(s arguments) error {
	if g.record != nil {
		return errRecorded
	}
	return g.seats.setBot(s.Hunter, s.On)
}

var errRecorded = errors.New("a record takes no input")
