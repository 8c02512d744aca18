package server

import (
	"context"
	"slices"
	"sync"
	"time"
)

// cores schedules the moves that are computed at once, at most one per core: more would slow each
// other down and delay the goroutines that answer.
//
// Further moves wait in the order of their deadlines. While moves wait, a move that gets a core has
// only a share of the time until the nearest deadline: with k cores and n moves of equal weight,
// the share is k/n. A running move that has used more than its share ends when others arrive. So
// every move gets some time, and moves with the same deadline all end by this deadline.
//
// # Weights
//
// A move with the usual time or less weighs 1. A move with more time can use idle moments: its
// weight is 1 divided by the square of the ratio of its time to the usual time. So thousands of
// moves with an hour, which are computed for at most half a minute, halve the time of a move with
// half a second. Moves with less than the usual time do not weigh more, because they would starve
// the others.
//
// All moves of a session together weigh as much as one move, so that a game cannot displace others
// with many requests at once.
type cores struct {
	total int

	mu      sync.Mutex
	running []*slot     // at most total moves
	waiting []*slot     // ordered by due; empty unless all cores are in use
	counts  map[any]int // by session: number of running and waiting moves
}

const (
	// usualTimeout is the time of a move whose weight is 1.
	usualTimeout = 500 * time.Millisecond

	// minOrderTime is the minimum time by which moves are ordered. A move with less time counts as
	// due after minOrderTime. Otherwise the moves of a client that allows a millisecond would
	// always be first and end all others.
	minOrderTime = usualTimeout / 8
)

// slot is a move that runs on a core or waits for one.
type slot struct {
	session  any
	weight   float64 // weight of the move, before division by the number of moves of the session
	deadline time.Time
	due      time.Time          // deadline, but at least minOrderTime after the start
	stop     context.CancelFunc // cancels the computation
	yield    *time.Timer        // stops the move when other moves need the core
	ready    chan struct{}      // closed when the move gets a core

	// Both are set before ready is closed.
	began time.Time
	until time.Time // end of the move's share, as computed at the start
}

func newCores(n int) *cores { return &cores{total: n, counts: map[any]int{}} }

// enter waits until a move of this session gets a core or ctx ends. The caller computes the move
// with the returned context, and then calls leave.
func (c *cores) enter(ctx context.Context, deadline time.Time, session any) (context.Context, *slot, error) {
	thinking, stop := context.WithCancel(ctx)
	left := time.Until(deadline)
	st := &slot{
		session: session, weight: weight(left), deadline: deadline, due: deadline.Add(max(0, minOrderTime-left)),
		stop: stop, yield: time.AfterFunc(left, stop), ready: make(chan struct{}),
	}
	c.mu.Lock()
	i, _ := slices.BinarySearchFunc(c.waiting, st, func(w, st *slot) int {
		if w.due.After(st.due) {
			return 1
		}
		return -1 // after slots that are due at the same time
	})
	c.waiting = slices.Insert(c.waiting, i, st)
	c.counts[session]++
	c.share()
	c.mu.Unlock()
	select {
	case <-st.ready:
		if !time.Now().Before(st.until) { // this goroutine was delayed
			c.leave(st)
			return nil, nil, context.DeadlineExceeded
		}
		thinking, st.stop = context.WithDeadline(thinking, st.until)
		return thinking, st, nil
	case <-ctx.Done():
		c.leave(st)
		return nil, nil, ctx.Err()
	}
}

func weight(time time.Duration) float64 {
	part := float64(usualTimeout) / float64(max(usualTimeout, time))
	return part * part
}

// leave stops the computation and frees the core or the place in the queue. A second call does
// nothing.
func (c *cores) leave(st *slot) {
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
	if c.counts[st.session]--; c.counts[st.session] == 0 {
		delete(c.counts, st.session)
	}
	c.share()
}

func without(list []*slot, st *slot) []*slot {
	if i := slices.Index(list, st); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// share assigns free cores and decides when running moves must end. The caller holds the mutex.
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
		for _, list := range [][]*slot{c.running, c.waiting} {
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

// weight returns the weight of a move: an equal part of the weight of its session.
func (c *cores) weight(st *slot) float64 { return st.weight / float64(c.counts[st.session]) }

// end returns when a running move has used its share. totalWeight is that of all moves.
func (c *cores) end(st *slot, totalWeight float64) time.Time {
	if len(c.waiting) == 0 {
		return st.deadline
	}
	window := min(st.deadline.Sub(st.began), c.waiting[0].due.Sub(st.began))
	part := min(1, c.weight(st)*float64(c.total)/totalWeight)
	return st.began.Add(time.Duration(float64(window) * part))
}
