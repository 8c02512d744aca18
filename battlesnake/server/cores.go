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
// The others wait, the nearest deadline first. As long as somebody waits, a move
// that gets a core has its part of the time until the nearest of the deadlines:
// with n moves of the same weight and k cores k/n of it. One that had more when
// others came ends at once. So every move of a crowd thinks, and the last one with
// the same deadline as the others ends at that deadline.
//
// # Weights
//
// A move of the usual time or less weighs 1. One with more time has its own to wait
// for quiet moments in, and weighs less by the square of how much more: it takes
// thousands of moves with an hour, which are thought about for half a minute, to
// halve what one of half a second has. Less time is not more weight, or whoever is
// in a hurry would starve the others.
//
// The moves of one session weigh together what one of them does, so no game crowds
// out the others by asking for many moves at once.
type cores struct {
	total int

	mu      sync.Mutex
	running []*stint    // at most total
	waiting []*stint    // as they are due; only while all cores are taken
	asked   map[any]int // how many of them are of each session
}

const (
	// usual is the time of a move that weighs 1, which is the usual timeout.
	usual = 500 * time.Millisecond

	// brief is the least time that counts: a move with less is due after it. Or one
	// who asks for moves within a millisecond would always be next, and would end what
	// others have begun.
	brief = usual / 8
)

// stint is one move at a core, or in the queue for one.
type stint struct {
	session  any
	weight   float64 // before it is shared with the session's other moves
	deadline time.Time
	due      time.Time          // the deadline as it counts
	stop     context.CancelFunc // of the thinking
	yield    *time.Timer        // stops it when others need the core
	ready    chan struct{}      // closed when it has a core

	// Set before ready is closed.
	began time.Time
	until time.Time // its part, as it looked when it began
}

func newCores(n int) *cores { return &cores{total: n, asked: map[any]int{}} }

// enter waits for a core until ctx ends, for a move of this session. The caller
// thinks with the context that it returns, and then leaves.
func (c *cores) enter(ctx context.Context, deadline time.Time, session any) (context.Context, *stint, error) {
	thinking, stop := context.WithCancel(ctx)
	left := time.Until(deadline)
	st := &stint{
		session: session, weight: weight(left), deadline: deadline, due: deadline.Add(max(0, brief-left)),
		stop: stop, yield: time.AfterFunc(left, stop), ready: make(chan struct{}),
	}
	c.mu.Lock()
	i, _ := slices.BinarySearchFunc(c.waiting, st, func(w, st *stint) int {
		if w.due.After(st.due) {
			return 1
		}
		return -1 // behind those with the same deadline
	})
	c.waiting = slices.Insert(c.waiting, i, st)
	c.asked[session]++
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

// weight is that of a move with so much time.
func weight(time time.Duration) float64 {
	part := float64(usual) / float64(max(usual, time))
	return part * part
}

// leave stops the thinking and gives the core back, or the place in the queue.
// Leaving again does nothing.
func (c *cores) leave(st *stint) {
	st.yield.Stop()
	st.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.running) + len(c.waiting)
	c.running = without(c.running, st)
	c.waiting = without(c.waiting, st)
	if len(c.running)+len(c.waiting) == n {
		return
	}
	if c.asked[st.session]--; c.asked[st.session] == 0 {
		delete(c.asked, st.session)
	}
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
	all := 0.0
	if len(c.waiting) > 0 {
		for _, list := range [][]*stint{c.running, c.waiting} {
			for _, st := range list {
				all += c.weight(st)
			}
		}
	}
	for _, st := range c.running {
		st.yield.Reset(c.end(st, all).Sub(now))
	}
	for _, st := range admitted {
		st.until = c.end(st, all)
		close(st.ready)
	}
}

// weight is that of a stint among the others of its session.
func (c *cores) weight(st *stint) float64 { return st.weight / float64(c.asked[st.session]) }

// end is when a running stint has had its part, where all together have this
// weight.
func (c *cores) end(st *stint, all float64) time.Time {
	if len(c.waiting) == 0 {
		return st.deadline
	}
	window := min(st.deadline.Sub(st.began), c.waiting[0].due.Sub(st.began))
	part := min(1, c.weight(st)*float64(c.total)/all)
	return st.began.Add(time.Duration(float64(window) * part))
}
