package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake"
	"ouro/webhook"
)

// dialMatch is a Remote for seat 0 of a match of three, and the state of it.
func dialMatch(t *testing.T, url string, timeout time.Duration) (*webhook.Remote, *battlesnake.Match, *ouro.State) {
	t.Helper()
	s, _, err := game("g", 4, 0).State()
	if err != nil {
		t.Fatal(err)
	}
	g, err := battlesnake.NewGame("g", ouro.Spec{Name: "standard"}, timeout)
	if err != nil {
		t.Fatal(err)
	}
	m := &battlesnake.Match{Game: g, Players: []battlesnake.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	r, err := webhook.Dial(url)
	if err != nil {
		t.Fatal(err)
	}
	r.Join(m)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r, m, s
}

// TestRemoteAndServer: a solver gives the same moves by the network as in
// process, for a whole game.
func TestRemoteAndServer(t *testing.T) {
	s := serve(t, webhook.Config{Snakes: []webhook.Snake{
		{Name: "idle", Make: always(ouro.Up)},
		{Name: "x", Info: battlesnake.Info{Author: "me", Head: "bendr"}, Make: maker(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			legal := t.State.Legal(t.Seat)
			return ouro.Decision{Dir: legal.At(t.State.Turn % legal.Len())}, nil
		})},
	}})
	r, m, state := dialMatch(t, s.url+"/s/x/", 5*time.Second)
	info, err := r.Info(t.Context(), 5*time.Second)
	if err != nil || info != (battlesnake.Info{APIVersion: "1", Author: "me", Head: "bendr"}) {
		t.Errorf("info %+v, %v", info, err)
	}
	if err := r.Start(t.Context(), state, 0); err != nil {
		t.Error(err)
	}
	for range 5 {
		legal := state.Legal(0)
		want := legal.At(state.Turn % legal.Len())
		d, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
		if err != nil || d.Dir != want {
			t.Fatalf("turn %d: %v, %v, want %v", state.Turn, d.Dir, err, want)
		}
		if p := m.Players[0]; p.Status != 200 || p.Latency <= 0 || p.Error != "" {
			t.Errorf("turn %d: reported %+v", state.Turn, p.Reply)
		}
		state.Advance(0, state.Grid.Next(state.Snakes[0].Body.Head(), d.Dir), false)
		state.Turn++
		if state.Legal(0).Len() == 0 {
			break
		}
	}
	state.Kill(0, ouro.HitBody)
	if err := r.End(t.Context(), state, 0); err != nil {
		t.Error(err)
	}
	if got := metric(t, s.url, `ouro_games{snake="x"}`); got != "0" {
		t.Errorf("%s games after the end", got)
	}
}

// TestRemoteFaults: whatever a snake does wrong is told exactly, and reported.
func TestRemoteFaults(t *testing.T) {
	reply := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	elsewhere := httptest.NewServer(reply(200, `{"move":"left"}`))
	defer elsewhere.Close()
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		fault   webhook.Fault
		want    string // after the URL
		code    string
		status  int
	}{
		{"stalls", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, webhook.TimedOut, "timed out", "0:Error communicating with server", 0},
		{"stalls in the body", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, `{"move":`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, webhook.TimedOut, "timed out", "0:Error communicating with server", 200},
		{"closes", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, webhook.Unreachable, "unreachable: EOF", "0:Error communicating with server", 0},
		{"answers 500", reply(500, `{"move":"up"}`), webhook.BadStatus, "bad status 500: Internal Server Error", "7:Bad HTTP status code 500", 500},
		{"answers 201", reply(201, `{"move":"up"}`), webhook.BadStatus, "bad status 201: Created", "7:Bad HTTP status code 201", 201},
		{"sends nothing", reply(200, ""), webhook.BadBody, "bad body: empty, want JSON", "", 200},
		{"sends HTML", reply(200, "<html>"), webhook.BadBody, "bad body: not JSON: invalid character '<' looking for beginning of value at byte 1", "", 200},
		{"sends 10 MB", reply(200, strings.Repeat(" ", 10<<20)+`{"move":"up"}`), webhook.BadBody, "bad body: larger than 65536 bytes", "", 200},
		{"shouts its move", reply(200, `{"move":"UP"}`), webhook.BadMove, `bad move: move "UP" is not up, right, down or left`, "", 200},
		{"has no move", reply(200, `{"shout":"help"}`), webhook.BadMove, "bad move: no move in the reply", "", 200},
		{
			"points elsewhere", func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
			}, webhook.BadStatus,
			fmt.Sprintf("bad status 307: a redirect to %q, which is not followed", elsewhere.URL), "7:Bad HTTP status code 307", 307,
		},
		{
			"runs in circles", func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/move", http.StatusTemporaryRedirect)
			}, webhook.BadStatus,
			`bad status 307: a redirect to "/move", which is not followed`, "7:Bad HTTP status code 307", 307,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(c.handler)
			defer server.Close()
			timeout := 20 * time.Second
			if c.fault == webhook.TimedOut {
				timeout = 100 * time.Millisecond
			}
			r, m, state := dialMatch(t, server.URL, timeout)
			_, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
			var failed *webhook.RemoteError
			if !errors.As(err, &failed) {
				t.Fatalf("the error is %v", err)
			}
			if want := server.URL + ": " + c.want; err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if p := m.Players[0]; failed.Fault != c.fault || failed.Code() != c.code || p.Error != c.code || p.Status != c.status {
				t.Errorf("fault %v, code %q, reported %+v", failed.Fault, failed.Code(), p.Reply)
			}
			_ = r.Close()
		})
	}
}

// TestRemoteSameHost: a redirect on the same host is followed, with its body.
func TestRemoteSameHost(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		switch {
		case err != nil || r.Method != http.MethodPost || !strings.HasPrefix(string(body), `{"game":{"id":"g",`):
			http.Error(w, "bad", http.StatusBadRequest)
		case r.URL.Path == "/move":
			http.Redirect(w, r, "/v2/move", http.StatusPermanentRedirect)
		default:
			_, _ = io.WriteString(w, `{"move":"left","shout":"woof"}`)
		}
	}))
	defer server.Close()
	r, m, state := dialMatch(t, server.URL, 20*time.Second)
	d, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
	if err != nil || d.Dir != ouro.Left || m.Players[0].Shout != "woof" {
		t.Errorf("%v, %v, shout %q", d, err, m.Players[0].Shout)
	}
	_ = r.Close()
}

// TestRemoteCanceled: who stops the game stops the question.
func TestRemoteCanceled(t *testing.T) {
	asked := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(asked)
		<-r.Context().Done()
	}))
	defer server.Close()
	r, _, state := dialMatch(t, server.URL, 20*time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	if _, err := r.Decide(ctx, ouro.Turn{State: state, Seat: 0}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRemoteNobodyHome(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	r, _, state := dialMatch(t, server.URL, 20*time.Second)
	var failed *webhook.RemoteError
	if _, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0}); !errors.As(err, &failed) || failed.Fault != webhook.Unreachable || !strings.Contains(err.Error(), "refused") {
		t.Error(err)
	}
	if _, err := r.Info(t.Context(), time.Second); err == nil {
		t.Error("nobody said who they are")
	}
}

func TestDial(t *testing.T) {
	for _, address := range []string{"", "spot", "127.0.0.1:8000", "ftp://host/", "http://", "http://[::1", "http:///path", "://x"} {
		if _, err := webhook.Dial(address); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("snake %q is not a URL", address)) {
			t.Errorf("%q: %v", address, err)
		}
	}
	r, err := webhook.Dial("https://example.org/snakes/spot/?a=b#c")
	if err != nil || r.URL() != "https://example.org/snakes/spot/" {
		t.Errorf("%v, %v", r, err)
	}
}
