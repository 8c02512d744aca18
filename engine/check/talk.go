package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/printable"
)

// maxStray is the number of lines in a row that are ignored because they are no answer.
const maxStray = 1000

// send writes a line. An engine that does not read it in time has failed.
func (t *talk) send(line []byte) error {
	t.x.cfg.Transcript.Told(line)
	_ = t.In.SetWriteDeadline(time.Now().Add(t.x.cfg.Turn)) // pipes of some systems have none
	if _, err := t.In.Write(line); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("it does not read what it is sent, for %v", t.x.cfg.Turn)
		}
		return t.gone("it reads nothing more")
	}
	return nil
}

// next waits for the next line, up to limit.
func (t *talk) next(ctx context.Context, limit time.Duration, to string) (heard, error) {
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case h, ok := <-t.lines:
		if !ok {
			return h, t.gone("it closed its standard output")
		}
		return h, nil
	case <-late.C:
		return heard{}, &silence{to, limit, t.stray}
	case <-ctx.Done():
		return heard{}, ctx.Err()
	}
}

// silence is the error for an answer that did not come.
type silence struct {
	to    string
	limit time.Duration
	stray string // what it wrote that was no message
}

func (s *silence) Error() string {
	text := fmt.Sprintf("no answer to %s in %v", s.to, s.limit)
	if s.stray != "" {
		text += "; it wrote " + s.stray
	}
	return text
}

// unstarted is the error for a process that could not be started.
type unstarted struct{ error }

// ended is the error for an engine that exited or crashed.
type ended struct{ error }

func (e *ended) Unwrap() error { return e.error }

// refusal is an engine's error in answer to a new game.
type refusal struct{ message string }

func (r *refusal) Error() string {
	return fmt.Sprintf("it says: %s", printable.Short(r.message, 200))
}

// answer is the next message of this kind, of moves that to the last turn, and when it
// came; notes are read on g, unless nil. What is no message is noted, and so is an answer
// that nobody waits for.
func (t *talk) answer(limit time.Duration, to string, kind wire.Kind, g *ouro.Grid) (a wire.Answer, at time.Time, err error) {
	until := time.Now().Add(limit)
	isTurn := kind == wire.IsMove
	for range maxStray {
		h, err := t.next(t.x.ctx, max(time.Until(until), 0), to)
		var silent *silence
		if errors.As(err, &silent) {
			silent.limit = limit
		}
		if err != nil {
			return a, h.at, err
		}
		a, err := t.read(h, g)
		ours := !isTurn || a.Move.ID == t.id
		switch {
		case err != nil && a.Kind == kind:
			return a, h.at, fmt.Errorf("it wrote %s: %w", printable.Short(string(h.text), 100), err)
		case err != nil: // noted
		case a.Kind == wire.IsError && (a.Move.ID == 0 || isTurn && ours):
			return a, h.at, &refusal{a.Message}
		case isTurn && a.Wrong != nil:
			return a, h.at, a.Wrong
		case a.Kind == kind && ours:
			return a, h.at, nil
		case a.Kind != wire.Unknown && (a.Kind != wire.IsBest || !ours):
			t.x.note(Once, fmt.Sprintf("while it is asked %s it writes %s", to, printable.Short(string(h.text), 100)))
		}
	}
	return a, at, fmt.Errorf("no answer to %s among %d lines", to, maxStray)
}

// read understands a line, or notes that it is no message. The error of what is one,
// and has something wrong in it, comes with its kind.
func (t *talk) read(h heard, g *ouro.Grid) (a wire.Answer, err error) {
	if err = h.err; err == nil {
		err = a.Parse(h.text, g)
	}
	if err == nil || h.err == nil && json.Valid(h.text) && a.Kind != wire.Unknown {
		return a, err
	}
	if t.stray = printable.Short(string(h.text), 100); h.err != nil {
		t.stray = err.Error()
	}
	t.x.note(Messages, fmt.Sprintf("it wrote %s (%v)", t.stray, err))
	return wire.Answer{}, err
}

// ask asks a turn and waits for its answer. Notes are read on g, unless nil.
func (t *talk) ask(turn *wire.Turn, limit time.Duration, g *ouro.Grid) (d ouro.Dir, took time.Duration, err error) {
	t.id++
	turn.ID = t.id
	return t.exchange(wire.AppendTurn(nil, turn), limit, g)
}

// exchange sends the turn that has the last id, and waits for its answer.
func (t *talk) exchange(line []byte, limit time.Duration, g *ouro.Grid) (d ouro.Dir, took time.Duration, err error) {
	began := time.Now()
	if err := t.send(line); err != nil {
		return 0, 0, err
	}
	d, at, err := t.move(limit, g)
	return d, at.Sub(began), err
}

// move waits for the answer to the last turn.
func (t *talk) move(limit time.Duration, g *ouro.Grid) (ouro.Dir, time.Time, error) {
	a, at, err := t.answer(limit, fmt.Sprintf("turn %d", t.id), wire.IsMove, g)
	if err == nil {
		t.x.report.Turns++
	}
	return a.Move.Dir, at, err
}

// refused reports whether an engine refuses to play a game.
func refused(err error) bool { return errors.As(err, new(*refusal)) }
