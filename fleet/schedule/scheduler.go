// Package desk decides who plays which games of a fleet, and whose results count.
//
// A [Scheduler] knows neither network nor clock: it is told what happens and what time it
// is, and says what is to be done. Workers ask it for games and are given leases of as
// many as take about a second. What they do not finish in time, because they are dead,
// hang or are slow, is handed out again; a game counts once however often it is played.
//
// Where games are the same on every machine, some of the games of every worker are
// played by another one too, at random and without either knowing it. Results count
// once a later result of the same worker was found right. Where two disagree, a third
// decides: who was wrong is out, and everything that it played is played again.
//
// A Scheduler is not for several goroutines at once.
package schedule

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Config says how a Scheduler works. What is zero is chosen.
type Config struct {
	Most    int             // games of all experiments that are remembered
	Lease   time.Duration   // about how long the games of a lease take; 1s
	Silence time.Duration   // who was not heard of for so long is gone; 5s
	OneIn   int             // one game in so many is checked; 100
	First   uint64          // number of the first lease, above those of every desk before
	Draw    func(n int) int // draws from 0 to n-1 what is checked, which no worker may foresee
}

// Limits of a Scheduler.
const (
	MaxGames       = 10_000_000 // of an experiment
	maxAll         = 50_000_000 // of all experiments: each takes some 30 bytes
	maxNumber      = 1 << 40    // of a game
	maxLease       = 5000       // games of a lease
	maxExperiments = 10_000
	maxWorkers     = 100_000 // that are remembered
	patience       = 8       // a lease hangs that takes so many times as long as was expected
	leastHang      = 10 * time.Second
	copies         = 2 // of a lease that is late, beside it
)

// Spec is an experiment as far as a Scheduler has to know it.
type Spec struct {
	ID    string
	Build string // of the workers that may play it
	// Sure tells that a game is the same on every machine.
	Sure bool
	// Racing tells that snakes race the clock, so that workers play fewer at once.
	Racing bool
}

// Worker is who plays.
type Worker struct {
	ID      string `json:"id"` // of its own; another one after each start
	Name    string `json:"name"`
	Build   string `json:"build"`
	Slots   int    `json:"slots"`             // games at once
	Referee bool   `json:"referee,omitempty"` // plays only what nobody else can decide; its word holds
}

// Lease are games that a worker is to play.
type Lease struct {
	ID         uint64 `json:"id"`
	Experiment string `json:"experiment"`
	Games      []Span `json:"games"`
}

// worker is one that the Scheduler has heard of.
type worker struct {
	Worker
	number int32
	seen   time.Time
	asked  time.Time // for games
	gone   bool
	hangs  bool
	out    string // why it is left out; "" is in
	leases map[uint64]*lease
	games  int // results that it has sent
	rate   float64
	last   time.Time // of its rate
	recent int
}

// lease is one that is not finished.
type lease struct {
	Lease
	worker *worker
	issued time.Time
	due    time.Time     // from then on it is late, and others may play its games as well
	left   map[int]bool  // games that are still to come
	each   time.Duration // expected for a game; 0 is unknown
	copies int
	late   bool // its games were given to others as well, because it hangs
}

// Scheduler hands out the games of experiments. Make one by New.
type Scheduler struct {
	cfg         Config
	experiments []*experiment // the first that was submitted before the others
	workers     map[string]*worker
	numbers     []*worker
	leases      map[uint64]*lease
	last        uint64 // lease
	looked      time.Time
	late        []*lease // that were late when they were looked for
}

// New is a Scheduler without work.
func New(cfg Config) *Scheduler {
	cfg.Lease = cmp.Or(cfg.Lease, time.Second)
	cfg.Silence = cmp.Or(cfg.Silence, 5*time.Second)
	cfg.OneIn = cmp.Or(cfg.OneIn, 100)
	cfg.Most = cmp.Or(cfg.Most, maxAll)
	return &Scheduler{cfg: cfg, workers: map[string]*worker{}, leases: map[uint64]*lease{}, last: cfg.First}
}

func (d *Scheduler) experiment(id string) *experiment {
	i := slices.IndexFunc(d.experiments, func(e *experiment) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return d.experiments[i]
}

// Fits is nil if games of an experiment can be submitted: what is remembered is bounded,
// for each experiment and for all of them.
func (d *Scheduler) Fits(id string, games []Span) error {
	for _, s := range games {
		if s.From < 0 || s.From > s.To || s.To > maxNumber {
			return fmt.Errorf("games %d to %d: want them from 0 to %d", s.From, s.To, maxNumber)
		}
	}
	e, fresh := d.experiment(id), Count(games)
	if fresh > MaxGames {
		return fmt.Errorf("%d games: want at most %d of an experiment", fresh, MaxGames)
	}
	of := fresh
	if e != nil {
		fresh = e.absent(games)
		of = e.asked + fresh
	}
	all := fresh
	for _, o := range d.experiments {
		all += len(o.games) * chunk // which is what they take
	}
	switch {
	case of > MaxGames:
		return fmt.Errorf("%d games: want at most %d of an experiment", of, MaxGames)
	case all > d.cfg.Most:
		return fmt.Errorf("the fleet remembers %d games of all experiments and no more, and this would make %d; ouro fleet cancel removes an experiment", d.cfg.Most, all)
	case e == nil && len(d.experiments) >= maxExperiments:
		return fmt.Errorf("the fleet remembers %d experiments and no more; ouro fleet cancel removes one", maxExperiments)
	}
	return nil
}

// Submit asks for games of an experiment, which may be there already: what was played
// stays. A stopped or failed one goes on.
func (d *Scheduler) Submit(now time.Time, spec Spec, games []Span) error {
	if err := d.Fits(spec.ID, games); err != nil {
		return err
	}
	e := d.experiment(spec.ID)
	if e == nil {
		e = newExperiment(now, spec)
		d.experiments = append(d.experiments, e)
	}
	if e.stopped || e.failure != "" {
		e.stopped, e.failure = false, ""
		e.news.Stopped, e.news.Failed = false, ""
		for _, w := range slices.Clone(e.wanted) { // whoever failed may do better now
			if g := e.at(w.game); g.state == held && g.digest == unplayable {
				e.reopen(w.game, g)
				e.back([]int{w.game})
			}
		}
	}
	e.ask(games)
	d.ending(now, e)
	return nil
}

// Stop lets no more of an experiment be played; its results stay.
func (d *Scheduler) Stop(now time.Time, id string) {
	if e := d.experiment(id); e != nil && !e.over() {
		e.stopped, e.ended = true, now
		e.news.Stopped = true
		d.drop(e)
	}
}

// Forget forgets an experiment.
func (d *Scheduler) Forget(id string) {
	if e := d.experiment(id); e != nil {
		d.drop(e)
		d.experiments = slices.DeleteFunc(d.experiments, func(o *experiment) bool { return o == e })
	}
}

// drop ends the leases of an experiment.
func (d *Scheduler) drop(e *experiment) {
	for _, id := range slices.Sorted(maps.Keys(d.leases)) {
		if l := d.leases[id]; l.Experiment == e.ID {
			d.end(l, true)
		}
	}
}

// heard takes note of a worker. It is nil of one that nobody may remember any more.
func (d *Scheduler) heard(now time.Time, who Worker) *worker {
	w := d.workers[who.ID]
	if w == nil {
		if len(d.workers) >= maxWorkers {
			return nil
		}
		w = &worker{number: int32(len(d.numbers)), leases: map[uint64]*lease{}, last: now}
		d.workers[who.ID] = w
		d.numbers = append(d.numbers, w)
	}
	if who.Build != "" || w.Build == "" { // else it is known by its results alone
		w.Worker = who
	}
	w.seen, w.gone = now, false
	return w
}

// Beat takes note of a sign of life.
func (d *Scheduler) Beat(now time.Time, who Worker) { d.heard(now, who) }

// Leave takes back the games of a worker that goes.
func (d *Scheduler) Leave(id string) {
	if w := d.workers[id]; w != nil {
		d.dismiss(w)
	}
}

func (d *Scheduler) dismiss(w *worker) {
	w.gone = true
	for _, id := range slices.Sorted(maps.Keys(w.leases)) {
		d.end(w.leases[id], true)
	}
}

// end ends a lease. What it did not bring is handed out again.
func (d *Scheduler) end(l *lease, again bool) {
	delete(d.leases, l.ID)
	delete(l.worker.leases, l.ID)
	if e := d.experiment(l.Experiment); e != nil {
		e.release(l, again)
	}
}

// release lets others play what a lease did not bring. Again says that its games without
// a result are handed out again.
func (e *experiment) release(l *lease, again bool) {
	var games []int
	for n := range l.left {
		if again && e.at(n).state == open {
			games = append(games, n)
		}
		if w := e.byGame[n]; w != nil && w.lease == l.ID {
			w.lease = 0
		}
	}
	e.back(games)
}

// plays returns whether a worker is there to play an experiment.
func (w *worker) plays(e *experiment) bool { return !w.gone && w.out == "" && w.Build == e.Build }

// Void are those of a worker's leases of which nothing is wanted any more. Of leases of
// an earlier desk it knows nothing.
func (d *Scheduler) Void(id string, leases []uint64) (void []uint64) {
	for _, n := range leases {
		if l := d.leases[n]; n > d.cfg.First && (l == nil || l.worker.ID != id) {
			void = append(void, n)
		}
	}
	return void
}
