//go:build !js

package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/group"
	"ouro/internal/printable"
	"ouro/play"
)

// process is a running engine. Only one goroutine at a time may use it, but any goroutine
// may call kill, quit and isUsable.
type process struct {
	pool      *Pool
	command   string
	intro     *wire.Intro
	idleTimer *time.Timer // ends the process if it is idle for too long

	*group.Process

	id       int64
	line     []byte // buffer of the next line to write
	messages chan message
	unknown  string                    // the last line that was not an answer; "" after each message to the engine
	watch    atomic.Pointer[ouro.Grid] // board for which notes are parsed; nil to ignore notes

	killTimer *time.Timer // kills the process at the deadline of its answer
	late      atomic.Bool // killTimer has killed the process

	over  context.Context // ends when the output is no longer read
	leave context.CancelFunc
	gone  chan struct{} // closed when the process and its readers have ended
}

func (p *Pool) start(name string, words []string) (*process, error) {
	one := &process{pool: p, command: name, messages: make(chan message, maxQueued), gone: make(chan struct{})}
	one.over, one.leave = context.WithCancel(context.Background())
	var err error
	if one.Process, err = group.Run(words, p.limits.Grace, one.listen); err != nil {
		return nil, erredError("%v", err)
	}
	one.killTimer = time.AfterFunc(time.Hour, func() {
		one.late.Store(true)
		one.kill()
	})
	one.killTimer.Stop()
	p.mu.Lock()
	p.all[one] = struct{}{}
	p.started++
	p.mu.Unlock()
	go func() {
		<-one.Gone
		p.removeProcess(one)
		close(one.gone)
	}()
	return one, nil
}

// listen parses the engine's output until its end or the first line that is not a message.
func (p *process) listen(out *os.File) {
	defer close(p.messages)
	lines := wire.NewLines(out)
	for {
		var h message
		line, err := lines.Next()
		switch {
		case err == nil:
			err = h.Parse(line, p.watch.Load())
			if err != nil {
				err = parseError(line, err)
			} else if !slices.Contains(answers, h.Kind) {
				h.unknown = printable.Short(string(line), 80)
			}
		case errors.As(err, new(*wire.LongError)):
			err = invalidError("the engine wrote %v", err)
		default:
			return
		}
		h.err = err
		select {
		case p.messages <- h:
		case <-p.over.Done():
			return
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, out) // so that the engine does not block before it is killed
			return
		}
	}
}

func parseError(line []byte, err error) *Error {
	text, line := printable.Short(string(line), 80), bytes.TrimSpace(line)
	switch {
	case !bytes.HasPrefix(line, []byte("{")):
		return invalidError("the engine wrote %s, which is not a message: print everything else to standard error", text)
	case bytes.HasPrefix(line, []byte("{'")):
		return invalidError("the engine wrote %s, which is not JSON: use double quotes", text)
	}
	return invalidError("the engine wrote %s: %v", text, err)
}

// isUsable reports whether the process can still receive messages.
func (p *process) isUsable() bool {
	select {
	case <-p.over.Done():
		return false
	case <-p.Exited:
		return false
	default:
		return true
	}
}

func (p *process) kill() {
	p.leave()
	p.Kill()
}

// disarm stops killTimer. If killTimer has already fired, disarm itself kills the process and marks
// it as late, because killTimer may not have done so yet.
func (p *process) disarm() {
	if !p.killTimer.Stop() {
		p.late.Store(true)
		p.kill()
	}
}

// quit asks the process to exit, and waits until it has ended. After Limits.Grace it kills the
// process.
func (p *process) quit() {
	slow := time.AfterFunc(p.pool.limits.Grace, p.kill)
	defer slow.Stop()
	_, _ = p.In.Write(wire.AppendQuit(nil))
	_ = p.In.Close()
	<-p.gone
	p.kill()
}

// failure kills the process and returns the reason why question has no answer: bad output
// (outputErr), a missed deadline, or the end of the process.
func (p *process) failure(question string, limit time.Duration, outputErr error) error {
	overdue := p.late.Load()
	ended := false
	if outputErr == nil && !overdue {
		select {
		case <-p.Exited:
			ended = true
		case <-time.After(p.pool.limits.Grace / 2):
		}
	}
	p.kill()
	<-p.gone
	var fault *Error
	switch {
	case errors.As(outputErr, &fault):
	case overdue:
		fault = lateError("no answer to %s in %v", question, limit)
		switch {
		case p.unknown != "":
			fault.What += "; the engine wrote " + p.unknown + ", which is not an answer"
		case question != turnText && question != stopText:
			fault.What += "; end each line with a newline and flush it at once"
		}
	case ended && p.Err == nil:
		fault = erredError("the engine exited")
	case ended:
		fault = erredError("the engine ended: %v", p.Err)
	default:
		fault = erredError("the engine closed its standard output or input")
	}
	return p.withStderr(fault)
}

// withStderr adds the last lines from the engine's standard error to e.
func (p *process) withStderr(e *Error) *Error {
	e.Stderr = p.Stderr.Last()
	return e
}

// Error is a fault of an engine. errors.As converts it to a *play.Fault.
type Error struct {
	Kind    ouro.Fault // Late, Invalid or Erred
	What    string
	Stderr  string // the last lines that the engine wrote to standard error
	Refusal error  // why the engine cannot play this game, or nil; a refusal is not a failure
}

func (e *Error) Error() string {
	if e.Stderr == "" {
		return e.What
	}
	return fmt.Sprintf("%s; standard error: %s", e.What, e.Stderr)
}

func (e *Error) As(target any) bool {
	m, ok := target.(**play.Fault)
	if ok {
		*m = &play.Fault{Kind: e.Kind, Detail: e.Error(), Cause: e}
	}
	return ok
}

func lateError(format string, args ...any) *Error {
	return &Error{Kind: ouro.Late, What: fmt.Sprintf(format, args...)}
}

func invalidError(format string, args ...any) *Error {
	return &Error{Kind: ouro.Invalid, What: fmt.Sprintf(format, args...)}
}

func erredError(format string, args ...any) *Error {
	return &Error{Kind: ouro.Erred, What: fmt.Sprintf(format, args...)}
}
