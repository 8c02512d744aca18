// Package cputime limits the work of a goroutine by the processor time of its thread, so that a
// goroutine does as much work on a busy machine as on an idle one.
//
// [Lock] locks the calling goroutine to a thread and returns the [Clock] of that thread, which
// excludes work on other threads. [WithLimit] returns a context that ends when the clock reaches a
// limit.
package cputime

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Clock measures processor time from its start. Any goroutine may read it.
type Clock interface {
	Used() time.Duration
}

// ErrSpent is the cause of a context that ended because its processor time is used up.
var ErrSpent = errors.New("the processor time is used up")

// WithLimit returns a context that ends when the clock reaches the limit or the parent ends. The
// context's Err reads the clock, because the alarm is late on a busy machine. Call stop when done,
// before the clock becomes invalid.
func WithLimit(parent context.Context, c Clock, limit time.Duration) (ctx context.Context, stop func()) {
	inner, cancel := context.WithCancelCause(parent)
	l := &limited{Context: inner, clock: c, limit: limit, end: func() { cancel(ErrSpent) }}
	alarm := AfterFunc(c, limit, l.end)
	return l, func() {
		alarm.Stop()
		cancel(nil)
	}
}

type limited struct {
	context.Context
	clock Clock
	limit time.Duration
	end   func()
}

func (l *limited) Err() error {
	if err := l.Context.Err(); err != nil {
		return err
	}
	if l.clock.Used() >= l.limit {
		l.end()
	}
	return l.Context.Err()
}

// Alarm calls a function when a clock reaches a time.
type Alarm struct {
	clock Clock
	at    time.Duration
	call  func()

	mu    sync.Mutex
	over  bool
	timer *time.Timer
}

// Bounds of the wait shortly before an alarm is due. Between them, the wait is a hundredth of the
// alarm's time. Without a lower bound, an alarm would read the clock of a waiting thread all the
// time.
const (
	leastWait = 50 * time.Microsecond
	mostWait  = time.Millisecond
)

// AfterFunc calls f in another goroutine when the clock reaches the time at, unless the alarm is
// stopped first. Processor time of a thread never runs faster than wall-clock time, so the alarm
// waits for the remaining time before it reads the clock again.
func AfterFunc(c Clock, at time.Duration, f func()) *Alarm {
	a := &Alarm{clock: c, at: at, call: f}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timer = time.AfterFunc(a.left(), a.check)
	return a
}

// left returns the wait until the next check.
func (a *Alarm) left() time.Duration {
	return max(a.at-a.clock.Used(), leastWait, min(a.at/100, mostWait))
}

// check calls the function if it is due, or waits again.
func (a *Alarm) check() {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.over:
	case a.clock.Used() < a.at:
		a.timer.Reset(a.left())
	default:
		a.over = true
		a.call()
	}
}

// Stop stops the alarm. After it has returned, the function is not running and will not be called.
func (a *Alarm) Stop() {
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
}

// Check returns an error if this system does not measure the processor time of threads.
func Check() error {
	t, err := Lock()
	if err == nil {
		t.Unlock()
	}
	return err
}
