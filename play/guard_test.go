package play_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/play"
)

// broken is a solver that fails when it is made, at its second decision, or when it is closed,
// depending on which of its functions are set. At all other decisions it chooses the first legal
// direction.
type broken struct {
	decide func() (ouro.Decision, error)
	make   func() error
	close  func() error

	calls, answered, closed int
}

func (b *broken) maker(ouro.Setup) (ouro.Solver, error) {
	if b.make != nil {
		return nil, b.make()
	}
	return b, nil
}

func (b *broken) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if b.calls++; b.calls == 2 && b.decide != nil {
		return b.decide()
	}
	b.answered++
	return ouro.Decision{Dir: play.FirstLegal(t.State, t.Seat)}, nil
}

func (b *broken) Close() error {
	b.closed++
	if b.close != nil {
		return b.close()
	}
	return nil
}

// found has the faults that a caller of a broken solver received.
type found struct {
	making   *play.Fault  // fault when the solver was made
	faults   []play.Fault // faults of decisions
	closing  error        // error when the solver was closed
	detailed bool         // whether the faults include their details
}

// askers lists the parts of Ouro that call solvers. Each entry asks a solver until it has decided
// three times, closes it twice, and returns the faults.
var askers = []struct {
	name  string
	timed bool // whether solvers can be late
	ask   func(t *testing.T, b *broken) found
}{
	{"play untimed", false, func(t *testing.T, b *broken) found { return askInPlay(t, b, 0) }},
	{"play timed", true, func(t *testing.T, b *broken) found { return askInPlay(t, b, 50*time.Millisecond) }},
	{"server", true, askInServer},
	{"hunter", false, askInHunter},
}

func askInPlay(t *testing.T, b *broken, budget time.Duration) found {
	f := found{detailed: true}
	solver, err := play.Make(b.maker, ouro.Setup{})
	if err != nil {
		f.making = play.FaultOf(err)
		return f
	}
	g := newBrawl(t, play.Config{Budget: ouro.Budget{Time: budget}}, solver, faulty(nil))
	for i := 0; i < 6 && b.answered < 3; i++ {
		mustMove(t, g, 1)
		time.Sleep(time.Second) // meanwhile a late solver returns
	}
	for _, in := range g.Incidents() {
		f.faults = append(f.faults, play.Fault{Kind: in.Fault, Detail: in.Detail})
	}
	f.closing = g.Close()
	mustClose(t, g)
	return f
}

func askInServer(t *testing.T, b *broken) found {
	log := &reasons{Handler: slog.DiscardHandler}
	s, err := server.New(server.Config{Snakes: []server.Snake{{Name: "x", Make: b.maker}}, Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	for turn := 0; turn < 6 && b.answered < 3; turn++ {
		you := wire.Snake{ID: "a", Health: 90, Body: []wire.Coord{{X: 2, Y: 2}, {X: 2, Y: 1}}}
		body, err := json.Marshal(wire.Request{
			Game: wire.Game{ID: "g", Timeout: 500, Ruleset: wire.Ruleset{Name: "solo", Settings: wire.DefaultSettings()}},
			Turn: turn, Board: wire.Board{Width: 5, Height: 5, Snakes: []wire.Snake{you}}, You: you,
		})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/move", bytes.NewReader(body)))
		if reply, err := wire.ParseMoveReply(w.Body.Bytes()); err != nil || w.Code != http.StatusOK || reply.Move != ouro.Up {
			t.Fatalf("turn %d: status %d, %v: %s", turn, w.Code, err, w.Body)
		}
		took := time.Since(began)
		synctest.Wait() // another goroutine writes the log
		if n := len(log.fallback); took > 0 && log.fallback[n-1].Kind != ouro.Late {
			t.Errorf("turn %d: the answer took %v without a reason to wait", turn, took)
		}
		time.Sleep(time.Second)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	f := found{faults: log.fallback, detailed: true}
	if log.closing != nil {
		f.closing = log.closing
	}
	if b.make != nil { // the server makes the solver again for every move
		f.making = &f.faults[len(f.faults)-1]
		f.faults = nil
	}
	return f
}

// reasons is a log handler that stores the faults of decisions and of closing.
type reasons struct {
	slog.Handler
	fallback []play.Fault
	closing  *play.Fault
}

func (r *reasons) Enabled(context.Context, slog.Level) bool { return true }
func (r *reasons) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r *reasons) Handle(_ context.Context, rec slog.Record) error {
	rec.Attrs(func(a slog.Attr) bool {
		m, ok := a.Value.Any().(*play.Fault)
		switch {
		case ok && rec.Message == "fallback":
			r.fallback = append(r.fallback, *m)
		case ok && rec.Message == "closing the solver":
			r.closing = m
		}
		return true
	})
	return nil
}

func askInHunter(t *testing.T, b *broken) (f found) {
	w, err := hunter.New(hunter.Config{Seed: 1, Hunters: 1, Snakes: 1, Drivers: []hunter.Driver{{Spec: ouro.Spec{Name: "broken"}, Make: b.maker}}})
	if err != nil {
		f.making = play.FaultOf(err)
		return f
	}
	for i := 0; i < 1000 && b.answered < 3; i++ {
		w.Step(make([]hunter.Input, 1))
		for _, e := range w.Events() {
			if e.Kind == hunter.SolverFailed {
				f.faults = append(f.faults, play.Fault{Kind: ouro.Fault(e.Count)})
			}
		}
	}
	if w.Faults() != len(f.faults) {
		t.Errorf("Faults returns %d, but Events reported %d faults", w.Faults(), len(f.faults))
	}
	f.closing = w.Close()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	return f
}

// TestBrokenSolvers: every caller of solvers in askers receives the same fault of a broken solver,
// continues, and closes the solver once.
func TestBrokenSolvers(t *testing.T) {
	const gone = "the solver ended its goroutine"
	exit := func() error { runtime.Goexit(); return nil }
	fine := ouro.Decision{Dir: ouro.Left}
	for _, c := range []struct {
		name   string
		broken broken
		fault  ouro.Fault
		detail string
	}{
		{"errs", broken{decide: func() (ouro.Decision, error) { return fine, errors.New("no idea") }}, ouro.Erred, "no idea"},
		{"panics", broken{decide: func() (ouro.Decision, error) { panic("oops") }}, ouro.Panicked, "oops"},
		{"nonsense", broken{decide: func() (ouro.Decision, error) { return ouro.Decision{Dir: 9}, nil }}, ouro.Invalid, "Dir(9)"},
		{"goexit", broken{decide: func() (ouro.Decision, error) { return fine, exit() }}, ouro.Panicked, gone},
		{"late", broken{decide: func() (ouro.Decision, error) { time.Sleep(800 * time.Millisecond); return fine, nil }}, ouro.Late, "no answer in time"},
		{"maker errs", broken{make: func() error { return errors.New("not today") }}, ouro.Erred, "not today"},
		{"maker panics", broken{make: func() error { panic("no") }}, ouro.Panicked, "no"},
		{"maker's goexit", broken{make: exit}, ouro.Panicked, gone},
		{"close errs", broken{close: func() error { return errors.New("stuck") }}, ouro.Erred, "stuck"},
		{"close panics", broken{close: func() error { panic("slam") }}, ouro.Panicked, "slam"},
		{"close's goexit", broken{close: exit}, ouro.Panicked, gone},
	} {
		for _, a := range askers {
			if c.fault == ouro.Late && !a.timed {
				continue
			}
			t.Run(c.name+", "+a.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := c.broken
					checkFound(t, &b, a.ask(t, &b), c.fault, c.detail)
				})
			})
		}
	}
}

func checkFound(t *testing.T, b *broken, f found, kind ouro.Fault, detail string) {
	t.Helper()
	if b.make != nil {
		if f.making == nil || f.making.Kind != kind || !strings.HasSuffix(f.making.Detail, detail) || b.calls+b.closed+len(f.faults) > 0 {
			t.Errorf("making: %v, called %d times, closed %d times, faults %v", f.making, b.calls, b.closed, f.faults)
		}
		return
	}
	if b.closed != 1 || b.answered < 3 {
		t.Errorf("closed %d times, answered %d times", b.closed, b.answered)
	}
	if b.close != nil {
		if m := play.FaultOf(f.closing); m == nil || m.Kind != kind || !strings.HasSuffix(m.Detail, detail) || len(f.faults) > 0 {
			t.Errorf("closing: %v, faults %v", f.closing, f.faults)
		}
		return
	}
	if !f.detailed {
		detail = ""
	}
	if f.closing != nil || b.calls != b.answered+1 || len(f.faults) != 1 || f.faults[0].Kind != kind || f.faults[0].Detail != detail {
		t.Errorf("called %d times, answered %d times, faults %v, closing: %v", b.calls, b.answered, f.faults, f.closing)
	}
}

func TestErrorsKeepTheirCause(t *testing.T) {
	if play.FaultOf(nil) != nil {
		t.Error("nil is a fault")
	}
	cause := errors.New("cause")
	for _, c := range []struct {
		err  error
		kind ouro.Fault
		text string
	}{
		{cause, ouro.Erred, "error: cause"},
		{fmt.Errorf("wrapped: %w", cause), ouro.Erred, "error: wrapped: cause"},
		{fmt.Errorf("wrapped: %w", play.PanicErrorOf("boo")), ouro.Panicked, "panic: boo"},
		{fmt.Errorf("wrapped: %w", play.ErrBusy), ouro.Late, "late: still busy with an earlier move"},
	} {
		m := play.FaultOf(c.err)
		if m.Kind != c.kind || m.Error() != c.text || c.kind == ouro.Erred && !errors.Is(m, cause) {
			t.Errorf("%v is %v of %v", c.err, m, m.Cause)
		}
	}
	_, err := play.Make(func(ouro.Setup) (ouro.Solver, error) { return nil, cause }, ouro.Setup{})
	if !errors.Is(err, cause) || err.Error() != "cause" {
		t.Errorf("Make changed the error of its maker: %v", err)
	}
	var p *play.PanicError
	_, err = play.Make(func(ouro.Setup) (ouro.Solver, error) { panic(7) }, ouro.Setup{})
	if !errors.As(err, &p) || p.Value != 7 || !strings.Contains(string(p.Stack), "TestErrorsKeepTheirCause") || play.PanicErrorOf(p) != p {
		t.Errorf("a panic is %v", err)
	}
}
