package backtrack

import (
	"ouro"
	"ouro/search"
)

// maxDepth is the greatest value of the option depth.
const maxDepth = 60

type options struct {
	depth    int
	auto     bool
	deadend  float64
	straight bool
	frozen   bool
	once     bool
	prices   prices
	threads  int // at least 1
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.depth, opts.auto = r.IntOr("depth", 20, 1, maxDepth, "auto")
	opts.deadend = map[string]float64{"100": 100, "2": 2}[r.Choice("deadend", "100", "100", "2")]
	opts.straight = r.Choice("ties", "original", "original", "straight") == "straight"
	opts.frozen = r.Choice("tail", "exact", "exact", "frozen") == "frozen"
	opts.once = r.Choice("eaten", "once", "once", "original") == "once"
	opts.prices = newPrices(points(r.Float("discount", 1, 0, 1)*float64(one) + 0.5))
	opts.threads = search.Threads(setup, r, "threads")
	return opts, r.Err()
}
