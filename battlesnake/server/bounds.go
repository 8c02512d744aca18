package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// Bounds on the memory that requests take, whatever they hold. A usual request
// is small: 11x11 with eight snakes has 10 KB. The few large ones that may be here
// at a time wait for each other, and small ones never wait for them.
const (
	maxBody    = wire.MaxRequest
	maxDiscard = 64 << 20 // of a body that is too large

	// maxSmall is the size of the largest small request, of its body and of the
	// position that it makes.
	maxSmall = 64 << 10

	// maxLarge is how many larger requests are here at a time, from when their
	// size is known to the reply. The others wait for largeWait.
	maxLarge  = 32
	largeWait = 2 * time.Second

	// largeDecodes is how many of the large ones are decoded at a time. As many
	// small ones are as there are processors.
	largeDecodes = 2
)

// bounds hands out the places.
type bounds struct {
	large       chan struct{} // an item for each large request that is here
	decodeSmall chan struct{} // an item for each small request that is being decoded
	decodeLarge chan struct{}
}

func newBounds() *bounds {
	return &bounds{
		large:       make(chan struct{}, maxLarge),
		decodeSmall: make(chan struct{}, max(2, runtime.GOMAXPROCS(0))),
		decodeLarge: make(chan struct{}, largeDecodes),
	}
}

// room is what one request has of the bounds.
type room struct {
	*bounds
	isLarge bool
}

// leave gives it back.
func (m *room) leave() {
	if m.isLarge {
		m.isLarge = false
		<-m.large
	}
}

var errCrowded = &statusError{http.StatusServiceUnavailable, errors.New("too many large requests at once")}

// enlarge takes one of the places for large requests.
func (m *room) enlarge(ctx context.Context) error {
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

// body reads the body of a request.
func (m *room) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	size := r.ContentLength // -1 where the client does not say
	body := make([]byte, 0, min(max(size, 0), maxSmall)+1)
	body, err := readTo(body, r.Body, maxSmall)
	if len(body) > maxSmall && size <= maxBody {
		if err := m.enlarge(r.Context()); err != nil {
			return nil, err
		}
		// Who has a place must not keep it by sending slowly.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(largeWait))
		grown := make([]byte, len(body), max(size+1, 2*maxSmall))
		copy(grown, body)
		body, err = readTo(grown, r.Body, maxBody)
	}
	if len(body) > maxBody || size > maxBody {
		// A client that is still sending hears no answer. Read on for a while.
		_, _ = io.CopyN(io.Discard, r.Body, maxDiscard)
		return nil, &statusError{http.StatusRequestEntityTooLarge, fmt.Errorf("body: larger than %d bytes", maxBody)}
	}
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("body: %w", err)}
	}
	return body, nil
}

// readTo appends to body what r holds until there is more than limit.
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

// read reads a request. Where only the position is wrong, it returns both the
// request and the error.
func (m *room) read(w http.ResponseWriter, r *http.Request) (*position, error) {
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

// stateSize is about how many bytes the position of a board takes.
func stateSize(b *wire.Board) int {
	if min(b.Width, b.Height) < 0 || max(b.Width, b.Height) > ouro.MaxSide {
		return 0 // it makes none
	}
	return b.Width * b.Height * (4*len(b.Snakes) + 32)
}
