package server

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// TestSession: each page exchanges messages with its own channels.
func TestSession(t *testing.T) {
	s := open(t, Config{})
	a, b := s.openPage(), s.openPage()
	for i, g := range []*testPage{a, b, a} {
		g.send(fmt.Sprintf(`{"ch":"c%d","type":"open","data":{"kind":"echo"}}`, i))
		g.send(fmt.Sprintf(`{"ch":"c%d","type":"x","data":%d}`, i, i))
		if got, want := g.read(), fmt.Sprintf(`{"ch":"c%d","type":"x","data":%d}`, i, i); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestProtocolErrors: a page that violates the protocol is disconnected with a reason.
// Other pages are not affected.
func TestProtocolErrors(t *testing.T) {
	s := open(t, Config{})
	other := s.openPage()
	hello := `{"type":"hello","data":{"version":1}}`
	for name, c := range map[string]struct {
		says   []string
		code   websocket.StatusCode
		reason string
	}{
		"no JSON":         {[]string{"hello"}, websocket.StatusPolicyViolation, "not a message"},
		"no hello":        {[]string{`{"ch":"a","type":"open"}`}, websocket.StatusPolicyViolation, "before"},
		"another version": {[]string{`{"type":"hello","data":{"version":99}}`}, websocket.StatusPolicyViolation, "load the page again"},
		"lying ack":       {[]string{hello, `{"type":"ack","data":{"n":1000}}`}, websocket.StatusPolicyViolation, "acknowledged"},
		"hidden letters":  {[]string{"\x1b[2J\u202e"}, websocket.StatusPolicyViolation, "not a message"},
		"a long reason":   {[]string{hello, fmt.Sprintf(`{"ch":"","type":%q}`, strings.Repeat("\x01ä", 200))}, websocket.StatusPolicyViolation, ""},
		"too long":        {[]string{hello, `{"type":"` + strings.Repeat("x", 2<<20) + `"}`}, websocket.StatusMessageTooBig, ""},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := s.dial(nil)
			g.t = t
			for _, text := range c.says {
				if err := g.conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil && name != "too long" {
					t.Error(err)
				}
			}
			if name != "too long" { // this connection may be cut before the reason is read
				g.wantClosed(c.code, c.reason)
			}
		})
	}
	g, _ := s.dial(nil)
	_ = g.conn.Write(t.Context(), websocket.MessageBinary, []byte("{}"))
	g.wantClosed(websocket.StatusUnsupportedData, "must be text")
	other.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
	other.send(`{"ch":"a","type":"still","data":1}`)
	if got := other.read(); !strings.Contains(got, "still") {
		t.Errorf("the other page receives %s", got)
	}
}

// TestGarbage: an invalid frame, half a frame or a cut ends only its own connection.
func TestGarbage(t *testing.T) {
	s := open(t, Config{})
	dice := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.addr.String())
		if err != nil {
			t.Fatal(err)
		}
		if i%4 > 0 { // invalid data after a valid start
			if _, err := fmt.Fprintf(conn, "GET /session HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			if n, err := conn.Read(make([]byte, 64)); n == 0 {
				t.Fatal(err)
			}
		}
		noise := make([]byte, dice.IntN(600))
		for j := range noise {
			noise[j] = byte(dice.Uint32())
		}
		if i%4 == 2 { // a frame that is shorter than its header says
			noise = binary.BigEndian.AppendUint64([]byte{0x81, 0xff}, 1<<62)
		}
		_, _ = conn.Write(noise)
		if tcp, ok := conn.(*net.TCPConn); ok && i%3 == 0 {
			_ = tcp.SetLinger(0) // the connection is reset, not closed
		}
		_ = conn.Close()
	}
	s.openPage()
	for len(s.places) > 1 {
		time.Sleep(time.Millisecond)
	}
}

// TestTooMany: a session above the limit is refused with an error. When a place becomes
// free, it can be used again.
func TestTooMany(t *testing.T) {
	s := open(t, Config{Sessions: 2})
	first := s.openPage()
	s.openPage()
	if g, status := s.dial(nil); g != nil || status != http.StatusServiceUnavailable {
		t.Errorf("a third session: %d", status)
	}
	if resp, body := s.get("GET", "/session", nil); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "2 sessions are open") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	_ = first.conn.Close(websocket.StatusGoingAway, "")
	for len(s.places) > 1 {
		time.Sleep(time.Millisecond)
	}
	s.openPage()
}

// TestIdle: an idle page is disconnected with a reason, but a busy page is not.
func TestIdle(t *testing.T) {
	bubble(t, Config{Idle: time.Hour}, func(t *testing.T, s *testServer) {
		idle, busy := s.openPage(), s.openPage()
		closed := make(chan struct{})
		go func() { idle.wantClosed(statusIdle, "the page was not used for 1h"); close(closed) }()
		received := make(chan int)
		go func() {
			n := 0
			for {
				if _, _, err := busy.conn.Read(t.Context()); err != nil {
					received <- n
					return
				}
				n++
			}
		}()
		time.Sleep(50 * time.Minute)
		busy.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
		time.Sleep(20 * time.Minute)
		<-closed
		synctest.Wait()
		if got := len(s.places); got != 1 {
			t.Errorf("%d sessions, want that of the busy page", got)
		}
		busy.send(`{"ch":"a","type":"x"}`)
		synctest.Wait()
		_ = busy.conn.CloseNow()
		if n := <-received; n != 1 {
			t.Errorf("the busy page heard %d messages", n)
		}
	})
}

// TestVanishedPage: the server notices if a page vanishes without a close.
func TestVanishedPage(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		g := s.openPage() // reads nothing any more, not even pings
		time.Sleep(pingEvery + pongTimeout + parkTime + time.Second)
		synctest.Wait()
		if got := len(s.places); got != 0 {
			t.Errorf("%d sessions after it has gone", got)
		}
		_ = g.conn.CloseNow()
	})
}

// TestSilentPage: a page that reads nothing is disconnected. Until then its memory is bounded.
func TestSilentPage(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		g := s.openPage()
		g.send(`{"ch":"a","type":"open","data":{"kind":"flood"}}`)
		synctest.Wait()
		before := heap()
		time.Sleep(messageTimeout + parkTime - time.Second)
		synctest.Wait()
		if after := heap(); after > before+6<<20 {
			t.Errorf("the heap grew from %d to %d", before, after)
		}
		if len(s.places) != 1 {
			t.Error("the page was disconnected at once")
		}
		time.Sleep(2*time.Second + parkTime)
		synctest.Wait()
		if len(s.places) != 0 {
			t.Error("the page was not disconnected")
		}
		_ = g.conn.CloseNow()
	})
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestPace: messages that come faster than the rate limit are read later. None is lost.
func TestPace(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		g := s.openPage()
		began := time.Now()
		const n = messagesPerSecond * 7
		for range n {
			g.send(`{"ch":"nobody","type":"x"}`)
		}
		g.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
		g.send(`{"ch":"a","type":"x"}`)
		if got := g.read(); !strings.Contains(got, `"x"`) {
			t.Errorf("at the end %s", got)
		}
		if took := time.Since(began); took < 4*time.Second || took > 8*time.Second {
			t.Errorf("%d messages took %v", n, took)
		}
		_ = g.conn.CloseNow()
	})
}

// TestStop: when the server stops, pages receive the reason, and /healthz reports the stop.
// A page that does not answer delays the stop only briefly.
func TestStop(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		g, unread := s.openPage(), s.openPage()
		silent, err := s.connect(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = silent.Close() }()
		synctest.Wait()
		began := time.Now()
		s.end()
		g.wantClosed(websocket.StatusGoingAway, "the studio was stopped")
		s.close()
		if took := time.Since(began); took > closeTimeout+shutdownTime+time.Second {
			t.Errorf("the stop took %v", took)
		}
		_ = unread.conn.CloseNow()
	})
	s := New(Config{Session: s0})
	s.endSessions()
	w := &recorder{header: http.Header{}}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/healthz", http.NoBody)
	s.ServeHTTP(w, r)
	if w.status != 503 || w.String() != "stopping\n" {
		t.Errorf("healthz: %d %q", w.status, w.String())
	}
	if s.addConnection() {
		t.Error("a connection begins after the end")
	}
}

type recorder struct {
	bytes.Buffer
	header http.Header
	status int
}

func (r *recorder) Header() http.Header    { return r.header }
func (r *recorder) WriteHeader(status int) { r.status = status }

// TestSlowHeaders: clients that send requests byte by byte do not block others.
func TestSlowHeaders(t *testing.T) {
	s := open(t, Config{Sessions: 1})
	for range spare + 40 {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.addr.String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: local"); err != nil {
			t.Fatal(err)
		}
	}
	if resp, _ := s.get("GET", "/", nil); resp.StatusCode != http.StatusOK {
		t.Errorf("the page: %d", resp.StatusCode)
	}
	g := s.openPage()
	for range 3 * spare { // the session survives many slow connections
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", s.addr.String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
	}
	g.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
	g.send(`{"ch":"a","type":"x"}`)
	if got := g.read(); !strings.Contains(got, `"x"`) {
		t.Errorf("%s", got)
	}
}
