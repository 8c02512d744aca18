package server

import (
	"context"
	"slices"
	"sync"
	"time"
)

// cores shares the processors between the moves that are thought about at the
// same time. As many think at once as there are cores; more would only take turns
// on them, and keep the goroutines that answer from running.
//
// The others wait, the nearest deadline first. As long as somebody waits, a
// move that gets a core has an equal part of the time until the nearest of the
// deadlines: with n moves and k cores k/n of it. One that had more when others
// came ends at once. So every move of a crowd thinks, and the last one with the
// same deadline as the others ends at that deadline.
type cores struct {
	total int

	mu      sync.Mutex
	running []*stint // at most total
	waiting []*stint // by deadline; only while all cores are taken
}

// stint is one move at a core, or in the queue for one.
type stint struct {
	deadline time.Time
	stop     context.CancelFunc // of the thinking
	yield    *time.Timer        // stops it when others need the core
	ready    chan struct{}      // closed when it has a core

	// Set before ready is closed.
	began time.Time
	until time.Time // its part, as it looked when it began
}

func newCores(n int) *cores { return &cores{total: n} }

// enter waits for a core until ctx ends. The caller thinks with the context
// that it returns, and then leaves.
func (c *cores) enter(ctx context.Context, deadline time.Time) (context.Context, *stint, error) {
	thinking, stop := context.WithCancel(ctx)
	st := &stint{deadline: deadline, stop: stop, yield: time.AfterFunc(time.Until(deadline), stop), ready: make(chan struct{})}
	c.mu.Lock()
	i, _ := slices.BinarySearchFunc(c.waiting, st, func(w, st *stint) int {
		if w.deadline.After(st.deadline) {
			return 1
		}
		return -1 // behind those with the same deadline
	})
	c.waiting = slices.Insert(c.waiting, i, st)
	c.share()
	c.mu.Unlock()
	select {
	case <-st.ready:
		thinking, st.stop = context.WithDeadline(thinking, st.until)
		return thinking, st, nil
	case <-ctx.Done():
		c.leave(st)
		return nil, nil, ctx.Err()
	}
}

// leave stops the thinking and gives the core back, or the place in the queue.
// Leaving again does nothing.
func (c *cores) leave(st *stint) {
	st.yield.Stop()
	st.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = without(c.running, st)
	c.waiting = without(c.waiting, st)
	c.share()
}

func without(list []*stint, st *stint) []*stint {
	if i := slices.Index(list, st); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// share hands out free cores and sets when everybody has to yield. The caller
// holds the mutex.
func (c *cores) share() {
	now := time.Now()
	admitted := c.waiting[:min(c.total-len(c.running), len(c.waiting))]
	c.running = append(c.running, admitted...)
	for _, st := range admitted {
		st.began = now
	}
	c.waiting = c.waiting[len(admitted):]
	for _, st := range c.running {
		st.yield.Reset(c.end(st).Sub(now))
	}
	for _, st := range admitted {
		st.until = c.end(st)
		close(st.ready)
	}
}

// end is when a running stint has had its part.
func (c *cores) end(st *stint) time.Time {
	if len(c.waiting) == 0 {
		return st.deadline
	}
	window := min(st.deadline.Sub(st.began), c.waiting[0].deadline.Sub(st.began))
	return st.began.Add(window * time.Duration(c.total) / time.Duration(len(c.running)+len(c.waiting)))
}
