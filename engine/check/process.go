package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"ouro/engine/wire"
	"ouro/internal/group"
)

// talk is the conversation with one process.
type talk struct {
	*group.Process
	x     *exam
	lines chan output
	over  context.Context // ends when its output is no longer read
	leave context.CancelFunc

	id      int64  // of the last turn
	playing bool   // a game is in progress
	stray   string // the last line that was not a message
}

// output is a line from an engine, or the error instead of one.
type output struct {
	text []byte
	err  error
	at   time.Time
}

func (x *exam) begin() (*talk, error) {
	t := &talk{x: x, lines: make(chan output, 16)}
	t.over, t.leave = context.WithCancel(context.Background())
	var err error
	if t.Process, err = group.Run(x.words, x.cfg.Quick, t.listen); err != nil {
		return nil, &startError{err}
	}
	return t, nil
}

// listen reads the engine's output until its end.
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

// drop kills the process, if there is one.
func (x *exam) drop() {
	if x.talk != nil {
		x.talk.leave()
		x.talk.Kill()
		<-x.talk.Gone
		x.talk = nil
	}
}

// engine returns the conversation with a process that has answered hello, and starts one if
// necessary.
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

// gone returns how the process ended, or an error with the text otherwise if it still runs.
func (t *talk) gone(otherwise string) error {
	select {
	case <-t.Exited:
		if t.How == nil {
			return &exitError{errors.New("it exited")}
		}
		return &exitError{fmt.Errorf("it ended: %w", t.How)}
	case <-time.After(t.x.cfg.Quick):
		return errors.New(otherwise)
	}
}
