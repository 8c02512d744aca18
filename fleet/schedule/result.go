package schedule

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// unplayable is the digest of a game that a worker could not play.
var unplayable = Digest{0xff, 'n', 'o'}

// LeasedGame identifies a game that a worker leased.
type LeasedGame struct {
	Worker     string // id of the worker
	Experiment string // id of the experiment
	Lease      uint64
	Game       int
}

// Result records a worker's result of a game. A repeated result changes nothing.
func (d *Scheduler) Result(now time.Time, played LeasedGame, digest Digest) {
	d.result(now, played, claim{digest: digest})
}

// Unplayable records that a worker could not play a game. If a second worker cannot play it either,
// the experiment fails.
func (d *Scheduler) Unplayable(now time.Time, failed LeasedGame, why string) {
	d.result(now, failed, claim{digest: unplayable, text: why})
}

// InvalidResult excludes a worker that sent an invalid result.
func (d *Scheduler) InvalidResult(now time.Time, id, why string) {
	if w := d.workers[id]; w != nil {
		d.ban(now, w, "the worker sent an invalid result: "+why)
	}
}

func (d *Scheduler) result(now time.Time, played LeasedGame, c claim) {
	w := d.contact(now, Worker{ID: played.Worker})
	if w == nil || w.banReason != "" {
		return
	}
	w.hangs = false
	e := d.experiment(played.Experiment)
	if e == nil {
		return
	}
	if !e.players[w.number] {
		e.players[w.number] = true
		w.counts++
	}
	n := played.Game
	d.progress(now, e, w, played.Lease, n)
	g := e.at(n)
	if g == nil { // the game was not submitted
		return
	}
	w.games++
	w.recent++
	c.by = w.number
	switch {
	case g.state == open:
		d.firstResult(now, e, n, c)
	case g.by != w.number:
		d.secondResult(now, e, n, g, c)
	}
	d.checkLastResults(now, e)
}

// progress removes a game with a result from its lease, and ends the lease after its last game.
func (d *Scheduler) progress(now time.Time, e *experiment, w *worker, id uint64, n int) {
	l := d.leases[id]
	if l == nil || l.worker != w || !l.left[n] {
		return
	}
	if delete(l.left, n); len(l.left) > 0 {
		return
	}
	e.recordTime(w.number, now.Sub(l.issued)/time.Duration(Count(l.Games)))
	d.end(l, false)
}

func (d *Scheduler) firstResult(now time.Time, e *experiment, n int, c claim) {
	g, w := e.at(n), d.numbers[c.by]
	e.without--
	g.state, g.by, g.digest = held, c.by, c.digest
	switch {
	case c.digest == unplayable:
		e.requestCheck(now, n).claims = []claim{c}
		if w.Referee {
			d.resolve(now, e, n, g)
		}
		return
	case !e.Deterministic || w.Referee:
		e.count(n, g, w.ID)
		return
	}
	e.held[c.by] = append(e.held[c.by], n)
	since, before := e.since[c.by]
	if since++; !before || since >= 2*d.cfg.OneIn || d.cfg.Draw != nil && d.cfg.Draw(d.cfg.OneIn) == 0 {
		since = 0
		e.requestCheck(now, n)
	}
	e.since[c.by] = since
}

// secondResult records another worker's result of a game.
func (d *Scheduler) secondResult(now time.Time, e *experiment, n int, g *game, c claim) {
	w := e.byGame[n]
	if w != nil {
		w.lease = 0
	}
	if w == nil || len(w.claims) == 0 {
		e.checked++
		if c.digest == g.digest {
			d.countResults(e, g.by, n)
			e.withdrawCheck(n)
			return
		}
		if !e.Deterministic && c.digest != unplayable { // results of two machines may differ
			return
		}
		w = e.requestCheck(now, n)
		w.claims = []claim{{by: g.by, digest: g.digest}}
	}
	if slices.ContainsFunc(w.claims, func(o claim) bool { return o.by == c.by }) {
		return
	}
	w.claims = append(w.claims, c)
	d.resolve(now, e, n, g)
}

// countResults counts the result of game n, which was found right, and all earlier undisputed
// results of the same worker.
func (d *Scheduler) countResults(e *experiment, by int32, n int) {
	all := e.held[by]
	i := slices.Index(all, n)
	for _, m := range all[:i+1] {
		if g := e.at(m); e.isHeld(by, m) {
			if w := e.byGame[m]; w != nil && len(w.claims) > 0 { // disputed
				continue
			}
			e.count(m, g, d.numbers[by].ID)
		}
	}
	if e.held[by] = all[i+1:]; len(e.held[by]) == 0 {
		delete(e.held, by)
	}
}

// isHeld reports whether a game has a result of this worker that does not count yet. After a
// dispute, the result may be that of another worker.
func (e *experiment) isHeld(by int32, n int) bool {
	g := e.at(n)
	return g.state == held && g.by == by
}

// resolve decides a dispute if two results agree or the referee has played the game.
func (d *Scheduler) resolve(now time.Time, e *experiment, n int, g *game) {
	w := e.byGame[n]
	truth := -1
	for i, c := range w.claims {
		for _, o := range w.claims[:i] {
			if o.digest == c.digest {
				truth = i
			}
		}
		if d.numbers[c.by].Referee || !e.Deterministic && c.digest != unplayable {
			truth = i
			break
		}
	}
	if truth < 0 {
		return
	}
	right := w.claims[truth]
	if right.digest == unplayable {
		d.fail(now, e, n, right.text)
		return
	}
	claims := w.claims
	e.withdrawCheck(n)
	if g.state == cleared && g.digest != right.digest { // a wrong result counted
		g.state = held
		e.clear--
	}
	g.by, g.digest = right.by, right.digest
	e.count(n, g, d.numbers[right.by].ID)
	for _, c := range claims {
		if c.digest == right.digest || !e.Deterministic {
			continue
		}
		why := fmt.Sprintf("game %d of experiment %s ended differently on two other machines", n, e.ID)
		if c.digest == unplayable {
			why = fmt.Sprintf("the worker could not play game %d of experiment %s, but others could: %s", n, e.ID, c.text)
		}
		d.ban(now, d.numbers[c.by], why)
	}
}

// fail ends an experiment because a game cannot be played.
func (d *Scheduler) fail(now time.Time, e *experiment, n int, why string) {
	e.failure, e.ended = fmt.Sprintf("game %d: %s", n, why), now
	e.news.Failed = e.failure
	d.remove(e)
}

func (d *Scheduler) Ban(now time.Time, b Ban) {
	if w := d.contact(now, Worker{ID: b.Worker}); w != nil {
		if w.Name == "" {
			w.Name = b.Name
		}
		d.ban(now, w, b.Why)
	}
}

// ban excludes a worker and reopens all its games of unfinished experiments.
func (d *Scheduler) ban(now time.Time, w *worker, why string) {
	if w.banReason != "" {
		return
	}
	w.banReason = why
	d.endLeases(w)
	for _, e := range d.experiments {
		if e.reported == e.submitted {
			continue
		}
		e.news.Banned = append(e.news.Banned, Ban{w.ID, w.Name, why})
		delete(e.held, w.number)
		var again []int
		for n := range Each(e.order) {
			if g := e.at(n); g.state != open && g.by == w.number {
				if d.removeBanned(now, e, n, g); g.state == open {
					again = append(again, n)
				}
			}
		}
		e.putBack(again)
		for _, c := range slices.Clone(e.rechecks) {
			c.claims = slices.DeleteFunc(c.claims, func(o claim) bool { return o.by == w.number })
		}
		d.checkLastResults(now, e)
	}
}

// removeBanned removes the result of a banned worker from a game. If another worker has sent a
// result of the game, that result replaces it.
func (d *Scheduler) removeBanned(now time.Time, e *experiment, n int, g *game) {
	var others []claim
	if w := e.byGame[n]; w != nil {
		others = slices.DeleteFunc(slices.Clone(w.claims), func(c claim) bool { return c.by == g.by })
	}
	e.reopen(n, g)
	if len(others) > 0 {
		d.firstResult(now, e, n, others[0])
		if g.state == held && others[0].digest != unplayable {
			e.requestCheck(now, n)
		}
	}
}

// reopen removes the result of a game, so that another worker plays it.
func (e *experiment) reopen(n int, g *game) {
	if g.state == cleared {
		e.clear--
	}
	e.withdrawCheck(n)
	g.state = open
	e.without++
}

// ClearResults makes results of a worker count, as an earlier coordinator decided.
func (d *Scheduler) ClearResults(now time.Time, experiment, id string, spans []Span) {
	e, w := d.experiment(experiment), d.workers[id]
	if e == nil || w == nil {
		return
	}
	counted := map[int]bool{}
	for _, s := range spans {
		for n := max(0, s.From); n < min(s.To, maxNumber); n++ {
			if g := e.at(n); g != nil && g.state == held && g.by == w.number {
				e.withdrawCheck(n)
				e.count(n, g, w.ID)
				counted[n] = true
			}
		}
	}
	e.held[w.number] = slices.DeleteFunc(e.held[w.number], func(n int) bool { return counted[n] })
	d.checkLastResults(now, e)
}

// checkLastResults requests a check of every worker's last result when all games have results. When
// all games count, it records the end of the experiment.
func (d *Scheduler) checkLastResults(now time.Time, e *experiment) {
	if e.without > 0 || e.over() && e.clear < e.submitted {
		return
	}
	for _, by := range slices.Sorted(maps.Keys(e.held)) {
		games := e.held[by]
		for len(games) > 0 && !e.isHeld(by, games[len(games)-1]) {
			games = games[:len(games)-1]
		}
		if e.held[by] = games; len(games) > 0 && d.numbers[by].banReason == "" {
			e.requestCheck(now, games[len(games)-1])
		}
	}
	if e.clear == e.submitted && e.reported != e.submitted {
		e.news.Done, e.ended, e.reported = true, now, e.submitted
	}
}
