package feed

import "sync"

// history keeps the events of a game. Readers get them by number and wait for later ones. Beyond
// a limit of memory the oldest are dropped.
type history struct {
	most int // bytes

	mu    sync.Mutex
	gone  int // number of dropped events
	texts [][]byte
	size  int // bytes of texts
	over  bool
	news  chan struct{} // closed at the next event
}

func newHistory(most int) history { return history{most: most, news: make(chan struct{})} }

// add appends an event, the last one if last is true. It returns false after the last one.
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

// first returns the number of the oldest event that is kept.
func (h *history) first() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.gone
}

// standing is the state of an event.
type standing int

const (
	present standing = iota
	missing          // not yet added
	forgotten
	ended // the number is after the last event
)

// at returns event i, or a channel that is closed at the next event.
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
