package spot

import (
	"ouro"
	"ouro/search"
)

const (
	// maxDepth is the limit of the option depth, the length of a series.
	maxDepth = 60

	// maxNodes bounds the memory of a scan, whatever the time.
	maxNodes = 1 << 17

	// plainNodes is the budget without a limit of time or nodes, on boards of up to
	// plainCells; on larger ones it is proportionally smaller.
	plainNodes = 300
	plainCells = 121
)

type options struct {
	workers int // at least 1
	hungry  int
	depth   int
	post    bool
}

func readOptions(setup ouro.Setup) (options, error) {
	r := setup.Options.Read()
	var opts options
	opts.workers = search.Threads(setup, r, "workers")
	opts.hungry = r.Int("hungry", 40, 0, 100)
	opts.depth = r.Int("depth", 30, 1, maxDepth)
	opts.post = r.Choice("style", "ours", "ours", "post") == "post"
	return opts, r.Err()
}
