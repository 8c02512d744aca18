package doctor

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestHostile: an examination ends whatever the server does, and its report has only
// printable text.
func TestHostile(t *testing.T) {
	const evil = "x\x1b[2J\nforged\u202e\x00\xff"
	flush := func(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }
	never := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}
	for name, c := range map[string]struct {
		snake  script
		silent bool
		kind   Kind
	}{
		"stalls": {script{start: never, move: never, end: never}, true, Late},
		"stalls in the body": {script{move: func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"move":`)
			flush(w)
			never(w, r)
		}}, false, Late},
		"never ends": {script{move: func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<16)); err != nil {
					return
				}
			}
		}}, false, TooLarge},
		"lies about the length": {script{move: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"move":"up"}`)
		}}, false, Broken},
		"nests":         {script{move: text(200, strings.Repeat("[", 60_000))}, false, NotJSON},
		"escapes":       {script{move: text(200, evil), info: text(200, evil)}, false, NotJSON},
		"escaped moves": {script{move: text(200, `{"move":"\u001b[2J\nforged\u202e"}`), info: text(200, `{"apiversion":"\u001b[2J","color":"\u001b[2J","head":"\u001b[2J"}`)}, false, UnknownMove},
		"redirects in circles": {script{move: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/move", http.StatusPermanentRedirect)
		}}, false, Redirected},
		"strange statuses": {script{info: text(999, ""), start: text(204, ""), move: text(299, "{}"), end: text(599, "")}, false, BadStatus},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(c.snake)
			defer srv.Close()
			timeout := time.Hour
			if c.kind == Late {
				timeout = 20 * time.Millisecond
			}
			r, err := Examine(t.Context(), Config{URL: srv.URL, Positions: 2 * maxSilent, Timeout: timeout})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(kindsOf(r), c.kind) || c.silent != r.Silent {
				t.Errorf("silent %v, found %v", r.Silent, kindsOf(r))
			}
			if c.silent && r.Positions > maxSilent {
				t.Errorf("%d positions were sent to a server that never answers", r.Positions)
			}
			for _, f := range r.Findings {
				for _, rune := range f.Detail + f.Where {
					if !strconv.IsPrint(rune) {
						t.Errorf("%v: %q in %q", f.Kind, rune, f.Detail)
					}
				}
				if len(f.Detail) > 4*maxQuote {
					t.Errorf("%v: a detail of %d bytes", f.Kind, len(f.Detail))
				}
			}
		})
	}
}

// TestNoSnake: if there is no HTTP server at the address, Examine returns an error.
func TestNoSnake(t *testing.T) {
	for name, talk := range map[string]func(net.Conn){
		"hangs up": func(c net.Conn) {},
		"garbage":  func(c net.Conn) { _, _ = c.Write(bytes.Repeat([]byte("\x00\xffgarbage\r\n"), 1000)) },
		"says nothing": func(c net.Conn) {
			_, _ = io.Copy(io.Discard, c) // reads until the client leaves
		},
		"never ends its header": func(c net.Conn) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			for {
				if _, err := c.Write(bytes.Repeat([]byte("X-A: b\r\n"), 1000)); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					talk(c)
					_ = c.Close()
				}
			}()
			r, err := Examine(t.Context(), Config{URL: "http://" + l.Addr().String(), Timeout: 50 * time.Millisecond, wake: 200 * time.Millisecond})
			if err == nil || r.Positions > 0 || r.Partial || !strings.Contains(err.Error(), l.Addr().String()) {
				t.Errorf("%v, %+v", err, r)
			}
			_ = l.Close()
			<-done
		})
	}
	if _, err := Examine(t.Context(), Config{URL: "no address"}); err == nil {
		t.Error("an invalid address is accepted")
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Examine(stopped, Config{URL: "http://127.0.0.1:1"}); err == nil || !r.Partial {
		t.Errorf("%v, %+v", err, r)
	}
}
