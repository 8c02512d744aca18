package server

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/play"
)

const ms = time.Millisecond

// TestTransportLearns: if transport is slow, the margin becomes the transport time plus the
// reserve. If transport is fast, the margin stays at the floor.
func TestTransportLearns(t *testing.T) {
	for _, c := range []struct{ way, least, most time.Duration }{
		{2 * ms, 60 * ms, 60 * ms},
		{30 * ms, 60 * ms, 60 * ms},
		{100 * ms, 120 * ms, 125 * ms},
		{200 * ms, 220 * ms, 225 * ms},
		{400 * ms, 250 * ms, 250 * ms}, // half of the time is left for thinking
	} {
		var p transport
		if got := p.margin(60*ms, 500*ms); got != 60*ms {
			t.Errorf("at first the margin is %v", got)
		}
		for turn := range 60 {
			p.learn(turn, c.way+50*ms, 2000*ms)
			p.recordAnswer(turn, 50*ms)
		}
		if got := p.margin(60*ms, 500*ms); got < c.least || got > c.most {
			t.Errorf("way %v: margin %v, want %v to %v", c.way, got, c.least, c.most)
		}
	}
}

// TestTransportKeepsUp: when transport becomes slower and answers are late, the margin soon suffices.
func TestTransportKeepsUp(t *testing.T) {
	var p transport
	rng := rand.New(rand.NewPCG(1, 2))
	late := 0
	reported := time.Duration(0)
	for turn := range 100 {
		way := 10*ms + time.Duration(rng.IntN(10))*ms
		if turn >= 30 {
			way += 120 * ms
		}
		p.learn(turn, reported, 500*ms)
		took := 500*ms - p.margin(60*ms, 500*ms)
		p.recordAnswer(turn, took)
		reported = min(took+way, 500*ms)
		if took+way > 500*ms {
			late++
		}
	}
	if late > 3 {
		t.Errorf("%d answers were late", late)
	}
}

// TestTransportIgnores: times that the engine did not measure for the last answer change nothing.
func TestTransportIgnores(t *testing.T) {
	var p transport
	p.learn(5, 400*ms, 500*ms) // for an answer that another server gave
	p.recordAnswer(5, 10*ms)
	p.learn(5, 400*ms, 500*ms) // the same turn again
	p.learn(7, 400*ms, 500*ms) // a turn is missing
	p.learn(6, 0, 500*ms)
	if p.known {
		t.Error("there is an estimate")
	}
	p.learn(6, 5*ms, 500*ms) // less than the time measured here, because clocks differ
	if got := p.margin(60*ms, 500*ms); got != 60*ms || !p.known {
		t.Errorf("margin %v, known %v", got, p.known)
	}
	if got := p.margin(60*ms, 1*ms); got != ms/2 {
		t.Errorf("of 1 ms the margin is %v", got)
	}
}

// TestLag: the margin follows the largest lag, within bounds, and forgets it with time. The
// number of answers that are in time does not matter.
func TestLag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lag
		for _, c := range []struct{ late, wait, margin time.Duration }{
			{-300 * ms, 0, 60 * ms},
			{40 * ms, 0, 140 * ms},
			{5 * ms, 0, 140 * ms},
			{5 * ms, forgetLag, 100 * ms},
			{140 * ms, 0, 340 * ms},
			{time.Hour, 0, 375 * ms}, // a quarter remains for thinking
			{0, 4 * forgetLag, 122500 * time.Microsecond},
			{0, 100 * forgetLag, 60 * ms},
		} {
			for range 1000 {
				l.learn(c.late)
			}
			time.Sleep(c.wait)
			if got := l.margin(60*ms, 500*ms); got != c.margin {
				t.Errorf("after %v late and %v the margin is %v, want %v", c.late, c.wait, got, c.margin)
			}
		}
	})
}

// TestNoCoreIsFree: while no core is free, every answer is the safest move and no solver is made.
// The answer comes before the timeout, by the margin and twice the lag.
func TestNoCoreIsFree(t *testing.T) {
	for _, c := range []struct{ limit, lag, want time.Duration }{
		{500 * ms, 0, 440 * ms},
		{500 * ms, 100 * ms, 240 * ms},
		{500 * ms, time.Hour, 125 * ms},
		{200 * ms, 0, 140 * ms},
		{200 * ms, 40 * ms, 60 * ms},
		{200 * ms, time.Hour, 50 * ms},
		{50 * ms, 0, 25 * ms},
		{50 * ms, time.Hour, 12500 * time.Microsecond},
		{time.Hour, time.Hour, maxThink},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, p, made := newRefusingServer(t, c.limit)
			_, busy, err := s.cores.enter(t.Context(), time.Now().Add(time.Hour), "another game")
			if err != nil {
				t.Fatal(err)
			}
			defer s.cores.leave(busy)
			s.lag.learn(c.lag)
			began := time.Now()
			a := s.decide(t.Context(), s.snakes[0], p, began)
			if a.Dir != play.Safest(p.state, 0) || a.failure != errNoCore || *made > 0 {
				t.Errorf("%v: moved %v, %v, with %d solvers", c, a.Dir, a.failure, *made)
			}
			if took := time.Since(began); took != c.want {
				t.Errorf("of %v with a lag of %v the answer took %v, want %v", c.limit, c.lag, took, c.want)
			}
		})
	}
}

// TestTooLateToThink: a request that is read after its deadline is answered at once,
// without a solver, although cores are free. It does not affect the estimate of the lag, so
// that a slow client does not take time from the games of others.
func TestTooLateToThink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, made := newRefusingServer(t, 500*ms)
		for range 50 {
			s.decide(t.Context(), s.snakes[0], p, time.Now().Add(-5*time.Second))
		}
		if got := s.lag.margin(0, 500*ms); *made > 0 || got > 0 {
			t.Errorf("%d solvers; the margin for the lag is %v", *made, got)
		}
	})
}

// newRefusingServer returns a server whose Maker returns an error, a request for a move, and a
// counter of the calls of the Maker.
func newRefusingServer(t *testing.T, limit time.Duration) (*Server, *position, *int) {
	t.Helper()
	made := new(int)
	s, err := New(Config{Cores: 1, Snakes: []Snake{{Name: "up", Make: func(ouro.Setup) (ouro.Solver, error) {
		*made++
		return nil, errors.New("not made")
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	req, err := wire.ParseRequest(fmt.Appendf(nil, `{"game":{"id":"g","ruleset":{"name":"standard"},"timeout":%d},"board":{"width":11,"height":11,
		"snakes":[{"id":"a","health":90,"body":[{"x":0,"y":0},{"x":0,"y":0}]}]},"you":{"id":"a","health":90,"body":[{"x":0,"y":0}]}}`, limit.Milliseconds()))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPosition(req)
	if err != nil {
		t.Fatal(err)
	}
	return s, p, made
}

// TestGrowth: the heap grows by a quarter of the limit of memory, or by a fifth if that is more.
func TestGrowth(t *testing.T) {
	var set []int
	m := newMemory(400<<20, func(percent int) int { set = append(set, percent); return 0 })
	for _, live := range []uint64{1 << 20, 5 << 20, 50 << 20, 55 << 20, 400 << 20, 500 << 20, 2000 << 20, 50 << 20} {
		m.grow(live)
	}
	if want := []int{2500, 200, 25, 200}; !slices.Equal(set, want) {
		t.Errorf("the growth is set to %v, want %v", set, want)
	}
	newMemory(1, nil)
}
