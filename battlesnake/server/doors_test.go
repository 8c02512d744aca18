package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/internal/pipes"
)

// TestPaths: /metrics and /healthz are at exactly these paths. The pages of a snake also have paths
// with a doubled slash, because engines append their path to an address that may end with a slash.
func TestPaths(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	status := func(method, path string) int {
		t.Helper()
		conn := dial(t, s.url)
		defer func() { _ = conn.Close() }()
		body := ""
		if method == http.MethodPost {
			data, err := json.Marshal(game("g", 0, hour))
			if err != nil {
				t.Fatal(err)
			}
			body = string(data)
		}
		// Written by hand, because an HTTP client would clean the path.
		if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", method, path, len(body), body); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	for _, path := range []string{"/", "//", "/s/x", "/s/x/", "/s/x//", "/metrics", "/metrics?x=1", "/healthz"} {
		if got := status(http.MethodGet, path); got != http.StatusOK {
			t.Errorf("GET %s is %d", path, got)
		}
	}
	for _, path := range []string{"/move", "//move", "/s/x/move", "/s/x//move", "/start", "//start", "/s/x/end"} {
		if got := status(http.MethodPost, path); got != http.StatusOK {
			t.Errorf("POST %s is %d", path, got)
		}
	}
	for _, path := range []string{
		"/metrics/", "/metrics%2f", "/metrics%2F", "//metrics", "/%6detrics", "/metrics/..", "/metrics%2f..", "/./metrics", "/s/../metrics",
		"/s/x/metrics", "/s/x/../../metrics", "/Metrics", "/metrics;x", "/metrics%00", "/healthz/", "//healthz", "/healthz%2f", "/s/x%2f", "/s//x", "/s", "///",
	} {
		if got := status(http.MethodGet, path); got != http.StatusNotFound {
			t.Errorf("GET %s is %d", path, got)
		}
	}
	for _, path := range []string{"/move/", "/move%2f", "///move", "/s/x/move/", "/s/x%2fmove"} {
		if got := status(http.MethodPost, path); got != http.StatusNotFound {
			t.Errorf("POST %s is %d", path, got)
		}
	}
}

// TestAdmin: a separate address for /metrics and /healthz serves nothing else, and no other
// address serves these two.
func TestAdmin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startServer(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}}, true)
		for path, want := range map[string]int{"/metrics": 200, "/healthz": 200, "/": 404, "/metrics/": 404, "/s/x/": 404} {
			if got, text := d.get(d.admin, path); got != want {
				t.Errorf("%s is %d: %s", path, got, text)
			}
		}
		for path, want := range map[string]int{"/metrics": 404, "/healthz": 404, "/": 200} {
			if got, text := d.get(d.pages, path); got != want || strings.Contains(text, "known: /healthz") {
				t.Errorf("%s is %d: %s", path, got, text)
			}
		}
		d.stop()
		if err := <-d.served; err != nil {
			t.Error(err)
		}
	})
}

// TestDrain: while the server stops, /healthz reports this, and requests are still answered
// for the drain time. A separate address answers /healthz until the last move is made.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const drain, think = time.Minute, 5 * time.Second
		d := startServer(t, server.Config{Drain: drain, Snakes: []server.Snake{{Name: "x", Make: maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(think)
			return ouro.Decision{Dir: ouro.Up}, nil
		})}}}, true)
		if status, _ := d.get(d.admin, "/healthz"); status != http.StatusOK {
			t.Errorf("healthz is %d", status)
		}
		began := time.Now()
		d.stop()
		synctest.Wait()
		if status, text := d.get(d.admin, "/healthz"); status != http.StatusServiceUnavailable || text != "stopping\n" {
			t.Errorf("healthz is %d %q while the server stops", status, text)
		}
		time.Sleep(drain - think/2)
		moved := make(chan string)
		go func() { moved <- d.move(game("g", 0, hour)) }()
		time.Sleep(think - time.Second) // the drain is over, and the move is in progress
		synctest.Wait()
		if status, _ := d.get(d.admin, "/healthz"); status != http.StatusServiceUnavailable {
			t.Errorf("healthz is %d while the last move is computed", status)
		}
		if _, err := d.pages.Dial(t.Context(), "", ""); err == nil {
			t.Error("new connections are accepted after the drain")
		}
		if text := <-moved; text != `{"move":"up"}`+"\n" {
			t.Errorf("the last move is %s", text)
		}
		if err := <-d.served; err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < drain || took > drain+2*think {
			t.Errorf("the server took %v to stop", took)
		}
	})
}

// testServer is a server in a synctest bubble.
type testServer struct {
	t            *testing.T
	server       *server.Server
	pages, admin *pipes.Listener
	stop         context.CancelFunc
	served       chan error
	log          *buffer
}

func startServer(t *testing.T, cfg server.Config, admin bool) *testServer {
	t.Helper()
	d := &testServer{t: t, pages: pipes.Listen(), admin: pipes.Listen(), served: make(chan error, 1), log: &buffer{}}
	cfg.Log = slog.New(slog.NewTextHandler(d.log, nil))
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d.server = s
	if admin {
		s.Admin(d.admin)
	}
	ctx, stop := context.WithCancel(t.Context())
	d.stop = stop
	go func() { d.served <- s.Serve(ctx, d.pages) }()
	return d
}

func (d *testServer) do(l *pipes.Listener, method, path, body string) (status int, text string) {
	d.t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: l.Dial, DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(d.t.Context(), method, "http://pipe"+path, strings.NewReader(body))
	if err != nil {
		d.t.Error(err)
		return 0, ""
	}
	resp, err := client.Do(req)
	if err != nil {
		d.t.Error(err)
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		d.t.Error(err)
	}
	return resp.StatusCode, string(data)
}

func (d *testServer) get(l *pipes.Listener, path string) (status int, text string) {
	d.t.Helper()
	return d.do(l, http.MethodGet, path, "")
}

func (d *testServer) move(r *wire.Request) (text string) {
	data, err := json.Marshal(r)
	if err != nil {
		d.t.Error(err)
	}
	_, text = d.do(d.pages, http.MethodPost, "/move", string(data))
	return text
}

// TestArrival: the time for an answer begins with the first byte of its request, even on a
// reused connection.
func TestArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var allowed time.Duration
		d := startServer(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			deadline, _ := ctx.Deadline()
			allowed = time.Until(deadline)
			return ouro.Decision{Dir: ouro.Up}, nil
		})}}}, false)
		conn, err := d.pages.Dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		replies := bufio.NewReader(conn)
		for turn := range 2 {
			data, err := json.Marshal(game("g", turn, 1000))
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Second) // idle time does not count
			request := fmt.Sprintf("POST /move HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(data), data)
			head := strings.Index(request, "Content")
			for _, part := range []string{request[:head], request[head : len(request)-50], request[len(request)-50:]} {
				if _, err := io.WriteString(conn, part); err != nil {
					t.Fatal(err)
				}
				time.Sleep(100 * time.Millisecond)
			}
			resp, err := http.ReadResponse(replies, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
			if want := 740 * time.Millisecond; allowed != want {
				t.Errorf("turn %d: %v to think, want %v", turn, allowed, want)
			}
		}
		_ = conn.Close()
		d.stop()
		if err := <-d.served; err != nil {
			t.Error(err)
		}
	})
}

// TestAmplification: replies and the log truncate long texts from requests.
func TestAmplification(t *testing.T) {
	s, log := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	long := strings.Repeat("\x00\x1b", 400_000)
	with := func(change func(*wire.Request)) string {
		r := game("g", 3, hour)
		change(r)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const printable = 200_000 // number of runes, so that the JSON is within the limit
	text := long[:printable/2] + strings.Repeat("ä", printable/4)
	for name, r := range map[string]*http.Request{
		"game id":    request("POST", "/move", with(func(r *wire.Request) { r.Game.ID = text })),
		"snake id":   request("POST", "/move", with(func(r *wire.Request) { r.Board.Snakes[1].ID = text })),
		"your id":    request("POST", "/move", with(func(r *wire.Request) { r.You.ID = text })),
		"ruleset":    request("POST", "/move", with(func(r *wire.Request) { r.Game.Ruleset.Name = text })),
		"map":        request("POST", "/move", with(func(r *wire.Request) { r.Game.Map = text })),
		"source":     request("POST", "/move", with(func(r *wire.Request) { r.Game.Source = text })),
		"shout":      request("POST", "/move", with(func(r *wire.Request) { r.Board.Snakes[0].Shout, r.Board.Snakes[0].Name = text, text })),
		"number":     request("POST", "/start", `{"turn":1`+strings.Repeat("0", 1_000_000)+`}`),
		"end":        request("POST", "/end", with(func(r *wire.Request) { r.Game.ID = text })),
		"path":       request("GET", "/"+strings.Repeat("%1b", 300_000), ""),
		"snake":      request("GET", "/s/"+strings.Repeat("a", 1_000_000), ""),
		"method":     request(strings.Repeat("M", 1_000_000), "/move", "{}"),
		"unknown id": request("POST", "/move", with(func(r *wire.Request) { r.You.ID = strings.Repeat("\x00", 256) })),
	} {
		before := len(log.String())
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if n := w.Body.Len(); n > 2000 {
			t.Errorf("%s: a reply of %d bytes", name, n)
		}
		if n := len(log.String()) - before; n > 4000 {
			t.Errorf("%s: %d bytes of log", name, n)
		}
	}
}

func request(method, path, body string) *http.Request {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, path, strings.NewReader(body))
	r.Method = method
	return r
}

// TestReportedTime: a metric has the time that the engine reports for the last answer.
func TestReportedTime(t *testing.T) {
	s, _ := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	for turn, latency := range []string{"0", "123", "450", "nonsense"} {
		r := game("g", turn, 500)
		r.You.Latency = latency
		handle(t, s, r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{
		`ouro_reported_seconds_count{snake="x"} 2`, `ouro_reported_seconds_sum{snake="x"} 0.573`, `ouro_reported_seconds_bucket{snake="x",le="0.2"} 1`,
		"ouro_connections 0", `ouro_connections_closed_total{reason="idle"} 0`,
	} {
		if !strings.Contains(w.Body.String(), want+"\n") {
			t.Errorf("no %s in\n%s", want, w.Body)
		}
	}
}

// TestLongThinking: the time limit for receiving a request does not limit the time for the answer.
func TestLongThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var thought time.Duration
		d := startServer(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			began := time.Now()
			<-ctx.Done()
			thought = time.Since(began)
			return ouro.Decision{Dir: ouro.Up}, nil
		})}}}, false)
		for turn, filler := range []int{0, 100_000} {
			r := game("g", turn, 25_000)
			r.Board.Snakes[1].Name = strings.Repeat("x", filler)
			d.move(r)
			if want := 25*time.Second - 60*time.Millisecond; thought != want {
				t.Errorf("with %d bytes more: %v of thinking, want %v", filler, thought, want)
			}
		}
		d.stop()
		if err := <-d.served; err != nil {
			t.Error(err)
		}
	})
}
