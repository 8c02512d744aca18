package fleet

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"ouro/arena"
	"ouro/definition"
)

// TestBatch: a batch is decoded as it was encoded, compressed or not.
func TestBatch(t *testing.T) {
	for _, size := range []int{0, 10, packThreshold, 300_000} {
		b := batch{lease: 77, results: []result{{game: 0, data: bytes.Repeat([]byte("snake"), size/5)}, {game: 1 << 39, failed: true, data: []byte("why")}}}
		data := b.encode()
		read, err := decodeBatch(data)
		if err != nil || read.lease != 77 || len(read.results) != 2 || !bytes.Equal(read.results[0].data, b.results[0].data) || !reflect.DeepEqual(read.results[1], b.results[1]) {
			t.Errorf("%d bytes: %+v, %v", size, read, err)
		}
		if size > packThreshold && len(data) > size/10 {
			t.Errorf("%d bytes are packed into %d", size, len(data))
		}
		for n := range min(len(data), 1000) {
			if _, err := decodeBatch(data[:n]); err == nil {
				t.Errorf("%d of %d bytes are accepted", n, len(data))
			}
		}
	}
}

// TestBatchBounds: a batch that is too large after decompression is refused. Decoding it
// takes no more memory than the limit.
func TestBatchBounds(t *testing.T) {
	b := batch{results: []result{{data: make([]byte, 2*maxBatch)}}}
	packed := b.encode()
	if _, err := decodeBatch(packed[:len(packed)-1]); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("%v", err)
	}
	many := batch{results: make([]result, maxResults+1)}
	for _, data := range [][]byte{{protocol, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f}, many.encode()} {
		if b, err := decodeBatch(data); err == nil || len(b.results) > 0 {
			t.Errorf("%d results: %v", len(b.results), err)
		}
	}
	many.results = many.results[1:]
	if _, err := decodeBatch(many.encode()); err != nil {
		t.Error(err)
	}
}

// FuzzBatch: a decoded batch stays the same when it is encoded and decoded again.
func FuzzBatch(f *testing.F) {
	for _, b := range []batch{{}, {lease: 3, results: []result{{game: 5, data: []byte("x")}, {game: 6, failed: true}}}, {results: []result{{data: make([]byte, 2*packThreshold)}}}} {
		f.Add(b.encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decodeBatch(data)
		if err != nil {
			return
		}
		again, err := decodeBatch(b.encode())
		if err != nil || len(again.results) != len(b.results) || again.lease != b.lease {
			t.Fatalf("%+v was read as %+v, %v", b, again, err)
		}
		for _, r := range b.results {
			_, _ = digestOf(r.data)
		}
	})
}

// TestPermitted: a definition of another machine may name only those programs, files and
// addresses that are allowed literally.
func TestPermitted(t *testing.T) {
	definitionOf := func(kind definition.Kind, name string) *definition.Definition {
		d := &definition.Definition{Kind: kind, Solvers: []string{"bfs", name}}
		if kind == definition.Arena {
			d.Solvers = nil // solvers do not matter here
			a := arena.Default()
			a.Snakes = []arena.Snake{{Name: "me", Snake: name}, {Name: "you", Snake: "greedy"}}
			d.Tournament = a.Text()
		}
		return d
	}
	bad := []string{
		"exec:python3 snake.py", "exec:rm -rf /,depth=3", "tablebase:file=/etc/passwd", "http://127.0.0.1:8000", "https://10.0.0.1", "me=http://169.254.169.254/latest",
		"x=exec:sh", "http://user@host/", "HTTP://127.0.0.1",
	}
	for _, kind := range []definition.Kind{definition.Bench, definition.Contest, definition.Hunter, definition.Arena} {
		for _, name := range bad {
			err := checkAllowed(definitionOf(kind, name), []string{"exec:python3", "exec:python3 snake.py,x=1", "http://127.0.0.1:8001"})
			if err == nil {
				t.Errorf("%s: %s is accepted", kind, name)
			}
			if err := checkAllowed(definitionOf(kind, name), []string{name}); err != nil {
				t.Errorf("%s: %s is allowed, but refused: %v", kind, name, err)
			}
		}
		for _, name := range []string{"spot", "spot:hungry=60", "lookahead:breakloops=true"} {
			if err := checkAllowed(definitionOf(kind, name), nil); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
	for _, openings := range []string{"/etc/passwd", "/dev/zero", ".", "games@20..40", "Rules"} {
		a := arena.Default()
		a.Snakes, a.Openings = []arena.Snake{{Snake: "spot"}, {Snake: "greedy"}}, openings
		if err := checkAllowed(&definition.Definition{Kind: definition.Arena, Tournament: a.Text()}, nil); err == nil {
			t.Errorf("openings %s are accepted", openings)
		}
	}
}

// TestWarning: a definition whose games are not the same on every machine has a warning.
func TestWarning(t *testing.T) {
	for solver, warns := range map[string]bool{"bfs": false, "exec:snake": true, "http://127.0.0.1:8000": true} {
		if w := Warning(&definition.Definition{Kind: definition.Arena, Solvers: []string{solver}}); (w != "") != warns {
			t.Errorf("%s: %q", solver, w)
		}
	}
}

// TestExposed: other machines may connect only with a secret.
func TestExposed(t *testing.T) {
	for _, c := range []struct {
		cfg CoordinatorConfig
		ok  bool
	}{
		{CoordinatorConfig{}, true},
		{CoordinatorConfig{Host: "localhost"}, true},
		{CoordinatorConfig{Host: "::1"}, true},
		{CoordinatorConfig{Host: "127.0.0.5"}, true},
		{CoordinatorConfig{Host: "0.0.0.0"}, false},
		{CoordinatorConfig{Host: "10.0.0.1"}, false},
		{CoordinatorConfig{Host: "::"}, false},
		{CoordinatorConfig{Host: "example.com"}, false},
		{CoordinatorConfig{Host: "0.0.0.0", Token: strings.Repeat("x", leastToken)}, true},
		{CoordinatorConfig{Host: "0.0.0.0", Cert: "x"}, false},
		{CoordinatorConfig{Token: "short"}, false},
		{CoordinatorConfig{Host: "0.0.0.0", Cert: "x", Token: strings.Repeat("x", leastToken)}, true},
	} {
		if err := c.cfg.CheckExposure(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.cfg, err)
		}
	}
	if at := (Access{URL: "nats://secret@host:4222,tls://me:pass@other:1"}).Redacted(); strings.Contains(at, "secret") || strings.Contains(at, "pass") {
		t.Errorf("the redacted address is %s", at)
	}
}
