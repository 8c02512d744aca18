package server

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// computeMoves lets n moves with the same limit share k cores. A new move arrives after every gap,
// and each computes as long as it may. computeMoves returns how long each move computed.
func computeMoves(t *testing.T, k, n int, limit, gap time.Duration) []time.Duration {
	t.Helper()
	c := newCores(k)
	thought := make([]time.Duration, n)
	var wg sync.WaitGroup
	for i := range n {
		deadline := time.Now().Add(limit)
		wg.Go(func() {
			ctx, cancel := context.WithDeadline(t.Context(), deadline)
			defer cancel()
			thinking, st, err := c.enter(ctx, deadline, i)
			if err != nil {
				t.Errorf("move %d of %d got no core: %v", i, n, err)
				return
			}
			defer c.leave(st)
			began := time.Now()
			<-thinking.Done()
			thought[i] = time.Since(began)
			if late := time.Since(deadline); late > 0 {
				t.Errorf("move %d of %d thought %v too long", i, n, late)
			}
		})
		synctest.Wait()
		time.Sleep(gap)
	}
	wg.Wait()
	if len(c.running) != 0 || len(c.waiting) != 0 || len(c.counts) != 0 {
		t.Errorf("%d running and %d waiting at the end, of %d sessions", len(c.running), len(c.waiting), len(c.counts))
	}
	return thought
}

// TestCoresAreShared: if there are as many cores as moves, each move has all its time. If there are
// more moves, they share the time fairly, and no move is late.
func TestCoresAreShared(t *testing.T) {
	const limit = 440 * time.Millisecond
	for _, c := range []struct {
		k, n        int
		gap         time.Duration
		least, most time.Duration
	}{
		{2, 1, 0, limit, limit},
		{2, 2, 0, limit, limit},
		{2, 2, 100 * time.Millisecond, limit, limit},
		{1, 2, 0, limit / 2, limit / 2},
		{1, 2, limit / 2, limit / 2, limit},                      // the first yields, because it has used up its share
		{2, 32, 0, 25 * time.Millisecond, 30 * time.Millisecond}, // 27.5 ms if all moves arrive at once
		{2, 32, time.Millisecond, 25 * time.Millisecond, 90 * time.Millisecond},
		{2, 32, 50 * time.Millisecond, 80 * time.Millisecond, limit},
		{4, 1000, 0, time.Millisecond, limit},
	} {
		synctest.Test(t, func(t *testing.T) {
			for i, thought := range computeMoves(t, c.k, c.n, limit, c.gap) {
				if thought < c.least || thought > c.most {
					t.Errorf("%d moves on %d cores, every %v: move %d thought %v, want %v to %v", c.n, c.k, c.gap, i, thought, c.least, c.most)
				}
			}
		})
	}
}

// TestUrgentMove: a move with little time takes over the core of a move with much time, early
// enough to meet its deadline.
func TestUrgentMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCores(1)
		begin := time.Now()
		slow := begin.Add(10 * time.Second)
		patient, first, err := c.enter(t.Context(), slow, 1)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			<-patient.Done()
			c.leave(first)
		}()
		time.Sleep(time.Second)
		soon := time.Now().Add(100 * time.Millisecond)
		ctx, cancel := context.WithDeadline(t.Context(), soon)
		defer cancel()
		_, second, err := c.enter(ctx, soon, 2)
		if err != nil {
			t.Fatal("no core for the urgent move")
		}
		if waited := time.Since(begin) - time.Second; waited > 10*time.Millisecond {
			t.Errorf("the urgent move waited %v, although the other move had used its share", waited)
		}
		c.leave(second)
		synctest.Wait()
	})
}

// TestGivenUp: a move that gets no core in time, or whose client disconnects, leaves nothing in
// cores.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCores(1)
		deadline := time.Now().Add(time.Second)
		_, holder, err := c.enter(t.Context(), deadline, 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, _, err := c.enter(ctx, deadline, 2); err == nil {
			t.Error("two moves have the same core")
		}
		if len(c.waiting) != 0 {
			t.Errorf("%d moves still wait", len(c.waiting))
		}
		c.leave(holder)
		c.leave(holder)
		if _, again, err := c.enter(t.Context(), deadline, 1); err != nil {
			t.Error("the core is not free")
		} else {
			c.leave(again)
		}
	})
}
