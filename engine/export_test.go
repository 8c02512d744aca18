//go:build !js

package engine

import (
	"time"

	"ouro"
)

// ForEngine is what an engine is told of the time that is left.
func ForEngine(left time.Duration) time.Duration { return forEngine(left) }

// Lit tells whether a process would be killed if nothing happens, and prevents it.
func Lit(s ouro.Solver) bool { return s.(*Snake).process.fuse.Stop() }

// Started is how many processes the pool has started.
func (p *Pool) Started() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.started
}

// Running is how many have not ended.
func (p *Pool) Running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all)
}
