package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// maker returns a Maker. The solvers that it makes decide with this function.
func maker(decide func(context.Context, ouro.Turn) (ouro.Decision, error)) ouro.Maker {
	return func(ouro.Setup) (ouro.Solver, error) { return ouro.SolverFunc(decide), nil }
}

// always makes solvers that always go in this direction.
func always(d ouro.Dir) ouro.Maker {
	return maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
		return ouro.Decision{Dir: d, Depth: 3, Nodes: 7}, nil
	})
}

// thinker makes solvers that compute for a while, or until their time is up, and then take the first
// legal move. The depth of a decision is the number of its rounds.
var thinker = maker(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	d := ouro.Decision{Dir: t.State.Legal(t.Seat).At(0)}
	scratch := t.State.Clone()
	for d.Depth < 50 && ctx.Err() == nil {
		for range 256 {
			scratch.CopyFrom(t.State)
			d.Nodes++
		}
		d.Depth++
	}
	return d, nil
})

// running is a running server and its log.
type running struct {
	*server.Server
	url  string
	log  *buffer
	stop context.CancelFunc
	done chan error
}

// hour is a timeout of a game, in milliseconds, in which every machine can answer.
const hour = 3_600_000

// serve runs a server until the test ends. The timeouts of the server are so long that even a slow
// machine meets them.
func serve(t testing.TB, cfg server.Config) *running {
	t.Helper()
	log := &buffer{}
	cfg.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.Wait()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	r := &running{Server: s, url: "http://" + l.Addr().String(), log: log, stop: stop, done: make(chan error, 1)}
	go func() { r.done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-r.done; err != nil {
			t.Errorf("the server stopped with: %v", err)
		}
		close(r.done)
	})
	return r
}

// local returns a server without a network, and its log. It is for use in a synctest bubble.
func local(t testing.TB, cfg server.Config) (*server.Server, *buffer) {
	t.Helper()
	log := &buffer{}
	cfg.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, log
}

// buffer is a bytes.Buffer that is safe for concurrent use.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// client never reuses connections, so that no connection outlives a test.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// ask sends a request and returns the status and the body of the reply.
func ask(t testing.TB, method, url string, body io.Reader) (status int, text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode, string(data)
}

// post sends v as JSON.
func post(t testing.TB, url string, v any) (status int, text string) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return ask(t, http.MethodPost, url, bytes.NewReader(data))
}

// move sends a request and returns the move of the reply.
func move(t testing.TB, url string, r *wire.Request) ouro.Dir {
	t.Helper()
	status, text := post(t, url+"/move", r)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, text)
	}
	reply, err := wire.ParseMoveReply([]byte(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return reply.Move
}

// game returns a request for a move on 7x7. You are "a"; "b" is like a wall to the left;
// "c" encloses the cell above you. So there is most room to the right.
func game(id string, turn, timeout int) *wire.Request {
	body := func(xy ...int) (list []wire.Coord) {
		for i := 0; i < len(xy); i += 2 {
			list = append(list, wire.Coord{X: xy[i], Y: xy[i+1]})
		}
		return list
	}
	a := wire.Snake{ID: "a", Name: "me", Health: 90, Latency: "0", Body: body(2, 2, 2, 1, 2, 0)}
	b := wire.Snake{ID: "b", Name: "wall", Health: 90, Latency: "0", Body: body(1, 5, 1, 4, 1, 3, 1, 2, 1, 1, 1, 0)}
	c := wire.Snake{ID: "c", Name: "roof", Health: 90, Latency: "0", Body: body(2, 5, 2, 4, 3, 4, 3, 3, 4, 3)}
	return &wire.Request{
		Game:  wire.Game{ID: id, Timeout: timeout, Ruleset: wire.Ruleset{Name: "standard", Settings: wire.DefaultSettings()}},
		Turn:  turn,
		Board: wire.Board{Width: 7, Height: 7, Snakes: []wire.Snake{a, b, c}},
		You:   a,
	}
}

// eventually waits until f returns true. event names in the log what f waits for.
func eventually(t testing.TB, event string, f func() bool) {
	t.Helper()
	t.Log("waiting until " + event)
	for !f() {
		time.Sleep(2 * time.Millisecond)
	}
}

// metricLines returns the lines of /metrics that begin with prefix.
func metricLines(t testing.TB, url, prefix string) (lines []string) {
	t.Helper()
	_, text := ask(t, http.MethodGet, url+"/metrics", nil)
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// metric returns the value of one metric.
func metric(t testing.TB, url, name string) string {
	t.Helper()
	lines := metricLines(t, url, name+" ")
	if len(lines) != 1 {
		t.Fatalf("%d metrics %s", len(lines), name)
	}
	return strings.TrimPrefix(lines[0], name+" ")
}
