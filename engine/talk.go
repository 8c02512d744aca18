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

// heard is a message of an engine, or why there is none.
type heard struct {
	wire.Answer
	strange string // the line, if it is of no type of answers
	err     error
}

// maxHeard is how many messages are kept of an engine that speaks before it is asked;
// then it has to wait. maxIgnored is how many are passed over after a question.
const (
	maxHeard   = 16
	maxIgnored = 10000
)

// answers are the types of messages of an engine.
var answers = []wire.Kind{wire.IsMove, wire.IsBest, wire.IsReady, wire.IsHello, wire.IsError}

// aTurn is what is not answered, of messages that have an answer.
const aTurn = "a turn"

// maxAtOnce is what a pipe takes of an engine that has read what came before.
const maxAtOnce = 4 << 10

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
	if _, err := p.In.Write(p.line); err != nil {
		return heard{}, p.failure(to, p.pool.limits.Hello, nil)
	}
	p.strange = ""
	for ignored := 0; ; ignored++ {
		h, ok := <-p.heard
		p.strange = cmp.Or(h.strange, p.strange)
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
	_, err := p.In.Write(p.line)
	return err == nil
}

// ask asks for a move.
func (p *process) ask(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	p.id++
	p.strange = ""
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
		return ouro.Decision{}, p.failure(aTurn, limit, nil)
	}
	done := ctx.Done()
	for ignored := 0; ; {
		select {
		case h, ok := <-p.heard:
			if !ok || h.err != nil {
				return ouro.Decision{}, p.failure(aTurn, limit, h.err)
			}
			if d, answered, err := p.judge(&h, t); answered || err != nil {
				return d, err
			}
			p.strange = cmp.Or(h.strange, p.strange)
			if ignored++; ignored == maxIgnored {
				return ouro.Decision{}, p.failure(aTurn, 0, invalid("it does not answer turn %d, and writes %d other messages", p.id, ignored))
			}
		case <-done:
			done = nil
			p.fuse.Reset(p.pool.limits.Grace)
			p.line = wire.AppendStop(p.line[:0], p.id)
			_, _ = p.In.Write(p.line) // what is broken is heard of
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
	_, _ = p.In.Write(p.line)
}
