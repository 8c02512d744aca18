package solvetest

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

// TestThreads checks that the solver respects Setup.Threads: made for one thread, it reports one
// thread and does all its work on the calling thread. The test compares the CPU time of the
// thread with that of the process, so nothing else may run in the process. On systems without
// thread clocks, only the solver's report is checked.
func TestThreads(t *testing.T, s Subject) {
	s.Make = onOneThread(s.Make)
	for _, spec := range append([]ouro.GameSpec{classic(openLevel(10, 10), 1)}, s.Games...) {
		g := newGame(t, s, spec, 1)
		if g == nil {
			continue
		}
		for _, solver := range g.seats {
			if n := ouro.Threads(solver); n != 1 {
				t.Fatalf("%s: made for one thread, the solver reports %d", g, n)
			}
		}
		if cputime.Check() != nil {
			continue
		}
		var thread, others time.Duration
		for range attempts {
			if thread, others = g.think(); others <= thread/4+runtimeTime {
				break
			}
		}
		if others > thread/4+runtimeTime {
			t.Fatalf("%s: made for one thread, the solver used %v of CPU time on it and %v on other threads, too much in each of %d attempts", g, thread, others, attempts)
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
	// CPU time of one decision, and of all decisions of a game.
	decisionTime = 5 * time.Millisecond
	totalTime    = 25 * time.Millisecond

	// runtimeTime is the CPU time that the runtime may use on its own threads.
	runtimeTime = 8 * time.Millisecond

	// attempts is the number of measurements before the verdict. On a busy machine the runtime uses
	// more time, because it looks at the clock of a thread that waits for a processor. A solver on
	// several threads exceeds the limit every time.
	attempts = 20
)

// think requests decisions until they have used enough CPU time, for at most a hundred turns. It
// returns the CPU time of the calling thread and of all other threads. Every decision has so little
// time that a search uses all of it.
func (g *game) think() (thread, others time.Duration) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector has its own threads
	clock, err := cputime.Lock()
	if err != nil {
		g.t.Fatal(err)
	}
	defer clock.Unlock()
	before, start := now(g.t), g.state.Clone()
	for turn := 0; turn < 100 && clock.Used() < totalTime; turn++ {
		if g.over() {
			g.state.CopyFrom(start)
		}
		for _, seat := range g.living() {
			g.joint[seat] = g.timedDecision(clock, seat).Dir
		}
		g.step()
	}
	thread = clock.Used()
	return thread, now(g.t) - before - thread
}

// timedDecision requests a decision with a deadline and little CPU time.
func (g *game) timedDecision(clock *cputime.Thread, seat int) ouro.Decision {
	ctx, cancel := context.WithTimeout(g.t.Context(), time.Hour)
	defer cancel()
	ctx, stop := cputime.WithLimit(ctx, clock, clock.Used()+decisionTime)
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

const leakLabel = "solvetest"

var leakChecks atomic.Int64

// checkNoGoroutines calls f. It fails if a goroutine that f has started, directly or indirectly,
// is still running long after f has returned. It finds these goroutines by an inherited label,
// and so ignores goroutines of concurrent tests.
func checkNoGoroutines(t *testing.T, f func()) {
	t.Helper()
	id := fmt.Sprint(leakChecks.Add(1))
	pprof.Do(t.Context(), pprof.Labels(leakLabel, id), func(context.Context) { f() })
	var left string
	for wait := time.Millisecond; wait < time.Second; wait *= 2 {
		if left = labelled(t, id); left == "" {
			return
		}
		time.Sleep(wait) // a goroutine may be about to end
	}
	t.Fatalf("goroutines that outlive the call:\n%s", left)
}

// labelled returns the stacks of the running goroutines with this label.
func labelled(t *testing.T, id string) string {
	t.Helper()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		t.Fatal(err)
	}
	var left []string
	for stack := range strings.SplitSeq(profile.String(), "\n\n") {
		if strings.Contains(stack, fmt.Sprintf("%q:%q", leakLabel, id)) {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}
