package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/server"
)

// TestWatch: Watch is called after every answer, with the snakes of the position, and at
// the end of a game.
func TestWatch(t *testing.T) {
	var mu sync.Mutex
	var seen []server.Event
	s, _ := local(t, server.Config{
		Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}},
		Watch: func(e server.Event) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, e)
		},
	})
	for turn, path := range []string{"/start", "/move", "/move", "/end"} {
		body, err := json.Marshal(game("g1", turn, hour))
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader(body)))
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if len(seen) != 3 {
		t.Fatalf("the observer was called %d times, want 3: two moves and the end", len(seen))
	}
	for i, e := range seen {
		if e.Snake != "x" || e.Game != "g1" || e.State == nil || e.State.Turn != i+1 || len(e.IDs) != len(e.State.Snakes) || len(e.Names) != len(e.IDs) || e.Over != (i == 2) {
			t.Errorf("%d: %+v", i, e)
		}
		if !e.Over && (e.Decision.Dir != ouro.Right || e.Decision.Depth != 3 || e.Took <= 0 || e.Took > time.Minute || e.Failed) {
			t.Errorf("%d: %+v", i, e)
		}
	}
}

// TestAnswersFirst: Watch does not delay the answer to the engine, however long it takes.
func TestAnswersFirst(t *testing.T) {
	answered := make(chan struct{})
	r := serve(t, server.Config{
		Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}},
		Watch: func(server.Event) {
			<-answered // which never happens if the answer waits
		},
	})
	move(t, r.url, game("g1", 1, hour))
	close(answered)
}

// TestWatchBadEnd: Watch is called for the end of a game even if its position is invalid.
func TestWatchBadEnd(t *testing.T) {
	var seen []server.Event
	s, _ := local(t, server.Config{
		Snakes: []server.Snake{{Name: "x", Make: always(ouro.Right)}},
		Watch:  func(e server.Event) { seen = append(seen, e) },
	})
	r := game("g1", 1, 500)
	r.Board.Width = 1000
	body, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/end", bytes.NewReader(body)))
	if w.Code != http.StatusBadRequest || len(seen) != 1 || seen[0].Game != "g1" || !seen[0].Over || seen[0].State != nil {
		t.Errorf("status %d, %s; the observer received %+v", w.Code, w.Body, seen)
	}
}
