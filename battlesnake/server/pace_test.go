package server

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

const ms = time.Millisecond

// TestPaceLearns: with slow transport the margin becomes its time plus the reserve; with fast
// transport it stays at the floor.
func TestPaceLearns(t *testing.T) {
	for _, c := range []struct{ way, least, most time.Duration }{
		{2 * ms, 60 * ms, 60 * ms},
		{30 * ms, 60 * ms, 60 * ms},
		{100 * ms, 120 * ms, 125 * ms},
		{200 * ms, 220 * ms, 225 * ms},
		{400 * ms, 250 * ms, 250 * ms}, // half of the time is left for the search
	} {
		var p pace
		if got := p.margin(60*ms, 500*ms); got != 60*ms {
			t.Errorf("at first the margin is %v", got)
		}
		for turn := range 60 {
			p.learn(turn, c.way+50*ms, 2000*ms)
			p.answered(turn, 50*ms)
		}
		if got := p.margin(60*ms, 500*ms); got < c.least || got > c.most {
			t.Errorf("way %v: margin %v, want %v to %v", c.way, got, c.least, c.most)
		}
	}
}

// TestPaceKeepsUp: when transport becomes slower and answers are late, the margin soon suffices.
func TestPaceKeepsUp(t *testing.T) {
	var p pace
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
		p.answered(turn, took)
		reported = min(took+way, 500*ms)
		if took+way > 500*ms {
			late++
		}
	}
	if late > 3 {
		t.Errorf("%d answers were late", late)
	}
}

// TestPaceIgnores: values that are not measurements change nothing.
func TestPaceIgnores(t *testing.T) {
	var p pace
	p.learn(5, 400*ms, 500*ms) // for an answer of another server
	p.answered(5, 10*ms)
	p.learn(5, 400*ms, 500*ms) // the same turn again
	p.learn(7, 400*ms, 500*ms) // a turn is missing
	p.learn(6, 0, 500*ms)
	if p.known {
		t.Error("something was learned")
	}
	p.learn(6, 5*ms, 500*ms) // less than it took here, since clocks differ
	if got := p.margin(60*ms, 500*ms); got != 60*ms || !p.known {
		t.Errorf("margin %v, known %v", got, p.known)
	}
	if got := p.margin(60*ms, 1*ms); got != ms/2 {
		t.Errorf("of 1 ms the margin is %v", got)
	}
}

// TestLag: the margin follows the latest answers, within bounds, and shrinks again when answers are
// in time.
func TestLag(t *testing.T) {
	var l lag
	for _, c := range []struct {
		late          time.Duration
		answers       int
		least, margin time.Duration
	}{
		{-300 * ms, 10, 0, 0},
		{40 * ms, 1, 40 * ms, 40 * ms},
		{5 * ms, 20, 30 * ms, 36 * ms},
		{60 * ms, 1, 60 * ms, 60 * ms},
		{time.Hour, 1, 100 * ms, 100 * ms},
		{-ms, 300, 5 * ms, 15 * ms},
		{-ms, 3000, 0, 0},
	} {
		for range c.answers {
			l.learn(c.late)
		}
		if got := l.margin(500 * ms); got < c.least || got > c.margin {
			t.Errorf("after %d answers %v late the margin is %v, want %v to %v", c.answers, c.late, got, c.least, c.margin)
		}
	}
	l.learn(time.Hour)
	if got := l.margin(50 * ms); got != 10*ms {
		t.Errorf("of 50 ms the margin is %v", got)
	}
}

// TestLagOfSlowClients: a request that was already late when it had been read does not affect the
// estimate, so that a slow client does not take time from the games of others.
func TestLagOfSlowClients(t *testing.T) {
	up := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: ouro.Up}, nil })
	s, err := New(Config{Snakes: []Snake{{Name: "up", Make: func(ouro.Setup) (ouro.Solver, error) { return up, nil }}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	req, err := wire.ParseRequest([]byte(`{"game":{"id":"g","ruleset":{"name":"standard"},"timeout":500},"board":{"width":11,"height":11,
		"snakes":[{"id":"a","health":90,"body":[{"x":5,"y":5}]}]},"you":{"id":"a","health":90,"body":[{"x":5,"y":5}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPosition(req)
	if err != nil {
		t.Fatal(err)
	}
	s.decide(t.Context(), s.snakes[0], p, time.Now().Add(-5*time.Second))
	if got := s.lag.margin(500 * ms); got > 0 {
		t.Errorf("it keeps %v for it", got)
	}
}
