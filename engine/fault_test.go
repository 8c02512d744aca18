//go:build !js

package engine_test

import (
	"context"
	"net"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/engine"
	"ouro/play"
)

// impatient is an engine whose pool waits for the end of a process only 20 ms in the third turn.
type impatient struct {
	*engine.Solver
	pool  *engine.Pool
	turns int
}

func (e *impatient) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if e.turns++; e.turns == 3 {
		e.pool.SetGrace(20 * time.Millisecond)
		defer e.pool.SetGrace(time.Hour)
	}
	return e.Solver.Decide(ctx, t)
}

// expiring is an engine whose third turn exceeds its deadline as soon as the engine has sent a best
// move.
type expiring struct {
	*engine.Solver
	pool  *engine.Pool
	turns int
}

func (e *expiring) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if e.turns++; e.turns != 3 {
		return e.Solver.Decide(ctx, t)
	}
	best, over := new(ouro.Best), make(chan struct{})
	t.Best = best
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
				if _, ok := best.Dir(); ok {
					e.pool.Expire()
				}
			}
		}
	})
	defer group.Wait()
	defer close(over)
	return e.Solver.Decide(ctx, t)
}

// TestFaults: every failure of an engine in its third turn gives the right fault, with a
// helpful text. The next turn and the next game work again, with a new process.
func TestFaults(t *testing.T) {
	const noAnswer = "no answer to a turn in 1h0m0s; "
	for _, c := range []struct {
		script  string
		expires bool
		kind    ouro.Fault
		want    string // a regular expression
	}{
		{"crash", false, ouro.Erred, "the engine ended: exit status 1; standard error: .*Traceback: \\| list index out of range"},
		{"silent", true, ouro.Late, noAnswer + "standard error: new classic classic seat 0 options map.*"},
		{"closed", false, ouro.Erred, "the engine closed its standard output or input; .*"},
		{"huge", false, ouro.Invalid, "the engine wrote a line of more than 1048576 bytes; .*"},
		{"json", false, ouro.Invalid, `the engine wrote \{'type': 'move'\}, which is not JSON: use double quotes; .*`},
		{"prints", false, ouro.Invalid, `the engine wrote my head is \[4, 0\], which is not a message: print everything else to standard error; .*`},
		{"type", true, ouro.Late, noAnswer + `the engine wrote \{"type":"turn","id":\d,"move":"up"\}, which is not an answer; .*`},
		{"north", false, ouro.Invalid, `unknown direction "north" \(known: up, right, down, left\); .*`},
		{"future", false, ouro.Invalid, "the engine answered turn \\d instead of turn \\d; .*"},
		{"past", true, ouro.Late, noAnswer + ".*"},
		{"infos", false, ouro.Invalid, "the engine did not answer turn \\d but wrote 10000 other messages; .*"},
	} {
		t.Run(c.script, func(t *testing.T) {
			t.Parallel()
			p := pool(t, engine.Limits{})
			for range 2 {
				g := gameOf(t, p, command(t, c.script), ouro.Budget{}, func(s ouro.Solver) ouro.Solver {
					switch {
					case c.expires:
						return &expiring{Solver: s.(*engine.Solver), pool: p}
					case c.script == "closed":
						return &impatient{Solver: s.(*engine.Solver), pool: p}
					}
					return s
				})
				moves(t, g, 3)
				in := g.Incidents()
				if len(in) != 1 || in[0].Turn != 3 || in[0].Fault != c.kind || !regexp.MustCompile("^(?:"+c.want+")$").MatchString(in[0].Detail) {
					t.Errorf("%+v, want %s %s", in, c.kind, c.want)
				}
				moves(t, g, 1)
				if n := len(g.Incidents()); n != 1 {
					t.Errorf("%d incidents in the turn after it: %v", n, g.Incidents())
				}
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			}
			if n := p.Started(); n != 3 {
				t.Errorf("%d processes were started, want 3", n)
			}
		})
	}
}

// TestLate: an engine that does not answer before the deadline of its move is late. The last
// offer that arrived in time is played.
func TestLate(t *testing.T) {
	for _, c := range []struct {
		script  string
		budget  time.Duration
		offered bool // in at least one game, because an offer may be late on a busy machine
	}{
		{"silent", 300 * time.Millisecond, true},
		{"late", 40 * time.Millisecond, false},
	} {
		t.Run(c.script, func(t *testing.T) {
			t.Parallel()
			p := pool(t, engine.Limits{Grace: 300 * time.Millisecond})
			for offered := !c.offered; ; {
				g := game(t, p, command(t, c.script), ouro.Budget{Time: c.budget})
				moves(t, g, 3)
				in := slices.DeleteFunc(slices.Clone(g.Incidents()), func(in ouro.Incident) bool { return in.Turn < 3 })
				want := "^(no answer in time|still busy with an earlier move|no answer to (a turn|stop) in [\\d.]+m?s;.*)$"
				if len(in) != 1 || in[0].Fault != ouro.Late || !regexp.MustCompile(want).MatchString(in[0].Detail) || in[0].Offered && !c.offered {
					t.Fatalf("%+v, want %s %s", in, ouro.Late, want)
				}
				_ = g.Close() // reports an error if this process is stopped for long
				if offered = offered || in[0].Offered; offered {
					return
				}
			}
		})
	}
}

// TestNoMove: the process of an engine that answers with an error instead of a move continues. The
// Fault includes the engine's standard error, if that was read in time.
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
		if says != "the engine reports: I resign" {
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

// TestStop: an engine may think until it receives stop. Its answer and its offers count.
func TestStop(t *testing.T) {
	setup, deal := classic(t, command(t, "stops"))
	s, err := pool(t, engine.Limits{}).Make(setup)
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

// TestNotSuspended: a command is not suspended for failures that are not in a row. After
// its suspension, a command can play again.
func TestNotSuspended(t *testing.T) {
	for _, c := range []struct {
		script        string
		rest          time.Duration
		turns, failed int
		want          string
	}{
		{"crash", time.Hour, 15, 5, "the engine ended: exit status 1"}, // each process answers twice before it fails
		{"twice", time.Nanosecond, 6, 6, "the engine ended: exit status 4"},
	} {
		p := pool(t, engine.Limits{Failures: 3, Suspension: c.rest})
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

func TestSuspended(t *testing.T) {
	p := pool(t, engine.Limits{Failures: 3, Suspension: time.Hour})
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
	if p.Started() != 3 || strings.Contains(texts[2], "suspended") || !strings.Contains(texts[5], "the engine is suspended after 3 failures in a row; the last failure: the engine ended: exit status 4") {
		t.Error(p.Started(), texts)
	}
	another, err := p.Make(setup) // for the next game
	if err != nil {
		t.Fatal(err)
	}
	before := p.Started()
	if _, err := another.Decide(t.Context(), ouro.Turn{State: deal.Start}); err == nil {
		t.Error("a move")
	}
	if _, err := another.Decide(t.Context(), ouro.Turn{State: deal.Start}); err == nil || !strings.Contains(err.Error(), "suspended after 4 failures") {
		t.Errorf("%v, want an error that the engine is suspended", err)
	}
	if n := p.Started(); n != before {
		t.Errorf("%d processes were started, want %d", n, before)
	}
	p.Close() // resets all failures
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
			_, _ = conn.Read(make([]byte, 1)) // returns when the child has ended
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
