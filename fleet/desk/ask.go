package desk

import (
	"fmt"
	"time"
)

// Ask is what a worker plays next. A lease without games says to ask again later; a
// refusal that it shall not come again, and why. racing tells that it may play games
// in which snakes race the clock.
func (d *Desk) Ask(now time.Time, who Worker, racing bool) (l Lease, refusal string) {
	w := d.heard(now, who)
	if w != nil {
		w.asked = now
	}
	switch {
	case w == nil:
		return l, fmt.Sprintf("the fleet remembers %d workers and no more", maxWorkers)
	case w.out != "":
		return l, w.out
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
		if e.Racing && !racing {
			continue
		}
		if games := d.checks(now, e, w); len(games) > 0 {
			return d.lease(now, e, w, games), ""
		}
		if w.Referee {
			continue
		}
		if games := e.take(d.size(e, w)); len(games) > 0 {
			return d.lease(now, e, w, games), ""
		}
	}
	if !mine && other != "" {
		return l, fmt.Sprintf("the fleet plays with the build %s, and this worker is the build %s: the same seed must be the same game; use the same program", other, who.Build)
	}
	if w.Referee {
		return l, ""
	}
	return d.straggler(now, w, racing), ""
}

// size is how many games take a worker as long as a lease is to take: fewer when few
// are left, so that all are done at about the same time.
func (d *Desk) size(e *experiment, w *worker) int {
	each := e.expected(w.number)
	if each == 0 {
		return 1
	}
	slots := 0
	for _, o := range d.numbers {
		if !o.gone && o.out == "" && !o.Referee && o.Build == e.Build {
			slots += o.Slots
		}
	}
	return max(1, min(maxLease, int(d.cfg.Lease/each), Count(e.open)/(2*max(1, slots))))
}

// lease hands games out.
func (d *Desk) lease(now time.Time, e *experiment, w *worker, games []Span) Lease {
	d.last++
	l := &lease{
		Lease: Lease{ID: d.last, Experiment: e.ID, Games: games}, worker: w, issued: now,
		left: map[int]bool{}, each: e.expected(w.number),
	}
	for _, s := range games {
		for n := s.From; n < s.To; n++ {
			l.left[n] = true
			if c := e.byGame[n]; c != nil {
				c.lease = l.ID
			}
		}
	}
	d.leases[l.ID], w.leases[l.ID] = l, l
	return l.Lease
}

// checks are games that this worker is to play because others did.
func (d *Desk) checks(now time.Time, e *experiment, w *worker) []Span {
	var games []int
	most := 0
	for _, c := range e.wanted {
		if c.lease != 0 || c.played(e.at(c.game), w.number) || w.Referee && d.others(now, e, c) {
			continue
		}
		if most == 0 {
			most = max(1, min(maxLease, int(d.cfg.Lease/max(1, e.expected(w.number)))))
			if e.expected(w.number) == 0 {
				most = 1
			}
		}
		if games = append(games, c.game); len(games) == most {
			break
		}
	}
	return Spans(games)
}

// refereeAfter is how long a referee waits for others.
const refereeAfter = 10 * time.Second

// others tells whether somebody but the referee can decide about a game, and soon.
func (d *Desk) others(now time.Time, e *experiment, c *wanted) bool {
	if now.Sub(c.since) > refereeAfter {
		return false
	}
	for _, o := range d.numbers {
		soon := now.Sub(o.asked) < 2*d.cfg.Lease+time.Second
		if soon && !o.gone && o.out == "" && !o.Referee && o.Build == e.Build && !c.played(e.at(c.game), o.number) {
			return true
		}
	}
	return false
}

// straggler gives a worker without work what another one is late with.
func (d *Desk) straggler(now time.Time, w *worker, racing bool) Lease {
	var latest *lease
	var by time.Duration
	for _, l := range d.leases {
		if l.worker == w || l.copies >= copies {
			continue
		}
		e := d.experiment(l.Experiment)
		if e.over() || e.Build != w.Build || e.Racing && !racing {
			continue
		}
		due := max(3*d.cfg.Lease/2, 2*l.each*time.Duration(Count(l.Games)))
		if late := now.Sub(l.issued) - due; late > by || late == by && late > 0 && l.ID < latest.ID {
			if len(d.stillOpen(e, l, w)) > 0 {
				latest, by = l, late
			}
		}
	}
	if latest == nil {
		return Lease{}
	}
	latest.copies++
	e := d.experiment(latest.Experiment)
	games := d.stillOpen(e, latest, w)
	return d.lease(now, e, w, Spans(games[:min(len(games), max(1, d.sizeAlone(e, w)))]))
}

// sizeAlone is size where it does not matter how many are left.
func (d *Desk) sizeAlone(e *experiment, w *worker) int {
	if each := e.expected(w.number); each > 0 {
		return int(d.cfg.Lease / each)
	}
	return 1
}

// stillOpen are games of a lease that nobody has brought and this worker may play.
func (d *Desk) stillOpen(e *experiment, l *lease, w *worker) (games []int) {
	for _, s := range l.Games {
		for n := s.From; n < s.To; n++ {
			if !l.left[n] {
				continue
			}
			c := e.byGame[n]
			if g := e.at(n); g.state == open || c != nil && c.lease == l.ID && !c.played(g, w.number) {
				games = append(games, n)
			}
		}
	}
	return games
}
