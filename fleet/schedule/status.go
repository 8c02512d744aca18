package schedule

import (
	"maps"
	"slices"
	"time"
)

type ExperimentStatus struct {
	ID      string        `json:"id"`
	Build   string        `json:"build"`
	State   string        `json:"state"` // playing, done, stopped or failed
	Why     string        `json:"why,omitempty"`
	Games   int           `json:"games"`
	Done    int           `json:"done"`    // games whose results count
	Held    int           `json:"held"`    // games whose results must be checked before they count
	Checked int           `json:"checked"` // games that two workers played
	Leases  int           `json:"leases"`
	Rate    float64       `json:"games_per_second"` // expected rate of the current leases
	Left    float64       `json:"seconds_left"`     // 0 if unknown
	Each    time.Duration `json:"-"`                // mean time for a game
	Began   time.Time     `json:"began"`
	Ended   time.Time     `json:"-"`
}

type WorkerStatus struct {
	Worker
	State string    `json:"state"` // playing, idle, hangs, gone or out
	Why   string    `json:"why,omitempty"`
	Games int       `json:"games"` // results that the worker has sent
	Rate  float64   `json:"games_per_second"`
	Seen  time.Time `json:"seen"`
}

const (
	Playing  = "playing"
	Done     = "done"
	Stopped  = "stopped"
	Failed   = "failed"
	Idle     = "idle"
	Hangs    = "hangs"
	Gone     = "gone"
	Excluded = "out"
)

func (d *Scheduler) Experiments() []ExperimentStatus {
	all := []ExperimentStatus{}
	for _, e := range d.experiments {
		s := ExperimentStatus{
			ID: e.ID, Build: e.Build, State: Playing, Why: e.failure, Games: e.submitted, Done: e.cleared, Held: e.submitted - e.unplayed - e.cleared,
			Checked: e.checked, Each: e.mean, Began: e.began, Ended: e.ended,
		}
		playing := map[*worker]int{}
		for _, l := range d.leases {
			if l.Experiment == e.ID {
				s.Leases++
				playing[l.worker]++
			}
		}
		for w, leases := range playing {
			if each := e.expectedTime(w.number); each > 0 {
				s.Rate += float64(leases) / each.Seconds()
			}
		}
		if s.Rate > 0 {
			s.Left = float64(e.unplayed) / s.Rate
		}
		switch {
		case e.failure != "":
			s.State = Failed
		case e.cleared == e.submitted:
			s.State = Done
		case e.stopped:
			s.State = Stopped
		}
		all = append(all, s)
	}
	return all
}

func (d *Scheduler) Workers() []WorkerStatus {
	all := []WorkerStatus{}
	for _, w := range d.numbers {
		s := WorkerStatus{Worker: w.Worker, State: Idle, Why: w.banReason, Games: w.games, Rate: w.rate, Seen: w.seen}
		switch {
		case w.banReason != "":
			s.State = Excluded
		case w.gone:
			s.State = Gone
		case w.hangs:
			s.State = Hangs
		case len(w.leases) > 0:
			s.State = Playing
		}
		all = append(all, s)
	}
	return all
}

// Tick handles the deadlines that have passed. Call it several times a second.
func (d *Scheduler) Tick(now time.Time) {
	for _, w := range d.numbers {
		if since := now.Sub(w.last); since >= 2*time.Second {
			w.rate = float64(w.recent) / since.Seconds()
			w.recent, w.last = 0, now
		}
		if !w.gone && now.Sub(w.seen) > d.cfg.Silence {
			d.endLeases(w)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.leases)) {
		l := d.leases[id]
		if l.each > 0 && !l.released && now.Sub(l.issued) > max(leastHang, patience*l.each*time.Duration(Count(l.Games))) {
			l.released, l.worker.hangs = true, true
			d.experiment(l.Experiment).release(l, true)
		}
	}
	for _, e := range d.experiments {
		d.giveUp(now, e)
	}
}

// soleFailureTime is how long a game that one worker could not play waits for another worker.
const soleFailureTime = 2 * time.Second

// giveUp makes an experiment fail if no other worker is left for a game that could not be played.
func (d *Scheduler) giveUp(now time.Time, e *experiment) {
	for _, c := range e.rechecks {
		if e.over() || len(c.claims) == 0 || c.claims[0].digest != unplayable || now.Sub(c.since) < soleFailureTime {
			continue
		}
		if !slices.ContainsFunc(d.numbers, func(w *worker) bool { return w.canPlay(e) && !c.hasPlayed(e.gameAt(c.game), w.number) }) {
			d.fail(now, e, c.game, c.claims[0].text)
		}
	}
}
