//go:build !js

package engine

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/buildinfo"
	"ouro/internal/printable"
)

// message is a message from an engine, or the error for a line that is not a message.
type message struct {
	wire.Answer
	unknown string // the line, if its type is not in answers
	err     error
}

// maxQueued is the number of unread messages after which an engine must wait. maxIgnored is the
// number of messages that may come before an answer.
const (
	maxQueued  = 16
	maxIgnored = 10000
)

var answers = []wire.Kind{wire.IsMove, wire.IsBest, wire.IsReady, wire.IsHello, wire.IsError}

// turnText and stopText name these messages to an engine in errors.
const (
	turnText = "a turn"
	stopText = "stop"
)

// pipeRoom is the number of bytes that fit into every empty pipe, so that writing them does not
// block.
const pipeRoom = 4 << 10

func (p *process) hello(ctx context.Context) error {
	p.line = wire.AppendHello(p.line[:0], wire.Hello{Version: wire.Version, Host: host()})
	h, err := p.wait(ctx, "hello", wire.IsHello)
	p.intro = h.Intro
	return err
}

var host = sync.OnceValue(func() string {
	info, _ := debug.ReadBuildInfo()
	return "ouro " + buildinfo.Of(info).Version
})

func (p *process) begin(ctx context.Context, opening []byte) error {
	p.line = append(p.line[:0], opening...)
	_, err := p.wait(ctx, "new", wire.IsReady)
	return err
}

// wait writes the line and waits up to Limits.Hello for an answer of this kind. Errors name the
// message question, which the answer is for.
func (p *process) wait(ctx context.Context, question string, want wire.Kind) (message, error) {
	p.killTimer.Reset(p.pool.limits.Hello)
	defer p.disarm()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			p.kill()
		}
	})()
	if _, err := p.In.Write(p.line); err != nil {
		return message{}, p.failure(question, p.pool.limits.Hello, nil)
	}
	p.unknown = ""
	for ignored := 0; ; ignored++ {
		h, ok := <-p.messages
		p.unknown = cmp.Or(h.unknown, p.unknown)
		switch {
		case !ok || h.err != nil:
			return h, p.failure(question, p.pool.limits.Hello, h.err)
		case h.Kind == want:
			return h, nil
		case h.Kind == wire.IsError && h.Move.ID == 0:
			err := erredError("the engine reports: %s", printable.Short(h.Message, 300))
			err.Refusal = err
			return h, err
		case ignored == maxIgnored:
			return h, p.failure(question, 0, invalidError("the engine did not answer %s but wrote %d other messages", question, ignored))
		}
	}
}

// write writes the line of a turn and reports success. If the line does not fit into the pipe,
// write may block until the engine reads it. After the end of ctx, the engine has Limits.Grace
// to read it.
func (p *process) write(ctx context.Context) bool {
	if len(p.line) > pipeRoom {
		shortened := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			p.killTimer.Reset(p.pool.limits.Grace)
			close(shortened)
		})
		defer func() {
			if !stop() {
				<-shortened // so that the timer is not reset after the method ask has stopped it
			}
		}()
	}
	_, err := p.In.Write(p.line)
	return err == nil
}

func (p *process) ask(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	p.id++
	p.unknown = ""
	turn := wire.Turn{ID: p.id, State: t.State, Nodes: t.Nodes, Watched: t.Trace.On()}
	question, limit := turnText, p.pool.limits.Turn
	if deadline, ok := ctx.Deadline(); ok {
		left := time.Until(deadline)
		limit = max(left, 0) + p.pool.limits.Grace
		turn.Time = float64(engineTime(left)) / float64(time.Millisecond)
	}
	p.watch.Store(nil)
	if turn.Watched {
		p.watch.Store(t.State.Grid)
	}
	p.killTimer.Reset(limit)
	defer p.disarm()
	p.line = wire.AppendTurn(p.line[:0], &turn)
	if !p.write(ctx) {
		return ouro.Decision{}, p.failure(question, limit, nil)
	}
	done := ctx.Done()
	for ignored := 0; ; {
		select {
		case h, ok := <-p.messages:
			if !ok || h.err != nil {
				return ouro.Decision{}, p.failure(question, limit, h.err)
			}
			if d, answered, err := p.handle(&h, t); answered || err != nil {
				return d, err
			}
			p.unknown = cmp.Or(h.unknown, p.unknown)
			if ignored++; ignored == maxIgnored {
				return ouro.Decision{}, p.failure(turnText, 0, invalidError("the engine did not answer turn %d but wrote %d other messages", p.id, ignored))
			}
		case <-done:
			done = nil
			question, limit = stopText, p.pool.limits.Grace
			p.killTimer.Reset(limit)
			p.line = wire.AppendStop(p.line[:0], p.id)
			_, _ = p.In.Write(p.line) // if the write fails, reading fails too
		}
	}
}

// engineTime returns the time limit for an engine, which is less than the remaining time because
// messages take time.
func engineTime(left time.Duration) time.Duration {
	return max(left-min(left/10, time.Millisecond), 10*time.Microsecond)
}

// handle processes a message while a turn waits for its answer. isAnswer is true if the message
// is the answer.
func (p *process) handle(h *message, t ouro.Turn) (d ouro.Decision, isAnswer bool, err error) {
	m := &h.Move
	switch {
	case h.Kind == wire.IsError && (m.ID == p.id || m.ID == 0):
		return d, true, p.withStderr(erredError("the engine reports: %s", printable.Short(h.Message, 300)))
	case h.Kind != wire.IsMove && h.Kind != wire.IsBest || m.ID < p.id:
		return d, false, nil
	case m.ID > p.id:
		return d, false, p.failure("", 0, invalidError("the engine answered turn %d instead of turn %d", m.ID, p.id))
	case h.Wrong != nil:
		return d, false, p.failure("", 0, invalidError("%v", h.Wrong))
	case h.Kind == wire.IsBest:
		t.Offer(m.Dir)
		return d, false, nil
	}
	for _, n := range m.Notes {
		t.Trace.Send(n)
	}
	return ouro.Decision{Dir: m.Dir, Score: m.Score, Depth: m.Depth, Nodes: m.Nodes}, true, nil
}

func (p *process) end() {
	p.killTimer.Reset(p.pool.limits.Grace) // limits the write to an engine that does not read
	defer p.disarm()
	p.line = wire.AppendEnd(p.line[:0], wire.End{})
	_, _ = p.In.Write(p.line)
}
