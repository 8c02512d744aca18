package cputime_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"ouro/internal/cputime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// share is the clock of a thread that gets only a part of wall-clock time. If waits is set, the
// thread waits forever once the clock has reached it.
type share struct {
	began time.Time
	part  float64
	waits time.Duration
	reads atomic.Int64
}

func (s *share) Used() time.Duration {
	s.reads.Add(1)
	used := time.Duration(float64(time.Since(s.began)) * s.part)
	if s.waits > 0 {
		return min(used, s.waits)
	}
	return used
}

// TestLimitEndsWithTheClock: whatever part of a processor the thread gets, its context ends
// soon after its clock reaches the limit, and not earlier. Until then the clock is read
// only a few times.
func TestLimitEndsWithTheClock(t *testing.T) {
	const limit = 20 * time.Millisecond
	for _, part := range []float64{1, 0.9, 0.5, 0.1, 0.01} {
		synctest.Test(t, func(t *testing.T) {
			clock := &share{began: time.Now(), part: part}
			ctx, stop := cputime.WithLimit(t.Context(), clock, limit)
			defer stop()
			<-ctx.Done()
			used, reads := clock.Used(), clock.reads.Load()
			if used < limit || used > limit+limit/50 {
				t.Errorf("part %g: the context ends when %v of %v are used", part, used, limit)
			}
			if most := int64(30 + 20/part); reads > most {
				t.Errorf("part %g: %d reads of the clock, want at most %d", part, reads, most)
			}
			if !errors.Is(ctx.Err(), context.Canceled) || !errors.Is(context.Cause(ctx), cputime.ErrSpent) {
				t.Errorf("part %g: the context ends with %v because of %v", part, ctx.Err(), context.Cause(ctx))
			}
		})
	}
}

// TestErrReadsTheClock: Err reports the end at once, even before the alarm does.
func TestErrReadsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := new(manual)
		ctx, stop := cputime.WithLimit(t.Context(), clock, time.Second)
		defer stop()
		child, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		clock.set(time.Second - 1)
		if err := ctx.Err(); err != nil {
			t.Errorf("before the limit: %v", err)
		}
		clock.set(time.Second)
		if err := ctx.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("at the limit: %v", err)
		}
		<-ctx.Done()
		<-child.Done()
	})
}

// manual is a clock that tests set.
type manual struct {
	mu sync.Mutex
	at time.Duration
}

func (m *manual) Used() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

func (m *manual) set(at time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = at
}

// TestLimitOfAThreadThatWaits: the context ends with its parent. Until then the clock is
// rarely read.
func TestLimitOfAThreadThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 20 * time.Millisecond
		clock := &share{began: time.Now(), part: 1, waits: limit - 1}
		parent, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ctx, stop := cputime.WithLimit(parent, clock, limit)
		defer stop()
		<-ctx.Done()
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the context ends with %v", err)
		}
		if n := clock.reads.Load(); n > 10_000 {
			t.Errorf("the clock was read %d times in a second", n)
		}
	})
}

// TestStopped: a stopped context has ended. Its clock is no longer read, and its alarm does
// not call the function.
func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := &share{began: time.Now(), part: 1}
		ctx, stop := cputime.WithLimit(t.Context(), clock, time.Second)
		alarm := cputime.AfterFunc(clock, time.Second, func() { t.Error("a stopped alarm calls its function") })
		stop()
		alarm.Stop()
		alarm.Stop()
		reads := clock.reads.Load()
		if err := ctx.Err(); !errors.Is(err, context.Canceled) || errors.Is(context.Cause(ctx), cputime.ErrSpent) {
			t.Errorf("the context ends with %v because of %v", err, context.Cause(ctx))
		}
		time.Sleep(time.Hour)
		if n := clock.reads.Load(); n != reads {
			t.Errorf("the clock was read %d times after the end", n-reads)
		}
	})
}

// TestAlarmRingsOnce: the alarm calls the function once, and Stop waits for the call to return.
func TestAlarmRingsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rung := 0
		alarm := cputime.AfterFunc(&share{began: time.Now(), part: 0.3}, time.Second, func() { rung++ })
		time.Sleep(time.Hour)
		alarm.Stop()
		if rung != 1 {
			t.Errorf("the function was called %d times", rung)
		}
	})
}
