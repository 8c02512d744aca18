package identity

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"ouro"
)

// server is a snake whose version and answers can be changed.
type server struct {
	version  atomic.Value // string
	move     func(turn, request int) string
	requests atomic.Int64
}

func serve(t *testing.T, s *server) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			_ = json.NewEncoder(w).Encode(map[string]string{"apiversion": "1", "version": s.version.Load().(string)})
		case "/move":
			var q struct{ Turn int }
			_ = json.NewDecoder(r.Body).Decode(&q)
			_ = json.NewEncoder(w).Encode(map[string]string{"move": s.move(q.Turn, int(s.requests.Add(1)))})
		}
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// TestPositions: every position is valid and leaves the first snake a choice.
func TestPositions(t *testing.T) {
	for _, text := range positions {
		s, err := ouro.ParseState(text)
		if err != nil || s.Legal(0).Len() < 3 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestServerChanges: a changed version or answer is reported. If two requests for one
// position get different answers, the position is not compared.
func TestServerChanges(t *testing.T) {
	steady := func(turn, _ int) string { return map[int]string{25: "left", 50: "up", 75: "down", 100: "left"}[turn] }
	s := &server{move: steady}
	s.version.Store("1")
	url := serve(t, s)
	participants := func() Participants {
		p, err := Of(context.Background(), []string{"greedy", url}, 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		read, err := Parse(p.Text())
		if err != nil || read.Text() != p.Text() {
			t.Fatalf("%s is read as %s, %v", p.Text(), read.Text(), err)
		}
		return read
	}
	first := participants()
	if got := first.Servers[url].Answers; got != "luld" && got != "ludl" {
		t.Errorf("answers %q", got)
	}
	again := participants()
	if changes := again.Changes(&first); changes != nil || first.Run == again.Run {
		t.Errorf("changes of an unchanged server: %q, runs %s and %s", changes, first.Run, again.Run)
	}
	s.version.Store("2")
	again = participants()
	if changes := again.Changes(&first); len(changes) != 1 || changes[0] != "the server "+url+` (its version was "1" before and is "2" now)` {
		t.Errorf("%q", changes)
	}
	s.version.Store("1")
	s.move = func(turn, request int) string {
		if turn == 50 {
			return []string{"left", "right"}[request%2] // the move changes with every request
		}
		return steady(turn, request)
	}
	again = participants()
	if changes := again.Changes(&first); changes != nil || again.Servers[url].Answers[1] != '?' {
		t.Errorf("%q, answers %q", changes, again.Servers[url].Answers)
	}
	s.move = func(turn, request int) string {
		if turn == 75 {
			return "right"
		}
		return steady(turn, request)
	}
	again = participants()
	if changes := again.Changes(&first); len(changes) != 1 {
		t.Errorf("%q", changes)
	}
}
