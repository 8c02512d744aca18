package ouroboros

import (
	"time"

	"ouro"
)

// fastNodes is the work for one meal where no more is asked for: more where a
// meal is farther, so that there are more moves to divide it by, up to where it
// would make a move's cost grow faster than the number of cells.
func fastNodes(cells int) int64 { return int64(min(9+cells/32, 37)) }

// maxNodes bounds the work for one meal where only the clock limits it, so that
// the last meals, for which there is little to choose, do not take all the time.
const maxNodes = 1 << 20

// options are the solver's options, read.
type options struct {
	nodes  int64
	budget time.Duration
	thinks bool // more than by default
}

func readOptions(o ouro.Options, cells int) (options, error) {
	r := o.Read()
	nodes := r.Int("nodes", 0, 0, maxNodes)
	opts := options{nodes: int64(nodes), budget: r.Duration("budget", 0, 0, time.Hour)}
	opts.thinks = nodes > 0 || opts.budget > 0
	switch {
	case nodes > 0:
	case opts.budget > 0:
		opts.nodes = maxNodes
	default:
		opts.nodes = fastNodes(cells)
	}
	return opts, r.Err()
}
