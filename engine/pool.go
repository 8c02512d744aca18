//go:build !js

package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ouro/engine/wire"
	"ouro/internal/english"
)

// Pool holds processes of engines, by command.
type Pool struct {
	limits Limits

	mu       sync.Mutex
	commands map[string]*command
	all      map[*process]struct{} // that have not ended, used or not
	started  int

	within  context.Context      // of what wants solvers; nil is one that never ends
	waiting func(command string) // unless nil, see Within
}

// command is what a Pool knows of one.
type command struct {
	idle   []*process
	intro  *wire.Intro // what it said last; nil as long as it never did
	failed int         // in a row
	last   error       // of these failures
	when   time.Time   // of it
}

// maxIdle is how many processes of one command are kept: more than there are
// processors on most machines.
const maxIdle = 64

// NewPool is an empty pool. Close it when done.
func NewPool(limits Limits) *Pool {
	limits.complete()
	return &Pool{limits: limits, commands: map[string]*command{}, all: map[*process]struct{}{}}
}

// Within has [Pool.Make] end with ctx, and the engine that it waits for: no other call
// can tell it. Unless waiting is nil it is told of a command that has said nothing yet a
// second after its start, of one that is known never. Close undoes both.
func (p *Pool) Within(ctx context.Context, waiting func(command string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.within, p.waiting = ctx, waiting
}

// silence is how long an engine may start before somebody is told.
const silence = time.Second

// wait is under which context a solver of the command is made, until its end is called.
func (p *Pool) wait(name string) (ctx context.Context, end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ctx, end = p.within, func() {}
	if ctx == nil {
		ctx = context.Background()
	}
	if waiting := p.waiting; waiting != nil && p.of(name).intro == nil {
		slow := time.AfterFunc(silence, func() { waiting(name) })
		end = func() { slow.Stop() }
	}
	return ctx, end
}

// of is what is known of a command; p is locked.
func (p *Pool) of(name string) *command {
	c := p.commands[name]
	if c == nil {
		c = new(command)
		p.commands[name] = c
	}
	return c
}

// get is a process of this command that nobody uses, which is not fresh, or a new one.
func (p *Pool) get(ctx context.Context, name string, words []string) (one *process, fresh bool, err error) {
	p.mu.Lock()
	c := p.of(name)
	for len(c.idle) > 0 {
		last := len(c.idle) - 1
		idle := c.idle[last]
		c.idle = c.idle[:last]
		idle.rest.Stop()
		if idle.sound() {
			p.mu.Unlock()
			return idle, false, nil
		}
	}
	p.mu.Unlock()
	if one, err = p.start(name, words); err != nil {
		return nil, true, err
	}
	if err := one.hello(ctx); err != nil {
		one.kill()
		return nil, true, err
	}
	p.mu.Lock()
	p.of(name).intro = one.intro
	p.mu.Unlock()
	return one, true, nil
}

// put takes a process back.
func (p *Pool) put(idle *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, known := p.all[idle]
	c := p.of(idle.command)
	if !known || !idle.sound() || len(c.idle) == maxIdle {
		idle.kill()
		return
	}
	c.idle = append(c.idle, idle)
	idle.rest = time.AfterFunc(p.limits.Idle, func() { p.retire(idle) })
}

// retire ends a process if still nobody uses it.
func (p *Pool) retire(idle *process) {
	p.mu.Lock()
	c := p.of(idle.command)
	i := slices.Index(c.idle, idle)
	if i >= 0 {
		c.idle = slices.Delete(c.idle, i, i+1)
	}
	p.mu.Unlock()
	if i >= 0 {
		idle.quit()
	}
}

// ended forgets a process.
func (p *Pool) ended(gone *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, gone)
	c := p.of(gone.command)
	if i := slices.Index(c.idle, gone); i >= 0 {
		c.idle[i].rest.Stop()
		c.idle = slices.Delete(c.idle, i, i+1)
	}
}

// Close ends all processes, used or not, and waits for that. The pool may be used
// again.
func (p *Pool) Close() {
	p.mu.Lock()
	var all []*process
	for one := range p.all {
		all = append(all, one)
	}
	for _, c := range p.commands {
		for _, idle := range c.idle {
			idle.rest.Stop()
		}
	}
	clear(p.commands)
	p.within, p.waiting = nil, nil
	p.mu.Unlock()
	var group sync.WaitGroup
	for _, one := range all {
		group.Go(one.quit)
	}
	group.Wait()
}

// introOf is what the command said last of itself.
func (p *Pool) introOf(name string) *wire.Intro {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of(name).intro
}

// fail counts a failure of the command, and is the error of it.
func (p *Pool) fail(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.of(name)
	c.failed++
	c.last, c.when = err, time.Now()
	return err
}

// well ends a row of failures.
func (p *Pool) well(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of(name).failed = 0
}

// givenUp is an error if the command has failed so often that it is left alone.
func (p *Pool) givenUp(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.of(name)
	if c.failed < p.limits.Failures || time.Since(c.when) > p.limits.Rest {
		return nil
	}
	return erred("the engine was given up after %s in a row, the last one: %v", english.Count(c.failed, "failure"), c.last)
}
