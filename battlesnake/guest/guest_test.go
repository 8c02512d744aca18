package guest_test

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

	"go.uber.org/goleak"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
	"ouro/play"
)

// dialMatch returns a snake for seat 0 of a match of three snakes, the match, and its position.
func dialMatch(t *testing.T, url string, timeout time.Duration) (*guest.Snake, *wire.Match, *ouro.State) {
	t.Helper()
	s := threeSnakes()
	g, err := wire.NewGame("g", ouro.Spec{Name: "standard"}, timeout)
	if err != nil {
		t.Fatal(err)
	}
	m := &wire.Match{Game: g, Players: []wire.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	r, err := guest.Dial(url)
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

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// threeSnakes returns a position on an 11x11 board.
func threeSnakes() *ouro.State {
	s := ouro.NewState(ouro.MustGrid(11, 11))
	for _, x := range []int{2, 5, 8} {
		seat := s.AddSnake(s.Grid.At(x, 5), s.Grid.At(x, 4), s.Grid.At(x, 3))
		s.Snakes[seat].Health = 100
	}
	s.AddFood(s.Grid.At(0, 0))
	return s
}

// TestFaults: the error and the report name each kind of failure correctly.
func TestFaults(t *testing.T) {
	reply := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	other := httptest.NewServer(reply(200, `{"move":"left"}`))
	defer other.Close()
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		fault   guest.Fault
		want    string // after the URL
		code    string
		status  int
	}{
		{"stalls", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, guest.TimedOut, "timed out", "0:Error communicating with server", 0},
		{"stalls in the body", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, `{"move":`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, guest.TimedOut, "timed out", "0:Error communicating with server", 200},
		{"closes", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, guest.Unreachable, "unreachable: EOF", "0:Error communicating with server", 0},
		{"answers 500", reply(500, `{"move":"up"}`), guest.BadStatus, "bad status 500: Internal Server Error", "7:Bad HTTP status code 500", 500},
		{"answers 201", reply(201, `{"move":"up"}`), guest.BadStatus, "bad status 201: Created", "7:Bad HTTP status code 201", 201},
		{"sends nothing", reply(200, ""), guest.BadBody, "bad body: empty, want JSON", "", 200},
		{"sends HTML", reply(200, "<html>"), guest.BadBody, "bad body: not JSON: invalid character '<' looking for beginning of value at byte 1", "", 200},
		{"sends 10 MB", reply(200, strings.Repeat(" ", 10<<20)+`{"move":"up"}`), guest.BadBody, "bad body: larger than 65536 bytes", "", 200},
		{"shouts its move", reply(200, `{"move":"UP"}`), guest.BadMove, `bad move: move "UP" is not up, right, down or left`, "", 200},
		{"has no move", reply(200, `{"shout":"help"}`), guest.BadMove, "bad move: no move in the reply", "", 200},
		{
			"points other", func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
			}, guest.BadStatus,
			fmt.Sprintf("bad status 307: redirect to %q, which is on another host or exceeds the limit of redirects", other.URL), "7:Bad HTTP status code 307", 307,
		},
		{
			"runs in circles", func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "/move", http.StatusTemporaryRedirect)
			}, guest.BadStatus,
			`bad status 307: redirect to "/move", which is on another host or exceeds the limit of redirects`, "7:Bad HTTP status code 307", 307,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(c.handler)
			defer server.Close()
			timeout := 20 * time.Second
			if c.fault == guest.TimedOut {
				timeout = 100 * time.Millisecond
			}
			r, m, state := dialMatch(t, server.URL, timeout)
			_, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
			for c.fault == guest.TimedOut && m.Players[0].Status != c.status && timeout < time.Minute {
				_ = r.Close()
				timeout *= 2 // until the beginning of the answer arrives in time
				r, m, state = dialMatch(t, server.URL, timeout)
				_, err = r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
			}
			var failed *guest.Error
			if !errors.As(err, &failed) {
				t.Fatalf("the error is %v", err)
			}
			if want := server.URL + ": " + c.want; err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if p := m.Players[0]; failed.Fault != c.fault || failed.Code() != c.code || p.Error != c.code || p.Status != c.status {
				t.Errorf("fault %v, code %q, reported %+v", failed.Fault, failed.Code(), p.Reply)
			}
			if errors.Is(err, context.DeadlineExceeded) {
				t.Error("the timeout of the snake looks like the timeout of the whole command")
			}
			wantKind := ouro.Erred
			if c.fault == guest.TimedOut {
				wantKind = ouro.Late
			}
			if fault := play.FaultOf(err); fault.Kind != wantKind || fault.Detail != err.Error() {
				t.Errorf("the fault is %v: %q, want %v", fault.Kind, fault.Detail, wantKind)
			}
			_ = r.Close()
		})
	}
}

// TestSameHost: a redirect on the same host is followed, and the body of the request is sent again.
func TestSameHost(t *testing.T) {
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

// TestCanceled: cancelling ctx cancels the request.
func TestCanceled(t *testing.T) {
	waiting := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(waiting)
		<-r.Context().Done()
	}))
	defer server.Close()
	r, _, state := dialMatch(t, server.URL, 20*time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-waiting
		cancel()
	}()
	if _, err := r.Decide(ctx, ouro.Turn{State: state, Seat: 0}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestUnreachable: a snake without a server is Unreachable.
func TestUnreachable(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	r, _, state := dialMatch(t, server.URL, 20*time.Second)
	var failed *guest.Error
	if _, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0}); !errors.As(err, &failed) || failed.Fault != guest.Unreachable || !strings.HasSuffix(err.Error(), "is it running?") {
		t.Error(err)
	}
	if _, err := r.Info(t.Context(), time.Second); err == nil {
		t.Error("Info of an unreachable snake returned no error")
	}
}

func TestDial(t *testing.T) {
	for _, address := range []string{"", "spot", "127.0.0.1:8000", "ftp://host/", "http://", "http://[::1", "http:///path", "://x"} {
		if _, err := guest.Dial(address); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("snake %q is not a URL", address)) {
			t.Errorf("%q: %v", address, err)
		}
	}
	r, err := guest.Dial("https://example.org/snakes/spot/?a=b#c")
	if err != nil || r.URL() != "https://example.org/snakes/spot/" {
		t.Errorf("%v, %v", r, err)
	}
}
