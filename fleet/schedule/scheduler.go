// Package schedule decides which worker of a fleet plays which games, and whose results count.
//
// A [Scheduler] uses neither network nor clock: its caller passes events and the time. A lease has
// as many games as the worker plays in about a second. A worker may be dead, hang or be slow: games
// that are not finished in time are leased again. Every game counts once.
//
// If games are the same on every machine, another worker also plays a random sample of each
// worker's games. Neither worker knows which games these are. A result counts only after a later
// result of the same worker was checked and found right. If two results differ, a third decides:
// the worker with the wrong result is banned, and all its games are played again.
//
// A Scheduler is not safe for concurrent use.
package schedule

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Config configures a Scheduler. A zero field means the default.
type Config struct {
	Most    int             // maximum number of games of all experiments in memory; default 50 million
	Workers int             // maximum number of workers in memory; default 10,000
	Lease   time.Duration   // approximate duration of a lease; default 1s
	Silence time.Duration   // a worker that sends no message for this time is gone; default 5s
	OneIn   int             // one in this many games is checked; default 100
	First   uint64          // the first lease has number First+1, which must exceed the numbers of earlier schedulers
	Draw    func(n int) int // random number from 0 to n-1 that workers cannot predict; a draw of 0 requests a check
}

const (
	MaxGames       = 10_000_000 // games of an experiment
	maxAll         = 50_000_000 // games of all experiments; each takes about 30 bytes
	maxNumber      = 1 << 40    // largest number of a game
	maxLease       = 5000       // games of a lease
	maxExperiments = 10_000
	maxWorkers     = 10_000           // workers in memory; the status of all fits into a message
	patience       = 8                // a worker hangs if a lease takes this many times its expected time
	leastHang      = 10 * time.Second // a worker does not hang before this time
	maxCopies      = 2                // how often the games of a late lease are leased again
)

type Spec struct {
	ID    string
	Build string // build of the workers that may play it
	// Deterministic means that games are the same on every machine.
	Deterministic bool
	// Racing means that moves have a limit of wall time. Workers then play fewer games at once.
	Racing bool
}

type Worker struct {
	ID      string `json:"id"` // unique; a worker has a new id after each start
	Name    string `json:"name"`
	Build   string `json:"build"`
	Slots   int    `json:"slots"`             // games that it plays at once
	Referee bool   `json:"referee,omitempty"` // plays only games that no other worker can decide; its results are final
}

// Lease is a set of games for one worker.
type Lease struct {
	ID         uint64 `json:"id"`
	Experiment string `json:"experiment"`
	Games      []Span `json:"games"`
}

type worker struct {
	Worker
	number    int32
	seen      time.Time
	requested time.Time // time of the worker's last request
	gone      bool
	hangs     bool
	banReason string // why the worker is banned, or ""
	leases    map[uint64]*lease
	games     int // results that the worker has sent
	counts    int // experiments that have results of the worker
	rate      float64
	last      time.Time // when rate was computed
	recent    int       // results since rate was computed
}

type lease struct {
	Lease
	worker   *worker
	issued   time.Time
	due      time.Time     // the lease is late after this time: other workers may play its games too
	left     map[int]bool  // games without a result
	each     time.Duration // expected time for a game; 0 if unknown
	copies   int           // how often its games were leased again
	released bool          // the worker hangs: the remaining games are open again
}

type Scheduler struct {
	cfg            Config
	experiments    []*experiment // in order of submission
	workers        map[string]*worker
	numbers        []*worker // workers by number
	leases         map[uint64]*lease
	last           uint64 // number of the last lease
	refused        int    // messages of workers beyond the limit
	full           bool   // all workers have results or are active: none can be forgotten
	lastLateSearch time.Time
	late           []*lease // late leases, as of the last search
}

func New(cfg Config) *Scheduler {
	cfg.Lease = cmp.Or(cfg.Lease, time.Second)
	cfg.Silence = cmp.Or(cfg.Silence, 5*time.Second)
	cfg.OneIn = cmp.Or(cfg.OneIn, 100)
	cfg.Most, cfg.Workers = cmp.Or(cfg.Most, maxAll), cmp.Or(cfg.Workers, maxWorkers)
	return &Scheduler{cfg: cfg, workers: map[string]*worker{}, leases: map[uint64]*lease{}, last: cfg.First}
}

func (d *Scheduler) experiment(id string) *experiment {
	i := slices.IndexFunc(d.experiments, func(e *experiment) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return d.experiments[i]
}

// Fits returns an error if these games would exceed a limit of one experiment or of all.
func (d *Scheduler) Fits(id string, games []Span) error {
	for _, s := range games {
		if s.From < 0 || s.From > s.To || s.To > maxNumber {
			return fmt.Errorf("games %d to %d: the numbers must be from 0 to %d", s.From, s.To, maxNumber)
		}
	}
	e, added := d.experiment(id), Count(games)
	if added > MaxGames {
		return fmt.Errorf("%d games: an experiment may have at most %d", added, MaxGames)
	}
	total := added
	if e != nil {
		added = e.absent(games)
		total = e.submitted + added
	}
	all := added
	for _, o := range d.experiments {
		all += len(o.games) * chunk // games for which the experiment has allocated memory
	}
	switch {
	case total > MaxGames:
		return fmt.Errorf("%d games: an experiment may have at most %d", total, MaxGames)
	case all > d.cfg.Most:
		return fmt.Errorf("the fleet remembers at most %d games of all experiments, and with these there would be %d; ouro fleet cancel removes an experiment", d.cfg.Most, all)
	case e == nil && len(d.experiments) >= maxExperiments:
		return fmt.Errorf("the fleet remembers at most %d experiments; ouro fleet cancel removes one", maxExperiments)
	}
	return nil
}

// Submit adds games to a new or known experiment. A known one keeps its results, and resumes if it
// was stopped or has failed.
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
		for _, w := range slices.Clone(e.rechecks) { // a worker that could not play a game may try again
			if g := e.gameAt(w.game); g.state == held && g.digest == unplayable {
				e.reopen(w.game, g)
				e.putBack([]int{w.game})
			}
		}
	}
	e.addGames(games)
	d.checkLastResults(now, e)
	return nil
}

// Stop stops an experiment. It keeps the results.
func (d *Scheduler) Stop(now time.Time, id string) {
	if e := d.experiment(id); e != nil && !e.over() {
		e.stopped, e.ended = true, now
		e.news.Stopped = true
		d.endLeasesOf(e)
	}
}

func (d *Scheduler) Forget(id string) {
	if e := d.experiment(id); e != nil {
		d.endLeasesOf(e)
		for number := range e.players {
			d.numbers[number].counts--
		}
		d.full = false
		d.experiments = slices.DeleteFunc(d.experiments, func(o *experiment) bool { return o == e })
	}
}

func (d *Scheduler) endLeasesOf(e *experiment) {
	for _, id := range slices.Sorted(maps.Keys(d.leases)) {
		if l := d.leases[id]; l.Experiment == e.ID {
			d.end(l, true)
		}
	}
}

// contact records that a worker sent a message. It returns nil if there are too many workers.
func (d *Scheduler) contact(now time.Time, who Worker) *worker {
	w := d.workers[who.ID]
	if w == nil {
		w = &worker{number: int32(len(d.numbers)), leases: map[uint64]*lease{}, last: now}
		if len(d.numbers) < d.cfg.Workers {
			d.numbers = append(d.numbers, w)
		} else {
			old := d.workerToForget()
			if old == nil {
				d.refused++
				return nil
			}
			delete(d.workers, old.ID)
			w.number, d.numbers[old.number] = old.number, w
		}
		w.ID, d.workers[who.ID] = who.ID, w
	}
	if who.Build != "" || w.Build == "" { // who.Build is "" if only the worker's id is known, from a result
		w.Worker = who
	}
	w.seen, w.gone = now, false
	return w
}

// workerToForget returns the worker to forget for a new one: of the workers that are gone and have
// no results, the one that has been silent for longest. It may return nil.
func (d *Scheduler) workerToForget() (longest *worker) {
	if d.full {
		return nil
	}
	for _, w := range d.numbers {
		if w.gone && w.counts == 0 && (longest == nil || w.seen.Before(longest.seen)) {
			longest = w
		}
	}
	d.full = longest == nil
	return longest
}

// Refused returns the number of messages of workers beyond the limit.
func (d *Scheduler) Refused() int { return d.refused }

func (d *Scheduler) Beat(now time.Time, who Worker) { d.contact(now, who) }

// Leave reopens the games of a worker that leaves.
func (d *Scheduler) Leave(id string) {
	if w := d.workers[id]; w != nil {
		d.endLeases(w)
	}
}

func (d *Scheduler) endLeases(w *worker) {
	w.gone, d.full = true, false
	for _, id := range slices.Sorted(maps.Keys(w.leases)) {
		d.end(w.leases[id], true)
	}
}

// end ends a lease, and releases its remaining games as release describes.
func (d *Scheduler) end(l *lease, reopen bool) {
	delete(d.leases, l.ID)
	delete(l.worker.leases, l.ID)
	if e := d.experiment(l.Experiment); e != nil {
		e.release(l, reopen)
	}
}

// release lets other workers do the remaining checks of a lease and, if reopen is set, play its
// remaining games.
func (e *experiment) release(l *lease, reopen bool) {
	var games []int
	for n := range l.left {
		if reopen && e.gameAt(n).state == open {
			games = append(games, n)
		}
		if w := e.byGame[n]; w != nil && w.lease == l.ID {
			w.lease = 0
		}
	}
	e.putBack(games)
}

func (w *worker) canPlay(e *experiment) bool {
	return !w.gone && w.banReason == "" && w.Build == e.Build
}

// Void returns those of a worker's leases that are no longer needed. It never returns leases of an
// earlier scheduler, because it cannot know whether they are needed.
func (d *Scheduler) Void(id string, leases []uint64) (void []uint64) {
	for _, n := range leases {
		if l := d.leases[n]; n > d.cfg.First && (l == nil || l.worker.ID != id) {
			void = append(void, n)
		}
	}
	return void
}
