package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ouro/internal/connlimit"
	"ouro/internal/printable"
)

const (
	messageTimeout = 15 * time.Second // longest time for a page to receive a message
	pingEvery      = 30 * time.Second
	pongTimeout    = 20 * time.Second // longest time for the answer to a ping
	closeTimeout   = time.Second      // longest time for a page to answer a close

	messagesPerSecond = 200
	bytesPerSecond    = 8 << 20
	burst             = 2 // how many seconds' worth of messages may come at once
)

// statusIdle is the code with which an idle page is disconnected. The page reconnects when it is used
// again. web/session/socket.js has the same number.
const statusIdle websocket.StatusCode = 4000

const maxReason = 120 // most bytes of the reason for closing; the protocol allows 123

func reason(text string) string {
	text = printable.Line(text)
	return strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
}

type closeError struct {
	code   websocket.StatusCode
	reason string
}

func (e *closeError) Error() string { return e.reason }

// serveSession connects a page to a session. The query of a page that reconnects has the key of its
// session and the number of texts that the page has received. Any other page gets a new session.
func (s *Server) serveSession(w http.ResponseWriter, r *http.Request) {
	if !s.addConnection() {
		refuse(http.StatusServiceUnavailable, "the studio is stopping").write(w)
		return
	}
	defer s.wg.Done()
	query := r.URL.Query()
	var t *pageSession
	n, err := strconv.ParseInt(query.Get("n"), 10, 64)
	if err == nil {
		t = s.resume(query.Get("resume"), n)
	}
	resumed := t != nil
	if !resumed && !s.reservePlace() {
		refuse(http.StatusServiceUnavailable, "%d sessions are open, which is the limit: close another page of the studio", cap(s.places)).write(w)
		return
	}
	request := connlimit.RequestOf(r)
	request.Work() // so that new connections do not displace this one
	defer request.Answer()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // admit has checked the origin
	if err != nil {                                                                         // Accept has sent an error response
		if resumed {
			t.detach(false)
		} else {
			<-s.places
		}
		return
	}
	defer func() { _ = conn.CloseNow() }()
	if !resumed {
		t, n = s.newSession(), 0
	}
	t.detach(s.serve(r, t, conn, n, resumed))
}

// serve connects a page to its session until the connection ends. It reports whether the page or the
// server ended the connection on purpose, so that the session need not be parked.
func (s *Server) serve(r *http.Request, t *pageSession, conn *websocket.Conn, n int64, resumed bool) (forGood bool) {
	var group sync.WaitGroup
	defer group.Wait()
	ctx, disconnect := context.WithCancel(context.WithoutCancel(r.Context())) // the end of ctx breaks the connection
	defer disconnect()
	conn.SetReadLimit(int64(s.cfg.Session.Limits.Message))
	l := &connection{conn: conn, pageSession: t, messages: newRateLimit(messagesPerSecond, burst), bytes: newRateLimit(bytesPerSecond, burst), active: make(chan struct{}, 1)}
	over := make(chan error, 3)
	group.Go(func() { over <- t.attach(ctx, conn, n, resumed) })
	group.Go(func() { over <- l.read(ctx) })
	group.Go(func() { over <- l.ping(ctx) })
	why := s.wait(l, over)
	var end *closeError
	if errors.As(why, &end) {
		late := time.AfterFunc(closeTimeout, disconnect)
		defer late.Stop()
		_ = conn.Close(end.code, reason(end.reason)) // ends even if the page does not answer
		return true
	}
	_ = conn.CloseNow()
	return websocket.CloseStatus(why) != -1 // closed by the page, not lost
}

// wait returns the reason for which a connection must end: an error of its goroutines, the idle time,
// or the end of the server.
func (s *Server) wait(l *connection, over <-chan error) error {
	idle := time.NewTimer(s.cfg.Idle)
	defer idle.Stop()
	for {
		select {
		case <-l.active:
			idle.Reset(s.cfg.Idle)
		case <-idle.C:
			return &closeError{statusIdle, "the page was not used for " + s.cfg.Idle.String()}
		case <-s.sessionsCtx.Done():
			return &closeError{websocket.StatusGoingAway, "the studio was stopped"}
		case err := <-over:
			if err != nil { // err is nil when attach has succeeded
				return err
			}
		}
	}
}

type connection struct {
	conn            *websocket.Conn
	pageSession     *pageSession
	messages, bytes *rateLimit
	active          chan struct{} // receives an item after each message of the page
}

// read passes messages of the page to its session, within the rate limits.
func (l *connection) read(ctx context.Context) error {
	for {
		kind, text, err := l.conn.Read(ctx)
		switch {
		case errors.Is(err, websocket.ErrMessageTooBig):
			return &closeError{websocket.StatusMessageTooBig, "the message is too long"}
		case err != nil:
			return err
		case kind != websocket.MessageText:
			return &closeError{websocket.StatusUnsupportedData, "messages must be text"}
		}
		select {
		case l.active <- struct{}{}:
		default:
		}
		if err := l.pageSession.receive(text); err != nil {
			return err
		}
		if err := l.messages.take(ctx, 1); err != nil {
			return err
		}
		if err := l.bytes.take(ctx, len(text)); err != nil {
			return err
		}
	}
}

// ping sends pings, and returns an error if the page no longer answers them.
func (l *connection) ping(ctx context.Context) error {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		wait, cancel := context.WithTimeout(ctx, pongTimeout)
		err := l.conn.Ping(wait)
		cancel()
		if err != nil {
			return err
		}
	}
}

// rateLimit is a token bucket: it limits the mean rate of messages or bytes, but allows bursts. It is
// not safe for concurrent use.
type rateLimit struct {
	perSecond, most float64
	tokens          float64   // messages or bytes that are allowed now; negative while take waits
	since           time.Time // when tokens was computed
}

func newRateLimit(perSecond, seconds float64) *rateLimit {
	most := perSecond * seconds
	return &rateLimit{perSecond: perSecond, most: most, tokens: most, since: time.Now()}
}

// take counts n more messages or bytes, and waits until the rate allows them.
func (p *rateLimit) take(ctx context.Context, n int) error {
	now := time.Now()
	p.tokens = min(p.most, p.tokens+now.Sub(p.since).Seconds()*p.perSecond) - float64(n)
	p.since = now
	if p.tokens >= 0 {
		return nil
	}
	timer := time.NewTimer(time.Duration(-p.tokens / p.perSecond * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
