package solvetest

import (
	"context"
	"runtime/debug"
	"testing"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

// TestThreads checks that the solver keeps to Setup.Threads: made for one thread it
// says so, and all that it does is done on the thread that asks it, as told by the
// clock of that and the one of the process. So nothing else of the process may run
// at the same time; how busy the machine is does not matter. Where there are no
// clocks of threads it believes what the solver says.
func TestThreads(t *testing.T, s Subject) {
	s.Make = onOneThread(s.Make)
	for _, spec := range append([]ouro.GameSpec{classic(openLevel(10, 10), 1)}, s.Games...) {
		g := newGame(t, s, spec, 1)
		if g == nil {
			continue
		}
		for _, solver := range g.seats {
			if n := ouro.Threads(solver); n != 1 {
				t.Fatalf("%s: made for one thread, it says that it thinks on %d", g, n)
			}
		}
		if cputime.Check() != nil {
			continue
		}
		if thread, others := g.think(); others > thread/4+slack {
			t.Errorf("%s: made for one thread, it thinks for %v there and for %v on others", g, thread, others)
		}
	}
}

func onOneThread(maker ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		setup.Threads = 1
		return maker(setup)
	}
}

const (
	// As much as every decision is given, and a game is looked at, in processor time.
	oneThought  = 5 * time.Millisecond
	allThoughts = 25 * time.Millisecond

	// slack is what the runtime may do beside, on threads of its own.
	slack = 8 * time.Millisecond
)

// think asks for moves until enough is thought, or for a hundred turns, and tells
// how long that took of the thread that asked, and of all others. Time is short in
// every decision, so that a search has all the work that it can use.
func (g *game) think() (thread, others time.Duration) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which has threads of its own
	clock, err := cputime.Lock()
	if err != nil {
		g.t.Fatal(err)
	}
	defer clock.Unlock()
	before, start := now(g.t), g.state.Clone()
	for turn := 0; turn < 100 && clock.Used() < allThoughts; turn++ {
		if g.over() {
			g.state.CopyFrom(start)
		}
		for _, seat := range g.living() {
			g.joint[seat] = g.thought(clock, seat).Dir
		}
		g.step()
	}
	thread = clock.Used()
	return thread, now(g.t) - before - thread
}

// thought is a decision for which there is a deadline, and little processor time.
func (g *game) thought(clock *cputime.Thread, seat int) ouro.Decision {
	ctx, cancel := context.WithTimeout(g.t.Context(), time.Hour)
	defer cancel()
	ctx, stop := cputime.WithLimit(ctx, clock, clock.Used()+oneThought)
	defer stop()
	return g.ask(ctx, seat)
}

func now(t *testing.T) time.Duration {
	used, err := cputime.Process()
	if err != nil {
		t.Fatal(err)
	}
	return used
}
