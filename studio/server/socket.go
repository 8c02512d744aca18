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

	"ouro/internal/door"
	"ouro/internal/printable"
)

// Limits on a connection.
const (
	takeTime    = 15 * time.Second // for a page to take a message
	pingEvery   = 30 * time.Second
	pongTime    = 20 * time.Second // for the answer
	goodbyeTime = time.Second      // for a page to answer when the connection is closed

	messagesPerSecond = 200
	bytesPerSecond    = 8 << 20
	burst             = 2 // seconds' worth that may come at once
)

// statusIdle is the code with which an idle page is let go, which comes again when it
// is used; web/session/socket.js knows it.
const statusIdle websocket.StatusCode = 4000

// maxReason is the most bytes of a reason: the protocol has room for 123.
const maxReason = 120

// reason is a text as the reason why a connection is closed.
func reason(text string) string {
	text = printable.Line(text)
	return strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
}

// ended is why the server ends a connection, and the session with it.
type ended struct {
	code   websocket.StatusCode
	reason string
}

func (e *ended) Error() string { return e.reason }

// serveSession lets a page speak to a session: a new one, or its own from before the
// connection was lost, which it names with how many texts of it have come.
func (s *Server) serveSession(w http.ResponseWriter, r *http.Request) {
	if !s.attend() {
		refuse(http.StatusServiceUnavailable, "the studio stops").write(w)
		return
	}
	defer s.wg.Done()
	query := r.URL.Query()
	var t *talk
	n, err := strconv.ParseInt(query.Get("n"), 10, 64)
	if err == nil {
		t = s.find(query.Get("resume"), n)
	}
	resumed := t != nil
	if !resumed && !s.enter() {
		refuse(http.StatusServiceUnavailable, "%d sessions are open, and no more can be: close another page of the studio", cap(s.seats)).write(w)
		return
	}
	visit := door.VisitOf(r)
	visit.Work() // the connection stays when others come
	defer visit.Answer()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the gate has looked at the origin
	if err != nil {                                                                         // and Accept has answered
		if resumed {
			t.leave(false)
		} else {
			<-s.seats
		}
		return
	}
	defer func() { _ = conn.CloseNow() }()
	if !resumed {
		t, n = s.begin(), 0
	}
	t.leave(s.serve(r, t, conn, n, resumed))
}

// serve connects a page to its session, and returns whether the connection ended for good.
func (s *Server) serve(r *http.Request, t *talk, conn *websocket.Conn, n int64, resumed bool) (forGood bool) {
	var group sync.WaitGroup
	defer group.Wait()
	ctx, hangUp := context.WithCancel(context.WithoutCancel(r.Context())) // its end breaks the connection
	defer hangUp()
	conn.SetReadLimit(int64(s.cfg.Session.Limits.Message))
	l := &line{conn: conn, talk: t, messages: newPace(messagesPerSecond, burst), bytes: newPace(bytesPerSecond, burst), heard: make(chan struct{}, 1)}
	over := make(chan error, 3)
	group.Go(func() { over <- t.join(ctx, conn, n, resumed) })
	group.Go(func() { over <- l.read(ctx) })
	group.Go(func() { over <- l.ping(ctx) })
	why := s.wait(l, over)
	var end *ended
	if errors.As(why, &end) {
		late := time.AfterFunc(goodbyeTime, hangUp)
		defer late.Stop()
		_ = conn.Close(end.code, reason(end.reason)) // whether or not the page says goodbye
		return true
	}
	_ = conn.CloseNow()
	return websocket.CloseStatus(why) != -1 // the page has closed it, or else it was cut
}

func (s *Server) wait(l *line, over <-chan error) error {
	idle := time.NewTimer(s.cfg.Idle)
	defer idle.Stop()
	for {
		select {
		case <-l.heard:
			idle.Reset(s.cfg.Idle)
		case <-idle.C:
			return &ended{statusIdle, "nobody used the page for " + s.cfg.Idle.String()}
		case <-s.life.Done():
			return &ended{websocket.StatusGoingAway, "the studio was stopped"}
		case err := <-over:
			if err != nil { // it is nil of who has joined
				return err
			}
		}
	}
}

// line is a connection to a page.
type line struct {
	conn            *websocket.Conn
	talk            *talk
	messages, bytes *pace
	heard           chan struct{} // has an item when the page said something
}

// read hands the messages of the page to its session, no faster than allowed.
func (l *line) read(ctx context.Context) error {
	for {
		kind, text, err := l.conn.Read(ctx)
		switch {
		case errors.Is(err, websocket.ErrMessageTooBig):
			return &ended{websocket.StatusMessageTooBig, "a message is too long"}
		case err != nil:
			return err
		case kind != websocket.MessageText:
			return &ended{websocket.StatusUnsupportedData, "messages are texts"}
		}
		select {
		case l.heard <- struct{}{}:
		default:
		}
		if err := l.talk.receive(text); err != nil {
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

// ping notices a page whose machine has gone without a word.
func (l *line) ping(ctx context.Context) error {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		wait, cancel := context.WithTimeout(ctx, pongTime)
		err := l.conn.Ping(wait)
		cancel()
		if err != nil {
			return err
		}
	}
}
