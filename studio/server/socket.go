package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"ouro/internal/door"
	"ouro/internal/printable"
	"ouro/studio/session"
)

// Limits on a session.
const (
	takeTime    = 15 * time.Second // for a page to take a message
	pingEvery   = 30 * time.Second
	pongTime    = 20 * time.Second // for the answer
	goodbyeTime = time.Second      // for a page to answer when the connection is closed
	endTime     = 2 * time.Second  // for what was thought about to end

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

// ended is why a session is over. A code of 0 is that the page has gone.
type ended struct {
	code   websocket.StatusCode
	reason string
}

func (e *ended) Error() string { return e.reason }

// serveSession lets a page speak to a session of its own.
func (s *Server) serveSession(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		refuse(http.StatusServiceUnavailable, "%d sessions are open, and no more can be: close another page of the studio", cap(s.seats)).write(w)
		return
	}
	defer s.leave()
	visit := door.VisitOf(r)
	visit.Work() // the connection stays when others come
	defer visit.Answer()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the gate has looked at the origin
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = conn.CloseNow() }()
	ctx, hangUp := context.WithCancel(context.WithoutCancel(r.Context())) // its end breaks the connection
	defer hangUp()
	l := &line{conn: conn, over: make(chan error, 3), messages: newPace(messagesPerSecond, burst), bytes: newPace(bytesPerSecond, burst), heard: make(chan struct{}, 1)}
	most := s.cfg.Session.Limits.Message
	if most == 0 {
		most = session.DefaultLimits.Message
	}
	conn.SetReadLimit(int64(most))
	l.session = session.New(ctx, s.cfg.Session, func(text []byte) error { return l.write(ctx, text) })
	s.wg.Go(func() { l.over <- l.read(ctx) })
	s.wg.Go(func() { l.over <- l.ping(ctx) })
	why := s.watch(l)
	late := time.AfterFunc(goodbyeTime, hangUp)
	defer late.Stop()
	if why.code != 0 {
		_ = conn.Close(why.code, reason(why.reason)) // whether or not the page says goodbye
	}
	_ = conn.CloseNow()
	hangUp()
	finish(l.session)
}

// finish waits until nothing is thought about any more. What does not stop when it
// is told to is left behind.
func finish(s *session.Session) {
	done := make(chan struct{})
	go func() { s.Close(); close(done) }()
	timer := time.NewTimer(endTime)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// watch waits for the end of a session.
func (s *Server) watch(l *line) *ended {
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
		case <-l.session.Done():
			return &ended{websocket.StatusPolicyViolation, "the page takes nothing any more"}
		case err := <-l.over:
			var why *ended
			if errors.As(err, &why) {
				return why
			}
			return &ended{} // the connection has gone
		}
	}
}

// line is the connection to a page.
type line struct {
	conn            *websocket.Conn
	session         *session.Session
	messages, bytes *pace
	heard           chan struct{} // has an item when the page said something
	over            chan error
}

// read hands the messages of the page to the session, no faster than allowed.
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
		if err := l.session.Receive(text); err != nil {
			return &ended{websocket.StatusPolicyViolation, err.Error()}
		}
		if err := l.messages.take(ctx, 1); err != nil {
			return err
		}
		if err := l.bytes.take(ctx, len(text)); err != nil {
			return err
		}
	}
}

// write gives the page its time to take a message.
func (l *line) write(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	return l.conn.Write(ctx, websocket.MessageText, text)
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
