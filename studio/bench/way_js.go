package bench

import "time"

// alone says that the page and the engine share one thread.
const alone = true

// The page is let in for a moment after so long.
const (
	patience = 25 * time.Millisecond
	moment   = time.Millisecond
)

var last time.Time // of the one thread

// giveWay lets the page be heard, if it was not for some time: a goroutine that
// sleeps is the only one that the thread is free of.
func giveWay() {
	if time.Since(last) > patience {
		time.Sleep(moment)
		last = time.Now()
	}
}
