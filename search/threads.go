package search

import (
	"runtime"

	"ouro"
)

// maxThreads is the limit of the option.
const maxThreads = 64

// processors is the GOMAXPROCS at the start of the program. A server raises GOMAXPROCS
// later, so that it can answer while all solvers are busy.
var processors = runtime.GOMAXPROCS(0)

// Threads returns the number of threads of a search, from an option with default 1; 0 means
// one for each processor. It is never more than setup allows.
func Threads(setup ouro.Setup, r *ouro.OptionReader, key string) int {
	n := r.Int(key, 1, 0, maxThreads)
	if n == 0 {
		n = processors
	}
	return setup.AtMost(n)
}
