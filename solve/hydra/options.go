package hydra

import (
	"context"
	"time"

	"ouro"
	"ouro/search"
)

// maxDepth is the greatest number of turns that the search looks ahead.
const maxDepth = 100

// marginPart is the part of the time that is left of which the margin takes no more.
const marginPart = 4

// options are the solver's options, read.
type options struct {
	threads int // at least 1
	hash    int // size of the table, and of each tree, in MB
	depth   int // turns to look ahead at most; in duels moves without a choice are not counted
	margin  time.Duration
	style   string
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.threads = search.Threads(setup, r, "threads")
	opts.hash = r.Int("hash", 8, 1, 4096)
	opts.depth = r.Int("depth", maxDepth, 1, maxDepth)
	opts.margin = r.Duration("time-margin", time.Millisecond, 0, time.Minute)
	opts.style = r.Choice("style", "calm", "calm", "bold", "safe")
	return opts, r.Err()
}

// meter is the budget of one decision: what the Turn gives, less the margin.
func (o *options) meter(ctx context.Context, nodes int64) search.Meter {
	m := search.NewMeter(ctx, nodes)
	if deadline, timed := ctx.Deadline(); timed {
		left := max(0, time.Until(deadline))
		m.Until(deadline.Add(-min(o.margin, left/marginPart)))
	}
	return m
}

// draw is what it is worth to a style that both die. Who takes a draw for an even game
// never gives way, and the first two of a length that meet die together; who takes it
// for a loss gives way wherever two heads can meet. In between it gives way if that costs
// little, but not where every move grows and soon nobody has any: who gives way has less
// room there.
func (o *options) draw(grows bool) int32 {
	switch {
	case o.style == "safe":
		return -most / 2
	case o.style == "calm" && !grows:
		return -400
	}
	return 0
}

// tableSize is the number of the table's entries, as a power of two.
func (o *options) tableSize() (log int) {
	for o.hash<<20 >= slotSize<<(log+1) {
		log++
	}
	return log
}
