package schedule

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

// world is a simulated fleet without a network. Its clock jumps, and its workers have a speed and
// may die, hang or lie.
type world struct {
	t         *testing.T
	rand      *rand.Rand
	now       time.Time
	scheduler *Scheduler
	workers   []*simWorker
	// what the scheduler has reported to the submitter
	got  map[int]Digest // games that count
	bans map[string]bool
	done bool
	sent map[string]Digest // results, by worker and game
	log  []event           // the events that a restarted scheduler reads again
}

type event struct {
	worker string
	game   int
	digest Digest
}

type simWorker struct {
	Worker
	each       time.Duration
	lies       int // one result in this many is false; 0 means none
	dead, hung bool
	lease      Lease
	games      []int // games of its lease that it has not played yet
	next       time.Time
}

func truth(n int) Digest { return Digest{byte(n), byte(n >> 8), byte(n >> 16), 1} }

func newWorld(t *testing.T, seed uint64) *world {
	w := &world{t: t, rand: rand.New(rand.NewPCG(seed, 1)), now: time.Unix(0, 0), got: map[int]Digest{}, bans: map[string]bool{}, sent: map[string]Digest{}}
	w.scheduler = New(Config{Draw: w.rand.IntN, OneIn: 20})
	return w
}

func (w *world) add(each time.Duration, lies int) *simWorker {
	h := &simWorker{Worker: Worker{ID: fmt.Sprintf("w%d", len(w.workers)), Name: "a", Build: "b", Slots: 1}, each: each, lies: lies}
	w.workers = append(w.workers, h)
	return h
}

var spec = Spec{ID: "x", Build: "b", Deterministic: true}

// step simulates 100 ms.
func (w *world) step() {
	w.now = w.now.Add(100 * time.Millisecond)
	for _, h := range w.workers {
		if h.dead {
			continue
		}
		w.scheduler.Beat(w.now, h.Worker)
		for !h.hung {
			if len(h.games) == 0 {
				l, refusal := w.scheduler.Ask(w.now, h.Worker, true)
				if refusal != "" || len(l.Games) == 0 {
					break
				}
				h.lease, h.next = l, w.now.Add(h.each)
				for _, s := range l.Games {
					for n := s.From; n < s.To; n++ {
						h.games = append(h.games, n)
					}
				}
			}
			if h.next.After(w.now) {
				break
			}
			n := h.games[0]
			h.games, h.next = h.games[1:], h.next.Add(h.each)
			digest := truth(n)
			if h.lies > 0 && w.rand.IntN(h.lies) == 0 {
				digest[5] = byte(1 + w.rand.IntN(200))
			}
			for range 1 + w.rand.IntN(2) { // a result may arrive twice
				w.result(h.ID, h.lease.ID, n, digest)
			}
		}
	}
	w.scheduler.Tick(w.now)
	w.take()
}

func (w *world) result(id string, lease uint64, n int, digest Digest) {
	key := fmt.Sprint(id, " ", n)
	if _, twice := w.sent[key]; !twice {
		w.sent[key] = digest
	}
	w.log = append(w.log, event{id, n, digest})
	w.scheduler.Result(w.now, LeasedGame{id, "x", lease, n}, digest)
}

// take applies the verdicts as a submitter does.
func (w *world) take() {
	for _, v := range w.scheduler.Verdicts() {
		for id, spans := range v.Cleared {
			for _, s := range spans {
				for n := s.From; n < s.To; n++ {
					digest, came := w.sent[fmt.Sprint(id, " ", n)]
					if !came {
						w.t.Fatalf("game %d is cleared, but %s has sent nothing", n, id)
					}
					w.got[n] = digest // a later result replaces an earlier one
				}
			}
		}
		for _, b := range v.Banned {
			w.bans[b.Worker] = true
		}
		if v.Failed != "" {
			w.t.Fatal(v.Failed)
		}
		w.done = w.done || v.Done
	}
}

func (w *world) run(games, steps int) {
	w.t.Helper()
	if err := w.scheduler.Submit(w.now, spec, []Span{{0, games}}); err != nil {
		w.t.Fatal(err)
	}
	for range steps {
		if w.step(); w.done {
			w.check(games)
			return
		}
	}
	w.t.Fatalf("not done after %d steps: %+v %+v", steps, w.scheduler.Experiments(), w.scheduler.Workers())
}

func (w *world) check(games int) {
	w.t.Helper()
	if len(w.got) != games {
		w.t.Fatalf("%d games came, want %d", len(w.got), games)
	}
	for n, d := range w.got {
		if d != truth(n) {
			w.t.Errorf("game %d is wrong", n)
		}
	}
}

// TestEveryGameOnce: whatever the mix of workers, every game gets a result, no wrong result
// counts, and liars are banned.
func TestEveryGameOnce(t *testing.T) {
	for seed := range uint64(60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWorld(t, seed)
			for range 3 {
				w.add(time.Duration(1+w.rand.IntN(300))*time.Millisecond, 0)
			}
			liar := w.add(50*time.Millisecond, 1+w.rand.IntN(3))
			for range w.rand.IntN(3) {
				w.add(time.Duration(1+w.rand.IntN(3000))*time.Millisecond, 0)
			}
			for _, h := range w.workers[4:] { // some of these workers are dead or hang from the start
				h.dead, h.hung = w.rand.IntN(2) == 0, w.rand.IntN(2) == 0
			}
			w.run(300+w.rand.IntN(700), 5000)
			if !w.bans[liar.ID] || len(w.bans) != 1 {
				t.Errorf("banned: %v, want %s", w.bans, liar.ID)
			}
		})
	}
}

// TestDeath: workers that die or hang during a lease are detected, and other workers play their
// games.
func TestDeath(t *testing.T) {
	for _, hang := range []bool{false, true} {
		w := newWorld(t, 1)
		w.add(100*time.Millisecond, 0)
		victim := w.add(10*time.Millisecond, 0)
		w.add(100*time.Millisecond, 0)
		if err := w.scheduler.Submit(w.now, spec, []Span{{0, 2000}}); err != nil {
			t.Fatal(err)
		}
		for len(victim.games) < 20 {
			w.step()
		}
		victim.dead, victim.hung = !hang, hang
		state := ""
		for range 200 {
			w.step()
			state = w.scheduler.Workers()[1].State
		}
		if want := map[bool]string{false: Gone, true: Hangs}[hang]; state != want {
			t.Errorf("hang %v: the worker is %s, want %s", hang, state, want)
		}
		w.run(2000, 5000)
	}
}

// TestRestart: a new scheduler continues from the recorded events. No game that counted is
// played again.
func TestRestart(t *testing.T) {
	w := newWorld(t, 2)
	for range 3 {
		w.add(20*time.Millisecond, 0)
	}
	if err := w.scheduler.Submit(w.now, spec, []Span{{0, 1000}}); err != nil {
		t.Fatal(err)
	}
	for len(w.got) < 300 {
		w.step()
	}
	standing := w.scheduler.AllDecisions("x")
	w.scheduler = New(Config{Draw: w.rand.IntN, OneIn: 20})
	if err := w.scheduler.Submit(w.now, spec, []Span{{0, 1000}}); err != nil {
		t.Fatal(err)
	}
	for _, e := range w.log {
		w.scheduler.Result(w.now, LeasedGame{e.worker, "x", 0, e.game}, e.digest)
	}
	for id, spans := range standing.Cleared {
		w.scheduler.ClearResults(w.now, "x", id, spans)
	}
	if done := w.scheduler.Experiments()[0].Done; done < len(w.got) {
		t.Errorf("%d games count after the restart, %d before", done, len(w.got))
	}
	played := len(w.log)
	w.run(1000, 3000)
	if again := len(w.log) - played; again > 2*1000 {
		t.Errorf("%d results came after the restart", again)
	}
}

// TestReferee: the submitter's referee checks a single worker, and decides between two workers
// that disagree.
func TestReferee(t *testing.T) {
	w := newWorld(t, 3)
	w.add(20*time.Millisecond, 0)
	referee := w.add(20*time.Millisecond, 0)
	referee.Referee = true
	w.run(500, 3000)
	if n := w.scheduler.Workers()[1].Games; n == 0 || n > 100 {
		t.Errorf("the referee has played %d of 500 games", n)
	}
	w = newWorld(t, 4)
	w.add(20*time.Millisecond, 0)
	liar := w.add(20*time.Millisecond, 1)
	referee = w.add(20*time.Millisecond, 0)
	referee.Referee = true
	w.run(500, 3000)
	if !w.bans[liar.ID] || len(w.bans) != 1 {
		t.Errorf("banned: %v", w.bans)
	}
}

// TestOtherBuild: a worker of another build is refused by a message that names both.
func TestOtherBuild(t *testing.T) {
	d := New(Config{})
	now := time.Unix(0, 0)
	if _, refusal := d.Ask(now, Worker{ID: "w", Build: "old"}, true); refusal != "" {
		t.Errorf("refused by an idle fleet: %s", refusal)
	}
	if err := d.Submit(now, Spec{ID: "x", Build: "new"}, []Span{{0, 5}}); err != nil {
		t.Fatal(err)
	}
	l, refusal := d.Ask(now, Worker{ID: "w", Build: "old"}, true)
	if len(l.Games) > 0 || !strings.Contains(refusal, "build new") || !strings.Contains(refusal, "build old") {
		t.Errorf("%v, %q", l, refusal)
	}
}

// TestUnplayable: a game that one worker cannot play is leased to another. If the second
// worker cannot play it either, the experiment fails.
func TestUnplayable(t *testing.T) {
	for _, both := range []bool{false, true} {
		d, now := New(Config{}), time.Unix(0, 0)
		if err := d.Submit(now, spec, []Span{{0, 1}}); err != nil {
			t.Fatal(err)
		}
		ask := func(id string) Lease {
			l, _ := d.Ask(now, Worker{ID: id, Build: "b", Slots: 1}, true)
			return l
		}
		d.Unplayable(now, LeasedGame{"a", "x", ask("a").ID, 0}, "no memory")
		if l := ask("a"); len(l.Games) > 0 {
			t.Errorf("a worker that could not play the game gets it again: %v", l)
		}
		if l := ask("b"); both {
			d.Unplayable(now, LeasedGame{"b", "x", l.ID, 0}, "no disk")
		} else {
			d.Result(now, LeasedGame{"b", "x", l.ID, 0}, truth(0))
			d.Result(now, LeasedGame{"c", "x", ask("c").ID, 0}, truth(0))
		}
		v := d.Verdicts()
		if len(v) != 1 || both != (v[0].Failed == "game 0: no disk") || both == v[0].Done {
			t.Errorf("both %v: %+v", both, v)
		}
		if !both && (len(v[0].Banned) != 1 || v[0].Banned[0].Worker != "a") {
			t.Errorf("banned: %v", v[0].Banned)
		}
	}
}

// TestUnplayableAlone: if there is no other worker, an unplayable game makes the experiment
// fail. The experiment can be submitted again.
func TestUnplayableAlone(t *testing.T) {
	d, now := New(Config{}), time.Unix(0, 0)
	who := Worker{ID: "a", Build: "b", Slots: 1}
	if err := d.Submit(now, spec, []Span{{0, 1}}); err != nil {
		t.Fatal(err)
	}
	l, _ := d.Ask(now, who, true)
	d.Unplayable(now, LeasedGame{"a", "x", l.ID, 0}, "no memory")
	if d.Tick(now.Add(time.Second)); len(d.Verdicts()) > 0 {
		t.Error("the experiment fails at once")
	}
	now = now.Add(3 * time.Second)
	d.Beat(now, who)
	d.Tick(now)
	if v := d.Verdicts(); len(v) != 1 || v[0].Failed != "game 0: no memory" || d.Experiments()[0].State != Failed {
		t.Errorf("%+v", v)
	}
	if err := d.Submit(now, spec, []Span{{0, 1}}); err != nil {
		t.Fatal(err)
	}
	if l, _ := d.Ask(now, who, true); len(l.Games) != 1 {
		t.Errorf("the game is not leased again: %v", l)
	}
}

// TestStrange: results that make no sense change nothing.
func TestStrange(t *testing.T) {
	d, now := New(Config{}), time.Unix(0, 0)
	if err := d.Submit(now, spec, []Span{{5, 10}}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{-1, 0, 4, 10, 1 << 50} {
		d.Result(now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	d.Result(now, LeasedGame{"a", "y", 0, 5}, truth(5))
	d.ClearResults(now, "x", "nobody", []Span{{0, 100}})
	d.ClearResults(now, "x", "a", []Span{{-5, 20}})
	if e := d.Experiments()[0]; e.Done+e.Held != 0 {
		t.Errorf("%+v", e)
	}
	for _, bad := range [][]Span{{{-1, 5}}, {{6, 5}}, {{0, MaxGames + 1}}, {{0, 1 << 50}}} {
		if err := d.Submit(now, Spec{ID: "z"}, bad); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
	if err := d.Fits("z", []Span{{3, 3}, {maxNumber - 1, maxNumber}}); err != nil {
		t.Error(err)
	}
	d.InvalidResult(now, "a", "noise")
	if _, refusal := d.Ask(now, Worker{ID: "a", Build: "b"}, true); refusal == "" {
		t.Error("a worker that sent an invalid result is not refused")
	}
}

// TestStop: a stopped experiment leases no games, keeps its results, and resumes when it is
// submitted again.
func TestStop(t *testing.T) {
	w := newWorld(t, 5)
	w.add(20*time.Millisecond, 0)
	w.add(20*time.Millisecond, 0)
	if err := w.scheduler.Submit(w.now, spec, []Span{{0, 500}}); err != nil {
		t.Fatal(err)
	}
	for len(w.got) < 100 {
		w.step()
	}
	w.scheduler.Stop(w.now, "x")
	before := w.scheduler.Experiments()[0]
	if l, _ := w.scheduler.Ask(w.now, Worker{ID: "new", Build: "b"}, true); len(l.Games) > 0 || before.State != Stopped {
		t.Errorf("%v, %+v", l, before)
	}
	w.run(500, 2000)
	w.scheduler.Forget("x")
	if len(w.scheduler.Experiments()) != 0 {
		t.Error("the experiment is still known")
	}
}

func BenchmarkResult(b *testing.B) {
	d, now := New(Config{}), time.Unix(0, 0)
	_ = d.Submit(now, Spec{ID: "x", Build: "b"}, []Span{{0, 1_000_000}})
	workers := make([]Worker, 1000)
	for i := range workers {
		workers[i] = Worker{ID: fmt.Sprint(i), Build: "b", Slots: 1}
		d.Beat(now, workers[i])
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if d.Result(now, LeasedGame{workers[i%1000].ID, "x", 0, i % 1_000_000}, Digest{}); i%1000 == 0 {
			d.Verdicts()
		}
	}
}

// TestDisputeAboutTheLast: if a dispute decides a worker's last game, its earlier games are
// still checked.
func TestDisputeAboutTheLast(t *testing.T) {
	d := New(Config{Draw: func(n int) int { return n - 1 }})
	now := time.Unix(0, 0)
	if err := d.Submit(now, spec, []Span{{0, 3}}); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		d.Result(now, LeasedGame{"a", "x", 0, n}, truth(n))
	}
	d.Result(now, LeasedGame{"b", "x", 0, 0}, truth(0)) // the first result of each worker is checked
	d.Result(now, LeasedGame{"liar", "x", 0, 2}, Digest{9})
	d.Result(now, LeasedGame{"b", "x", 0, 2}, truth(2))
	l, refusal := d.Ask(now, Worker{ID: "c", Build: "b", Slots: 1}, true)
	if refusal != "" || Count(l.Games) != 1 || l.Games[0].From != 1 {
		t.Fatalf("games %v are leased, %s; want game 1, which no check has confirmed", l.Games, refusal)
	}
	d.Result(now, LeasedGame{"c", "x", l.ID, 1}, truth(1))
	if s := d.Experiments()[0]; s.State != Done {
		t.Errorf("%+v", s)
	}
}

// TestMemoryIsBounded: the memory of a scheduler is limited, even with many experiments, many games
// of one experiment, a few games far apart, or invented workers. Removed experiments make room, and
// a repeated submission takes no more memory.
func TestMemoryIsBounded(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	crowded, before := New(Config{}), heap()
	for i := range 300_000 {
		crowded.Beat(time.Unix(1, 0), Worker{ID: fmt.Sprint("invented", i), Name: strings.Repeat("n", 80), Build: "b"})
	}
	for i := range maxExperiments + 1 {
		if err := crowded.Submit(time.Unix(1, 0), Spec{ID: fmt.Sprint(i)}, nil); (err == nil) != (i < maxExperiments) {
			t.Fatalf("experiment %d: %v", i, err)
		}
	}
	grown := heap() - before
	if grown > 32<<20 {
		t.Errorf("the scheduler takes %d MB", grown>>20)
	}
	runtime.KeepAlive(crowded)
	now := time.Unix(1, 0)
	d := New(Config{Most: 40 * chunk})
	spec := func(i int) Spec { return Spec{ID: fmt.Sprint(i), Build: "b", Deterministic: true} }
	dense := []Span{{0, 10 * chunk}}
	for i := range 4 {
		if err := d.Submit(now, spec(i), dense); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Submit(now, spec(2), dense); err != nil {
		t.Errorf("an experiment that was submitted before is refused: %v", err)
	}
	for i, games := range map[int][]Span{4: dense, 5: {{0, 1}}, 3: {{20 * chunk, 20*chunk + 1}}} {
		if d.Submit(now, spec(i), games) == nil {
			t.Errorf("%v exceeds a limit, but was accepted", games)
		}
	}
	d.Forget("0")
	var far []Span
	for i := range 10 {
		far = append(far, Span{i * chunk, i*chunk + 1})
	}
	if err := d.Submit(now, spec(5), far); err != nil {
		t.Error(err)
	}
	if d.Submit(now, spec(6), []Span{{0, 1}}) == nil {
		t.Error("games far apart do not count as memory")
	}
	one := New(Config{})
	if err := one.Submit(now, spec(1), []Span{{0, 3}}); err != nil {
		t.Fatal(err)
	}
	if one.Fits("1", []Span{{0, MaxGames}}) != nil || one.Fits("1", []Span{{3, MaxGames + 1}}) == nil {
		t.Error("the limit of the games of one experiment is wrong")
	}
}
