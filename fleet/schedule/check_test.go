package schedule

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// TestCheck: the first result of a worker is checked by the next worker that asks, before
// that worker receives open games. Only one worker at a time checks a result. If that
// worker leaves, another one does the check.
func TestCheck(t *testing.T) {
	c := newTestScheduler(t, Config{Draw: func(n int) int { return n - 1 }}, spec, 10)
	c.sendResults("a", c.wantLease("first", slot("a"), Span{0, 1}), time.Second)
	c.wantLease("its own", slot("a"), Span{1, 2})
	l := c.wantLease("a check", slot("b"), Span{0, 1})
	c.wantLease("a check that is on its way", slot("c"), Span{2, 3})
	c.Leave("b")
	c.wantLease("a check that nobody does", slot("c"), Span{0, 1})
	c.Leave("c")
	c.Result(c.now, LeasedGame{"b", "x", l.ID, 0}, truth(0))
	if s := c.Experiments()[0]; s.Checked != 1 || s.Done != 1 {
		t.Errorf("%+v", s)
	}
	c.wantLease("it is checked", slot("d"), Span{2, 3})
}

// TestChecksAtOnce: as long as the time of a game is unknown, a lease of checks has one
// game. Later it has about a second of games.
func TestChecksAtOnce(t *testing.T) {
	all := Config{Draw: func(int) int { return 0 }}
	c := newTestScheduler(t, all, spec, 20)
	for n := range 15 {
		c.Result(c.now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	c.sendResults("b", c.wantLease("unknown", slot("b"), Span{0, 1}), 100*time.Millisecond)
	c.wantLease("a second of checks", slot("b"), Span{1, 11})
	c.wantLease("the others", slot("c"), Span{11, 15})
	c.wantLease("games without a result", slot("d"), Span{15, 18})

	c = newTestScheduler(t, all, spec, maxLease+10)
	for n := range maxLease + 2 {
		c.Result(c.now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	c.sendResults("b", c.wantLease("unknown", slot("b"), Span{0, 1}), time.Nanosecond)
	c.wantLease("as many as a lease has", slot("b"), Span{1, 1 + maxLease})
	c = newTestScheduler(t, all, spec, 20)
	for n := range 15 {
		c.Result(c.now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	c.sendResults("b", c.wantLease("unknown", slot("b"), Span{0, 1}), time.Minute)
	c.wantLease("longer than a second", slot("b"), Span{1, 2})
}

// TestOneIn: even if the dice draw no check, a worker is checked after every 2*OneIn results.
func TestOneIn(t *testing.T) {
	c := newTestScheduler(t, Config{OneIn: 3}, spec, 100)
	var checked []int
	for n := range 14 {
		c.Result(c.now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	for _, w := range c.experiments[0].rechecks {
		checked = append(checked, w.game)
	}
	if !slices.Equal(checked, []int{0, 6, 12}) {
		t.Errorf("games %v are checked", checked)
	}
	if d := New(Config{}); d.cfg.OneIn != 100 || d.cfg.Silence != 5*time.Second {
		t.Errorf("%+v", d.cfg)
	}
}

// TestRefereeWaits: the referee leaves a check to a worker that can do it and has recently
// asked for games. It waits ten seconds at most.
func TestRefereeWaits(t *testing.T) {
	for name, c := range map[string]struct {
		other  Worker
		change func(c *testScheduler)
		want   int
	}{
		"another asks":          {slot("b"), func(*testScheduler) {}, 0},
		"not any more":          {slot("b"), func(c *testScheduler) { c.now = c.now.Add(2999 * time.Millisecond) }, 0},
		"not for long":          {slot("b"), func(c *testScheduler) { c.now = c.now.Add(3 * time.Second) }, 1},
		"it goes":               {slot("b"), func(c *testScheduler) { c.Leave("b") }, 1},
		"it is left out":        {slot("b"), func(c *testScheduler) { c.InvalidResult(c.now, "b", "noise") }, 1},
		"of another build":      {Worker{ID: "b", Build: "c", Slots: 1}, func(*testScheduler) {}, 1},
		"another referee":       {Worker{ID: "b", Build: "b", Slots: 1, Referee: true}, func(*testScheduler) {}, 1},
		"who has played it":     {slot("a"), func(*testScheduler) {}, 1},
		"asks, and never plays": {slot("b"), func(c *testScheduler) { c.now = c.now.Add(10 * time.Second); c.Ask(c.now, slot("b"), true) }, 0},
		"asks for too long":     {slot("b"), func(c *testScheduler) { c.now = c.now.Add(10*time.Second + 1); c.Ask(c.now, slot("b"), true) }, 1},
	} {
		d := newTestScheduler(t, Config{Lease: time.Second}, spec, 1)
		d.Beat(d.now, slot("a"))
		d.submit(Spec{ID: "c", Build: "c"}, 1) // an experiment of build c, so that no worker of that build is refused
		d.Ask(d.now, c.other, true)
		d.Result(d.now, LeasedGame{"a", "x", 0, 0}, truth(0))
		c.change(d)
		for _, l := range d.leases { // the check may already be leased
			d.end(l, true)
		}
		if l := d.ask(referee); Count(l.Games) != c.want {
			t.Errorf("%s: the referee receives %v, want %d", name, l.Games, c.want)
		}
	}
}

// TestStopEndsLeases: the end of an experiment ends the leases of this experiment only. It
// is reported once.
func TestStopEndsLeases(t *testing.T) {
	for name, end := range map[string]func(c *testScheduler){
		"stopped":   func(c *testScheduler) { c.Stop(c.now, "x") },
		"forgotten": func(c *testScheduler) { c.Forget("x") },
	} {
		c := newTestScheduler(t, Config{}, unsure, 1)
		c.submit(Spec{ID: "y", Build: "b"}, 1)
		mine, other := c.ask(slot("a")), c.ask(slot("a"))
		if mine.Experiment != "x" || other.Experiment != "y" || mine.ID == other.ID {
			t.Fatalf("%+v, %+v", mine, other)
		}
		if v := c.Void("a", []uint64{mine.ID, other.ID}); len(v) > 0 {
			t.Errorf("Void returned %v, although both leases are needed", v)
		}
		if v := c.Void("b", []uint64{mine.ID}); len(v) != 1 {
			t.Error("Void does not return another worker's lease")
		}
		end(c)
		end(c)
		if v := c.Void("a", []uint64{mine.ID, other.ID}); !slices.Equal(v, []uint64{mine.ID}) {
			t.Errorf("%s: Void returned %v, want only the lease of experiment x", name, v)
		}
		if left := len(c.workers["a"].leases); left != 1 {
			t.Errorf("%s: the worker has %d leases", name, left)
		}
		if name == "stopped" {
			if v := c.Verdicts(); len(v) != 1 || !v[0].Stopped || len(c.Verdicts()) != 0 || !c.AllDecisions("x").Stopped {
				t.Errorf("%+v", v)
			}
			ended := c.Experiments()[0].Ended
			c.now = c.now.Add(time.Second)
			if end(c); !c.Experiments()[0].Ended.Equal(ended) {
				t.Error("the experiment ends twice")
			}
			end(c)
			c.submit(unsure, 1)
			if v := c.Verdicts(); len(v) > 0 || c.AllDecisions("x").Stopped {
				t.Errorf("the experiment was submitted again, but is reported as stopped: %+v", v)
			}
			c.wantLease("after the experiment was submitted again", slot("b"), Span{0, 1})
		}
	}
	d := New(Config{First: 70})
	if v := d.Void("a", []uint64{69, 70, 71}); !slices.Equal(v, []uint64{71}) {
		t.Errorf("Void returned %v, want only 71: leases up to 70 are an earlier scheduler's", v)
	}
}

// TestSubmitAgain: after a second submission, unplayable games are leased again, but no
// games with a result. If all games were already played, the experiment ends at once.
func TestSubmitAgain(t *testing.T) {
	c := newTestScheduler(t, Config{}, unsure, 3)
	c.sendResults("a", c.wantLease("first", slot("a"), Span{0, 1}), time.Minute)
	l := c.wantLease("second", slot("a"), Span{1, 2})
	c.Unplayable(c.now, LeasedGame{"a", "x", l.ID, 1}, "no memory")
	l = c.wantLease("second of another", slot("b"), Span{1, 2})
	c.Unplayable(c.now, LeasedGame{"b", "x", l.ID, 1}, "no memory")
	if v := c.Verdicts(); len(v) != 1 || v[0].Failed != "game 1: no memory" || v[0].Done {
		t.Errorf("%+v", v)
	}
	c.submit(unsure, 3)
	if s := c.Experiments()[0]; s.Done != 1 || s.Held != 0 || s.State != Playing {
		t.Errorf("%+v", s)
	}
	c.sendResults("c", c.wantLease("again", slot("c"), Span{1, 2}), time.Minute)
	c.sendResults("c", c.wantLease("the last", slot("c"), Span{2, 3}), time.Minute)
	if v := c.Verdicts(); len(v) != 1 || !v[0].Done || !reflect.DeepEqual(v[0].Cleared["c"], []Span{{1, 3}}) {
		t.Errorf("%+v", v)
	}
	if err := c.Submit(c.now, Spec{ID: "empty", Build: "b"}, nil); err != nil {
		t.Fatal(err)
	}
	c.submit(unsure, 3)
	if s := c.Experiments()[0]; s.State != Done || len(c.Verdicts()) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestResume: if an experiment is stopped, its games keep their results; they are checked
// when it resumes. If it resumes before the stop was reported, the stop is not reported.
func TestResume(t *testing.T) {
	c := newTestScheduler(t, Config{Draw: func(n int) int { return n - 1 }}, spec, 3)
	for n := range 2 {
		c.Result(c.now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	c.Result(c.now, LeasedGame{"b", "x", 0, 0}, truth(0))
	c.Verdicts()
	c.Stop(c.now, "x")
	c.Result(c.now, LeasedGame{"a", "x", 0, 2}, truth(2))
	c.submit(spec, 3)
	if s, v := c.Experiments()[0], c.Verdicts(); s.Held != 2 || s.Done != 1 || len(v) != 0 {
		t.Errorf("%+v, %+v", s, v)
	}
	c.wantLease("the last of a worker", slot("c"), Span{2, 3})
	c.Stop(c.now, "x")
	c.submit(spec, 3)
	if s := c.Experiments()[0]; s.Held != 2 {
		t.Errorf("the results that await a check are no longer held: %+v", s)
	}

	c = newTestScheduler(t, Config{}, unsure, 1)
	c.Unplayable(c.now, LeasedGame{"a", "x", c.ask(slot("a")).ID, 0}, "no memory")
	c.submit(unsure, 1)
	c.wantLease("the worker that could not play the game", slot("a"))
	c.wantLease("a game that another worker could not play", slot("b"), Span{0, 1})
}

// TestLateCheck: a late check is leased to another worker, but never to the worker whose
// result it checks.
func TestLateCheck(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, spec, 1)
	c.Result(c.now, LeasedGame{"a", "x", 0, 0}, truth(0))
	l := c.wantLease("a check", slot("b"), Span{0, 1})
	c.now = c.now.Add(time.Minute)
	c.wantLease("its own result", slot("a"))
	c.wantLease("a late check", slot("c"), Span{0, 1})
	c.now = c.now.Add(lateSearchInterval)
	c.wantLease("the late check has gone to another", slot("d"))
	c.Result(c.now, LeasedGame{"b", "x", l.ID, 0}, truth(0))
	if s := c.Experiments()[0]; s.State != Done {
		t.Errorf("%+v", s)
	}
}

// TestStatus: the status of experiments and workers.
func TestStatus(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, unsure, 101)
	began := c.now
	state := func(id string) WorkerStatus {
		for _, w := range c.Workers() {
			if w.ID == id {
				return w
			}
		}
		t.Fatalf("no worker %s", id)
		return WorkerStatus{}
	}
	c.Beat(c.now, slot("idle"))
	c.sendResults("a", c.ask(slot("a")), 100*time.Millisecond)
	if s := c.Experiments()[0]; s.Rate != 0 || s.Left != 0 {
		t.Errorf("no worker plays, but the experiment has a rate or a remaining time: %+v", s)
	}
	if s := state("idle"); s.State != Idle || s.Games != 0 || !s.Seen.Equal(began) {
		t.Errorf("%+v", s)
	}
	a, b := c.ask(slot("a")), c.ask(slot("b"))
	s := c.Experiments()[0]
	if s.Leases != 2 || s.Rate != 20 || s.Left != 5 || s.Each != 100*time.Millisecond || s.Done != 1 || s.Held != 0 || s.Games != 101 || !s.Began.Equal(began) || !s.Ended.IsZero() {
		t.Errorf("%+v", s)
	}
	c.now = began.Add(1900 * time.Millisecond)
	c.Tick(c.now)
	if w := state("a"); w.State != Playing || w.Games != 1 || w.Rate != 0 {
		t.Errorf("before two seconds: %+v", w)
	}
	for n := a.Games[0].From; n < a.Games[0].To; n++ {
		c.Result(c.now, LeasedGame{"a", "x", a.ID, n}, truth(n))
	}
	c.now = began.Add(2 * time.Second)
	c.Beat(c.now, Worker{ID: "a"}) // a result alone keeps the worker's name and build
	c.Tick(c.now)
	if w := state("a"); w.State != Idle || w.Games != 11 || w.Rate != 11/2.0 || w.Build != "b" {
		t.Errorf("after two seconds: %+v", w)
	}
	c.now = began.Add(4200 * time.Millisecond)
	if c.Tick(c.now); state("a").Rate != 0 {
		t.Errorf("nothing has come, at a rate of %v", state("a").Rate)
	}
	c.now = began.Add(5100 * time.Millisecond)
	c.Tick(c.now)
	if state("b").State != Playing || state("idle").State != Gone {
		t.Errorf("after five seconds: %+v", c.Workers())
	}
	for _, want := range []string{Playing, Playing, Hangs} { // it hangs after ten seconds, despite its heartbeats
		c.now = c.now.Add(2400 * time.Millisecond)
		c.Beat(c.now, slot("b"))
		if c.Tick(c.now); state("b").State != want {
			t.Errorf("%+v, want %s", state("b"), want)
		}
	}
	c.Result(c.now, LeasedGame{"b", "x", b.ID, b.Games[0].From}, truth(b.Games[0].From))
	if state("b").State != Playing {
		t.Errorf("after a result: %+v", state("b"))
	}
}
