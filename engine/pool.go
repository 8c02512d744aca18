//go:build !js

package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ouro/engine/wire"
	"ouro/internal/english"
)

// Pool keeps the processes of engines, by command. It is safe for concurrent use.
type Pool struct {
	limits Limits

	mu       sync.Mutex
	commands map[string]*command
	all      map[*process]struct{} // all processes that have not ended
	started  int

	within  context.Context      // context of the callers of Make; nil means no limit
	waiting func(command string) // see Within; may be nil
}

type command struct {
	idle   []*process
	intro  *wire.Intro // the last answer to hello, or nil
	failed int         // failures in a row
	last   error       // the last failure
	when   time.Time   // time of the last failure
}

// maxIdle is the maximum number of idle processes of a command. Most machines have fewer processors.
const maxIdle = 64

// NewPool returns an empty pool. The caller must Close it.
func NewPool(limits Limits) *Pool {
	limits.complete()
	return &Pool{limits: limits, commands: map[string]*command{}, all: map[*process]struct{}{}}
}

// Within sets a context for all calls of [Pool.Make]: they stop waiting for engines when ctx is
// cancelled, but not at its deadline. waiting may be nil; otherwise it is called if a command that
// has never answered does not answer within a second. Close resets both.
func (p *Pool) Within(ctx context.Context, waiting func(command string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.within, p.waiting = ctx, waiting
}

// slowStart is the time after which Within's waiting is called while an engine starts.
const slowStart = time.Second

// context returns the context of a call of Make.
func (p *Pool) context() context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	return cmp.Or(p.within, context.Background())
}

// watchStart calls Within's waiting after a while, unless the command has answered before. The
// caller must call end when the command has answered.
func (p *Pool) watchStart(name string) (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	waiting := p.waiting
	if waiting == nil || p.entry(name).intro != nil {
		return func() {}
	}
	slow := time.AfterFunc(slowStart, func() { waiting(name) })
	return func() { slow.Stop() }
}

// entry returns the state of a command. The caller holds the lock.
func (p *Pool) entry(name string) *command {
	c := p.commands[name]
	if c == nil {
		c = new(command)
		p.commands[name] = c
	}
	return c
}

// get returns an idle process of the command. If there is none, it starts a process and sets
// started.
func (p *Pool) get(ctx context.Context, name string, words []string) (running *process, started bool, err error) {
	p.mu.Lock()
	c := p.entry(name)
	for len(c.idle) > 0 {
		last := len(c.idle) - 1
		idle := c.idle[last]
		c.idle = c.idle[:last]
		idle.idleTimer.Stop()
		if idle.isUsable() {
			p.mu.Unlock()
			return idle, false, nil
		}
	}
	p.mu.Unlock()
	if running, err = p.start(name, words); err != nil {
		return nil, true, err
	}
	end := p.watchStart(name)
	err = running.hello(ctx)
	end()
	if err != nil {
		running.kill()
		return nil, true, err
	}
	p.mu.Lock()
	p.entry(name).intro = running.intro
	p.mu.Unlock()
	return running, true, nil
}

func (p *Pool) put(idle *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, known := p.all[idle]
	c := p.entry(idle.command)
	if !known || !idle.isUsable() || len(c.idle) == maxIdle {
		idle.kill()
		return
	}
	c.idle = append(c.idle, idle)
	idle.idleTimer = time.AfterFunc(p.limits.Idle, func() { p.retire(idle) })
}

func (p *Pool) retire(idle *process) {
	p.mu.Lock()
	c := p.entry(idle.command)
	i := slices.Index(c.idle, idle)
	if i >= 0 {
		c.idle = slices.Delete(c.idle, i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		idle.quit()
	}
}

func (p *Pool) removeProcess(gone *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, gone)
	c := p.entry(gone.command)
	if i := slices.Index(c.idle, gone); i >= 0 {
		c.idle[i].idleTimer.Stop()
		c.idle = slices.Delete(c.idle, i, i+1)
	}
}

// Close ends all processes and waits until they have ended. The pool may be used again.
func (p *Pool) Close() {
	p.mu.Lock()
	var all []*process
	for running := range p.all {
		all = append(all, running)
	}
	for _, c := range p.commands {
		for _, idle := range c.idle {
			idle.idleTimer.Stop()
		}
	}
	clear(p.commands)
	p.within, p.waiting = nil, nil
	p.mu.Unlock()
	var group sync.WaitGroup
	for _, running := range all {
		group.Go(running.quit)
	}
	group.Wait()
}

func (p *Pool) introOf(name string) *wire.Intro {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.entry(name).intro
}

// addFailure returns err, and counts it as a failure of the command unless ctx was cancelled.
func (p *Pool) addFailure(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.entry(name)
	c.failed++
	c.last, c.when = err, time.Now()
	return err
}

func (p *Pool) resetFailures(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entry(name).failed = 0
}

func (p *Pool) checkSuspended(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.entry(name)
	if c.failed < p.limits.Failures || time.Since(c.when) > p.limits.Suspension {
		return nil
	}
	return erredError("the engine is suspended after %s in a row; the last failure: %v", english.Count(c.failed, "failure"), c.last)
}
