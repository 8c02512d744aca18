//go:build !js

package engine_test

import (
	"context"
	"net"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/engine"
	"ouro/play"
)

// TestFaults: every failure of an engine in its third turn is the right fault with a helpful
// text. The next turn and the next game work again, with a new process if the first was killed.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		script  string
		budget  ouro.Budget
		limits  engine.Limits
		kind    ouro.Fault
		want    string // a regular expression
		offered bool
		started int // processes, after two games of four moves
	}{
		{script: "crash", kind: ouro.Erred, want: "it ended: exit status 1; standard error: .*Traceback: \\| list index out of range", started: 3},
		{script: "silent", limits: engine.Limits{Turn: 2 * time.Second}, kind: ouro.Late, want: "no answer to a turn in 2s; standard error: new classic classic seat 0 options map.*", started: 3},
		{script: "silent", budget: ouro.Budget{Time: 300 * time.Millisecond}, limits: engine.Limits{Grace: 300 * time.Millisecond}, kind: ouro.Late, want: "no answer in time|still busy with an earlier move|no answer to a turn in [\\d.]+m?s;.*"},
		{script: "late", budget: ouro.Budget{Time: 40 * time.Millisecond}, kind: ouro.Late, want: "no answer in time|still busy with an earlier move"},
		{script: "best", budget: ouro.Budget{Time: 300 * time.Millisecond}, limits: engine.Limits{Grace: 300 * time.Millisecond}, kind: ouro.Late, want: "no answer in time|no answer to a turn.*", offered: true},
		{script: "closed", kind: ouro.Erred, want: "it closed its standard output or input; .*", started: 3},
		{script: "huge", kind: ouro.Invalid, want: "it wrote a line of more than 1048576 bytes; .*", started: 3},
		{script: "json", kind: ouro.Invalid, want: `it wrote \{'type': 'move'\}, which is not JSON: use double quotes; .*`, started: 3},
		{script: "prints", kind: ouro.Invalid, want: `it wrote my head is \[4, 0\], which is not a message: print everything else to standard error; .*`, started: 3},
		{script: "type", limits: engine.Limits{Turn: 2 * time.Second}, kind: ouro.Late, want: `no answer to a turn in 2s; it wrote \{"type":"turn","id":\d,"move":"up"\}, which has a type that is not an answer; .*`, started: 3},
		{script: "north", kind: ouro.Invalid, want: `unknown direction "north" \(known: up, right, down, left\); .*`, started: 3},
		{script: "future", kind: ouro.Invalid, want: "it answered turn \\d instead of turn \\d; .*", started: 3},
		{script: "past", limits: engine.Limits{Turn: 2 * time.Second}, kind: ouro.Late, want: "no answer to a turn in 2s; .*", started: 3},
		{script: "babbles", kind: ouro.Invalid, want: "it did not answer turn \\d but wrote 10000 other messages; .*", started: 3},
	} {
		t.Run(c.script, func(t *testing.T) {
			if c.limits.Hello == 0 {
				c.limits.Hello = 20 * time.Second
			}
			p := pool(t, c.limits)
			for range 2 {
				g := game(t, p, command(t, c.script), c.budget)
				moves(t, g, 3)
				in := g.Incidents()
				if c.budget.Time > 0 { // on a busy machine any turn may be late
					in = slices.DeleteFunc(slices.Clone(in), func(in ouro.Incident) bool { return in.Turn < 3 })
				}
				if len(in) != 1 || in[0].Turn != 3 && c.started > 0 || in[0].Fault != c.kind || in[0].Offered != c.offered || !regexp.MustCompile("^(?:"+c.want+")$").MatchString(in[0].Detail) {
					t.Errorf("%+v, want %s %s", in, c.kind, c.want)
				}
				if c.started > 0 {
					moves(t, g, 1)
					if n := len(g.Incidents()); n != 1 {
						t.Errorf("%d incidents in the turn after it: %v", n, g.Incidents())
					}
				}
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			}
			if n := p.Started(); c.started > 0 && n != c.started {
				t.Errorf("%d processes were started, want %d", n, c.started)
			}
		})
	}
}

// TestNoMove: an engine that sends an error instead of a move keeps its process. The error has
// its standard error, if that was read in time.
func TestNoMove(t *testing.T) {
	p := pool(t, engine.Limits{})
	for try, found := 0, false; !found; try++ {
		if try > 2000 {
			t.Fatal("its standard error is never reported")
		}
		g := game(t, p, command(t, "error"), ouro.Budget{})
		moves(t, g, 4)
		in := g.Incidents()
		if len(in) != 2 || in[1].Fault != ouro.Erred || p.Started() != 1 {
			t.Fatal(in, p.Started())
		}
		says, words, _ := strings.Cut(in[1].Detail, "; standard error: ")
		if says != "the engine says: I resign" {
			t.Fatal(in)
		}
		if found = words != ""; !found {
			time.Sleep(10 * time.Millisecond)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestStop: the answer of an engine that thinks until stop is accepted, and its offers are kept.
func TestStop(t *testing.T) {
	setup, deal := classic(t, command(t, "stops"))
	s, err := pool(t, engine.Limits{Grace: 20 * time.Second}).Make(setup)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		var best ouro.Best
		d, err := s.Decide(ctx, ouro.Turn{State: deal.Start, Best: &best})
		if offered, ok := best.Dir(); err != nil || ok != (i >= 2) || ok && offered != d.Dir {
			t.Errorf("%v, %v, offered %v %v", d, err, offered, ok)
		}
		cancel()
	}
}

// TestNotSuspended: a command is not suspended for failures that are not in a row, nor after its
// time of rest.
func TestNotSuspended(t *testing.T) {
	for _, c := range []struct {
		script        string
		rest          time.Duration
		turns, failed int
		want          string
	}{
		{"crash", time.Hour, 15, 5, "it ended: exit status 1"}, // each process answers twice before it fails
		{"twice", time.Nanosecond, 6, 6, "it ended: exit status 4"},
	} {
		p := pool(t, engine.Limits{Hello: 20 * time.Second, Failures: 3, Rest: c.rest})
		setup, deal := classic(t, command(t, c.script))
		s, err := p.Make(setup)
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for i := range c.turns {
			if _, err := s.Decide(t.Context(), ouro.Turn{State: deal.Start}); err != nil {
				failed++
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s, turn %d: %v, want %s", c.script, i, err, c.want)
				}
			}
		}
		if failed != c.failed || p.Started() != c.failed {
			t.Errorf("%s: %d failures of %d processes, want %d", c.script, failed, p.Started(), c.failed)
		}
		if err := play.Close(s); err != nil {
			t.Error(err)
		}
	}
}

// TestSuspended: no process is started for a suspended command.
func TestSuspended(t *testing.T) {
	p := pool(t, engine.Limits{Turn: time.Second, Hello: 20 * time.Second, Failures: 3, Rest: time.Hour})
	setup, deal := classic(t, command(t, "twice"))
	s, err := p.Make(setup)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for range 6 {
		_, err := s.Decide(t.Context(), ouro.Turn{State: deal.Start})
		if err == nil {
			t.Fatal("a move")
		}
		texts = append(texts, err.Error())
	}
	if p.Started() != 3 || strings.Contains(texts[2], "suspended") || !strings.Contains(texts[5], "the engine is suspended after 3 failures in a row; the last one: it ended: exit status 4") {
		t.Error(p.Started(), texts)
	}
	another, err := p.Make(setup) // of the next game
	if err != nil {
		t.Fatal(err)
	}
	before := p.Started()
	if _, err := another.Decide(t.Context(), ouro.Turn{State: deal.Start}); err == nil {
		t.Error("a move")
	}
	if _, err := another.Decide(t.Context(), ouro.Turn{State: deal.Start}); err == nil || !strings.Contains(err.Error(), "suspended after 4 failures") {
		t.Errorf("%v, want that it is suspended", err)
	}
	if n := p.Started(); n != before {
		t.Errorf("%d processes were started, want %d", n, before)
	}
	p.Close() // which resets all failures
	if _, err := another.Decide(t.Context(), ouro.Turn{State: deal.Start}); err == nil || strings.Contains(err.Error(), "suspended") {
		t.Errorf("%v, want another try", err)
	}
}

// TestForks: the children of an engine are killed with it.
func TestForks(t *testing.T) {
	address := filepath.Join(t.TempDir(), "s")
	listener, err := new(net.ListenConfig).Listen(t.Context(), "unix", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	g := game(t, pool(t, engine.Limits{}), command(t, "forks", address), ouro.Budget{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		if conn, err := listener.Accept(); err == nil {
			_, _ = conn.Read(make([]byte, 1)) // returns when the child ends
			_ = conn.Close()
		}
	}()
	moves(t, g, 4)
	if in := g.Incidents(); len(in) != 1 || in[0].Fault != ouro.Erred {
		t.Error(in)
	}
	_ = listener.Close() // the child may have been killed before it connected
	<-gone
}
