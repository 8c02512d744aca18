package spot

import (
	"runtime"

	"ouro"
)

const (
	// maxDepth is the greatest length of a series.
	maxDepth = 60

	// maxNodes bounds the memory of a scan, whatever the time.
	maxNodes = 1 << 17

	// plainWork is the budget where neither time nor nodes are limited, in
	// cells of scanned boards: 1000 nodes on 11x11.
	plainWork = 121_000
)

// options are the solver's options, read.
type options struct {
	workers int // at least 1
	hungry  int
	depth   int
	post    bool
}

func readOptions(o ouro.Options) (options, error) {
	r := o.Read()
	var opts options
	if opts.workers = r.Int("workers", 1, 0, 64); opts.workers == 0 {
		opts.workers = runtime.GOMAXPROCS(0)
	}
	opts.hungry = r.Int("hungry", 40, 0, 100)
	opts.depth = r.Int("depth", 30, 1, maxDepth)
	opts.post = r.Choice("style", "ours", "ours", "post") == "post"
	return opts, r.Err()
}
