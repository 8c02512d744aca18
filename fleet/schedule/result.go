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
	d.recordProgress(now, e, w, played.Lease, n)
	g := e.gameAt(n)
	if g == nil { // the game was not submitted
		return
	}
	w.games++
	w.recent++
	c.sender = w.number
	switch {
	case g.state == open:
		d.firstResult(now, e, n, c)
	case g.sender != w.number:
		d.secondResult(now, e, n, g, c)
	}
	d.checkLastResults(now, e)
}

// recordProgress removes a game with a result from its lease. It ends a lease without further
// games.
func (d *Scheduler) recordProgress(now time.Time, e *experiment, w *worker, id uint64, n int) {
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
	g, w := e.gameAt(n), d.numbers[c.sender]
	e.unplayed--
	g.state, g.sender, g.digest = held, c.sender, c.digest
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
	e.held[c.sender] = append(e.held[c.sender], n)
	since, before := e.since[c.sender]
	if since++; !before || since >= 2*d.cfg.OneIn || d.cfg.Draw != nil && d.cfg.Draw(d.cfg.OneIn) == 0 {
		since = 0
		e.requestCheck(now, n)
	}
	e.since[c.sender] = since
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
			d.countResults(e, g.sender, n)
			e.withdrawCheck(n)
			return
		}
		if !e.Deterministic && c.digest != unplayable { // results of two machines may differ
			return
		}
		w = e.requestCheck(now, n)
		w.claims = []claim{{sender: g.sender, digest: g.digest}}
	}
	if slices.ContainsFunc(w.claims, func(o claim) bool { return o.sender == c.sender }) {
		return
	}
	w.claims = append(w.claims, c)
	d.resolve(now, e, n, g)
}

// countResults counts the result of game n, which was found right, and all earlier undisputed
// results of the same worker.
func (d *Scheduler) countResults(e *experiment, sender int32, n int) {
	all := e.held[sender]
	i := slices.Index(all, n)
	for _, m := range all[:i+1] {
		if g := e.gameAt(m); e.isHeld(sender, m) {
			if w := e.byGame[m]; w != nil && len(w.claims) > 0 { // disputed
				continue
			}
			e.count(m, g, d.numbers[sender].ID)
		}
	}
	if e.held[sender] = all[i+1:]; len(e.held[sender]) == 0 {
		delete(e.held, sender)
	}
}

// isHeld reports whether a game has a result of this worker that does not count yet. After a
// dispute, the game may have another worker's result.
func (e *experiment) isHeld(sender int32, n int) bool {
	g := e.gameAt(n)
	return g.state == held && g.sender == sender
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
		if d.numbers[c.sender].Referee || !e.Deterministic && c.digest != unplayable {
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
		e.cleared--
	}
	g.sender, g.digest = right.sender, right.digest
	e.count(n, g, d.numbers[right.sender].ID)
	for _, c := range claims {
		if c.digest == right.digest || !e.Deterministic {
			continue
		}
		why := fmt.Sprintf("game %d of experiment %s ended differently on two other machines", n, e.ID)
		if c.digest == unplayable {
			why = fmt.Sprintf("the worker could not play game %d of experiment %s, but others could: %s", n, e.ID, c.text)
		}
		d.ban(now, d.numbers[c.sender], why)
	}
}

// fail ends an experiment because a game cannot be played.
func (d *Scheduler) fail(now time.Time, e *experiment, n int, why string) {
	e.failure, e.ended = fmt.Sprintf("game %d: %s", n, why), now
	e.news.Failed = e.failure
	d.endLeasesOf(e)
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
			if g := e.gameAt(n); g.state != open && g.sender == w.number {
				if d.removeBanned(now, e, n, g); g.state == open {
					again = append(again, n)
				}
			}
		}
		e.putBack(again)
		for _, c := range slices.Clone(e.rechecks) {
			c.claims = slices.DeleteFunc(c.claims, func(o claim) bool { return o.sender == w.number })
		}
		d.checkLastResults(now, e)
	}
}

// removeBanned removes the result of a banned worker from a game. If another worker has sent a
// result of the game, that result replaces it.
func (d *Scheduler) removeBanned(now time.Time, e *experiment, n int, g *game) {
	var others []claim
	if w := e.byGame[n]; w != nil {
		others = slices.DeleteFunc(slices.Clone(w.claims), func(c claim) bool { return c.sender == g.sender })
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
		e.cleared--
	}
	e.withdrawCheck(n)
	g.state = open
	e.unplayed++
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
			if g := e.gameAt(n); g != nil && g.state == held && g.sender == w.number {
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
	if e.unplayed > 0 || e.over() && e.cleared < e.submitted {
		return
	}
	for _, sender := range slices.Sorted(maps.Keys(e.held)) {
		games := e.held[sender]
		for len(games) > 0 && !e.isHeld(sender, games[len(games)-1]) {
			games = games[:len(games)-1]
		}
		if e.held[sender] = games; len(games) > 0 && d.numbers[sender].banReason == "" {
			e.requestCheck(now, games[len(games)-1])
		}
	}
	if e.cleared == e.submitted && e.reported != e.submitted {
		e.news.Done, e.ended, e.reported = true, now, e.submitted
	}
}
