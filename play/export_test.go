package play

import "ouro/internal/cputime"

// Thread is the clock of a thread.
type Thread interface {
	cputime.Clock
	Unlock()
}

// WithThreads returns cfg, with lock instead of the system providing the threads.
func WithThreads(cfg Config, lock func() Thread) Config {
	cfg.thread = func() (thread, error) { return lock(), nil }
	return cfg
}

// Grace is exported for tests of late answers.
const Grace = grace
