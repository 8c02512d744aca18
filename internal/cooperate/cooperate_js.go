//go:build js

package cooperate

import "time"

// patience is how long a computation runs before it waits. A click may have to wait this long
// for its answer. A wait costs up to 5 ms, because browsers have no shorter timers.
const patience = 50 * time.Millisecond

// last is the time of the last wait. There is only one thread.
var last = time.Now()

// Yield waits a moment if the last wait was long ago. Call it in long loops that check a
// context. It is safe for concurrent use.
func Yield() {
	if time.Since(last) < patience {
		return
	}
	last = time.Now()            // keeps other goroutines from waiting as well
	time.Sleep(time.Millisecond) // the shortest wait that Go passes to the browser
	last = time.Now()
}
