package doctor

import (
	"context"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"ouro/battlesnake/guest"
)

// line sends requests to one snake, over one connection while that is kept open.
type line struct {
	snake *guest.Snake
	kept  bool // the last answer was complete, so the connection should be open
}

func dial(url string) (*line, error) {
	snake, err := guest.Dial(url)
	return &line{snake: snake}, err
}

func (l *line) close() { _ = l.snake.Close() }

// ask sends one request. The answer should arrive within limit; ask waits until most, to see how
// late it is.
func (l *line) ask(ctx context.Context, method, page string, body []byte, limit, most time.Duration) *reply {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	var fresh atomic.Bool // atomic, because a dial may outlive the request
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if !c.Reused {
			fresh.Store(true)
		}
	}})
	r := &reply{limit: limit}
	began := time.Now()
	r.answer, r.err = l.snake.Ask(ctx, method, page, body)
	r.took = time.Since(began)
	r.fresh = l.kept && fresh.Load()
	l.kept = r.err == nil
	return r
}
