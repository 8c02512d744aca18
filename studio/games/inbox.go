package games

import (
	"context"
	"sync"

	"ouro/studio/session"
)

// inbox queues the messages of the page while the game works, and interrupts the work for
// an urgent message.
type inbox struct {
	mu      sync.Mutex
	queue   []session.Message
	urgent  int // urgent messages in the queue
	stop    context.CancelFunc
	arrived chan struct{} // has an item after a message was added
	removed chan struct{} // has an item after a message was removed
}

func newInbox() *inbox {
	return &inbox{arrived: make(chan struct{}, 1), removed: make(chan struct{}, 1)}
}

// deferrable are the messages that do not interrupt a solver; all others are urgent.
var deferrable = map[string]bool{"show": true, "key": true, "steer": true, "position": true, "chunk": true}

func (d *inbox) listen(ctx context.Context, ch *session.Channel) {
	for {
		m, err := ch.Next(ctx)
		if err != nil {
			return
		}
		d.mu.Lock()
		d.queue = append(d.queue, m)
		if !deferrable[m.Type] {
			d.urgent++
			if d.stop != nil {
				d.stop()
			}
		}
		full := len(d.queue) >= maxQueue
		d.mu.Unlock()
		signal(d.arrived)
		if full && !d.waitForRoom(ctx) {
			return
		}
	}
}

// maxQueue is the most messages in the queue; the session bounds those after them.
const maxQueue = 64

// waitForRoom waits until the queue has room, and reports false if ctx ends first.
func (d *inbox) waitForRoom(ctx context.Context) bool {
	for {
		d.mu.Lock()
		full := len(d.queue) >= maxQueue
		d.mu.Unlock()
		if !full {
			return true
		}
		select {
		case <-d.removed:
		case <-ctx.Done():
			return false
		}
	}
}

func (d *inbox) next() (m session.Message, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) == 0 {
		return m, false
	}
	m = d.queue[0]
	d.queue = d.queue[1:]
	if !deferrable[m.Type] {
		d.urgent--
	}
	signal(d.removed)
	return m, true
}

// signal puts an item into a channel that has room for one.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// work returns a context that an urgent message cancels. The caller must call the
// function when done.
func (d *inbox) work(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop = cancel
	if d.urgent > 0 {
		cancel()
	}
	return ctx, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.stop = nil
		cancel()
	}
}
