//go:build !js

package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/group"
	"ouro/internal/printable"
)

// process is a running engine. It is used by one goroutine at a time, but for kill,
// quit and sound.
type process struct {
	pool    *Pool
	command string
	intro   *wire.Intro
	rest    *time.Timer // while nobody uses it

	*group.Process

	id      int64
	line    []byte // is written
	heard   chan heard
	strange string                    // the last line of no type of answers since it was asked
	watch   atomic.Pointer[ouro.Grid] // of notes that are wanted

	fuse *time.Timer // kills the process when it has had its time
	late atomic.Bool // it has

	over  context.Context // ends when nobody listens any more
	leave context.CancelFunc
	gone  chan struct{} // closed when all that belongs to it has ended
}

// start starts a process.
func (p *Pool) start(name string, words []string) (*process, error) {
	one := &process{pool: p, command: name, heard: make(chan heard, maxHeard), gone: make(chan struct{})}
	one.over, one.leave = context.WithCancel(context.Background())
	var err error
	if one.Process, err = group.Run(words, p.limits.Grace, one.listen); err != nil {
		return nil, erred("%v", err)
	}
	one.fuse = time.AfterFunc(time.Hour, func() {
		one.late.Store(true)
		one.kill()
	})
	one.fuse.Stop()
	p.mu.Lock()
	p.all[one] = struct{}{}
	p.started++
	p.mu.Unlock()
	go func() {
		<-one.Gone
		one.fuse.Stop()
		p.ended(one)
		close(one.gone)
	}()
	return one, nil
}

// listen reads what the engine says, until its end or the first line that is none.
func (p *process) listen(out *os.File) {
	defer close(p.heard)
	lines := wire.NewLines(out)
	for {
		var h heard
		line, err := lines.Next()
		switch {
		case err == nil:
			err = h.Parse(line, p.watch.Load())
			if err != nil {
				err = noMessage(line, err)
			} else if !slices.Contains(answers, h.Kind) {
				h.strange = printable.Short(string(line), 80)
			}
		case errors.As(err, new(*wire.LongError)):
			err = invalid("it wrote %v", err)
		default:
			return
		}
		h.err = err
		select {
		case p.heard <- h:
		case <-p.over.Done():
			return
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, out) // so that it does not hang before it is killed
			return
		}
	}
}

// noMessage says of a line that is none what its author most likely did.
func noMessage(line []byte, err error) *Error {
	text, line := printable.Short(string(line), 80), bytes.TrimSpace(line)
	switch {
	case !bytes.HasPrefix(line, []byte("{")):
		return invalid("it wrote %s, which is no message: all else that it prints goes to standard error", text)
	case bytes.HasPrefix(line, []byte("{'")):
		return invalid("it wrote %s, which is no JSON: that has double quotes", text)
	}
	return invalid("it wrote %s: %v", text, err)
}

// sound tells whether the process may be used on.
func (p *process) sound() bool {
	select {
	case <-p.over.Done():
		return false
	case <-p.Exited:
		return false
	default:
		return true
	}
}

// kill ends the process with all that it has started.
func (p *process) kill() {
	p.leave()
	p.Kill()
}

// quit has the process end by itself, and kills it if it does not. It waits for that.
func (p *process) quit() {
	slow := time.AfterFunc(p.pool.limits.Grace, p.kill)
	defer slow.Stop()
	_, _ = p.In.Write(wire.AppendQuit(nil))
	_ = p.In.Close()
	<-p.gone
	p.kill()
}

// failure kills the process, and is what became of a question: what it wrote, or that
// its time is up, or how it ended.
func (p *process) failure(to string, limit time.Duration, wrote error) error {
	overdue := p.late.Load()
	ended := false
	if wrote == nil && !overdue {
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
	case errors.As(wrote, &fault):
	case overdue:
		fault = late("no answer to %s in %v", to, limit)
		switch {
		case p.strange != "":
			fault.What += "; it wrote " + p.strange + ", of a type that answers nothing"
		case to != aTurn:
			fault.What += "; each line has to end, and to be written out at once (flush)"
		}
	case ended && p.How == nil:
		fault = erred("it exited")
	case ended:
		fault = erred("it ended: %v", p.How)
	default:
		fault = erred("it closed its standard output or input")
	}
	return p.lastWords(fault)
}

// lastWords adds what the engine said on standard error.
func (p *process) lastWords(e *Error) *Error {
	e.Words = p.Words.Last()
	return e
}
