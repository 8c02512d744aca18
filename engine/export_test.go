//go:build !js

package engine

import (
	"time"

	"ouro"
)

func EngineTime(left time.Duration) time.Duration { return engineTime(left) }

func StopTimer(s ouro.Solver) bool { return s.(*Solver).process.killTimer.Stop() }

func (p *Pool) SetGrace(d time.Duration) { p.limits.Grace = d }

func (p *Pool) WatchStart(command string) (end func()) { return p.watchStart(command) }

func (p *Pool) Started() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.started
}

func (p *Pool) Running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all)
}

// Expire makes the deadline of every pending turn pass now.
func (p *Pool) Expire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for one := range p.all {
		if one.killTimer.Stop() {
			one.killTimer.Reset(0)
		}
	}
}
