//go:build js

package cooperate

import "time"

// patience is how long a computation goes on before others may act: a click is
// answered no later than that. Giving way costs up to 5 ms, since browsers have no
// shorter timers.
const patience = 50 * time.Millisecond

// last is when others acted last. There is one thread.
var last = time.Now()

// Yield lets others act if they have not for a while. Call it in loops that may take
// long, where a context is looked at; it may be called from any goroutine.
func Yield() {
	if time.Since(last) < patience {
		return
	}
	last = time.Now()            // so that nobody else gives way meanwhile
	time.Sleep(time.Millisecond) // of less Go takes no notice: it would not ask the browser
	last = time.Now()
}
