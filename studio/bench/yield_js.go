package bench

import "time"

// sharesThread is whether the page and the engine share one thread.
const sharesThread = true

// The thread is given to the page for pause after maxBusy.
const (
	maxBusy = 25 * time.Millisecond
	pause   = time.Millisecond
)

var last time.Time // time of the last pause

// yieldToPage sleeps if the page had to wait, because only a sleeping goroutine frees the
// thread.
func yieldToPage() {
	if time.Since(last) > maxBusy {
		time.Sleep(pause)
		last = time.Now()
	}
}
