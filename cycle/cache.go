package cycle

import (
	"slices"
	"sync"
)

// FindCached is like [Find], but remembers the results for the last boards, because many games use
// the same board. The caller may change the cycle. FindCached may be called concurrently.
func FindCached(b Board) (*Cycle, error) { return found.find(b, DefaultSteps) }

var found cache

// cacheSize is the number of boards whose results a cache remembers.
const cacheSize = 16

// cache remembers the results of searches without a body.
type cache struct {
	mu       sync.Mutex
	results  []*result // the most recently used one is last
	searches int       // number of searches, for tests
}

type result struct {
	board Board
	steps int64
	once  sync.Once
	cycle *Cycle
	err   error
}

// find returns the result of [FindAlong] without a body.
func (k *cache) find(b Board, steps int64) (*Cycle, error) {
	r := k.result(b, steps)
	r.once.Do(func() { r.cycle, r.err = FindAlong(r.board, nil, steps) })
	if r.err != nil {
		return nil, r.err
	}
	c := r.cycle.Clone()
	c.Grid = b.Grid
	return c, nil
}

// result returns the entry of a board and makes it the last one. If there is no entry, it adds one.
func (k *cache) result(b Board, steps int64) *result {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.results, func(r *result) bool { return r.steps == steps && r.board.equal(b) })
	var r *result
	if i >= 0 {
		r = k.results[i]
		k.results = slices.Delete(k.results, i, i+1)
	} else {
		r = &result{board: Board{b.Grid, slices.Clone(b.Free)}, steps: steps}
		k.searches++
	}
	if len(k.results) == cacheSize {
		k.results = slices.Delete(k.results, 0, 1)
	}
	k.results = append(k.results, r)
	return r
}

func (b Board) equal(o Board) bool {
	return b.Grid.W == o.Grid.W && b.Grid.H == o.Grid.H && b.Grid.Wraps == o.Grid.Wraps && slices.Equal(b.Free, o.Free)
}
