package check

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"ouro/engine/wire"
	"ouro/internal/group"
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

// begin starts a process.
func (x *exam) begin() (*talk, error) {
	t := &talk{
		x: x, words: new(group.Tail), lines: make(chan heard, 16),
		over: make(chan struct{}), ended: make(chan struct{}), alive: make(chan struct{}),
	}
	t.cmd = exec.Command(x.words[0], x.words[1:]...) //nolint:noctx // it is killed with its group
	pipes, err := group.NewPipes(t.cmd)
	if err != nil {
		return nil, err
	}
	if err := pipes.Start(); err != nil {
		return nil, &unstarted{group.Unstarted(x.words[0], err)}
	}
	t.in = pipes.In
	var readers sync.WaitGroup
	readers.Go(func() { t.listen(pipes.Out) })
	readers.Go(func() { t.words.Read(pipes.Err) })
	go func() {
		t.how = t.cmd.Wait()
		close(t.alive)
		group.Kill(t.cmd)
		group.Ended()
		cut := time.AfterFunc(x.cfg.Quick, pipes.CloseOutputs) // whoever has left the group holds them
		readers.Wait()
		cut.Stop()
		pipes.Close()
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

// gone tells how a process ended that says nothing more.
func (t *talk) gone(otherwise string) error {
	select {
	case <-t.alive:
		if t.how == nil {
			return &ended{errors.New("it exited")}
		}
		return &ended{fmt.Errorf("it ended: %w", t.how)}
	case <-time.After(t.x.cfg.Quick):
		return errors.New(otherwise)
	}
}
