package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/group"
	"ouro/internal/printable"
)

// talk is a conversation with one process.
type talk struct {
	x     *exam
	cmd   *exec.Cmd
	in    *os.File
	words *group.Tail
	lines chan heard
	over  chan struct{} // closed when nobody listens any more
	ended chan struct{} // closed when the process and what reads of it have ended
	once  sync.Once
	how   error // it exited
	alive chan struct{}

	id      int64  // of the last turn
	playing bool   // a game has begun that has not ended
	stray   string // the last line that was no message
}

// heard is a line, or why it is none.
type heard struct {
	text []byte
	err  error
	at   time.Time
}

// maxStray is how many lines that are no answer are passed over, one after the other.
const maxStray = 1000

// begin starts a process.
func (x *exam) begin() (*talk, error) {
	t := &talk{
		x: x, words: new(group.Tail), lines: make(chan heard, 16),
		over: make(chan struct{}), ended: make(chan struct{}), alive: make(chan struct{}),
	}
	var pipes [3][2]*os.File // read, write
	for i := range pipes {
		var err error
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			return nil, err
		}
	}
	t.cmd = exec.Command(x.words[0], x.words[1:]...) //nolint:noctx // it is killed with its group
	t.cmd.Stdin, t.cmd.Stdout, t.cmd.Stderr = pipes[0][0], pipes[1][1], pipes[2][1]
	t.in = pipes[0][1]
	err := group.Start(t.cmd)
	_, _, _ = pipes[0][0].Close(), pipes[1][1].Close(), pipes[2][1].Close()
	if err != nil {
		_, _, _ = pipes[0][1].Close(), pipes[1][0].Close(), pipes[2][0].Close()
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	var readers sync.WaitGroup
	readers.Go(func() { t.listen(pipes[1][0]) })
	readers.Go(func() { t.words.Read(pipes[2][0]) })
	go func() {
		t.how = t.cmd.Wait()
		close(t.alive)
		group.Kill(t.cmd)
		group.Ended()
		cut := time.AfterFunc(x.cfg.Quick, func() { _, _ = pipes[1][0].Close(), pipes[2][0].Close() }) // whoever has left the group holds them
		readers.Wait()
		cut.Stop()
		_, _, _ = t.in.Close(), pipes[1][0].Close(), pipes[2][0].Close()
		close(t.ended)
	}()
	return t, nil
}

// listen reads what the engine says.
func (t *talk) listen(from *os.File) {
	defer close(t.lines)
	lines := wire.NewLines(from)
	for {
		line, err := lines.Next()
		h := heard{text: bytes.Clone(line), err: err, at: time.Now()}
		if err != nil && !errors.As(err, new(*wire.LongError)) {
			return
		}
		t.x.cfg.Transcript.Said(h.text)
		select {
		case t.lines <- h:
		case <-t.over:
			return
		}
	}
}

// kill ends the process, and waits for that.
func (t *talk) kill() {
	t.once.Do(func() { close(t.over) })
	select {
	case <-t.alive:
	default:
		group.Kill(t.cmd)
	}
	<-t.ended
}

// drop ends the conversation, if there is one.
func (x *exam) drop() {
	if x.talk != nil {
		x.talk.kill()
		x.talk = nil
	}
}

// engine is a process that has said hello.
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
	a, err := t.answer(x.cfg.Hello, "hello", nil, wire.IsHello)
	if err != nil {
		return nil, err
	}
	x.report.Intro = a.Intro
	return t, nil
}

// send writes a line. An engine that does not read it in time has failed.
func (t *talk) send(line []byte) error {
	t.x.cfg.Transcript.Told(line)
	_ = t.in.SetWriteDeadline(time.Now().Add(t.x.cfg.Turn)) // pipes of some systems have none
	if _, err := t.in.Write(line); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return fmt.Errorf("it does not read what it is sent, for %v", t.x.cfg.Turn)
		}
		return t.gone("it reads nothing more")
	}
	return nil
}

// gone tells how a process ended that says nothing more.
func (t *talk) gone(otherwise string) error {
	select {
	case <-t.alive:
		if t.how == nil {
			return errors.New("it exited")
		}
		return fmt.Errorf("it ended: %w", t.how)
	case <-time.After(t.x.cfg.Quick):
		return errors.New(otherwise)
	}
}

// next is the next line, or an error after limit.
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

// silence is that of an engine that should have answered.
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

// refusal is an engine's error in answer to a new game.
type refusal struct{ message string }

func (r *refusal) Error() string {
	return fmt.Sprintf("it says: %s", printable.Short(r.message, 200))
}

// answer is the next message of this kind. What is no message is noted, and so is an
// answer that nobody waits for.
func (t *talk) answer(limit time.Duration, to string, g *ouro.Grid, kind wire.Kind) (wire.Answer, error) {
	until := time.Now().Add(limit)
	for range maxStray {
		h, err := t.next(t.x.ctx, max(time.Until(until), 0), to)
		var silent *silence
		if errors.As(err, &silent) {
			silent.limit = limit
		}
		if err != nil {
			return wire.Answer{}, err
		}
		a, err := t.read(h, g)
		switch {
		case err != nil && a.Kind == kind:
			return a, fmt.Errorf("it wrote %s: %w", printable.Short(string(h.text), 100), err)
		case err != nil: // noted
		case a.Kind == kind:
			return a, nil
		case a.Kind == wire.IsError && a.Move.ID == 0:
			return a, &refusal{a.Message}
		case a.Kind != wire.Unknown && a.Kind != wire.IsBest:
			t.x.note(Once, fmt.Sprintf("while it is asked %s it writes %s", to, printable.Short(string(h.text), 100)))
		}
	}
	return wire.Answer{}, fmt.Errorf("no answer to %s among %d lines", to, maxStray)
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
func (t *talk) move(limit time.Duration, g *ouro.Grid) (d ouro.Dir, at time.Time, err error) {
	until := time.Now().Add(limit)
	for range maxStray {
		h, err := t.next(t.x.ctx, max(time.Until(until), 0), fmt.Sprintf("turn %d", t.id))
		var silent *silence
		if errors.As(err, &silent) {
			silent.limit = limit
		}
		if err != nil {
			return 0, h.at, err
		}
		a, err := t.read(h, g)
		switch {
		case err != nil && a.Kind == wire.IsMove:
			return 0, h.at, fmt.Errorf("it wrote %s: %w", printable.Short(string(h.text), 100), err)
		case err != nil: // noted
		case a.Kind == wire.IsError && (a.Move.ID == t.id || a.Move.ID == 0):
			return 0, h.at, &refusal{a.Message}
		case (a.Kind == wire.IsMove || a.Kind == wire.IsBest) && a.Wrong != nil:
			return 0, h.at, a.Wrong
		case a.Kind == wire.IsMove && a.Move.ID == t.id:
			t.x.report.Turns++
			return a.Move.Dir, h.at, nil
		case a.Kind == wire.Unknown || a.Kind == wire.IsBest && a.Move.ID == t.id:
		default:
			t.x.note(Once, fmt.Sprintf("when it is asked turn %d it writes %s", t.id, printable.Short(string(h.text), 100)))
		}
	}
	return 0, time.Time{}, fmt.Errorf("no answer to turn %d among %d lines", t.id, maxStray)
}

// refused tells whether an engine does not want to play a game.
func refused(err error) bool { return errors.As(err, new(*refusal)) }
