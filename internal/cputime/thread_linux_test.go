package cputime_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"ouro/internal/cputime"
)

// lock calls cputime.Lock and unlocks at the end of the test.
func lock(tb testing.TB) *cputime.Thread {
	tb.Helper()
	thread, err := cputime.Lock()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(thread.Unlock)
	return thread
}

// spin works until isDone returns true.
func spin(isDone func() bool) {
	for !isDone() {
		for i := 0; i < 1000; i++ {
			runtime.KeepAlive(i)
		}
	}
}

// TestClockIsOfTheThread: the clock advances while its goroutine works, by no more than the
// time of the process. It does not advance while that goroutine sleeps or others work.
// Another goroutine reads the same time.
func TestClockIsOfTheThread(t *testing.T) {
	const work = 30 * time.Millisecond
	if err := cputime.Check(); err != nil {
		t.Fatal(err)
	}
	thread := lock(t)
	before, _ := cputime.Process()
	spin(func() bool { return thread.Used() >= work })
	after, err := cputime.Process()
	if used := thread.Used(); err != nil || after-before < work || used > after-before+work {
		t.Errorf("the thread has used %v, the process %v: %v", used, after-before, err)
	}
	used := thread.Used()
	var others sync.WaitGroup
	for range 2 {
		others.Go(func() {
			other, err := cputime.Lock()
			if err != nil {
				t.Error(err)
				return
			}
			defer other.Unlock()
			if u := thread.Used(); u < used {
				t.Errorf("another goroutine reads %v, want at least %v", u, used)
			}
			spin(func() bool { return other.Used() >= work })
		})
	}
	others.Wait()
	time.Sleep(work)
	if more := thread.Used() - used; more >= work/2 {
		t.Errorf("the clock runs on by %v while its thread waits", more)
	}
}

// TestLimitOfAThread: work that checks Err or Done stops when the thread has used its time, even on a
// busy machine.
func TestLimitOfAThread(t *testing.T) {
	const limit = 20 * time.Millisecond
	busy(t, 2*runtime.GOMAXPROCS(0))
	thread := lock(t)
	for name, done := range map[string]func(context.Context) bool{
		"Err": func(ctx context.Context) bool { return ctx.Err() != nil },
		"Done": func(ctx context.Context) bool {
			select {
			case <-ctx.Done():
				return true
			default:
				return false
			}
		},
	} {
		from := thread.Used()
		ctx, stop := cputime.WithLimit(t.Context(), thread, from+limit)
		spin(func() bool { return done(ctx) })
		stop()
		// Another goroutine closes Done, and it may have to wait for a processor.
		if used := thread.Used() - from; used < limit || name == "Err" && used > 2*limit {
			t.Errorf("%s: the thread has used %v of %v", name, used, limit)
		}
	}
}

// busy keeps the processors busy with this many goroutines until the end of the test.
func busy(tb testing.TB, n int) {
	tb.Helper()
	stop := make(chan struct{})
	var working sync.WaitGroup
	for range n {
		working.Go(func() {
			for i := 0; ; i++ {
				if i%1000 == 0 {
					select {
					case <-stop:
						return
					default:
					}
				}
			}
		})
	}
	tb.Cleanup(func() {
		close(stop)
		working.Wait()
	})
}

func BenchmarkRead(b *testing.B) {
	thread := lock(b)
	for b.Loop() {
		thread.Used()
	}
}

func BenchmarkErr(b *testing.B) {
	ctx, stop := cputime.WithLimit(b.Context(), lock(b), time.Hour)
	defer stop()
	for b.Loop() {
		if ctx.Err() != nil {
			b.Fatal("it has ended")
		}
	}
}

// BenchmarkLimit measures the overhead of a limit for a decision.
func BenchmarkLimit(b *testing.B) {
	for b.Loop() {
		thread, err := cputime.Lock()
		if err != nil {
			b.Fatal(err)
		}
		_, stop := cputime.WithLimit(b.Context(), thread, time.Hour)
		stop()
		thread.Unlock()
	}
}
