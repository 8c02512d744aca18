//go:build js

package cooperate

import "time"

// patience is how long a computation runs between pauses, and so how long a click may wait for its
// answer. A pause costs up to 5 ms, because browsers have no shorter timers.
const patience = 50 * time.Millisecond

// last is the time of the last pause. It needs no lock: there is only one thread.
var last = time.Now()

// Yield pauses if the last pause was longer ago than patience. Call it in long loops that check a
// context. It is safe for concurrent use.
func Yield() {
	if time.Since(last) < patience {
		return
	}
	last = time.Now()            // keeps other goroutines from pausing too
	time.Sleep(time.Millisecond) // Go rounds shorter pauses up to this
	last = time.Now()
}
