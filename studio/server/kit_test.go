package server

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"ouro/internal/pipes"
	"ouro/studio/session"
	"ouro/studio/studiotest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(studiotest.Main{M: m}) }

// kinds has two kinds of channels: an echo and an endless stream.
var kinds = map[string]session.Kind{
	"echo": func(ctx context.Context, ch *session.Channel) error {
		for {
			m, err := ch.Next(ctx)
			if err != nil {
				return nil
			}
			if err := ch.Send(ctx, m.Type, m.Data); err != nil {
				return err
			}
		}
	},
	"flood": func(ctx context.Context, ch *session.Channel) error {
		text := strings.Repeat("x", 1<<16)
		for ctx.Err() == nil {
			if err := ch.Send(ctx, "flood", text); err != nil {
				return err
			}
		}
		return nil
	},
}

type testServer struct {
	*Server
	t       *testing.T
	addr    net.Addr
	connect func(ctx context.Context, network, addr string) (net.Conn, error)
	end     context.CancelFunc
	done    chan error
}

func open(t *testing.T, cfg Config) *testServer {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return openAt(t, l, (&net.Dialer{}).DialContext, cfg)
}

// bubble runs a test in a synctest bubble, with a network in memory.
func bubble(t *testing.T, cfg Config, f func(t *testing.T, s *testServer)) {
	synctest.Test(t, func(t *testing.T) {
		l := pipes.Listen()
		f(t, openAt(t, l, l.Dial, cfg))
	})
}

func openAt(t *testing.T, l net.Listener, connect func(ctx context.Context, network, addr string) (net.Conn, error), cfg Config) *testServer {
	t.Helper()
	if cfg.Session.Kinds == nil {
		cfg.Session.Kinds = kinds
	}
	s := &testServer{Server: New(cfg), t: t, addr: l.Addr(), connect: connect, done: make(chan error, 1)}
	ctx, end := context.WithCancel(t.Context())
	s.end = end
	go func() { s.done <- s.Serve(ctx, l) }()
	t.Cleanup(s.close)
	return s
}

func (s *testServer) close() {
	s.t.Helper()
	s.end()
	err := <-s.done
	if err != nil {
		s.t.Errorf("Serve: %v", err)
	}
	s.done <- nil
}

func (s *testServer) client() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DialContext: s.connect, DisableKeepAlives: true, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get requests a path. If header has a Host, it is the host of the request.
func (s *testServer) get(method, path string, header map[string]string) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://localhost"+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	for key, value := range header {
		r.Header.Set(key, value)
	}
	if host := header["Host"]; host != "" {
		r.Host = host
	}
	client := s.client()
	transport, _ := client.Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return s.connect(ctx, network, s.addr.String())
	}
	resp, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp, string(body)
}

// testPage is the connection of a page.
type testPage struct {
	t    *testing.T
	conn *websocket.Conn
	line lineData
}

type lineData struct {
	Key     string
	Resumed bool
	N       int64
}

// dial opens a session. If the session is refused, dial returns nil and the status of the
// response.
func (s *testServer) dial(header http.Header) (*testPage, int) {
	s.t.Helper()
	return s.dialTo("", header)
}

func (s *testServer) dialTo(query string, header http.Header) (*testPage, int) {
	s.t.Helper()
	client := s.client()
	transport, _ := client.Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return s.connect(ctx, network, s.addr.String())
	}
	conn, resp, err := websocket.Dial(s.t.Context(), "ws://localhost/session"+query, &websocket.DialOptions{HTTPClient: client, HTTPHeader: header})
	if err != nil {
		if resp == nil {
			s.t.Fatal(err)
		}
		return nil, resp.StatusCode
	}
	conn.SetReadLimit(1 << 22)
	s.t.Cleanup(func() { _ = conn.CloseNow() })
	g := &testPage{t: s.t, conn: conn}
	var line struct {
		Type string
		Data lineData
	}
	if text := g.read(); json.Unmarshal([]byte(text), &line) != nil || line.Type != "line" {
		s.t.Errorf("the first message is %s", text)
	}
	g.line = line.Data
	return g, resp.StatusCode
}

func (s *testServer) openPage() *testPage {
	s.t.Helper()
	g, status := s.dial(nil)
	if g == nil {
		s.t.Fatalf("refused with %d", status)
	}
	g.send(`{"type":"hello","data":{"version":1}}`)
	if text := g.read(); !strings.Contains(text, `"hello"`) {
		s.t.Fatalf("hello is answered by %s", text)
	}
	return g
}

func (g *testPage) send(text string) {
	g.t.Helper()
	if err := g.conn.Write(g.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		g.t.Error(err)
	}
}

func (g *testPage) read() string {
	g.t.Helper()
	_, text, err := g.conn.Read(g.t.Context())
	if err != nil {
		g.t.Errorf("no message: %v", err)
	}
	return string(text)
}

// wantClosed reads until the connection is closed and checks the code and the reason.
func (g *testPage) wantClosed(code websocket.StatusCode, reason string) {
	g.t.Helper()
	for {
		_, _, err := g.conn.Read(g.t.Context())
		if err == nil {
			continue
		}
		if got := websocket.CloseStatus(err); got != code || !strings.Contains(err.Error(), reason) {
			g.t.Errorf("closed by %v, want %v %q", err, code, reason)
		}
		return
	}
}
