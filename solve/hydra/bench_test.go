package hydra

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/internal/cputime"
	"ouro/sim"
)

func duels(tb testing.TB) (all []*ouro.State) {
	tb.Helper()
	text, err := os.ReadFile("testdata/duels.txt")
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		position, _, _ := strings.Cut(line, " ")
		s, err := ouro.ParseState(position)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, s)
	}
	if len(all) != 50 {
		tb.Fatalf("%d positions, want 50", len(all))
	}
	return all
}

// BenchmarkPositions searches each duel until the first thread has used a given CPU time. It
// reports nodes and evaluations per second of that thread's CPU time, nodes per second of the
// process's CPU time, and the mean depth, in plies, of undecided positions.
//
// The CPU time of other threads is not limited: with two threads, the first two figures are
// valid only on an idle machine; the third always is.
func BenchmarkPositions(b *testing.B) {
	for _, limit := range []time.Duration{40, 100, 400} {
		for _, threads := range []int{1, 2} {
			limit := limit * time.Millisecond
			b.Run(fmt.Sprintf("time=%v/threads=%d", limit, threads), func(b *testing.B) {
				benchmarkPositions(b, limit, threads)
			})
		}
	}
}

func benchmarkPositions(b *testing.B, limit time.Duration, threads int) {
	all := duels(b)
	var sum thought
	for b.Loop() {
		for _, s := range all {
			sum.add(think(b, s, limit, threads))
		}
	}
	b.ReportMetric(float64(sum.nodes)/sum.thread.Seconds(), "nodes/s")
	b.ReportMetric(float64(sum.evals)/sum.thread.Seconds(), "evals/s")
	b.ReportMetric(float64(sum.nodes)/sum.process.Seconds(), "nodes/cpu-s")
	b.ReportMetric(float64(sum.depth)/float64(sum.open), "depth")
	b.ReportMetric(float64(sum.open)/float64(b.N), "undecided")
}

type thought struct {
	nodes, evals    int64
	thread, process time.Duration
	open, depth     int // number of undecided positions, and sum of their depths
}

func (a *thought) add(b thought) {
	a.nodes += b.nodes
	a.evals += b.evals
	a.thread += b.thread
	a.process += b.process
	a.open += b.open
	a.depth += b.depth
}

// think decides for the first snake, with an empty table.
func think(b *testing.B, s *ouro.State, limit time.Duration, threads int) (th thought) {
	b.Helper()
	solver, err := New(ouro.Setup{Start: s, Options: ouro.Options{{Key: "threads", Value: fmt.Sprint(threads)}}})
	if err != nil {
		b.Fatal(err)
	}
	clock, err := cputime.Lock()
	if err != nil {
		b.Skip(err)
	}
	defer clock.Unlock()
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour) // far away: only the CPU time ends the search
	defer cancel()
	before := process(b)
	ctx, stop := cputime.WithLimit(ctx, clock, limit)
	defer stop()
	d, err := solver.Decide(ctx, ouro.Turn{State: s})
	if err != nil {
		b.Fatal(err)
	}
	h := solver.(*hydra)
	th = thought{nodes: d.Nodes, evals: h.s.evals, thread: clock.Used(), process: process(b) - before}
	for _, s := range h.duelThreads {
		th.evals += s.evals
	}
	if d.Score < decided && d.Score > -decided {
		th.open, th.depth = 1, d.Depth
	}
	return th
}

func process(b *testing.B) time.Duration {
	b.Helper()
	used, err := cputime.Process()
	if err != nil {
		b.Fatal(err)
	}
	return used
}

func BenchmarkEvaluate(b *testing.B) {
	all := duels(b)
	searchers := make([]searcher, len(all))
	for i, state := range all {
		s := &searchers[i]
		s.pos, s.en, s.judge = sim.New(state), 1, NewJudge(learned(Standard))
		s.flood.Load(s.pos)
		s.judge.Load(s.pos)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		searchers[i%len(searchers)].evaluate()
	}
}

func BenchmarkAmong(b *testing.B) {
	s := crowded(b, 4, 7)
	solver, err := New(ouro.Setup{Start: s})
	if err != nil {
		b.Fatal(err)
	}
	nodes := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		for seat := range s.Snakes {
			d, err := solver.Decide(b.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 20000})
			if err != nil {
				b.Fatal(err)
			}
			nodes += d.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
