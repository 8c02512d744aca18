package session

import (
	"context"
	"fmt"
	"sync"
)

// window counts the messages that were sent and not acknowledged.
type window struct {
	size int64

	mu          sync.Mutex
	sent, acked int64
	freed       chan struct{} // closed when there is room again
}

func newWindow(size int) *window { return &window{size: int64(size), freed: make(chan struct{})} }

// tryTake takes a place if there is one.
func (w *window) tryTake() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sent-w.acked >= w.size {
		return false
	}
	w.sent++
	return true
}

// giveBack returns an unused place.
func (w *window) giveBack() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent--
	w.notify()
}

// take waits for a place and takes it.
func (w *window) take(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.sent-w.acked < w.size {
			w.sent++
			w.mu.Unlock()
			return nil
		}
		freed := w.freed
		w.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// acknowledge notes that the page has received n messages in all.
func (w *window) acknowledge(n int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n < w.acked || n > w.sent {
		return fmt.Errorf("acknowledgement of %d messages: %d were sent and %d acknowledged before", n, w.sent, w.acked)
	}
	w.acked = n
	w.notify()
	return nil
}

func (w *window) notify() {
	close(w.freed)
	w.freed = make(chan struct{})
}
