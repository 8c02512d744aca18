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
	lines chan heard
	over  context.Context // ends when nobody listens any more
	leave context.CancelFunc

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

// begin starts a process.
func (x *exam) begin() (*talk, error) {
	t := &talk{x: x, lines: make(chan heard, 16)}
	t.over, t.leave = context.WithCancel(context.Background())
	var err error
	if t.Process, err = group.Run(x.words, x.cfg.Quick, t.listen); err != nil {
		return nil, &unstarted{err}
	}
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
		case <-t.over.Done():
			return
		}
	}
}

// drop ends the conversation, if there is one.
func (x *exam) drop() {
	if x.talk != nil {
		x.talk.leave()
		x.talk.Kill()
		<-x.talk.Gone
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
	a, _, err := t.answer(x.cfg.Hello, "hello", wire.IsHello, nil)
	if err != nil {
		return nil, err
	}
	x.report.Intro = a.Intro
	return t, nil
}

// gone reports how a process ended that writes nothing more, or otherwise if it still runs.
func (t *talk) gone(otherwise string) error {
	select {
	case <-t.Exited:
		if t.How == nil {
			return &ended{errors.New("it exited")}
		}
		return &ended{fmt.Errorf("it ended: %w", t.How)}
	case <-time.After(t.x.cfg.Quick):
		return errors.New(otherwise)
	}
}
