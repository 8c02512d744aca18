// Package cputime limits what a goroutine does by the processor time of its thread,
// so that it gets as much done on a busy machine as on a quiet one: the time for
// which it waits for a processor does not count.
//
// [Lock] gives the calling goroutine a thread of its own and that thread's [Clock],
// [WithLimit] a context that ends when the clock says so. What the goroutine has done
// by others, on other threads, the clock does not see.
package cputime

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Clock tells how much processor time was used since a beginning. It is read from
// any goroutine.
type Clock interface {
	Used() time.Duration
}

// ErrSpent is the cause of the end of a context whose processor time is used up.
var ErrSpent = errors.New("the processor time is used up")

// WithLimit is a context that ends when the clock has come to the limit, or with
// the parent. Its Err looks at the clock itself: where all processors are busy, the
// one who is to end it comes late. Stop it when done, before the clock is no longer
// valid.
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

// Err ends the context if that is due.
func (l *limited) Err() error {
	if err := l.Context.Err(); err != nil {
		return err
	}
	if l.clock.Used() >= l.limit {
		l.end()
	}
	return l.Context.Err()
}

// Alarm calls a function when a clock has come to some reading.
type Alarm struct {
	clock Clock
	at    time.Duration
	call  func()

	mu    sync.Mutex
	over  bool
	timer *time.Timer
}

// A clock that is almost there and stands still, as its thread waits, is not looked
// at all the time: the last waits are a hundredth of the whole, within these bounds.
const (
	leastWait = 50 * time.Microsecond
	mostWait  = time.Millisecond
)

// AfterFunc calls f in a goroutine of its own when the clock has come to this
// reading, unless the alarm is stopped before. A thread uses no more than a second
// of its clock in a second, so it looks again after as much time as is left.
func AfterFunc(c Clock, at time.Duration, f func()) *Alarm {
	a := &Alarm{clock: c, at: at, call: f}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timer = time.AfterFunc(a.left(), a.look)
	return a
}

// left is the time until the next look.
func (a *Alarm) left() time.Duration {
	return max(a.at-a.clock.Used(), leastWait, min(a.at/100, mostWait))
}

// look calls the function, or waits on.
func (a *Alarm) look() {
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

// Stop ends the alarm. The function is not called, or has returned, when it returns.
func (a *Alarm) Stop() {
	a.timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
}

// Check is an error that says why there are no clocks of threads here, or nil.
func Check() error {
	t, err := Lock()
	if err == nil {
		t.Unlock()
	}
	return err
}
