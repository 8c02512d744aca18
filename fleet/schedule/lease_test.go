package schedule

import (
	"slices"
	"testing"
	"time"
)

// testScheduler is a scheduler whose clock and workers the test controls.
type testScheduler struct {
	*Scheduler
	t   *testing.T
	now time.Time
}

func newTestScheduler(t *testing.T, cfg Config, spec Spec, games int) *testScheduler {
	t.Helper()
	c := &testScheduler{New(cfg), t, time.Unix(1000, 0)}
	c.submit(spec, games)
	return c
}

func (c *testScheduler) submit(spec Spec, games int) {
	c.t.Helper()
	if err := c.Submit(c.now, spec, []Span{{0, games}}); err != nil {
		c.t.Fatal(err)
	}
}

func slot(id string) Worker { return Worker{ID: id, Build: "b", Slots: 1} }

// ask requests a lease for a worker that may play games with a limit of wall time.
func (c *testScheduler) ask(who Worker) Lease {
	c.t.Helper()
	l, refusal := c.Ask(c.now, who, true)
	if refusal != "" {
		c.t.Fatal(refusal)
	}
	return l
}

// wantLease checks that a worker receives a lease of exactly these games.
func (c *testScheduler) wantLease(situation string, who Worker, games ...Span) Lease {
	c.t.Helper()
	l := c.ask(who)
	if !slices.Equal(l.Games, games) {
		c.t.Errorf("%s: %s receives %v, want %v", situation, who.ID, l.Games, games)
	}
	return l
}

// sendResults sends the results of all games of a lease. Each game takes gameTime.
func (c *testScheduler) sendResults(id string, l Lease, gameTime time.Duration) {
	c.now = c.now.Add(gameTime * time.Duration(Count(l.Games)))
	for _, s := range l.Games {
		for n := s.From; n < s.To; n++ {
			c.Result(c.now, LeasedGame{id, l.Experiment, l.ID, n}, truth(n))
		}
	}
}

// unsure is an experiment whose games differ from machine to machine, so its results count at once,
// without a second check.
var unsure = Spec{ID: "x", Build: "b"}

// TestLate: a late lease is copied to at most two other workers. It is not copied before it
// is late, nor to its own worker, nor after its game has a result.
func TestLate(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, unsure, 1)
	game := Span{0, 1}
	first := c.wantLease("first", slot("a"), game)
	c.now = c.now.Add(1400 * time.Millisecond)
	c.wantLease("in time", slot("b"))
	c.now = c.now.Add(200 * time.Millisecond)
	c.wantLease("its own", slot("a"))
	if l, _ := c.Ask(c.now, Worker{ID: "r", Build: "b", Slots: 1, Referee: true}, true); len(l.Games) > 0 {
		t.Errorf("the referee receives %v", l.Games)
	}
	c.wantLease("late", slot("b"), game)
	c.wantLease("late again", slot("c"), game)
	c.wantLease("a third copy", slot("d"))
	c.now = c.now.Add(200 * time.Millisecond)
	c.wantLease("a third copy, looked for again", slot("d"))
	c.sendResults("a", first, 0)
	c.now = c.now.Add(time.Minute)
	c.wantLease("it has come", slot("d"))
	if s := c.Experiments()[0]; s.State != Done {
		t.Errorf("%+v", s)
	}
}

// TestLateLooks: the scheduler searches for late leases only at intervals, and copies the most
// overdue ones first. Setting the clock back does not stop the searches.
func TestLateLooks(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, unsure, 2)
	c.wantLease("first", slot("a"), Span{0, 1})
	c.now = c.now.Add(time.Second)
	c.wantLease("second", slot("b"), Span{1, 2})
	c.now = c.now.Add(490 * time.Millisecond)
	c.wantLease("nothing is late", slot("c"))
	c.now = c.now.Add(lateSearchInterval - 1)
	c.wantLease("late, and not looked for", slot("c"))
	c.now = c.now.Add(1)
	c.wantLease("late", slot("c"), Span{0, 1})
	c.now = c.now.Add(2 * time.Second)
	c.wantLease("the latest", slot("d"), Span{0, 1})
	c.wantLease("the next", slot("d"), Span{1, 2})

	c = newTestScheduler(t, Config{Lease: time.Second}, unsure, 1)
	c.wantLease("first", slot("a"), Span{0, 1})
	c.now = c.now.Add(time.Hour)
	c.Scheduler.lastLateSearch = c.now.Add(time.Hour)
	c.wantLease("after a clock that was wrong", slot("b"), Span{0, 1})
}

// TestLateSize: a lease is late after twice its expected time. Its copy has as many of its
// remaining games as take about a second.
func TestLateSize(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, unsure, 1+200)
	c.sendResults("a", c.ask(slot("a")), 10*time.Millisecond)
	slow := c.wantLease("a second of games", slot("a"), Span{1, 101})
	issued := c.now
	for l := c.ask(slot("b")); len(l.Games) > 0; l = c.ask(slot("b")) {
		c.sendResults("b", l, 12500*time.Microsecond)
	}
	for n := 1; n <= 10; n++ {
		c.Result(c.now, LeasedGame{"a", "x", slow.ID, n}, truth(n))
	}
	c.now = issued.Add(1990 * time.Millisecond)
	c.wantLease("in time", slot("b"))
	c.now = c.now.Add(lateSearchInterval)
	c.wantLease("late", slot("b"), Span{11, 91})
}

// TestLateOfOthers: a worker receives no late games of another build or of a finished
// experiment, nor games with a limit of wall time if it may not play them.
func TestLateOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		spec Spec
		who  Worker
		stop bool
	}{
		"build":   {unsure, Worker{ID: "b", Build: "other", Slots: 1}, false},
		"racing":  {Spec{ID: "x", Build: "b", Racing: true}, slot("b"), false},
		"stopped": {unsure, slot("b"), true},
	} {
		d := newTestScheduler(t, Config{Lease: time.Second}, c.spec, 1)
		d.ask(slot("a"))
		d.submit(Spec{ID: "y", Build: c.who.Build}, 1)
		d.now = d.now.Add(time.Minute)
		if c.stop {
			d.Stop(d.now, "x")
		}
		for _, want := range []int{1, 0} { // first the game of experiment y, which is still open
			if l, refusal := d.Ask(d.now, c.who, false); refusal != "" || Count(l.Games) != want || want == 1 && l.Experiment != "y" {
				t.Errorf("%s: %+v is leased, %s", name, l, refusal)
			}
		}
	}
}

// TestRacing: games with a limit of wall time are leased only to workers that may play them.
func TestRacing(t *testing.T) {
	c := newTestScheduler(t, Config{}, Spec{ID: "x", Build: "b", Racing: true}, 1)
	if l, refusal := c.Ask(c.now, slot("a"), false); refusal != "" || len(l.Games) > 0 {
		t.Errorf("%v, %s", l, refusal)
	}
	c.wantLease("it may", slot("a"), Span{0, 1})
}

// TestSize: as long as the time of a game is unknown, a lease has one game. Later it has as
// many games as take about a second, and fewer when few are left for the present workers.
func TestSize(t *testing.T) {
	known := func(games int, each time.Duration) *testScheduler {
		c := newTestScheduler(t, Config{Lease: time.Second}, unsure, games+1)
		l := c.wantLease("unknown", slot("a"), Span{0, 1})
		c.sendResults("a", l, each)
		return c
	}
	c := known(10_000, 10*time.Millisecond)
	c.wantLease("a second", slot("a"), Span{1, 101})
	c.wantLease("a second of another", slot("b"), Span{101, 201})
	c = known(20_000, time.Microsecond)
	c.wantLease("as many as a lease has", slot("a"), Span{1, 1 + maxLease})
	c = known(100, time.Minute)
	c.wantLease("longer than a second", slot("a"), Span{1, 2})

	c = known(70, time.Millisecond)
	c.Beat(c.now, Worker{ID: "b", Build: "b", Slots: 6})
	for _, idle := range []Worker{{ID: "gone", Build: "b", Slots: 50}, {ID: "out", Build: "b", Slots: 50}, {ID: "other", Build: "c", Slots: 50}, {ID: "referee", Build: "b", Slots: 50, Referee: true}} {
		c.Beat(c.now, idle)
	}
	c.Leave("gone")
	c.InvalidResult(c.now, "out", "noise")
	c.wantLease("half of what is left, shared by seven", slot("a"), Span{1, 6})
	c = known(2, time.Millisecond)
	c.wantLease("almost nothing is left", slot("a"), Span{1, 2})
	c = newTestScheduler(t, Config{Lease: time.Second}, unsure, 11)
	without := Worker{ID: "a", Build: "b"}
	c.sendResults("a", c.ask(without), time.Millisecond)
	c.wantLease("a worker without slots", without, Span{1, 6})
}

// TestExpected: the expected time for a worker is the mean over its games, with more weight
// on later games. For a worker without results it is the mean over all workers.
func TestExpected(t *testing.T) {
	e := newExperiment(time.Unix(0, 0), spec)
	want := func(sender int32, want time.Duration) {
		t.Helper()
		if have := e.expectedTime(sender); have != want {
			t.Errorf("a game takes worker %d %v, want %v", sender, have, want)
		}
	}
	want(1, 0)
	e.recordTime(1, 16*time.Millisecond)
	want(1, 16*time.Millisecond)
	want(2, 16*time.Millisecond)
	e.recordTime(1, 32*time.Millisecond)
	want(1, 24*time.Millisecond)
	want(2, 17*time.Millisecond)
	e.recordTime(2, 0)
	want(2, time.Microsecond)
}

// TestLeaseTime: when the last result of a lease arrives, the time of the lease is divided by
// its number of games.
func TestLeaseTime(t *testing.T) {
	c := newTestScheduler(t, Config{Lease: time.Second}, unsure, 1000)
	c.sendResults("a", c.ask(slot("a")), 10*time.Millisecond)
	l := c.wantLease("known", slot("a"), Span{1, 101})
	for n := 1; n < 101; n++ {
		if n == 100 {
			c.now = c.now.Add(3 * time.Second)
		}
		c.Result(c.now, LeasedGame{"a", "x", l.ID, n}, truth(n))
		if n == 50 && c.Experiments()[0].Each != 10*time.Millisecond {
			t.Error("the time of a game changes before the last result of the lease")
		}
	}
	if each := c.experiments[0].expectedTime(0); each != 20*time.Millisecond {
		t.Errorf("%v, want the mean of 10ms and 30ms", each)
	}
	if s := c.Experiments()[0]; s.Leases != 0 || len(c.Void("a", []uint64{l.ID})) != 1 {
		t.Errorf("a lease is still active after its results were received: %+v", s)
	}
}

// TestFirst: the numbers of leases are greater than those of earlier schedulers.
func TestFirst(t *testing.T) {
	c := newTestScheduler(t, Config{First: 70}, unsure, 2)
	if a, b := c.ask(slot("a")), c.ask(slot("a")); a.ID != 71 || b.ID != 72 {
		t.Errorf("leases %d and %d", a.ID, b.ID)
	}
}

// TestManyWorkers: the scheduler remembers a limited number of workers. To make room for a
// new worker, it forgets the one that has been silent for longest, but never a worker that
// has results or is present. It counts the messages that it refuses.
func TestManyWorkers(t *testing.T) {
	c := newTestScheduler(t, Config{Workers: 3}, unsure, 2)
	beat := func(ids ...string) {
		for _, id := range ids {
			c.Beat(c.now, slot(id))
		}
	}
	known := func(situation string, refused int, want ...string) {
		t.Helper()
		var got []string
		for _, w := range c.Workers() {
			got = append(got, w.ID)
		}
		if !slices.Equal(got, want) || len(c.workers) != len(want) || c.Refused() != refused {
			t.Errorf("%s: %v are known, and %d were refused; want %v, %d", situation, got, c.Refused(), want, refused)
		}
	}
	silence := func() {
		c.now = c.now.Add(c.cfg.Silence + time.Second)
		c.Tick(c.now)
	}
	beat("a")
	c.Result(c.now, LeasedGame{"a", "x", 0, 0}, truth(0))
	beat("b", "c", "d")
	if _, refusal := c.Ask(c.now, slot("d"), true); refusal != TooMany {
		t.Errorf("worker d is refused with %q", refusal)
	}
	c.Result(c.now, LeasedGame{"d", "x", 0, 1}, truth(1))
	known("all are there", 3, "a", "b", "c")
	c.now = c.now.Add(time.Second)
	beat("b")
	silence()
	beat("d")
	known("c is silent for longest", 3, "a", "b", "d")
	beat("e")
	known("b is silent", 3, "a", "e", "d")
	silence()
	beat("d", "e", "f")
	known("a has a result", 4, "a", "e", "d")
	c.Forget("x")
	beat("f")
	known("its experiment is forgotten", 4, "f", "e", "d")
	if w := c.workers["f"]; w.number != 0 || c.numbers[0] != w {
		t.Errorf("f has number %d", w.number)
	}
}
