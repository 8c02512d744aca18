package ouroboros

import (
	"time"

	"ouro"
)

// fastNodes is the work for one meal where no more is asked for: more where a
// meal is farther, so that there are more moves to divide it by, up to where it
// would make a move's cost grow faster than the number of cells; most while the
// snake is short, least when there is little left to choose.
func fastNodes(length, cells int) int64 {
	nodes := int64(min(9+cells/32, 37))
	switch {
	case short(length, cells):
		return 3 * nodes
	case 10*length > 7*cells:
		return nodes / 2
	}
	return nodes
}

// maxNodes bounds the work for one meal where only the clock limits it, so that
// the last meals, for which there is little to choose, do not take all the time.
const maxNodes = 1 << 20

// options are the solver's options, read.
type options struct {
	nodes  int64 // 0 for as many as is fast
	budget time.Duration
}

func readOptions(o ouro.Options) (options, error) {
	r := o.Read()
	opts := options{nodes: int64(r.Int("nodes", 0, 0, maxNodes)), budget: r.Duration("budget", 0, 0, time.Hour)}
	if opts.nodes == 0 && opts.budget > 0 {
		opts.nodes = maxNodes
	}
	return opts, r.Err()
}
