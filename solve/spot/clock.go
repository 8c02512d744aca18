package spot

import (
	"context"
	"time"

	"ouro/internal/cooperate"
)

// walkTime is kept back for the backward walk, at most a part of walkPart of
// the time there is.
const (
	walkTime = 2 * time.Millisecond
	walkPart = 20
)

// clock tells the workers when to stop. It looks at the time itself: where all
// processors are busy scanning, the timer that ends a context may be ten
// milliseconds late. Like a search.Meter it is made in each Decide and does not
// outlive it.
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

// out tells whether time is up.
func (c clock) out() bool {
	cooperate.Yield()
	return c.ctx.Err() != nil || c.timed && !time.Now().Before(c.stop)
}
