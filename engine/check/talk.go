package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/group"
	"ouro/internal/printable"
)

// talk is the conversation with one process of the engine.
type talk struct {
	*group.Process
	x     *exam
	lines chan output
	over  context.Context // ends when the output of the process is no longer read
	leave context.CancelFunc

	id      int64  // ID of the last turn
	playing bool   // a game is in progress
	stray   string // the last line that was not a message
}

// output is a line from an engine, or the error of reading it.
type output struct {
	text []byte
	err  error
	at   time.Time
}

func (x *exam) begin() (*talk, error) {
	t := &talk{x: x, lines: make(chan output, 16)}
	t.over, t.leave = context.WithCancel(context.Background())
	var err error
	if t.Process, err = group.Run(x.words, x.quick(), t.listen); err != nil {
		return nil, &startError{err}
	}
	return t, nil
}

func (t *talk) listen(from *os.File) {
	defer close(t.lines)
	lines := wire.NewLines(from)
	for {
		line, err := lines.Next()
		h := output{text: bytes.Clone(line), err: err, at: time.Now()}
		if err != nil && !errors.As(err, new(*wire.LongError)) {
			return
		}
		t.x.cfg.Transcript.AddAnswer(h.text)
		select {
		case t.lines <- h:
		case <-t.over.Done():
			return
		}
	}
}

func (x *exam) drop() {
	if x.talk != nil {
		x.talk.leave()
		x.talk.Kill()
		<-x.talk.Gone
		x.talk = nil
	}
}

// engine returns the conversation with the current process. If no process is running, engine starts
// one and waits for its answer to hello.
func (x *exam) engine() (*talk, error) {
	if x.talk != nil {
		return x.talk, nil
	}
	t, err := x.begin()
	if err != nil {
		return nil, err
	}
	x.talk = t
	if err := t.send(wire.AppendHello(nil, wire.Hello{Version: wire.Version, Host: "ouro engine --check"})); err != nil {
		return nil, err
	}
	a, _, err := t.answer(x.cfg.Hello, "hello", wire.IsHello, nil)
	if err != nil {
		return nil, err
	}
	x.report.Intro = a.Intro
	return t, nil
}

// maxStray is the number of other lines after which a missing answer is an error.
const maxStray = 1000

// send writes a line. It returns an error if the engine does not read the line in time.
func (t *talk) send(line []byte) error {
	t.x.cfg.Transcript.AddQuestion(line)
	_ = t.In.SetWriteDeadline(time.Now().Add(t.x.cfg.Turn)) // not supported by the pipes of some systems
	if _, err := t.In.Write(line); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("the engine read nothing from standard input for %v", t.x.cfg.Turn)
		}
		return t.endError("the engine stopped reading")
	}
	return nil
}

// next waits up to limit for the next line. question names the message that the line answers.
func (t *talk) next(ctx context.Context, limit time.Duration, question string) (output, error) {
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case h, ok := <-t.lines:
		if !ok {
			return h, t.endError("the engine closed its standard output")
		}
		return h, nil
	case <-late.C:
		return output{}, &timeoutError{question, limit, t.stray}
	case <-ctx.Done():
		return output{}, ctx.Err()
	}
}

type timeoutError struct {
	question string // the message without an answer
	limit    time.Duration
	stray    string // the last line that was not a message
}

func (s *timeoutError) Error() string {
	text := fmt.Sprintf("no answer to %s in %v", s.question, s.limit)
	if s.stray != "" {
		text += "; the engine wrote " + s.stray
	}
	return text
}

type startError struct{ error }

type exitError struct{ error }

func (e *exitError) Unwrap() error { return e.error }

type refusalError struct{ message string }

func (r *refusalError) Error() string {
	return fmt.Sprintf("the engine reports: %s", printable.Short(r.message, 200))
}

// answer returns the next message of this kind, which answers question, and its time of arrival. A
// move must answer the last turn. Notes are parsed for the board g, or ignored if g is nil. Lines
// that are not messages, and unexpected answers, are recorded as faults.
func (t *talk) answer(limit time.Duration, question string, kind wire.Kind, g *ouro.Grid) (a wire.Answer, at time.Time, err error) {
	until := time.Now().Add(limit)
	isTurn := kind == wire.IsMove
	for range maxStray {
		h, err := t.next(t.x.ctx, max(time.Until(until), 0), question)
		var silent *timeoutError
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
			return a, h.at, fmt.Errorf("the engine wrote %s: %w", printable.Short(string(h.text), 100), err)
		case err != nil: // read has recorded the fault
		case a.Kind == wire.IsError && (a.Move.ID == 0 || isTurn && ours):
			return a, h.at, &refusalError{a.Message}
		case isTurn && a.Wrong != nil:
			return a, h.at, a.Wrong
		case a.Kind == kind && ours:
			return a, h.at, nil
		case a.Kind != wire.Unknown && (a.Kind != wire.IsBest || !ours):
			t.x.addFault(AnsweredOnce, fmt.Sprintf("instead of an answer to %s the engine wrote %s", question, printable.Short(string(h.text), 100)))
		}
	}
	return a, at, fmt.Errorf("no answer to %s among %d lines", question, maxStray)
}

// read parses a line. A line that is not a message is recorded as a fault. A message with bad
// content still has its kind.
func (t *talk) read(h output, g *ouro.Grid) (a wire.Answer, err error) {
	if err = h.err; err == nil {
		err = a.Parse(h.text, g)
	}
	if err == nil || h.err == nil && json.Valid(h.text) && a.Kind != wire.Unknown {
		return a, err
	}
	if t.stray = printable.Short(string(h.text), 100); h.err != nil {
		t.stray = err.Error()
	}
	t.x.addFault(Messages, fmt.Sprintf("the engine wrote %s (%v)", t.stray, err))
	return wire.Answer{}, err
}

// ask sends a turn and waits for its answer. Notes are parsed for the board g, or ignored
// if g is nil.
func (t *talk) ask(turn *wire.Turn, limit time.Duration, g *ouro.Grid) (d ouro.Dir, took time.Duration, err error) {
	t.id++
	turn.ID = t.id
	return t.exchange(wire.AppendTurn(nil, turn), limit, g)
}

// exchange sends a line that contains the turn t.id and waits for the answer to that turn.
func (t *talk) exchange(line []byte, limit time.Duration, g *ouro.Grid) (d ouro.Dir, took time.Duration, err error) {
	began := time.Now()
	if err := t.send(line); err != nil {
		return 0, 0, err
	}
	d, at, err := t.move(limit, g)
	return d, at.Sub(began), err
}

func (t *talk) move(limit time.Duration, g *ouro.Grid) (ouro.Dir, time.Time, error) {
	a, at, err := t.answer(limit, fmt.Sprintf("turn %d", t.id), wire.IsMove, g)
	if err == nil {
		t.x.report.Turns++
	}
	return a.Move.Dir, at, err
}

// endError returns an error that describes how the process ended. If the process still runs, the
// text of the error is runningText.
func (t *talk) endError(runningText string) error {
	select {
	case <-t.Exited:
		if t.Err == nil {
			return &exitError{errors.New("the engine exited")}
		}
		return &exitError{fmt.Errorf("the engine ended: %w", t.Err)}
	case <-time.After(t.x.quick()):
		return errors.New(runningText)
	}
}

func isRefusal(err error) bool { return errors.As(err, new(*refusalError)) }
