package server

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"ouro/studio/session"
)

const (
	parkTime        = time.Minute     // time in which a disconnected page may reconnect
	takeOverTimeout = 3 * time.Second // longest wait for a broken connection to end
	endTimeout      = 2 * time.Second // longest wait for solvers to stop
)

// pageSession is a session with the texts that its page may not have received yet. A session whose
// connection is lost is parked: the page can reconnect with the session's key, and then receives the
// texts that it missed. The window of the session limits the number of texts that it emits while it
// is parked.
type pageSession struct {
	server  *Server
	key     string
	session *session.Session
	stop    context.CancelFunc
	over    sync.Once

	owner    chan struct{} // has an item while a connection owns the session
	conn     atomic.Pointer[websocket.Conn]
	received atomic.Int64 // number of texts received from the page

	writing sync.Mutex // guards the fields below and the order of texts
	sent    int64
	recent  [][]byte // the last texts sent, including all unacknowledged ones

	parked *time.Timer // ends the session after parkTime; nil while owned; guarded by the server's mutex
	since  time.Time   // when the session was parked
}

// newSession returns a new session that the caller owns. The caller must have reserved a
// place for it.
func (s *Server) newSession() *pageSession {
	t := &pageSession{server: s, key: NewToken(), owner: make(chan struct{}, 1)}
	t.owner <- struct{}{}
	var ctx context.Context
	ctx, t.stop = context.WithCancel(context.Background())
	t.session = session.New(ctx, s.cfg.Session, t.emit)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[t.key] = t
	return t
}

// resume returns the session with this key, of which the page has received n texts. The caller then
// owns the session. resume returns nil if the session cannot continue. If another connection still
// owns the session, resume closes that connection: it must be broken, because the page has only one.
func (s *Server) resume(key string, n int64) *pageSession {
	s.mu.Lock()
	t := s.sessions[key]
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	if old := t.conn.Load(); old != nil {
		_ = old.CloseNow()
	}
	late := time.NewTimer(takeOverTimeout)
	defer late.Stop()
	select {
	case t.owner <- struct{}{}:
	case <-late.C:
		return nil
	}
	s.mu.Lock()
	known := s.sessions[key] == t
	if t.parked != nil {
		t.parked.Stop()
		t.parked = nil
	}
	s.mu.Unlock()
	t.writing.Lock()
	canResume := t.canResume(n)
	t.writing.Unlock()
	if known && !canResume { // n does not fit to this session
		t.detach(true)
	}
	if !known || !canResume {
		return nil
	}
	return t
}

// canResume reports whether the session still has all texts after the first n. The caller must hold
// the mutex writing.
func (t *pageSession) canResume(n int64) bool { return n <= t.sent && n >= t.sent-int64(len(t.recent)) }

// emit sends a text now, or after the page has reconnected.
func (t *pageSession) emit(text []byte) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.sent++
	t.recent = append(t.recent, text)
	if n := len(t.recent) - t.server.cfg.Session.Limits.Window; n > 0 {
		clear(t.recent[:n])
		t.recent = t.recent[n:]
	}
	if conn := t.conn.Load(); conn != nil {
		_ = write(context.Background(), conn, text) // after an error, connection.read fails too
	}
	return nil
}

// write sends a text. If the page does not accept the text within messageTimeout, the connection
// breaks.
func write(ctx context.Context, conn *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, messageTimeout)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}

// attach makes conn the connection of the session. It first sends the key of the session and all
// texts after the first n, which the page missed. These include the answers to messages that the
// connection read before attach sent the key.
func (t *pageSession) attach(ctx context.Context, conn *websocket.Conn, n int64, resumed bool) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	if !t.canResume(n) { // the page has acknowledged more than n texts, and further texts have been emitted
		return &closeError{websocket.StatusPolicyViolation, "the texts that this page missed are not kept"}
	}
	text, err := json.Marshal(map[string]any{"type": "line", "data": map[string]any{"key": t.key, "resumed": resumed, "n": t.received.Load()}})
	if err != nil {
		return err
	}
	if err := write(ctx, conn, text); err != nil {
		return err
	}
	for _, text := range t.recent[int64(len(t.recent))-(t.sent-n):] {
		if err := write(ctx, conn, text); err != nil {
			return err
		}
	}
	t.conn.Store(conn)
	return nil
}

func (t *pageSession) receive(text []byte) error {
	t.received.Add(1)
	if err := t.session.Receive(text); err != nil {
		return &closeError{websocket.StatusPolicyViolation, err.Error()}
	}
	return nil
}

// detach separates the session from its connection, and parks the session. The session ends instead
// if forGood is set, if the server stops, or if it has received no message.
func (t *pageSession) detach(forGood bool) {
	s := t.server
	t.conn.Store(nil)
	if forGood || s.sessionsCtx.Err() != nil || t.received.Load() == 0 { // a session without messages has nothing to keep
		t.end()
		return
	}
	s.mu.Lock()
	t.since = time.Now()
	t.parked = time.AfterFunc(parkTime, t.expire)
	s.mu.Unlock()
	<-t.owner
}

func (t *pageSession) expire() {
	t.server.mu.Lock()
	parked := t.parked != nil
	if parked {
		delete(t.server.sessions, t.key)
	}
	t.server.mu.Unlock()
	if parked {
		t.end()
	}
}

// end ends the session and frees its place. It waits at most endTimeout for solvers.
func (t *pageSession) end() {
	t.over.Do(func() {
		s := t.server
		s.mu.Lock()
		delete(s.sessions, t.key)
		s.mu.Unlock()
		t.stop()
		done := make(chan struct{})
		go func() { t.session.Close(); close(done) }()
		timer := time.NewTimer(endTimeout)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
		<-s.places
	})
}

// addConnection counts a connection, because a stopping server waits for all connections.
// It returns false if the server is already stopping.
func (s *Server) addConnection() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessionsCtx.Err() != nil {
		return false
	}
	s.wg.Add(1)
	return true
}

// reservePlace reserves a place for a session. If no place is free, the new session
// replaces the one that has been parked longest. It returns false if no session is parked.
func (s *Server) reservePlace() bool {
	select {
	case s.places <- struct{}{}:
		return true
	default:
	}
	s.mu.Lock()
	var oldest *pageSession
	for _, t := range s.sessions {
		if t.parked != nil && (oldest == nil || t.since.Before(oldest.since)) {
			oldest = t
		}
	}
	if oldest != nil {
		oldest.parked.Stop()
		delete(s.sessions, oldest.key)
	}
	s.mu.Unlock()
	if oldest == nil {
		return false
	}
	oldest.end()
	select {
	case s.places <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s *Server) endSessions() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.wg.Wait()
	s.mu.Lock()
	left := slices.Collect(maps.Values(s.sessions)) // parked sessions
	s.mu.Unlock()
	for _, t := range left {
		t.end()
	}
}
