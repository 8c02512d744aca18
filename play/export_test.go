package play

import "ouro/internal/cputime"

type Thread interface {
	cputime.Clock
	Unlock()
}

// WithThreads returns cfg with threads that lock provides instead of the system.
func WithThreads(cfg Config, lock func() Thread) Config {
	cfg.thread = func() (thread, error) { return lock(), nil }
	return cfg
}

const Grace = grace
