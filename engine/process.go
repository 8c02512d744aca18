//go:build !js

package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
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

	cmd   *exec.Cmd
	in    *os.File // its standard input
	out   *os.File
	words *group.Tail // of its standard error

	id      int64
	line    []byte // is written
	heard   chan heard
	strange string                    // the last line of no type of answers since it was asked
	watch   atomic.Pointer[ouro.Grid] // of notes that are wanted

	fuse *time.Timer // kills the process when it has had its time
	late atomic.Bool // it has

	over     chan struct{} // closed when nobody listens any more
	overOnce sync.Once
	exited   chan struct{} // closed when the process has, with what it started
	gone     chan struct{} // closed when all that belongs to it has ended
	how      error         // it exited
}

// start starts a process.
func (p *Pool) start(name string, words []string) (*process, error) {
	one := &process{
		pool: p, command: name, words: new(group.Tail), heard: make(chan heard, maxHeard),
		over: make(chan struct{}), exited: make(chan struct{}), gone: make(chan struct{}),
	}
	one.cmd = exec.Command(words[0], words[1:]...) //nolint:noctx // it outlives the call
	pipes, err := group.NewPipes(one.cmd)
	if err != nil {
		return nil, fmt.Errorf("cannot start an engine: %w", err)
	}
	if err := pipes.Start(); err != nil {
		return nil, erred("%v", group.Unstarted(words[0], err))
	}
	one.in, one.out = pipes.In, pipes.Out
	one.fuse = time.AfterFunc(time.Hour, func() {
		one.late.Store(true)
		one.kill()
	})
	one.fuse.Stop()
	p.mu.Lock()
	p.all[one] = struct{}{}
	p.started++
	p.mu.Unlock()
	one.attend(pipes)
	return one, nil
}

// attend starts what goes on beside the process: reading both of its outputs, and
// waiting for its end.
func (p *process) attend(pipes *group.Pipes) {
	var readers sync.WaitGroup
	readers.Go(p.listen)
	readers.Go(func() { p.words.Read(pipes.Err) })
	go func() {
		p.how = p.cmd.Wait()
		group.Kill(p.cmd) // all that it has started, which may hold its pipes
		group.Ended()
		close(p.exited)
		// Whoever has left the group too is not waited for.
		cut := time.AfterFunc(p.pool.limits.Grace, pipes.CloseOutputs)
		readers.Wait()
		cut.Stop()
		p.fuse.Stop()
		pipes.Close()
		p.pool.ended(p)
		close(p.gone)
	}()
}

// listen reads what the engine says, until its end or the first line that is none.
func (p *process) listen() {
	defer close(p.heard)
	lines := wire.NewLines(p.out)
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
		case <-p.over:
			return
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, p.out) // so that it does not hang before it is killed
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
	case <-p.over:
		return false
	case <-p.exited:
		return false
	default:
		return true
	}
}

// kill ends the process with all that it has started.
func (p *process) kill() {
	p.overOnce.Do(func() {
		close(p.over)
		select {
		case <-p.exited: // its number may be another's
		default:
			group.Kill(p.cmd)
		}
	})
}

// quit has the process end by itself, and kills it if it does not. It waits for that.
func (p *process) quit() {
	slow := time.AfterFunc(p.pool.limits.Grace, p.kill)
	defer slow.Stop()
	_, _ = p.in.Write(wire.AppendQuit(nil))
	_ = p.in.Close()
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
		case <-p.exited:
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
	case ended && p.how == nil:
		fault = erred("it exited")
	case ended:
		fault = erred("it ended: %v", p.how)
	default:
		fault = erred("it closed its standard output or input")
	}
	return p.lastWords(fault)
}

// lastWords adds what the engine said on standard error.
func (p *process) lastWords(e *Error) *Error {
	e.Words = p.words.Last()
	return e
}
