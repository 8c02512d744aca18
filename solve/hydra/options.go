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
	hash    int // size of the table, in MB
	depth   int // turns to look ahead at most
	margin  time.Duration
	bold    bool // a draw is as good as an even game; else hardly better than a loss
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.threads = search.Threads(setup, r, "threads")
	opts.hash = r.Int("hash", 8, 1, 4096)
	opts.depth = r.Int("depth", maxDepth, 1, maxDepth)
	opts.margin = r.Duration("time-margin", time.Millisecond, 0, time.Minute)
	opts.bold = r.Choice("style", "bold", "bold", "safe") == "bold"
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

// draw is what it is worth that all die. Who fears a draw gives way wherever two heads
// of a length can meet.
func (o *options) draw() int32 {
	if o.bold {
		return 0
	}
	return -most / 2
}

// tableSize is the number of the table's entries, as a power of two.
func (o *options) tableSize() (log int) {
	for o.hash<<20 >= slotSize<<(log+1) {
		log++
	}
	return log
}
