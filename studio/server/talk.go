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
	parkTime = time.Minute     // for a page that was cut off
	ownTime  = 3 * time.Second // for its broken connection to end
	endTime  = 2 * time.Second // for what is thought about to end
)

// talk is a session and the texts on their way to its page. Where the connection is
// lost, and not closed by the page, it is parked: the page may come again by its key
// and is told what it has missed, so that it loses nothing. The session emits no
// more than its window then, and so does it while the page takes nothing.
type talk struct {
	server  *Server
	key     string
	session *session.Session
	stop    context.CancelFunc
	over    sync.Once

	owner    chan struct{} // has an item while a connection has the session
	conn     atomic.Pointer[websocket.Conn]
	received atomic.Int64 // texts of the page

	writing sync.Mutex // guards what follows, and that texts come in order
	sent    int64
	kept    [][]byte // the last that were sent; all that are not acknowledged are among them

	parked *time.Timer // nil while somebody has it; guarded by the server's mutex
	since  time.Time   // that it is parked
}

// begin is a new session, owned by who calls. There must be a place for it.
func (s *Server) begin() *talk {
	t := &talk{server: s, key: NewToken(), owner: make(chan struct{}, 1)}
	t.owner <- struct{}{}
	var ctx context.Context
	ctx, t.stop = context.WithCancel(context.Background())
	t.session = session.New(ctx, s.cfg.Session, t.emit)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.talks[t.key] = t
	return t
}

// find is the session with this key, of whose texts n have come, or nil. Who calls
// owns it then: a connection that it has is cut, as the page has noticed first that
// it is broken.
func (s *Server) find(key string, n int64) *talk {
	s.mu.Lock()
	t := s.talks[key]
	s.mu.Unlock()
	if t == nil {
		return nil
	}
	if old := t.conn.Load(); old != nil {
		_ = old.CloseNow()
	}
	late := time.NewTimer(ownTime)
	defer late.Stop()
	select {
	case t.owner <- struct{}{}:
	case <-late.C:
		return nil
	}
	s.mu.Lock()
	known := s.talks[key] == t
	if t.parked != nil {
		t.parked.Stop()
		t.parked = nil
	}
	s.mu.Unlock()
	t.writing.Lock()
	has := t.has(n)
	t.writing.Unlock()
	if known && !has { // it is not the one that the page means
		t.leave(true)
	}
	if !known || !has {
		return nil
	}
	return t
}

// has tells whether a page of which n texts have come can be told the rest. Who calls
// holds writing.
func (t *talk) has(n int64) bool { return n <= t.sent && n >= t.sent-int64(len(t.kept)) }

// emit sends a text, now or when the page has come again.
func (t *talk) emit(text []byte) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.sent++
	t.kept = append(t.kept, text)
	if n := len(t.kept) - t.server.cfg.Session.Limits.Window; n > 0 {
		clear(t.kept[:n])
		t.kept = t.kept[n:]
	}
	if conn := t.conn.Load(); conn != nil {
		_ = write(context.Background(), conn, text) // who reads the connection hears that it is broken
	}
	return nil
}

// write gives a page its time to take a text. Else the connection breaks.
func write(ctx context.Context, conn *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}

// join tells the page which session it has and what it missed of it, be it the answers
// to what it said before it was told; from then on it is told what comes.
func (t *talk) join(ctx context.Context, conn *websocket.Conn, n int64, resumed bool) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	if !t.has(n) { // it has acknowledged more than it says, and more came meanwhile
		return &ended{websocket.StatusPolicyViolation, "what this page has not heard is not kept"}
	}
	text, err := json.Marshal(map[string]any{"type": "line", "data": map[string]any{"key": t.key, "resumed": resumed, "n": t.received.Load()}})
	if err != nil {
		return err
	}
	if err := write(ctx, conn, text); err != nil {
		return err
	}
	for _, text := range t.kept[int64(len(t.kept))-(t.sent-n):] {
		if err := write(ctx, conn, text); err != nil {
			return err
		}
	}
	t.conn.Store(conn)
	return nil
}

func (t *talk) receive(text []byte) error {
	t.received.Add(1)
	if err := t.session.Receive(text); err != nil {
		return &ended{websocket.StatusPolicyViolation, err.Error()}
	}
	return nil
}

// leave ends the owner's connection: for good, or until the page comes again.
func (t *talk) leave(forGood bool) {
	s := t.server
	t.conn.Store(nil)
	if forGood || s.life.Err() != nil || t.received.Load() == 0 { // who said nothing has nothing to lose
		t.end()
		return
	}
	s.mu.Lock()
	t.since = time.Now()
	t.parked = time.AfterFunc(parkTime, t.expire)
	s.mu.Unlock()
	<-t.owner
}

// expire ends a session that is still parked.
func (t *talk) expire() {
	t.server.mu.Lock()
	parked := t.parked != nil
	if parked {
		delete(t.server.talks, t.key)
	}
	t.server.mu.Unlock()
	if parked {
		t.end()
	}
}

// end ends the session and gives its place to others. What does not stop thinking
// when it is told to is left behind.
func (t *talk) end() {
	t.over.Do(func() {
		s := t.server
		s.mu.Lock()
		delete(s.talks, t.key)
		s.mu.Unlock()
		t.stop()
		done := make(chan struct{})
		go func() { t.session.Close(); close(done) }()
		timer := time.NewTimer(endTime)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
		<-s.seats
	})
}

// attend counts a connection, which the server waits for when it stops.
func (s *Server) attend() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return false
	}
	s.wg.Add(1)
	return true
}

// enter takes a place for a session: a free one, or that of the session which has
// been parked longest. There may be none.
func (s *Server) enter() bool {
	select {
	case s.seats <- struct{}{}:
		return true
	default:
	}
	s.mu.Lock()
	var oldest *talk
	for _, t := range s.talks {
		if t.parked != nil && (oldest == nil || t.since.Before(oldest.since)) {
			oldest = t
		}
	}
	if oldest != nil {
		oldest.parked.Stop()
		delete(s.talks, oldest.key)
	}
	s.mu.Unlock()
	if oldest == nil {
		return false
	}
	oldest.end()
	select {
	case s.seats <- struct{}{}:
		return true
	default:
		return false
	}
}

// empty lets all sessions go and waits until they have.
func (s *Server) empty() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.wg.Wait()
	s.mu.Lock()
	left := slices.Collect(maps.Values(s.talks)) // the parked ones
	s.mu.Unlock()
	for _, t := range left {
		t.end()
	}
}
