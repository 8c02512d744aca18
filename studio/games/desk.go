package games

import (
	"context"
	"sync"

	"ouro/studio/session"
)

// desk takes in what the page says while the game is at work, and interrupts the work
// for what cannot wait.
type desk struct {
	mu     sync.Mutex
	inbox  []session.Message
	urgent int // how many of them cannot wait
	stop   context.CancelFunc
	stir   chan struct{} // has an item when something came
	taken  chan struct{} // when something was taken
}

func newDesk() *desk { return &desk{stir: make(chan struct{}, 1), taken: make(chan struct{}, 1)} }

// patient are the messages for which a solver that thinks is not disturbed.
var patient = map[string]bool{"show": true, "key": true, "steer": true, "position": true, "chunk": true}

func (d *desk) listen(ctx context.Context, ch *session.Channel) {
	for {
		m, err := ch.Next(ctx)
		if err != nil {
			return
		}
		d.mu.Lock()
		d.inbox = append(d.inbox, m)
		if !patient[m.Type] {
			d.urgent++
			if d.stop != nil {
				d.stop()
			}
		}
		full := len(d.inbox) >= mostWaiting
		d.mu.Unlock()
		poke(d.stir)
		if full && !d.drained(ctx) {
			return
		}
	}
}

// mostWaiting messages are queued for the game; the session bounds those after them.
const mostWaiting = 64

// drained waits until the game has taken some of what is there.
func (d *desk) drained(ctx context.Context) bool {
	for {
		d.mu.Lock()
		full := len(d.inbox) >= mostWaiting
		d.mu.Unlock()
		if !full {
			return true
		}
		select {
		case <-d.taken:
		case <-ctx.Done():
			return false
		}
	}
}

func (d *desk) next() (m session.Message, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.inbox) == 0 {
		return m, false
	}
	m = d.inbox[0]
	d.inbox = d.inbox[1:]
	if !patient[m.Type] {
		d.urgent--
	}
	poke(d.taken)
	return m, true
}

// poke puts an item into a channel that has room for one.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// work is a context for work that what cannot wait interrupts. Stop it when done.
func (d *desk) work(ctx context.Context) (context.Context, context.CancelFunc) {
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
