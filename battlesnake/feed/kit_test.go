package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"ouro/battlesnake/wire"
	"ouro/internal/pipes"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// station is a running server.
type station struct {
	*Server
	t       *testing.T
	addr    net.Addr
	connect func(ctx context.Context, network, addr string) (net.Conn, error)
	stop    context.CancelFunc
	done    chan error
}

func open(t *testing.T, change ...func(*Server)) *station {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	// The server waits for a viewer as long as the slowest machine needs.
	change = append([]func(*Server){func(s *Server) { s.patience = time.Hour }}, change...)
	return openAt(t, l, (&net.Dialer{}).DialContext, change...)
}

// bubble runs f with a station that has no network, in a synctest bubble.
func bubble(t *testing.T, f func(t *testing.T, s *station)) {
	synctest.Test(t, func(t *testing.T) {
		l := pipes.Listen()
		f(t, openAt(t, l, l.Dial))
	})
}

func openAt(t *testing.T, l net.Listener, connect func(ctx context.Context, network, addr string) (net.Conn, error), change ...func(*Server)) *station {
	t.Helper()
	s := &station{
		Server: New(wire.ViewGame{ID: "g1", Status: "running", Width: 5, Height: 4, RulesStages: []string{}}),
		t:      t, addr: l.Addr(), connect: connect, done: make(chan error, 1),
	}
	for _, c := range change {
		c(s.Server)
	}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() { s.done <- s.Serve(ctx, l) }()
	t.Cleanup(s.close)
	return s
}

// close stops the server.
func (s *station) close() {
	s.t.Helper()
	s.stop()
	err := <-s.done
	if err != nil {
		s.t.Errorf("Serve: %v", err)
	}
	s.done <- nil
}

func frame(turn int) wire.ViewEvent {
	return wire.ViewEvent{Type: "frame", Data: wire.ViewFrame{Turn: turn}}
}

var gameEnd = wire.ViewEvent{Type: "game_end", Data: wire.ViewGame{ID: "g1"}}

func (s *station) add(events ...wire.ViewEvent) {
	s.t.Helper()
	for _, e := range events {
		if err := s.Add(e); err != nil {
			s.t.Fatal(err)
		}
	}
}

// viewer is a board.
type viewer struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *station) dial() *viewer {
	s.t.Helper()
	conn, resp, err := websocket.Dial(s.t.Context(), "ws://"+s.addr.String()+"/games/g1/events", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: s.connect}},
		HTTPHeader: http.Header{"Origin": {"https://board.battlesnake.com"}},
	})
	if err != nil {
		s.t.Fatalf("%v, %v", err, resp)
	}
	s.t.Cleanup(func() { _ = conn.CloseNow() })
	return &viewer{s.t, conn}
}

// read returns the next message.
func (v *viewer) read() (string, error) {
	_, text, err := v.conn.Read(context.Background())
	return string(text), err
}

// want reads messages, which must be exactly these events.
func (v *viewer) want(events ...wire.ViewEvent) {
	v.t.Helper()
	for _, e := range events {
		want, err := json.Marshal(e)
		if err != nil {
			v.t.Fatal(err)
		}
		if got, err := v.read(); err != nil || got != string(want) {
			v.t.Fatalf("got %s, %v, want %s", got, err, want)
		}
	}
}

// wantClosed reads the close frame, which must have this status.
func (v *viewer) wantClosed(code websocket.StatusCode) {
	v.t.Helper()
	if text, err := v.read(); websocket.CloseStatus(err) != code {
		v.t.Errorf("got %q, %v, want the connection closed with %v", text, err, code)
	}
}

// get requests a page.
func (s *station) get(method, path string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, fmt.Sprintf("http://%s%s", s.addr, path), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Close = true
	req.Header.Set("Origin", "https://board.battlesnake.com")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		s.t.Fatal(err)
	}
	return resp, strings.TrimSpace(string(body))
}
