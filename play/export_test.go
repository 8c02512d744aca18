package play

import "ouro/internal/cputime"

// Thread is the clock of a thread.
type Thread interface {
	cputime.Clock
	Unlock()
}

// WithThreads is cfg with threads that lock makes, instead of those of the system.
func WithThreads(cfg Config, lock func() Thread) Config {
	cfg.thread = func() (thread, error) { return lock(), nil }
	return cfg
}

// Grace is for who must know when an answer is too late.
const Grace = grace
