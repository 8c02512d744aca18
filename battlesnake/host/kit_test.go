package host_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is the server of a remote snake.
type fake struct {
	url string

	info   string // answer of the snake to GET /
	start  func(w http.ResponseWriter)
	end    func()
	answer func(w http.ResponseWriter, r *http.Request, turn int) // to POST /move

	mu    sync.Mutex
	calls map[string][]wire.Request // by page
}

// serveFake starts the server. Without info or answer, it gives correct replies with the move up.
func serveFake(t *testing.T, f *fake) *fake {
	t.Helper()
	if f.info == "" {
		f.info = `{"apiversion":"1","author":"me","color":"#123456","head":"bendr"}`
	}
	f.calls = map[string][]wire.Request{}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request wire.Request
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
	}
	f.mu.Lock()
	f.calls[r.URL.Path] = append(f.calls[r.URL.Path], request)
	f.mu.Unlock()
	switch {
	case r.URL.Path == "/":
		_, _ = io.WriteString(w, f.info)
	case r.URL.Path == "/start" && f.start != nil:
		f.start(w)
	case r.URL.Path == "/end" && f.end != nil:
		f.end()
	case r.URL.Path == "/move" && f.answer != nil:
		f.answer(w, r, request.Turn)
	case r.URL.Path == "/move":
		_, _ = io.WriteString(w, `{"move":"up","shout":"hi"}`)
	}
}

// requests returns the requests for a page.
func (f *fake) requests(page string) []wire.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[page]
}

func say(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

// stall does not answer until the client disconnects.
func stall(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }

func visitor(t *testing.T, name, url string) host.Entrant {
	t.Helper()
	r, err := guest.Dial(url)
	if err != nil {
		t.Fatal(err)
	}
	return host.Entrant{Name: name, Guest: r}
}

func localEntrant(name string) host.Entrant {
	return host.Entrant{Name: name, Spec: ouro.Spec{Name: name}}
}

// config returns a game on an 11x11 board.
func config(ruleset string, entrants ...host.Entrant) host.Config {
	return host.Config{
		Game: ouro.GameSpec{Rules: ouro.Spec{Name: ruleset}, W: 11, H: 11, StartLength: 3}, Seed: 7,
		Entrants: entrants, Timeout: time.Hour, Keep: true,
	}
}

func newGame(t *testing.T, cfg host.Config) *host.Game {
	t.Helper()
	g, err := host.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// finish plays a game to its end.
func finish(t *testing.T, g *host.Game) {
	t.Helper()
	for {
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	end(t, g)
}

func end(t *testing.T, g *host.Game) {
	t.Helper()
	if err := g.End(t.Context()); err != nil {
		t.Error(err)
	}
}

// large is a reply of ten megabytes.
var large = strings.Repeat(" ", 10<<20) + `{"move":"down"}`
