package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	rtmetrics "runtime/metrics"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// Limits of the memory for requests. A usual request is small: 10 KB with eight snakes on 11x11.
// Only a few large requests are processed at once. Small requests do not wait for large ones.
const (
	maxBody    = wire.MaxRequest
	maxDiscard = 64 << 20 // bytes read from a body that is too large

	// maxSmall is the maximum size of a small request, in bytes, for both the body and the
	// position.
	maxSmall = 64 << 10

	// maxLarge is the number of large requests processed at once, each from when its size is known
	// until the reply. Others wait, at most for largeWait.
	maxLarge  = 32
	largeWait = 2 * time.Second

	// largeDecodes and smallDecodes are the maximum numbers of requests decoded at once.
	// smallDecodes may exceed the number of processors, because threads of a busy machine wait
	// while they decode.
	largeDecodes = 2
	smallDecodes = 32
)

// bounds limits the requests that are processed at once.
type bounds struct {
	large       chan struct{} // one item per large request in progress
	decodeSmall chan struct{} // one item per small request that is being decoded
	decodeLarge chan struct{}
}

func newBounds() *bounds {
	return &bounds{
		large:       make(chan struct{}, maxLarge),
		decodeSmall: make(chan struct{}, smallDecodes),
		decodeLarge: make(chan struct{}, largeDecodes),
	}
}

// reservation is the share of the bounds that one request occupies.
type reservation struct {
	*bounds
	isLarge bool
}

func (m *reservation) leave() {
	if m.isLarge {
		m.isLarge = false
		<-m.large
	}
}

var errCrowded = &statusError{http.StatusServiceUnavailable, errors.New("too many large requests at once")}

// enlarge waits until the request may be processed as a large one.
func (m *reservation) enlarge(ctx context.Context) error {
	if m.isLarge {
		return nil
	}
	timer := time.NewTimer(largeWait)
	defer timer.Stop()
	select {
	case m.large <- struct{}{}:
		m.isLarge = true
		return nil
	case <-timer.C:
		return errCrowded
	case <-ctx.Done():
		return errCrowded
	}
}

func (m *reservation) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	size := r.ContentLength // -1 if unknown
	body := make([]byte, 0, min(max(size, 0), maxSmall)+1)
	body, err := readTo(body, r.Body, maxSmall)
	if len(body) > maxSmall && size <= maxBody {
		if err := m.enlarge(r.Context()); err != nil {
			return nil, err
		}
		// A large request must arrive soon, because others may wait for its place.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(largeWait))
		grown := make([]byte, len(body), max(size+1, 2*maxSmall))
		copy(grown, body)
		body, err = readTo(grown, r.Body, maxBody)
	}
	if len(body) > maxBody || size > maxBody {
		// A client reads the reply only after it has sent the body, so discard a part of the body.
		_, _ = io.CopyN(io.Discard, r.Body, maxDiscard)
		return nil, &statusError{http.StatusRequestEntityTooLarge, fmt.Errorf("body: larger than %d bytes", maxBody)}
	}
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("body: %w", err)}
	}
	return body, nil
}

// readTo appends the bytes of r to body, until r ends or body has limit+1 bytes.
func readTo(body []byte, r io.Reader, limit int) ([]byte, error) {
	for len(body) <= limit {
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := r.Read(body[len(body):min(cap(body), limit+1)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return body, err
		}
	}
	return body, nil
}

// read reads a request. If only its position is invalid, it returns both the request and the error.
func (m *reservation) read(w http.ResponseWriter, r *http.Request) (*position, error) {
	body, err := m.body(w, r)
	if err != nil {
		return nil, err
	}
	slots := m.decodeSmall
	if m.isLarge {
		slots = m.decodeLarge
	}
	slots <- struct{}{}
	req, err := wire.ParseRequest(body)
	<-slots
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("body: %w", err)}
	}
	if stateSize(&req.Board) > maxSmall {
		if err := m.enlarge(r.Context()); err != nil {
			return nil, err
		}
	}
	return newPosition(req)
}

// stateSize estimates the size in bytes of a board's State.
func stateSize(b *wire.Board) int {
	if min(b.Width, b.Height) < 0 || max(b.Width, b.Height) > ouro.MaxSide {
		return 0 // the board is invalid
	}
	return b.Width * b.Height * (4*len(b.Snakes) + 32)
}

// memory limits the number of games by the memory in use, which is known only after each garbage
// collection. The heap may double until the next one. So if more than half of the limit is in use,
// capacity allows only as many games as fill the limit at their average size.
type memory struct {
	limit   uint64
	cycle   uint64 // number of the last known collection
	most    int    // games allowed since that collection
	samples [2]rtmetrics.Sample

	setGrowth func(percent int) int // sets the growth of the heap between collections; may be nil
	growth    int                   // percentage last passed to setGrowth
}

func newMemory(limit int64, setGrowth func(int) int) *memory {
	m := &memory{limit: uint64(limit), most: math.MaxInt, setGrowth: setGrowth}
	m.grow(leastHeap)
	m.samples[0].Name = "/gc/cycles/total:gc-cycles"
	m.samples[1].Name = "/gc/heap/live:bytes"
	return m
}

// capacity returns how many games may be kept. There are n games now.
func (m *memory) capacity(n int) int {
	rtmetrics.Read(m.samples[:])
	cycle, live := m.samples[0].Value.Uint64(), m.samples[1].Value.Uint64()
	if cycle == m.cycle {
		return m.most
	}
	m.cycle, m.most = cycle, math.MaxInt
	m.grow(live)
	if live > m.limit/2 {
		m.most = max(1, int(uint64(n)*m.limit/live))
	}
	return m.most
}

const (
	leastHeap   = 4 << 20 // minimum heap of Go, in bytes
	leastGrowth = 20      // percent
)

// grow sets the growth of the heap. It skips small changes, because each change stops all threads.
func (m *memory) grow(live uint64) {
	growth := max(leastGrowth, int(100*(m.limit/4)/max(live, leastHeap)))
	if m.setGrowth != nil && max(growth, m.growth) > min(growth, m.growth)*5/4 {
		m.setGrowth(growth)
		m.growth = growth
	}
}
