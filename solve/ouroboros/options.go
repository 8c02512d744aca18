package ouroboros

import (
	"time"

	"ouro"
)

// fastNodes returns the default number of candidates of a meal. It is larger on larger
// boards, where a meal has more moves to share the cost, up to the point where the cost of a
// move would grow faster than the number of cells; largest for a short snake, smallest where
// little choice is left.
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

// maxNodes bounds the candidates of a meal with a limit of time only, so that the last
// meals, with little choice, end early.
const maxNodes = 1 << 20

type options struct {
	nodes  int64 // 0 for the default
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
