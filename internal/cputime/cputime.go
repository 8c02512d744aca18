// Package cputime limits the work of a goroutine by the processor time of its thread. The
// goroutine then does as much on a busy machine as on an idle one, because waiting for a
// processor does not count.
//
// [Lock] locks the calling goroutine to a thread and returns the [Clock] of that thread.
// [WithLimit] returns a context that ends at a reading of the clock. The clock excludes work on
// other threads.
package cputime

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Clock measures the processor time used since its start. Any goroutine may read it.
type Clock interface {
	Used() time.Duration
}

// ErrSpent is the cause of the end of a context whose processor time is used up.
var ErrSpent = errors.New("the processor time is used up")

// WithLimit returns a context that ends when the clock reaches the limit or the parent ends. Err
// of the context reads the clock, because the alarm is late if all processors are busy. Call
// stop when done, before the clock becomes invalid.
func WithLimit(parent context.Context, c Clock, limit time.Duration) (ctx context.Context, stop func()) {
	inner, cancel := context.WithCancelCause(parent)
	l := &limited{Context: inner, clock: c, limit: limit, end: func() { cancel(ErrSpent) }}
	alarm := AfterFunc(c, limit, l.end)
	return l, func() {
		alarm.Stop()
		cancel(nil)
	}
}

// limited is a context with a limit of processor time.
type limited struct {
	context.Context
	clock Clock
	limit time.Duration
	end   func()
}

// Err ends the context if the limit is reached.
func (l *limited) Err() error {
	if err := l.Context.Err(); err != nil {
		return err
	}
	if l.clock.Used() >= l.limit {
		l.end()
	}
	return l.Context.Err()
}

// Alarm calls a function when a clock reaches a given time.
type Alarm struct {
	clock Clock
	at    time.Duration
	call  func()

	mu    sync.Mutex
	over  bool
	timer *time.Timer
}

// Bounds of the wait shortly before the reading is due. Between the bounds, the wait is a
// hundredth of the reading. Without bounds, a clock that stops just before the reading, because
// its thread waits, would be read all the time.
const (
	leastWait = 50 * time.Microsecond
	mostWait  = time.Millisecond
)

// AfterFunc calls f in another goroutine when the clock reaches this reading, unless the alarm
// is stopped before. A thread uses at most a second of processor time in a second of wall-clock
// time, so the alarm waits for the remaining time before it reads the clock again.
func AfterFunc(c Clock, at time.Duration, f func()) *Alarm {
	a := &Alarm{clock: c, at: at, call: f}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timer = time.AfterFunc(a.left(), a.check)
	return a
}

// left returns how long to wait until the next check.
func (a *Alarm) left() time.Duration {
	return max(a.at-a.clock.Used(), leastWait, min(a.at/100, mostWait))
}

// check calls the function, or waits again.
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

// Stop ends the alarm. When Stop returns, the function has returned or will not be called.
func (a *Alarm) Stop() {
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
}

// Check returns an error if this system has no clocks of threads.
func Check() error {
	t, err := Lock()
	if err == nil {
		t.Unlock()
	}
	return err
}
