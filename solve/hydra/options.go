package hydra

import (
	"context"
	"time"

	"ouro"
	"ouro/search"
)

// maxDepth is the limit of the option depth, in turns.
const maxDepth = 100

// marginPart limits the margin to 1/marginPart of the remaining time.
const marginPart = 4

// options are the parsed options.
type options struct {
	threads int // at least 1
	hash    int // size of the table and of each tree, in MB
	depth   int // limit of turns to look ahead; duels do not count moves without a choice
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

// meter returns the budget of a decision: that of the Turn, less the margin.
func (o *options) meter(ctx context.Context, nodes int64) search.Meter {
	m := search.NewMeter(ctx, nodes)
	if deadline, timed := ctx.Deadline(); timed {
		left := max(0, time.Until(deadline))
		m.Until(deadline.Add(-min(o.margin, left/marginPart)))
	}
	return m
}

// draw returns the score of a draw (both die). With 0 a snake never yields, and two such
// snakes of equal length die together; with a loss it yields wherever two heads can meet.
// Calm yields where that costs little, but not where every move grows, as yielding then
// costs room.
func (o *options) draw(grows bool) int32 {
	switch {
	case o.style == "safe":
		return -most / 2
	case o.style == "calm" && !grows:
		return -400
	}
	return 0
}

// tableSize returns the binary logarithm of the number of slots.
func (o *options) tableSize() (log int) {
	for o.hash<<20 >= slotSize<<(log+1) {
		log++
	}
	return log
}
