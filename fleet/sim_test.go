package fleet

import (
	"cmp"
	"container/heap"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/internal/cputime"
	"ouro/internal/needs"
	"ouro/lab"
	"ouro/store"
)

// simFleet is a fleet in one goroutine with a clock that jumps. The coordinator and the submitter
// are real, but there is no network between them. The workers are simulated, with random speeds and
// failures. simFleet implements lab.Executor.
type simFleet struct {
	t          testing.TB
	rand       *rand.Rand
	workers    int
	each       time.Duration // time that a game takes a worker of average speed
	deaths     int           // number of deaths of the coordinator
	definition definition.Definition
	truth      func(game int) []byte

	began, now time.Time
	due        agenda
	made       int // number of appointments made
	started    int // number of workers started, including those that returned
	liars      []*simulatedWorker
	bans       map[string]time.Time

	c       *coordinator
	down    bool
	stream  []*event // messages that a restarted coordinator reads
	seq     uint64
	results *collector
	failure error

	clock                       cputime.Clock // nil means that costs are not measured
	applying, asking, reporting cost          // costs of the coordinator
	delivering                  cost          // costs of the submitter
}

// cost is the processor time of a kind of call.
type cost struct {
	calls          int
	total, longest time.Duration
}

func (c *cost) measure(s *simFleet, f func()) {
	if s.clock == nil {
		f()
		return
	}
	since := s.clock.Used()
	f()
	d := s.clock.Used() - since
	c.calls++
	c.total += d
	c.longest = max(c.longest, d)
}

// agenda is a heap of future events, the next one first.
type agenda []appointment

type appointment struct {
	at    time.Time
	after int // number of appointments made before this one
	do    func()
}

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return cmp.Or(a[i].at.Compare(a[j].at), a[i].after-a[j].after) < 0
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(v any)   { *a = append(*a, v.(appointment)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

func (s *simFleet) after(d time.Duration, do func()) {
	s.made++
	heap.Push(&s.due, appointment{s.now.Add(d), s.made, do})
}

// simulatedWorker is a worker with the times of its failures.
type simulatedWorker struct {
	schedule.Worker
	each   time.Duration
	dies   time.Time // time of its death; here and below, zero means never
	hangs  time.Time
	breaks time.Time // all results that it sends after this time are wrong
	lied   time.Time // when it sent its first wrong result
	again  bool      // it returns after it died or hung
	gone   bool
	sent   time.Time // time at which its last message arrives
	lease  schedule.Lease
	left   []int // games of the lease that it has not played yet
}

const simulatedBuild = "b"

// hire draws a random worker. Speeds differ, and one worker in twenty is ten times slower. Most
// workers have no failure. Each of these failures happens to one worker in fifty: it dies, dies and
// returns, hangs for half a minute, hangs for ever, or sends wrong results from some time on.
func (s *simFleet) hire() {
	s.started++
	w := &simulatedWorker{
		Worker: schedule.Worker{ID: fmt.Sprintf("w%d", s.started), Name: fmt.Sprintf("n%d", s.started), Build: simulatedBuild, Slots: 1},
		each:   time.Duration(float64(s.each) * math.Exp(s.rand.NormFloat64()/2)),
	}
	if s.rand.IntN(20) == 0 {
		w.each *= 10
	}
	some := s.now.Add(time.Duration(s.rand.Int64N(int64(20 * time.Second))))
	switch s.rand.IntN(50) {
	case 0:
		w.dies = some
	case 1:
		w.dies, w.again = some, true
	case 2:
		w.hangs, w.again = some, true
	case 3:
		w.hangs = some
	case 4:
		w.breaks = some
		s.liars = append(s.liars, w)
	}
	s.after(time.Duration(s.rand.Int64N(int64(time.Second))), func() { s.ask(w) })
	s.after(0, func() { s.beat(w) })
}

// isPast reports whether a time has been reached. The zero time means never.
func (s *simFleet) isPast(t time.Time) bool { return !t.IsZero() && !s.now.Before(t) }

// beat sends a heartbeat, even from a worker that hangs.
func (s *simFleet) beat(w *simulatedWorker) {
	if w.gone || s.isPast(w.dies) {
		return
	}
	if !s.down {
		s.asking.measure(s, func() {
			s.c.schedule.Beat(s.now, w.Worker)
			if len(s.c.schedule.Void(w.ID, []uint64{w.lease.ID})) > 0 {
				w.left = nil
			}
		})
	}
	s.after(heartbeatInterval, func() { s.beat(w) })
}

// ask requests games for a worker that has none left.
func (s *simFleet) ask(w *simulatedWorker) {
	switch {
	case w.gone:
		return
	case s.isPast(w.dies):
		if w.gone = true; w.again {
			s.after(3*time.Second, s.hire)
		}
		return
	case s.isPast(w.hangs):
		if w.hangs = (time.Time{}); w.again {
			s.after(30*time.Second, func() { s.ask(w) })
		}
		return
	}
	if len(w.left) == 0 && !s.down {
		refused := ""
		s.asking.measure(s, func() { w.lease, refused = s.c.schedule.Ask(s.now, w.Worker, true) })
		if refused != "" {
			w.gone = true
			return
		}
		for _, span := range w.lease.Games {
			for n := span.From; n < span.To; n++ {
				w.left = append(w.left, n)
			}
		}
	}
	if len(w.left) == 0 {
		s.after(idleTime+time.Duration(s.rand.Int64N(int64(maxIdleTime))), func() { s.ask(w) })
		return
	}
	part := min(len(w.left), max(1, int(sendEvery/w.each)))
	id := w.lease.ID
	s.after(time.Duration(part)*w.each, func() {
		// If this condition is false, the lease has ended or the worker is dead.
		if len(w.left) > 0 && w.lease.ID == id && !s.isPast(w.dies) {
			games := w.left[:part]
			w.left = w.left[part:]
			s.send(w, id, games)
		}
		s.ask(w)
	})
}

// send publishes the results of games, most of them at once, some late, some twice. The messages of
// a worker keep their order, as those of a real worker do.
func (s *simFleet) send(w *simulatedWorker, lease uint64, games []int) {
	b := batch{lease: lease}
	for _, n := range games {
		data := s.truth(n)
		if s.isPast(w.breaks) {
			data = lieBy(data, s.started+s.rand.IntN(1e6))
			w.lied = cmp.Or(w.lied, s.now)
		}
		b.results = append(b.results, result{game: n, data: data})
	}
	subject := subjectsPrefix + ID(&s.definition, simulatedBuild, true) + ".result." + w.ID
	data := b.encode()
	times, late := 1, time.Duration(0)
	switch s.rand.IntN(50) {
	case 0:
		times = 2
	case 1:
		late = 15 * time.Second
	}
	if wait := w.sent.Sub(s.now); late < wait {
		late = wait
	}
	w.sent = s.now.Add(late)
	for range times {
		s.after(late, func() { s.publish(subject, data) })
	}
}

// lieBy returns a result whose number of turns is too large by 1+n.
func lieBy(data []byte, n int) []byte {
	var f lab.Finished
	if err := f.UnmarshalBinary(data); err != nil {
		panic(err)
	}
	f.Tally.Turns += int32(1 + n)
	other, _ := f.MarshalBinary()
	return other
}

// publish writes a message to the stream, which the coordinator and the submitter read.
func (s *simFleet) publish(subject string, data []byte) {
	s.seq++
	e := &event{subject: subject, data: data, seq: s.seq, stored: s.now}
	if s.deaths > 0 {
		s.stream = append(s.stream, e)
	}
	_, kind, _ := strings.Cut(strings.TrimPrefix(subject, subjectsPrefix), ".")
	kind, worker, _ := strings.Cut(kind, ".")
	if !s.down && kind != "verdict" { // only a restarted coordinator reads verdicts
		s.applying.measure(s, func() { s.c.apply(e) })
	}
	s.delivering.measure(s, func() {
		switch kind {
		case "result":
			s.failure = errors.Join(s.failure, s.results.result(worker, data))
		case "verdict":
			s.failure = errors.Join(s.failure, s.results.verdict(data), s.results.deliver())
		}
	})
}

// coordinate starts a coordinator, which reads the stream.
func (s *simFleet) coordinate() {
	s.down = false
	s.c = &coordinator{
		schedule:    schedule.New(schedule.Config{First: uint64(s.now.UnixMicro()), Draw: s.rand.IntN, OneIn: 20 + 80*min(1, s.workers/1000)}),
		experiments: map[string]*storedExperiment{}, states: map[string]string{},
	}
	for _, e := range s.stream {
		s.c.apply(e)
	}
	s.c.schedule.Verdicts()
	for id := range s.c.experiments {
		s.record(s.c.schedule.AllDecisions(id))
	}
}

// record stores the bans of a verdict and publishes the verdict.
func (s *simFleet) record(v schedule.Verdict) {
	for _, b := range v.Banned {
		s.bans[b.Worker] = cmp.Or(s.bans[b.Worker], s.now)
	}
	data, err := json.Marshal(verdictMessage{v, s.seq})
	if err != nil {
		s.t.Fatal(err)
	}
	s.publish(subjectsPrefix+v.Experiment+".verdict", data)
}

// tick does the coordinator's periodic work. It is called every tenth of a second.
func (s *simFleet) tick() {
	if !s.down {
		var news []schedule.Verdict
		s.reporting.measure(s, func() {
			s.c.schedule.Tick(s.now)
			news = s.c.schedule.Verdicts()
			s.c.printWorkerChanges()
		})
		for _, v := range news {
			s.record(v)
		}
	}
	s.after(100*time.Millisecond, s.tick)
}

// Execute plays games and implements lab.Executor.
func (s *simFleet) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	return s.play(ctx, games, func(n int, data []byte) error {
		f := new(lab.Finished)
		if err := f.UnmarshalBinary(data); err != nil {
			return err
		}
		return put(n, f)
	})
}

func (s *simFleet) play(ctx context.Context, games []int, put func(int, []byte) error) error {
	s.began = time.Unix(1_000_000, 0)
	s.now, s.bans = s.began, map[string]time.Time{}
	s.results = &collector{
		limit:  1 << 30,
		wanted: map[int]bool{}, data: map[string]map[int][]byte{}, counts: map[int]string{}, delivered: map[int]schedule.Digest{},
		job: &Job{Definition: s.definition, Logf: func(string, ...any) {}}, joined: true, receive: put,
	}
	for _, n := range games {
		s.results.wanted[n] = true
	}
	s.coordinate()
	id := ID(&s.definition, simulatedBuild, true)
	data, err := json.Marshal(submission{hello{protocol, simulatedBuild}, id, s.definition.Text(), "", schedule.Spans(games), ""})
	if err != nil {
		return err
	}
	s.publish(subjectsPrefix+id+".order", data)
	for range s.workers {
		s.hire()
	}
	s.after(0, s.tick)
	for range s.deaths {
		s.after(time.Duration(s.rand.Int64N(int64(20*time.Second))), func() { s.down = true })
		s.after(25*time.Second+time.Duration(s.rand.Int64N(int64(5*time.Second))), s.coordinate)
	}
	for s.failure == nil && len(s.results.delivered) < len(games) && ctx.Err() == nil {
		next := heap.Pop(&s.due).(appointment)
		s.now = next.at
		if next.do(); s.now.Sub(s.began) > time.Hour {
			return fmt.Errorf("%d of %d games after an hour: %+v", len(s.results.delivered), len(games), s.c.status())
		}
	}
	return errors.Join(s.failure, ctx.Err())
}

// check fails the test if a wrong result counted or an honest worker was banned.
func (s *simFleet) check() {
	lied := map[string]bool{}
	for _, w := range s.liars {
		if w.lied.IsZero() {
			continue
		}
		lied[w.ID] = true
		if _, out := s.bans[w.ID]; !out && s.now.Sub(w.lied) > time.Minute {
			s.t.Errorf("worker %s lied from %v on and was not banned until %v", w.ID, w.lied.Sub(s.began), s.now.Sub(s.began))
		}
	}
	for id := range s.bans {
		if !lied[id] {
			s.t.Errorf("worker %s was banned but had not lied", id)
		}
	}
}

// TestSimulated: workers and coordinator fail at random. Still each game counts once, the
// table is the same as that of one machine, and exactly the liars are excluded.
func TestSimulated(t *testing.T) {
	banned, again := 0, 0
	for _, c := range []struct {
		definition   definition.Definition
		groups, runs int
	}{{small(t, 7), needs.Many(150, 500), needs.Many(2, 10)}, {cup(t), needs.Many(60, 100), needs.Many(2, 4)}} {
		p := playerOf(t, &c.definition)
		played := make([][]byte, c.groups*p.seatings)
		for n := range played {
			var err error
			if played[n], err = p.play(t.Context(), n); err != nil {
				t.Fatal(err)
			}
		}
		want := local(t, c.definition, 0, c.groups)
		for run := range c.runs {
			seed := uint64(run) // seeds whose simulations have interesting failures
			if needs.Trials() {
				seed = rand.Uint64()
			}
			s := &simFleet{
				t: t, rand: rand.New(rand.NewPCG(seed, 0)), workers: 60, each: 2 * time.Second, definition: c.definition,
				truth: func(n int) []byte { return played[n] },
			}
			s.deaths = s.rand.IntN(3)
			delivered := map[int]int{}
			got, err := table(t.Context(), c.definition, 0, c.groups, counting{s, delivered})
			if err != nil {
				t.Fatalf("%s, seed %d: %v", c.definition.Kind, seed, err)
			}
			s.check()
			for n := range played {
				if delivered[n] != 1 {
					t.Errorf("game %d was delivered %d times", n, delivered[n])
				}
			}
			if got != want {
				t.Errorf("the table of the fleet is\n%s\nthat of one machine\n%s", got, want)
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", c.definition.Kind, seed)
			}
			banned += len(s.bans)
			again += s.deaths
		}
	}
	if banned == 0 || again == 0 {
		t.Errorf("%d workers were banned and the coordinator was restarted %d times; want at least one of each", banned, again)
	}
}

// playing is a player for the games of a definition, with the number of games in a group.
type playing struct {
	*lab.Player
	seatings int
}

// play plays a game and returns its binary form.
func (p playing) play(ctx context.Context, game int) ([]byte, error) {
	f, err := p.Play(ctx, game)
	if err != nil {
		return nil, err
	}
	return f.MarshalBinary()
}

// playerOf returns a player for the games of a definition, as a worker makes it.
func playerOf(t testing.TB, d *definition.Definition) playing {
	t.Helper()
	plan, err := openPlan(t.Context(), d, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lab.NewPlayer(plan)
	if err != nil {
		t.Fatal(err)
	}
	return playing{p, p.Games() / lab.MaxGroups}
}

// counting is an Executor that counts how often each game's result is delivered.
type counting struct {
	lab.Executor
	delivered map[int]int
}

func (c counting) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	return c.Executor.Execute(ctx, games, func(n int, f *lab.Finished) error {
		c.delivered[n]++
		return put(n, f)
	})
}

// tenByTen returns a definition of games on 10x10, and a function with a result for every game.
// All results derive from a few games that were really played.
func tenByTen(t testing.TB) (d definition.Definition, truth func(game int) []byte) {
	t.Helper()
	d = definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, 1, ouro.Budget{}, []ouro.Spec{{Name: "cell"}})
	p := playerOf(t, &d)
	var played [64]lab.Finished
	for n := range played {
		data, err := p.play(t.Context(), n)
		if err == nil {
			err = played[n].UnmarshalBinary(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return d, func(game int) []byte {
		f := played[game%len(played)]
		f.Tally.Group = int32(game)
		data, err := f.MarshalBinary()
		if err != nil {
			panic(err)
		}
		return data
	}
}

// sink receives the results of a simulation. It reports wrong results. If it has an active run,
// it stores all results.
type sink struct {
	truth     func(int) []byte
	activeRun *store.ActiveRun
	games     int
	bytes     int
}

func (k *sink) put(n int, data []byte) error {
	k.games++
	k.bytes += len(data)
	if !slices.Equal(data, k.truth(n)) {
		return fmt.Errorf("game %d is wrong", n)
	}
	if k.activeRun == nil {
		return nil
	}
	f := new(lab.Finished)
	if err := f.UnmarshalBinary(data); err != nil {
		return err
	}
	return k.activeRun.Keep(f)
}

func newSink(b *testing.B, d definition.Definition, truth func(int) []byte) *sink {
	b.Helper()
	s, err := store.Open(b.Context(), b.TempDir()+"/results.db")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	activeRun, err := s.StartRun(b.Context(), store.Experiment{Kind: string(d.Kind), Definition: d.Text(), Solvers: d.Solvers, Reproducible: true}, store.Run{})
	if err != nil {
		b.Fatal(err)
	}
	return &sink{truth: truth, activeRun: activeRun}
}

// BenchmarkSimulated: 1000 simulated workers play b.N games without a network. Each plays
// ten games a second. -benchtime 500000x sets the number of games.
func BenchmarkSimulated(b *testing.B) {
	d, truth := tenByTen(b)
	games := make([]int, b.N)
	for i := range games {
		games[i] = i
	}
	s := &simFleet{t: b, rand: rand.New(rand.NewPCG(1, 1)), workers: 1000, each: 100 * time.Millisecond, definition: d, truth: truth}
	k := &sink{truth: truth}
	thread, err := cputime.Lock()
	if err != nil {
		b.Fatal(err)
	}
	defer thread.Unlock()
	s.clock = thread
	b.ResetTimer()
	if err := s.play(b.Context(), games, k.put); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	if s.check(); k.games != b.N {
		b.Errorf("%d of %d games were delivered", k.games, b.N)
	}
	n := float64(b.N)
	decisions := s.applying.total + s.asking.total + s.reporting.total
	report := func(unit string, v float64) { b.ReportMetric(v, unit) }
	report("bytes/result", float64(k.bytes)/n)
	report("results/coordinator-s", n/decisions.Seconds())
	report("results/submitter-s", n/s.delivering.total.Seconds())
	report("take-us/batch", float64(s.applying.total.Microseconds())/float64(s.applying.calls))
	report("ask-us", float64(s.asking.total.Microseconds())/float64(s.asking.calls))
	report("longest-take-ms", s.applying.longest.Seconds()*1000)
	report("longest-ask-ms", s.asking.longest.Seconds()*1000)
	report("longest-tick-ms", s.reporting.longest.Seconds()*1000)
	report("simulated-s", s.now.Sub(s.began).Seconds())
	report("out", float64(len(s.bans)))
	s.results, s.due = nil, nil
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	report("scheduler-MB", float64(m.HeapAlloc)/1e6)
	runtime.KeepAlive(s)
}
