package feed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"ouro"
	"ouro/battlesnake/wire"
)

// TestViewers: all viewers get every event in order and then a regular close, whether they
// connect at the start, during the game or after its end.
func TestViewers(t *testing.T) {
	s := open(t)
	events := []wire.ViewEvent{}
	for turn := range 60 {
		events = append(events, frame(turn))
	}
	events = append(events, gameEnd)
	var wg sync.WaitGroup
	follow := func() {
		v := s.dial()
		wg.Go(func() {
			v.want(events...)
			v.wantClosed(websocket.StatusNormalClosure)
		})
	}
	follow()
	s.add(events[:30]...)
	for range 5 {
		follow()
	}
	s.add(events[30:]...)
	wg.Wait()
	follow()
	wg.Wait()
	if err := s.Add(frame(99)); !errors.Is(err, ErrOver) {
		t.Errorf("an event after the end: %v", err)
	}
}

// TestMessagesAreOfficial: the messages are those of the golden file for the wire format.
func TestMessagesAreOfficial(t *testing.T) {
	text, err := os.ReadFile("../wire/testdata/view.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Game       wire.ViewReply
		Frame, End struct {
			Type string
			Data json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	compact := func(text []byte) string {
		var b bytes.Buffer
		if err := json.Compact(&b, text); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	s := open(t, func(s *Server) { s.game = golden.Game.Game })
	resp, body := s.get(http.MethodGet, "/games/g1")
	if body != compact(raw["game"]) || resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%v\ngot  %s\nwant %s", resp.Header, body, compact(raw["game"]))
	}
	s.add(wire.ViewEvent{Type: golden.Frame.Type, Data: golden.Frame.Data}, wire.ViewEvent{Type: golden.End.Type, Data: golden.End.Data})
	v := s.dial()
	for _, part := range []string{"frame", "end"} {
		if got, err := v.read(); err != nil || got != compact(raw[part]) {
			t.Errorf("%s, %v\ngot  %s\nwant %s", part, err, got, compact(raw[part]))
		}
	}
}

func TestPages(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/games/g1", 200, `{"Game":{"ID":"g1",`},
		{"HEAD", "/games/g1", 200, ""},
		{"OPTIONS", "/games/g1", 204, ""},
		{"GET", "/games/g2", 404, "unknown page; this server has /games/g1 and /games/g1/events"},
		{"GET", "/", 404, "unknown page"},
		{"POST", "/games/g1", 405, "only GET"},
		{"GET", "/games/g1/events", 426, "WebSocket"},
	} {
		resp, body := s.get(c.method, c.path)
		if resp.StatusCode != c.status || !strings.Contains(body, c.body) {
			t.Errorf("%s %s: %d %q, want %d %q", c.method, c.path, resp.StatusCode, body, c.status, c.body)
		}
		if got := resp.Header.Get("Access-Control-Allow-Origin"); got != "*" {
			t.Errorf("%s %s: allowed for %q", c.method, c.path, got)
		}
	}
	resp, _ := s.get(http.MethodOptions, "/games/g1")
	if resp.Header.Get("Access-Control-Allow-Private-Network") != "true" {
		t.Error("a public page may not send requests to this machine")
	}
}

// TestSlowViewer: a viewer that does not read is disconnected after a while. Neither the game nor
// other viewers wait for it.
func TestSlowViewer(t *testing.T) {
	bubble(t, func(t *testing.T, s *station) {
		slow, quick := s.dial(), s.dial()
		began := time.Now()
		const n = 100
		for turn := range n {
			s.add(frame(turn))
		}
		for turn := range n {
			quick.want(frame(turn))
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the game and the quick viewer took %v", took)
		}
		time.Sleep(maxPatience - time.Millisecond)
		synctest.Wait()
		if got := len(s.seats); got != 2 {
			t.Errorf("%d viewers are connected before maxPatience, want 2", got)
		}
		time.Sleep(time.Millisecond + 10*time.Second) // the last millisecond of maxPatience, and the time for closing
		synctest.Wait()
		if got := len(s.seats); got != 1 {
			t.Errorf("%d viewers are connected after maxPatience, want 1", got)
		}
		if text, err := slow.read(); err == nil {
			t.Errorf("the slow viewer still got %s", text)
		}
	})
}

// TestHangingUp: a viewer that leaves frees its place, whether it closes the connection or not.
func TestHangingUp(t *testing.T) {
	s := open(t)
	s.add(frame(0))
	for i := range 6 {
		v := s.dial()
		v.want(frame(0))
		switch i % 3 {
		case 0:
			_ = v.conn.Close(websocket.StatusNormalClosure, "")
		case 1:
			_ = v.conn.CloseNow()
		case 2: // a board must not send messages
			if err := v.conn.Write(t.Context(), websocket.MessageText, []byte("hello")); err != nil {
				t.Error(err)
			}
			// The close frame has a reason, unless the connection is cut before the viewer
			// reads it.
			if text, err := v.read(); err == nil {
				t.Errorf("a board that sends a message still receives %q", text)
			}
		}
	}
	for len(s.seats) > 0 {
		time.Sleep(time.Millisecond)
	}
	s.add(gameEnd)
}

func TestTooManyViewers(t *testing.T) {
	s := open(t, func(s *Server) { s.seats = make(chan struct{}, 2) })
	s.add(frame(0))
	first := s.dial()
	s.dial().want(frame(0))
	first.want(frame(0))
	resp, body := s.get(http.MethodGet, "/games/g1/events")
	if resp.StatusCode != http.StatusServiceUnavailable || body != "too many boards are connected" {
		t.Errorf("%d %q", resp.StatusCode, body)
	}
	_ = first.conn.CloseNow()
	for len(s.seats) > 1 {
		time.Sleep(time.Millisecond)
	}
	s.dial().want(frame(0))
}

// TestMemoryIsBounded: in an endless game, the oldest events are dropped.
func TestMemoryIsBounded(t *testing.T) {
	s := open(t, func(s *Server) { s.events = newHistory(1000) })
	for turn := range 200 {
		s.add(frame(turn))
	}
	if s.events.size > 1000 {
		t.Errorf("%d bytes are kept", s.events.size)
	}
	oldest := s.events.first()
	if oldest == 0 || oldest > 195 {
		t.Errorf("events from %d on are kept", oldest)
	}
	v := s.dial()
	for turn := oldest; turn < 200; turn++ {
		v.want(frame(turn))
	}
	if _, _, known := s.events.event(oldest - 1); known != forgotten {
		t.Errorf("event %d is %v", oldest-1, known)
	}
}

// TestStop: when the server stops, it disconnects all viewers, even those that do not
// answer or never sent anything.
func TestStop(t *testing.T) {
	bubble(t, func(t *testing.T, s *station) {
		s.add(frame(0))
		v := s.dial()
		v.want(frame(0))
		deaf := s.dial() // reads nothing, not even the close message
		silent, err := s.connect(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		synctest.Wait()
		began := time.Now()
		go s.stop()
		v.wantClosed(websocket.StatusGoingAway)
		s.close()
		if took := time.Since(began); took > goodbyeTime+shutdownTime {
			t.Errorf("it took %v", took)
		}
		_ = deaf.conn.CloseNow()
	})
}

// TestStopWhileSending: if the server stops while it sends an event to a board, the board receives
// the event and then the close.
func TestStopWhileSending(t *testing.T) {
	bubble(t, func(t *testing.T, s *station) {
		v := s.dial()
		s.add(frame(0))
		synctest.Wait() // the event is sent but not yet read
		s.stop()
		synctest.Wait()
		v.want(frame(0))
		v.wantClosed(websocket.StatusGoingAway)
		s.close()
	})
}

func TestLink(t *testing.T) {
	got := Link(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8123}, "g1")
	if want := "https://board.battlesnake.com/?engine=http://127.0.0.1:8123&game=g1&autoplay=true"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func openLive(ctx context.Context, t *testing.T) (*Live, net.Listener, *station) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &wire.Match{Game: wire.Game{ID: "g1"}}
	return Open(ctx, l, m, ouro.MustGrid(5, 4)), l, &station{t: t, addr: l.Addr()}
}

// TestLive: a game is served after the context of its moves has ended, until it is closed.
func TestLive(t *testing.T) {
	ctx, over := context.WithCancel(t.Context())
	live, l, boards := openLive(ctx, t)
	if live.Link() != Link(l.Addr(), "g1") {
		t.Errorf("link %s", live.Link())
	}
	over()
	if err := live.Show(frame(0)); err != nil {
		t.Fatal(err)
	}
	v := boards.dial()
	v.want(frame(0))
	if err := live.Close(); err != nil {
		t.Error(err)
	}
	v.wantClosed(websocket.StatusGoingAway)
}

// TestLinger: Linger ends when the context ends or the given time is over. It returns an
// error when serving fails.
func TestLinger(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	live, _, boards := openLive(t.Context(), t)
	if err := live.Show(frame(0)); err != nil {
		t.Fatal(err)
	}
	v := boards.dial()
	done := make(chan error, 1)
	go func() { done <- live.Linger(ctx, 0) }()
	v.want(frame(0))
	stop()
	v.wantClosed(websocket.StatusGoingAway)
	if err := <-done; err != nil {
		t.Error(err)
	}

	live, _, _ = openLive(t.Context(), t)
	if err := live.Linger(t.Context(), time.Nanosecond); err != nil {
		t.Error(err)
	}

	live, l, _ := openLive(t.Context(), t)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := live.Linger(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "serving the board failed") {
		t.Errorf("without a listener: %v", err)
	}
}

// TestNoLive: a nil Live shows nothing.
func TestNoLive(t *testing.T) {
	var live *Live
	if live.Link() != "" || live.Show(frame(0)) != nil || live.Close() != nil {
		t.Error("a nil Live does something")
	}
}
