package schedule

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// never is a configuration in which no game is drawn for a check. So only the first and the last
// result of a worker are checked.
var never = Config{Draw: func(n int) int { return n - 1 }}

var referee = Worker{ID: "r", Build: "b", Slots: 1, Referee: true}

// addResult sends a result that belongs to no lease.
func (c *testScheduler) addResult(id string, n int, digest Digest) {
	c.Result(c.now, LeasedGame{id, "x", 0, n}, digest)
}

// banned returns the workers that were banned and the games that were cleared since the
// last verdict.
func (c *testScheduler) banned() (all []Ban, cleared map[string][]Span) {
	c.t.Helper()
	v := c.Verdicts()
	if len(v) != 1 {
		c.t.Fatalf("%d verdicts", len(v))
	}
	return v[0].Banned, v[0].Cleared
}

// TestCountedWrong: if two workers agree on a result other than the counted one, their result
// counts instead. The worker of the wrong result is banned, and its other games are played again.
func TestCountedWrong(t *testing.T) {
	c := newTestScheduler(t, never, spec, 5)
	c.addResult("a", 0, Digest{66})
	c.addResult("a", 1, truth(1))
	c.addResult("b", 1, truth(1))
	if _, cleared := c.banned(); !reflect.DeepEqual(cleared, map[string][]Span{"a": {{0, 2}}}) {
		t.Fatalf("cleared: %v", cleared)
	}
	c.addResult("b", 0, truth(0))
	c.addResult("c", 0, truth(0))
	bans, cleared := c.banned()
	if len(bans) != 1 || bans[0].Worker != "a" || !strings.Contains(bans[0].Why, "game 0 of experiment x ended differently") {
		t.Errorf("banned: %+v", bans)
	}
	if s := c.Experiments()[0]; s.Done != 1 || s.Held != 0 || len(cleared) != 1 {
		t.Errorf("cleared: %v, %+v", cleared, s)
	}
	c.wantLease("games of the banned worker", slot("d"), Span{1, 2})
}

// TestCountedRight: a game is counted once, however often it is played. A worker with a different
// result is banned.
func TestCountedRight(t *testing.T) {
	c := newTestScheduler(t, never, spec, 5)
	c.addResult("a", 0, truth(0))
	c.addResult("b", 0, truth(0))
	c.addResult("liar", 0, Digest{66})
	c.addResult("c", 0, truth(0))
	bans, _ := c.banned()
	if s := c.Experiments()[0]; s.Done != 1 || len(bans) != 1 || bans[0].Worker != "liar" {
		t.Errorf("%+v, banned: %v", s, bans)
	}
}

// TestRefereeDecides: the referee alone decides a disagreement, and decides about games
// that a worker or the referee itself cannot play.
func TestRefereeDecides(t *testing.T) {
	c := newTestScheduler(t, never, spec, 1)
	c.Beat(c.now, referee)
	c.addResult("a", 0, Digest{66})
	c.addResult("r", 0, truth(0))
	bans, cleared := c.banned()
	if len(bans) != 1 || bans[0].Worker != "a" || !reflect.DeepEqual(cleared, map[string][]Span{"r": {{0, 1}}}) {
		t.Errorf("banned: %+v, cleared: %v", bans, cleared)
	}

	c = newTestScheduler(t, never, spec, 1)
	c.Beat(c.now, referee)
	c.Unplayable(c.now, LeasedGame{"a", "x", 0, 0}, "no memory")
	c.addResult("r", 0, truth(0))
	bans, _ = c.banned()
	if len(bans) != 1 || !strings.Contains(bans[0].Why, "the worker could not play game 0 of experiment x, but others could: no memory") {
		t.Errorf("banned: %+v", bans)
	}

	c = newTestScheduler(t, never, spec, 1)
	c.Beat(c.now, referee)
	c.Unplayable(c.now, LeasedGame{"r", "x", 0, 0}, "no disk")
	if v := c.Verdicts(); len(v) != 1 || v[0].Failed != "game 0: no disk" {
		t.Errorf("%+v", v)
	}
}

// TestDisputeOfUnsure: games may differ between machines here. So the first result counts,
// and no worker is banned for a different or missing result.
func TestDisputeOfUnsure(t *testing.T) {
	c := newTestScheduler(t, never, unsure, 2)
	c.addResult("a", 0, truth(0))
	c.addResult("b", 0, Digest{66})
	c.Unplayable(c.now, LeasedGame{"a", "x", 0, 1}, "no memory")
	c.addResult("b", 1, Digest{66})
	bans, cleared := c.banned()
	if len(bans) > 0 || !reflect.DeepEqual(cleared, map[string][]Span{"a": {{0, 1}}, "b": {{1, 2}}}) {
		t.Errorf("banned: %+v, cleared: %v", bans, cleared)
	}
}

// TestDisputeWithoutOne: two workers disagree and one of them is banned. The other worker's result
// stays and is checked.
func TestDisputeWithoutOne(t *testing.T) {
	c := newTestScheduler(t, never, spec, 5)
	c.addResult("b", 1, truth(1))
	c.addResult("c", 1, truth(1))
	c.addResult("a", 0, Digest{66})
	c.addResult("b", 0, truth(0))
	c.InvalidResult(c.now, "a", "noise")
	if s := c.Experiments()[0]; s.Held != 1 || s.Done != 1 {
		t.Errorf("%+v", s)
	}
	c.wantLease("its own result", slot("b"), Span{2, 3})
	c.wantLease("a result without the other", slot("d"), Span{0, 1})
	c.InvalidResult(c.now, "nobody", "noise")
}

// TestBanAfterTheEnd: a ban does not change a finished experiment.
func TestBanAfterTheEnd(t *testing.T) {
	c := newTestScheduler(t, never, unsure, 1)
	c.addResult("a", 0, truth(0))
	c.Verdicts()
	c.InvalidResult(c.now, "a", "noise")
	if v := c.Verdicts(); len(v) > 0 || c.Experiments()[0].State != Done {
		t.Errorf("%+v, %+v", v, c.Experiments())
	}
}

// TestClear: games that were cleared before a restart count without another check. AllDecisions
// returns cleared games at any time.
func TestClear(t *testing.T) {
	c := newTestScheduler(t, never, spec, 4)
	if v := c.AllDecisions("x"); v.Done || len(v.Cleared) > 0 {
		t.Errorf("before any result: %+v", v)
	}
	for n := range 3 {
		c.addResult("a", n, truth(n))
	}
	c.ClearResults(c.now, "x", "a", []Span{{-5, 2}})
	if s := c.Experiments()[0]; s.Done != 2 || s.Held != 1 {
		t.Errorf("%+v", s)
	}
	c.wantLease("the game without a result", slot("b"), Span{3, 4})
	for range 2 {
		v := c.AllDecisions("x")
		if !reflect.DeepEqual(v.Cleared, map[string][]Span{"a": {{0, 2}}}) || v.Done || len(v.Banned) > 0 {
			t.Errorf("AllDecisions returned %+v", v)
		}
	}
	one := newTestScheduler(t, never, unsure, 1)
	one.addResult("a", 0, truth(0))
	one.InvalidResult(one.now, "a", "noise")
	if v := one.AllDecisions("x"); !v.Done || len(v.Banned) != 1 || v.Banned[0].Worker != "a" {
		t.Errorf("AllDecisions returned %+v", v)
	}
	if v := one.AllDecisions("y"); !v.empty() || v.Experiment != "y" {
		t.Errorf("an unknown experiment has decisions: %+v", v)
	}
}

// TestHangs: a lease hangs when it takes eight times its expected time, and at least ten
// seconds. A lease without an expected time never hangs.
func TestHangs(t *testing.T) {
	c := newTestScheduler(t, Config{Silence: time.Hour}, unsure, 3)
	first := c.ask(slot("a"))
	c.now = c.now.Add(time.Minute)
	if c.Tick(c.now); c.Workers()[0].State != Playing {
		t.Errorf("the lease has no expected time, but the worker is %s", c.Workers()[0].State)
	}
	c.leases[first.ID].issued = c.now
	c.sendResults("a", first, 5*time.Second)
	c.wantLease("second", slot("a"), Span{1, 2})
	for _, want := range []string{Playing, Hangs} {
		c.now = c.now.Add(39 * time.Second)
		if c.Tick(c.now); c.Workers()[0].State != want {
			t.Errorf("the worker is %s, want %s", c.Workers()[0].State, want)
		}
	}
	c.wantLease("a game whose lease hangs", slot("b"), Span{1, 2})
	c.Tick(c.now)
	c.wantLease("the game of a hanging lease is leased again only once", slot("b"), Span{2, 3})
}

// TestGivenUpAmongOthers: an unplayable game does not wait for workers that are gone,
// banned or of another build.
func TestGivenUpAmongOthers(t *testing.T) {
	for name, c := range map[string]struct {
		other Worker
		then  func(c *testScheduler)
		fails bool
	}{
		"another":          {slot("b"), func(*testScheduler) {}, false},
		"gone":             {slot("b"), func(c *testScheduler) { c.Leave("b") }, true},
		"out":              {slot("b"), func(c *testScheduler) { c.InvalidResult(c.now, "b", "noise") }, true},
		"of another build": {Worker{ID: "b", Build: "c", Slots: 1}, func(*testScheduler) {}, true},
	} {
		d := newTestScheduler(t, Config{}, unsure, 1)
		d.Beat(d.now, c.other)
		d.Unplayable(d.now, LeasedGame{"a", "x", d.ask(slot("a")).ID, 0}, "no memory")
		c.then(d)
		d.now = d.now.Add(soleFailureTime)
		if d.Tick(d.now); (d.Experiments()[0].State == Failed) != c.fails {
			t.Errorf("%s: %+v", name, d.Experiments()[0])
		}
	}
}

// TestSpans: Spans takes games in any order and returns each once. It does not change its argument.
func TestSpans(t *testing.T) {
	games := []int{7, 1, 2, 9, 2, 3, 8}
	if got := Spans(games); !slices.Equal(got, []Span{{1, 4}, {7, 10}}) || Count(got) != 6 || games[0] != 7 {
		t.Errorf("%v of %v", got, games)
	}
}
