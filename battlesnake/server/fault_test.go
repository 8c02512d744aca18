package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net"
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

var silent = flag.Int("silent", 100, "connections that send nothing in TestSilentConnections")

// handle sends the server a request for a move, without a network.
func handle(t testing.TB, s http.Handler, r *wire.Request) ouro.Dir {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/move", bytes.NewReader(data)))
	reply, err := wire.ParseMoveReply(w.Body.Bytes())
	if err != nil || w.Code != http.StatusOK {
		t.Fatalf("status %d, %v: %s", w.Code, err, w.Body)
	}
	return reply.Move
}

// TestRefusals: the server refuses an invalid request with the right status and one line that
// states the reason. It continues to answer requests.
func TestRefusals(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}, {Name: "y", Make: always(ouro.Left)}}})
	with := func(change func(*wire.Request)) string {
		r := game("g", 3, hour)
		change(r)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"unknown page", "GET", "/moves", "", 404, `unknown page "/moves"`},
		{"unknown page of a snake", "GET", "/s/x/moves", "", 404, `unknown page "/s/x/moves"`},
		{"unknown snake", "POST", "/s/z/move", "{}", 404, `unknown snake "z" (known: x, y)`},
		{"no snake", "GET", "/s/", "", 404, `unknown page "/s/"`},
		{"GET of a move", "GET", "/move", "", 405, "/move does not accept GET (use POST)"},
		{"PUT of a move", "PUT", "/s/y/move", "{}", 405, "/s/y/move does not accept PUT (use POST)"},
		{"POST to the root", "POST", "/", "{}", 405, "/ does not accept POST (use GET, HEAD)"},
		{"nothing", "POST", "/move", "", 400, "body: empty, want JSON"},
		{"text", "POST", "/move", "hello", 400, "body: not JSON: invalid character 'h' looking for beginning of value at byte 1"},
		{"wrong type", "POST", "/move", `{"turn":"three"}`, 400, "body: turn: want a whole number, not string"},
		{"wrong type of all", "POST", "/start", `[1]`, 400, "body: want an object, not array"},
		{"empty object", "POST", "/move", `{}`, 400, "game.id: missing"},
		{"10 MB", "POST", "/move", strings.Repeat(" ", 10<<20), 413, "body: larger than 1048576 bytes"},
		{"10 MB of a list", "POST", "/end", `{"turn":[` + strings.Repeat("1,", 5<<20), 413, "body: larger than 1048576 bytes"},
		{"negative size", "POST", "/move", with(func(r *wire.Request) { r.Board.Width = -7 }), 400, "board: -7x7: width and height must be 2 to 64"},
		{"snake off the board", "POST", "/move", with(func(r *wire.Request) { r.Board.Snakes[2].Body[0].X = 7 }), 400, "board.snakes[2].body[0]: (7,5) is off the 7x7 board"},
		{"no you", "POST", "/move", with(func(r *wire.Request) { r.You = wire.Snake{} }), 400, "you: missing"},
		{"dead you", "POST", "/move", with(func(r *wire.Request) { r.Board.Snakes = r.Board.Snakes[1:] }), 400, `you: "a" is not among board.snakes, so it is dead`},
		{"dead you at the start", "POST", "/start", with(func(r *wire.Request) { r.Board.Snakes = nil }), 400, `you: "a" is not among board.snakes, so it is dead`},
		{"one id twice", "POST", "/move", with(func(r *wire.Request) { r.Board.Snakes[1].ID = "a" }), 400, `board.snakes[1].id: "a" is the id of board.snakes[0] too`},
		{"negative timeout", "POST", "/move", with(func(r *wire.Request) { r.Game.Timeout = -500 }), 400, "game.timeout: -500 is not from 0 to 3600000 milliseconds"},
		{"unknown ruleset", "POST", "/move", with(func(r *wire.Request) { r.Game.Ruleset.Name = "chess" }), 400, `game.ruleset.name: unknown ruleset "chess"`},
		{"end of nothing", "POST", "/end", `{}`, 400, "game.id: missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, text := ask(t, c.method, s.url+c.path, strings.NewReader(c.body))
			if status != c.status || !strings.HasPrefix(text, c.want) || strings.Count(text, "\n") != 1 {
				t.Errorf("%d %q, want %d %q", status, text, c.status, c.want)
			}
			if d := move(t, s.url, game("g", 3, hour)); d != ouro.Right {
				t.Errorf("after the refusal, the snake moved %v", d)
			}
		})
	}
	if got := metric(t, s.url, `ouro_refused_total{status="413"}`); got != "2" {
		t.Errorf("%s requests were too large", got)
	}
}

// TestHangUp: when the client disconnects, the search ends.
func TestHangUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var thought time.Duration
		s, _ := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			began := time.Now()
			<-ctx.Done()
			thought = time.Since(began)
			return ouro.Decision{Dir: ouro.Up}, nil
		})}}})
		l := pipes.Listen()
		stopping, stop := context.WithCancel(t.Context())
		served := make(chan error)
		go func() { served <- s.Serve(stopping, l) }()
		client := &http.Client{Transport: &http.Transport{DialContext: l.Dial, DisableKeepAlives: true}}
		data, err := json.Marshal(game("g", 0, 25_000))
		if err != nil {
			t.Fatal(err)
		}
		ctx, hangUp := context.WithTimeout(t.Context(), time.Second)
		defer hangUp()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pipe/move", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := client.Do(req); err == nil {
			_ = resp.Body.Close()
			t.Error("the request that was cancelled has an answer")
		}
		synctest.Wait()
		if thought != time.Second {
			t.Errorf("the solver thought for %v, the client waited one second", thought)
		}
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// TestCutOffBody: a body that is shorter than its announced length is refused.
func TestCutOffBody(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	conn := dial(t, s.url)
	if _, err := io.WriteString(conn, "POST /move HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"game\":"); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	reply, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(reply), "HTTP/1.1 400 ") {
		t.Errorf("%v: %s", err, reply)
	}
	_ = conn.Close()
}

func dial(t testing.TB, url string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// TestSilentConnections: connections that send nothing, or only a part of a request, do not
// prevent answers to others.
func TestSilentConnections(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}}})
	for i := range *silent {
		conn := dial(t, s.url)
		t.Cleanup(func() { _ = conn.Close() })
		if i%2 == 1 {
			if _, err := io.WriteString(conn, "POST /move HTTP/1.1\r\nHost: x\r\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for turn := range 20 {
		if d := move(t, s.url, game("g", turn, hour)); d != ouro.Right {
			t.Errorf("turn %d: moved %v", turn, d)
		}
	}
}
