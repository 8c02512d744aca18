package search

import (
	"runtime"

	"ouro"
)

// maxThreads is the greatest number of threads that can be asked for.
const maxThreads = 64

// processors are those that the program began with: a server lets Go have more threads
// than that later, to answer in time.
var processors = runtime.GOMAXPROCS(0)

// Threads is on how many threads a search thinks: as many as this option asks for, by
// default one, where 0 is one for each processor; but no more than setup leaves it.
func Threads(setup ouro.Setup, r *ouro.OptionReader, key string) int {
	n := r.Int(key, 1, 0, maxThreads)
	if n == 0 {
		n = processors
	}
	return setup.AtMost(n)
}
