package session

import (
	"context"
	"fmt"
	"sync"
)

// window counts the messages on their way: those sent and not acknowledged.
type window struct {
	most int64

	mu          sync.Mutex
	sent, acked int64
	moved       chan struct{} // closed when there is room again
}

func newWindow(most int) *window { return &window{most: int64(most), moved: make(chan struct{})} }

// try takes a place, if there is one.
func (w *window) try() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sent-w.acked >= w.most {
		return false
	}
	w.sent++
	return true
}

// back gives a place back that was not used.
func (w *window) back() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent--
	w.stir()
}

// wait takes a place as soon as there is one.
func (w *window) wait(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.sent-w.acked < w.most {
			w.sent++
			w.mu.Unlock()
			return nil
		}
		moved := w.moved
		w.mu.Unlock()
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// acknowledge notes that n messages have come so far.
func (w *window) acknowledge(n int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n < w.acked || n > w.sent {
		return fmt.Errorf("%d messages are acknowledged, of %d that were sent and %d acknowledged before", n, w.sent, w.acked)
	}
	w.acked = n
	w.stir()
	return nil
}

func (w *window) stir() {
	close(w.moved)
	w.moved = make(chan struct{})
}
