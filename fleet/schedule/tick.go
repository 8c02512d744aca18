package schedule

import (
	"maps"
	"slices"
	"time"
)

// Tick handles deadlines that have passed. It must be called several times a second.
func (d *Scheduler) Tick(now time.Time) {
	for _, w := range d.numbers {
		if since := now.Sub(w.last); since >= 2*time.Second {
			w.rate = float64(w.recent) / since.Seconds()
			w.recent, w.last = 0, now
		}
		if !w.gone && now.Sub(w.seen) > d.cfg.Silence {
			d.dismiss(w)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.leases)) {
		l := d.leases[id]
		if l.each > 0 && !l.late && now.Sub(l.issued) > max(leastHang, patience*l.each*time.Duration(Count(l.Games))) {
			l.late, l.worker.hangs = true, true
			d.experiment(l.Experiment).release(l, true)
		}
	}
	for _, e := range d.experiments {
		d.giveUp(now, e)
	}
}

// alone is how long a game that one worker could not play waits for another worker.
const alone = 2 * time.Second

// giveUp makes an experiment fail if one of its games could not be played and no other worker can
// try it.
func (d *Scheduler) giveUp(now time.Time, e *experiment) {
	for _, c := range e.wanted {
		if e.over() || len(c.claims) == 0 || c.claims[0].digest != unplayable || now.Sub(c.since) < alone {
			continue
		}
		if !slices.ContainsFunc(d.numbers, func(w *worker) bool { return w.plays(e) && !c.played(e.at(c.game), w.number) }) {
			d.fail(now, e, c.game, c.claims[0].text)
		}
	}
}
