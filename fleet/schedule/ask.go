package schedule

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// TooMany is the refusal of a worker that must wait until another worker leaves.
const TooMany = "the fleet has too many workers"

// Ask returns the next games of a worker. After a lease without games, the worker must ask again
// later. A refusal other than TooMany is final: the worker is banned or its build is wrong. timed
// allows games whose moves have a limit of wall time.
func (d *Scheduler) Ask(now time.Time, who Worker, timed bool) (l Lease, refusal string) {
	w := d.contact(now, who)
	if w != nil {
		w.requested = now
	}
	switch {
	case w == nil:
		return l, TooMany
	case w.banReason != "":
		return l, w.banReason
	}
	other := ""
	mine := false
	for _, e := range d.experiments {
		if e.over() {
			continue
		}
		if e.Build != who.Build {
			other = e.Build
			continue
		}
		mine = true
		if e.Racing && !timed {
			continue
		}
		if games := d.gamesToCheck(now, e, w); len(games) > 0 {
			return d.lease(now, e, w, games), ""
		}
		if w.Referee {
			continue
		}
		if games := e.takeOpen(d.leaseSize(e, w)); len(games) > 0 {
			return d.lease(now, e, w, games), ""
		}
	}
	if !mine && other != "" {
		return l, fmt.Sprintf("the fleet plays with build %s, but this worker is build %s; a seed gives the same game only in the same build, so start the worker with that program", other, who.Build)
	}
	if w.Referee {
		return l, ""
	}
	return d.leaseLate(now, w, timed), ""
}

// leaseSize returns the number of games for a lease: as many as the worker plays in the time of a
// lease, or fewer if few games are left, so that all workers finish at about the same time.
func (d *Scheduler) leaseSize(e *experiment, w *worker) int {
	slots := 0
	for _, o := range d.numbers {
		if o.canPlay(e) && !o.Referee {
			slots += o.Slots
		}
	}
	return max(1, min(maxLease, d.gamesPerLease(e, w), Count(e.open)/(2*max(1, slots))))
}

func (d *Scheduler) lease(now time.Time, e *experiment, w *worker, games []Span) Lease {
	d.last++
	l := &lease{
		Lease: Lease{ID: d.last, Experiment: e.ID, Games: games}, worker: w, issued: now,
		left: map[int]bool{}, each: e.expectedTime(w.number),
	}
	l.due = now.Add(max(3*d.cfg.Lease/2, 2*l.each*time.Duration(Count(games))))
	for n := range Each(games) {
		l.left[n] = true
		if c := e.byGame[n]; c != nil {
			c.lease = l.ID
		}
	}
	d.leases[l.ID], w.leases[l.ID] = l, l
	return l.Lease
}

// gamesToCheck returns games with results of other workers that w must play too.
func (d *Scheduler) gamesToCheck(now time.Time, e *experiment, w *worker) []Span {
	var games []int
	most := max(1, min(maxLease, d.gamesPerLease(e, w)))
	for _, c := range e.rechecks {
		if c.lease != 0 || c.hasPlayed(e.gameAt(c.game), w.number) || w.Referee && d.canOthersDecide(now, e, c) {
			continue
		}
		if games = append(games, c.game); len(games) == most {
			break
		}
	}
	return Spans(games)
}

// refereeAfter is how long a referee leaves a check to other workers.
const refereeAfter = 10 * time.Second

// canOthersDecide reports whether a worker other than the referee is likely to play game c soon.
func (d *Scheduler) canOthersDecide(now time.Time, e *experiment, c *recheck) bool {
	if now.Sub(c.since) > refereeAfter {
		return false
	}
	for _, o := range d.numbers {
		soon := now.Sub(o.requested) < 2*d.cfg.Lease+time.Second
		if soon && o.canPlay(e) && !o.Referee && !c.hasPlayed(e.gameAt(c.game), o.number) {
			return true
		}
	}
	return false
}

// leaseLate leases games of a late lease to an idle worker.
func (d *Scheduler) leaseLate(now time.Time, w *worker, racing bool) Lease {
	for _, l := range d.lateLeases(now) {
		e := d.experiment(l.Experiment)
		if d.leases[l.ID] != l || l.worker == w || l.copies >= maxCopies || e.over() || e.Build != w.Build || e.Racing && !racing {
			continue
		}
		if games := d.openGames(e, l, w); len(games) > 0 {
			l.copies++
			return d.lease(now, e, w, Spans(games[:min(len(games), max(1, d.gamesPerLease(e, w)))]))
		}
	}
	return Lease{}
}

// lateSearchInterval is the minimum time between searches for late leases. It limits the cost of
// many idle workers.
const lateSearchInterval = 100 * time.Millisecond

// lateLeases returns the late leases with games left, the most overdue first, as of the last
// search.
func (d *Scheduler) lateLeases(now time.Time) []*lease {
	if since := now.Sub(d.lastLateSearch); since >= 0 && since < lateSearchInterval {
		return d.late
	}
	d.lastLateSearch, d.late = now, d.late[:0]
	for _, l := range d.leases {
		if e := d.experiment(l.Experiment); now.After(l.due) && l.copies < maxCopies && !e.over() && d.hasOpenGames(e, l) {
			d.late = append(d.late, l)
		}
	}
	slices.SortFunc(d.late, func(a, b *lease) int {
		return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.ID, b.ID))
	})
	return d.late
}

// gamesPerLease returns the number of games that the worker plays in the time of a lease, or 1 if that
// is unknown.
func (d *Scheduler) gamesPerLease(e *experiment, w *worker) int {
	if each := e.expectedTime(w.number); each > 0 {
		return int(d.cfg.Lease / each)
	}
	return 1
}

// openGames returns the games of a lease that need a result and that worker w may play.
func (d *Scheduler) openGames(e *experiment, l *lease, w *worker) (games []int) {
	for n := range Each(l.Games) {
		if g := e.gameAt(n); l.left[n] && e.needsResult(l, n) && (g.state == open || !e.byGame[n].hasPlayed(g, w.number)) {
			games = append(games, n)
		}
	}
	return games
}

func (d *Scheduler) hasOpenGames(e *experiment, l *lease) bool {
	for n := range l.left {
		if e.needsResult(l, n) {
			return true
		}
	}
	return false
}

func (e *experiment) needsResult(l *lease, n int) bool {
	c := e.byGame[n]
	return e.gameAt(n).state == open || c != nil && c.lease == l.ID
}
