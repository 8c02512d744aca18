package feed

import "sync"

// history keeps the events of a game for all who come: each reads them by
// number, and waits for the ones that are not there yet. When they take more
// memory than allowed, the oldest ones are forgotten.
type history struct {
	most int // bytes

	mu    sync.Mutex
	gone  int // events forgotten
	texts [][]byte
	size  int // bytes of texts
	over  bool
	news  chan struct{} // closed when there is something new
}

func newHistory(most int) history { return history{most: most, news: make(chan struct{})} }

// add appends an event, maybe the last one; after that there is none.
func (h *history) add(text []byte, last bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false
	}
	h.texts, h.size, h.over = append(h.texts, text), h.size+len(text), last
	for h.size > h.most && len(h.texts) > 1 {
		h.size -= len(h.texts[0])
		h.texts[0] = nil
		h.texts = h.texts[1:]
		h.gone++
	}
	close(h.news)
	h.news = make(chan struct{})
	return true
}

// first is the number of the oldest event that is kept.
func (h *history) first() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.gone
}

// standing is what is known of an event.
type standing int

const (
	present standing = iota
	missing          // not there yet
	forgotten
	ended // there is none
)

// at is event i, or a channel that is closed when there is something new.
func (h *history) at(i int) (text []byte, news <-chan struct{}, s standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case i < h.gone:
		return nil, nil, forgotten
	case i < h.gone+len(h.texts):
		return h.texts[i-h.gone], nil, present
	case h.over:
		return nil, nil, ended
	}
	return nil, h.news, missing
}
