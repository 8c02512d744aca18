//go:build js

package cooperate

import (
	"sync"
	"syscall/js"
	"time"
)

// patience is how long a computation goes on before others may act. A click is
// answered no later than that; giving way costs some ten microseconds.
const patience = 30 * time.Millisecond

// last is when others acted last. There is one thread.
var last = time.Now()

// Yield lets others act if they have not for a while. Call it in loops that may take
// long, where a context is looked at; it may be called from any goroutine.
func Yield() {
	if time.Since(last) < patience {
		return
	}
	last = time.Now()
	c := events()
	c.post.Invoke(nil)
	<-c.came
	last = time.Now()
}

// channel sends messages to this program itself: each comes after the events that
// wait now. Timers would do, but browsers make them milliseconds late.
type channel struct {
	post js.Value
	came chan struct{}
}

var events = sync.OnceValue(func() channel {
	c := channel{came: make(chan struct{}, 1024)}
	pair := js.Global().Get("MessageChannel").New()
	pair.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		c.came <- struct{}{}
		return nil
	}))
	port := pair.Get("port2")
	c.post = port.Get("postMessage").Call("bind", port)
	return c
})
