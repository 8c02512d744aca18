//go:build !js

package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/buildinfo"
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

	id    int64
	line  []byte // is written
	heard chan heard
	watch atomic.Pointer[ouro.Grid] // of notes that are wanted

	fuse *time.Timer // kills the process when it has had its time
	late atomic.Bool // it has

	over     chan struct{} // closed when nobody listens any more
	overOnce sync.Once
	exited   chan struct{} // closed when the process has, with what it started
	gone     chan struct{} // closed when all that belongs to it has ended
	how      error         // it exited
}

// heard is a message of an engine, or why there is none.
type heard struct {
	wire.Answer
	err error
}

// maxHeard is how many messages are kept of an engine that speaks before it is asked;
// then it has to wait. maxIgnored is how many are passed over after a question.
const (
	maxHeard   = 16
	maxIgnored = 10000
)

// maxAtOnce is what a pipe takes of an engine that has read what came before.
const maxAtOnce = 4 << 10

// start starts a process.
func (p *Pool) start(name string, words []string) (*process, error) {
	one := &process{
		pool: p, command: name, words: new(group.Tail), heard: make(chan heard, maxHeard),
		over: make(chan struct{}), exited: make(chan struct{}), gone: make(chan struct{}),
	}
	var files [3]struct{ ours, theirs *os.File }
	for i := range files {
		r, w, err := os.Pipe()
		if err != nil {
			for _, f := range files[:i] {
				_, _ = f.ours.Close(), f.theirs.Close()
			}
			return nil, fmt.Errorf("cannot start an engine: %w", err)
		}
		if files[i].ours, files[i].theirs = r, w; i == 0 {
			files[i].ours, files[i].theirs = w, r
		}
	}
	one.cmd = exec.Command(words[0], words[1:]...) //nolint:noctx // it outlives the call
	one.cmd.Stdin, one.cmd.Stdout, one.cmd.Stderr = files[0].theirs, files[1].theirs, files[2].theirs
	err := group.Start(one.cmd)
	for _, f := range files {
		_ = f.theirs.Close()
		if err != nil {
			_ = f.ours.Close()
		}
	}
	if err != nil {
		return nil, erred("cannot start the engine: %v", err)
	}
	one.in, one.out = files[0].ours, files[1].ours
	one.fuse = time.AfterFunc(time.Hour, func() {
		one.late.Store(true)
		one.kill()
	})
	one.fuse.Stop()
	p.mu.Lock()
	p.all[one] = struct{}{}
	p.started++
	p.mu.Unlock()
	one.attend(files[2].ours)
	return one, nil
}

// attend starts what goes on beside the process: reading both of its outputs, and
// waiting for its end.
func (p *process) attend(stderr *os.File) {
	var readers sync.WaitGroup
	readers.Go(p.listen)
	readers.Go(func() { p.words.Read(stderr) })
	go func() {
		p.how = p.cmd.Wait()
		group.Kill(p.cmd) // all that it has started, which may hold its pipes
		group.Ended()
		close(p.exited)
		// Whoever has left the group too is not waited for.
		cut := time.AfterFunc(p.pool.limits.Grace, func() { _, _ = p.out.Close(), stderr.Close() })
		readers.Wait()
		cut.Stop()
		p.fuse.Stop()
		_, _, _ = p.in.Close(), p.out.Close(), stderr.Close()
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
				err = invalid("it wrote %s: %v", printable.Short(string(line), 80), err)
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

// hello opens the conversation.
func (p *process) hello(ctx context.Context) error {
	p.line = wire.AppendHello(p.line[:0], wire.Hello{Version: wire.Version, Host: host()})
	h, err := p.wait(ctx, "hello", wire.IsHello)
	p.intro = h.Intro
	return err
}

// host is who asks.
var host = sync.OnceValue(func() string {
	info, _ := debug.ReadBuildInfo()
	return "ouro " + buildinfo.Of(info).Version
})

// begin tells of a new game.
func (p *process) begin(ctx context.Context, opening []byte) error {
	p.line = append(p.line[:0], opening...)
	_, err := p.wait(ctx, "new", wire.IsReady)
	return err
}

// wait writes the line, and waits for an answer that is due soon, whatever a turn may
// take.
func (p *process) wait(ctx context.Context, to string, want wire.Kind) (heard, error) {
	p.fuse.Reset(p.pool.limits.Hello)
	defer p.fuse.Stop()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			p.kill()
		}
	})()
	if _, err := p.in.Write(p.line); err != nil {
		return heard{}, p.failure(to, p.pool.limits.Hello, nil)
	}
	for ignored := 0; ; ignored++ {
		h, ok := <-p.heard
		switch {
		case !ok || h.err != nil:
			return h, p.failure(to, p.pool.limits.Hello, h.err)
		case h.Kind == want:
			return h, nil
		case h.Kind == wire.IsError && h.Move.ID == 0:
			err := erred("the engine says: %s", printable.Short(h.Message, 300))
			err.Unwilling = err
			return h, err
		case ignored == maxIgnored:
			return h, p.failure(to, 0, invalid("it does not answer %s, and writes %d other messages", to, ignored))
		}
	}
}

// write writes the line of a turn. One that may be too long for a pipe waits for the
// engine to read it: then the fuse is there, and the end of ctx leaves only a moment.
func (p *process) write(ctx context.Context) bool {
	if len(p.line) > maxAtOnce {
		shorter := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			p.fuse.Reset(p.pool.limits.Grace)
			close(shorter)
		})
		defer func() {
			if !stop() {
				<-shorter // so that the fuse is not lit when it is out
			}
		}()
	}
	_, err := p.in.Write(p.line)
	return err == nil
}

// ask asks for a move.
func (p *process) ask(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	p.id++
	turn := wire.Turn{ID: p.id, State: t.State, Nodes: t.Nodes, Watched: t.Trace.On()}
	limit := p.pool.limits.Turn
	if deadline, ok := ctx.Deadline(); ok {
		left := time.Until(deadline)
		limit = max(left, 0) + p.pool.limits.Grace
		turn.Time = float64(forEngine(left)) / float64(time.Millisecond)
	}
	p.watch.Store(nil)
	if turn.Watched {
		p.watch.Store(t.State.Grid)
	}
	p.fuse.Reset(limit)
	defer p.fuse.Stop()
	p.line = wire.AppendTurn(p.line[:0], &turn)
	if !p.write(ctx) {
		return ouro.Decision{}, p.failure("a turn", limit, nil)
	}
	done := ctx.Done()
	for ignored := 0; ; {
		select {
		case h, ok := <-p.heard:
			if !ok || h.err != nil {
				return ouro.Decision{}, p.failure("a turn", limit, h.err)
			}
			if d, answered, err := p.judge(&h, t); answered || err != nil {
				return d, err
			}
			if ignored++; ignored == maxIgnored {
				return ouro.Decision{}, p.failure("a turn", 0, invalid("it does not answer turn %d, and writes %d other messages", p.id, ignored))
			}
		case <-done:
			done = nil
			p.fuse.Reset(p.pool.limits.Grace)
			p.line = wire.AppendStop(p.line[:0], p.id)
			_, _ = p.in.Write(p.line) // what is broken is heard of
		}
	}
}

// forEngine is what an engine is told of the time that is left: the way takes some.
func forEngine(left time.Duration) time.Duration {
	return max(left-min(left/10, time.Millisecond), 10*time.Microsecond)
}

// judge is the answer to the question, if this is it.
func (p *process) judge(h *heard, t ouro.Turn) (d ouro.Decision, answered bool, err error) {
	m := &h.Move
	switch {
	case h.Kind == wire.IsError && (m.ID == p.id || m.ID == 0):
		return d, true, p.lastWords(erred("the engine says: %s", printable.Short(h.Message, 300)))
	case h.Kind != wire.IsMove && h.Kind != wire.IsBest || m.ID < p.id:
		return d, false, nil
	case m.ID > p.id:
		return d, false, p.failure("", 0, invalid("it answers turn %d, and was asked turn %d", m.ID, p.id))
	case h.Wrong != nil:
		return d, false, p.failure("", 0, invalid("%v", h.Wrong))
	case h.Kind == wire.IsBest:
		t.Offer(m.Dir)
		return d, false, nil
	}
	for _, n := range m.Notes {
		t.Trace.Send(n)
	}
	return ouro.Decision{Dir: m.Dir, Score: m.Score, Depth: m.Depth, Nodes: m.Nodes}, true, nil
}

// end tells that the game is over.
func (p *process) end() {
	p.fuse.Reset(p.pool.limits.Grace) // if nobody reads
	defer p.fuse.Stop()
	p.line = wire.AppendEnd(p.line[:0], wire.End{})
	_, _ = p.in.Write(p.line)
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
