package search

import (
	"context"
	"runtime"
	"testing"
	"time"

	"ouro"
)

func TestMeterCountsToItsLimit(t *testing.T) {
	for _, limit := range []int64{1, 2, 255, 256, 257, 1000} {
		m := NewMeter(t.Context(), limit)
		for range limit + 10 {
			m.Tick()
		}
		if m.Nodes() != limit || m.Tick() {
			t.Errorf("limit %d: counted %d nodes and allows another: %v", limit, m.Nodes(), m.Tick())
		}
	}
}

func TestMeterWithoutLimit(t *testing.T) {
	m := NewMeter(t.Context(), 0)
	for range 100_000 {
		if !m.Tick() {
			t.Fatalf("a Meter without a limit refused a node after %d nodes", m.Nodes())
		}
	}
	if !m.Allow(1 << 30) {
		t.Error("a Meter without a limit refused 1<<30 nodes")
	}
}

func TestMeterAllow(t *testing.T) {
	m := NewMeter(t.Context(), 100)
	if !m.Allow(60) {
		t.Fatal("60 of 100 refused")
	}
	m.Add(50)
	if !m.Allow(50) {
		t.Fatal("50 of 50 refused")
	}
	if m.Allow(51) {
		t.Fatal("51 of 50 allowed")
	}
	if m.Allow(1) || m.Tick() {
		t.Error("allowed something after a refusal")
	}
	if m.Nodes() != 50 {
		t.Errorf("counted %d nodes, want 50", m.Nodes())
	}
}

func TestMeterSeesTheContextEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := NewMeter(ctx, 0)
	for range 1000 {
		m.Tick()
	}
	cancel()
	more := 0
	for m.Tick() {
		more++
	}
	if more > checkInterval {
		t.Errorf("allowed %d nodes after the end of the context", more)
	}
	if m.Allow(1) {
		t.Error("allowed work after the end of the context")
	}

	ended := NewMeter(ctx, 0)
	if ended.Tick() || ended.Nodes() != 0 {
		t.Error("a Meter allowed a node although its context had already ended")
	}
}

func TestMeterUntil(t *testing.T) {
	for _, c := range []struct {
		timeout time.Duration // time from now to the deadline of the context; 0 means no deadline
		until   time.Duration // time from now to the deadline given to Until
		want    bool
	}{
		{0, time.Hour, true}, {0, -1, false}, {time.Hour, -1, false}, {2 * time.Hour, time.Hour, true}, {-1, time.Hour, false},
	} {
		ctx := t.Context()
		if c.timeout != 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, c.timeout)
			defer cancel()
		}
		m := NewMeter(ctx, 0)
		m.Until(time.Now().Add(c.until))
		if got := m.Tick(); got != c.want {
			t.Errorf("context with timeout %v, Until %v: Tick is %v, want %v", c.timeout, c.until, got, c.want)
		}
	}
}

func TestMeterAllocatesNothing(t *testing.T) {
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		m := NewMeter(ctx, 1000)
		for m.Tick() {
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkMeter(b *testing.B) {
	m := NewMeter(b.Context(), 0)
	for range b.N {
		m.Tick()
	}
}

func TestThreads(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3 * all)) // servers raise GOMAXPROCS too
	for _, c := range []struct {
		options ouro.Options
		most    int
		want    int
	}{
		{nil, 0, 1},
		{ouro.Options{{Key: "workers", Value: "7"}}, 0, 7},
		{ouro.Options{{Key: "workers", Value: "7"}}, 3, 3},
		{ouro.Options{{Key: "workers", Value: "0"}}, 0, all},
		{ouro.Options{{Key: "workers", Value: "0"}}, 1, 1},
	} {
		setup := ouro.Setup{Options: c.options, Threads: c.most}
		r := setup.Options.Read()
		if n := Threads(setup, r, "workers"); n != c.want || r.Err() != nil {
			t.Errorf("%v, at most %d: %d threads, %v, want %d", c.options, c.most, n, r.Err(), c.want)
		}
	}
	setup := ouro.Setup{Options: ouro.Options{{Key: "workers", Value: "65"}}}
	r := setup.Options.Read()
	if Threads(setup, r, "workers"); r.Err() == nil {
		t.Error("65 threads are accepted, but the most is 64")
	}
}
