package spot

import (
	"context"
	"time"

	"ouro/internal/cooperate"
)

// walkTime is reserved for the backward walk, but at most 1/walkPart of the remaining time.
const (
	walkTime = 2 * time.Millisecond
	walkPart = 20
)

// clock stops the workers. It reads the time itself: when all processors are busy, the timer
// that ends a context may be ten milliseconds late. Each Decide makes one and does not keep it.
type clock struct {
	ctx   context.Context
	stop  time.Time
	timed bool // there is a deadline
}

func newClock(ctx context.Context) clock {
	deadline, timed := ctx.Deadline()
	if !timed {
		return clock{ctx: ctx}
	}
	reserve := min(walkTime, max(0, time.Until(deadline)/walkPart))
	return clock{ctx, deadline.Add(-reserve), true}
}

func (c clock) out() bool {
	cooperate.Yield()
	return c.ctx.Err() != nil || c.timed && !time.Now().Before(c.stop)
}
