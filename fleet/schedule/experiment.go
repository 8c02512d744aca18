package schedule

import (
	"slices"
	"time"
)

// Digest is a hash of a result without its times.
type Digest [16]byte

type state uint8

const (
	absent  state = iota // the game was not submitted
	open                 // the game has no result
	held                 // the game has a result, but its worker must be checked first
	cleared              // the result counts
)

type game struct {
	state  state
	sender int32 // number of the worker that sent the result
	digest Digest
}

// chunk is the number of games that are allocated together.
const chunk = 256

// claim is a worker's result of a disputed game.
type claim struct {
	sender int32
	digest Digest
	text   string // why the worker could not play the game, or ""
}

type experiment struct {
	Spec
	games     map[int]*[chunk]game
	order     []Span // submitted games, in order of submission
	open      []Span // games to lease, in order; games with a result are skipped
	submitted int    // submitted games
	unplayed  int    // games without a result
	cleared   int    // cleared games
	checked   int    // games that two workers have played

	players  map[int32]bool          // workers that have sent results
	held     map[int32][]int         // held games by worker, in order of arrival
	since    map[int32]int           // by worker: results since its last check
	rechecks []*recheck              // games that another worker must play: checks and disputes
	byGame   map[int]*recheck        // the elements of rechecks, by game
	speed    map[int32]time.Duration // by worker: time for a game
	mean     time.Duration           // running mean of the time for a game, of all workers
	began    time.Time
	ended    time.Time
	failure  string
	reported int  // number of submitted games when the end was last reported; 0 if never
	stopped  bool // no more games are leased

	news Verdict // changes since the last call of Verdicts
}

type recheck struct {
	game   int
	since  time.Time
	lease  uint64  // lease in which a worker plays the game now; 0 for none
	claims []claim // disputed results, and reports that the game could not be played
}

func newExperiment(now time.Time, spec Spec) *experiment {
	return &experiment{
		Spec: spec, began: now, games: map[int]*[chunk]game{}, players: map[int32]bool{}, held: map[int32][]int{}, since: map[int32]int{},
		byGame: map[int]*recheck{}, speed: map[int32]time.Duration{}, news: Verdict{Experiment: spec.ID},
	}
}

// gameAt returns game n, or nil if it was not submitted.
func (e *experiment) gameAt(n int) *game {
	if n < 0 {
		return nil
	}
	if c := e.games[n/chunk]; c != nil && c[n%chunk].state != absent {
		return &c[n%chunk]
	}
	return nil
}

// absent returns how many of these games were not submitted.
func (e *experiment) absent(games []Span) (n int) {
	for i := range Each(games) {
		if e.gameAt(i) == nil {
			n++
		}
	}
	return n
}

// addGames adds submitted games. It skips known games.
func (e *experiment) addGames(spans []Span) {
	for _, s := range spans {
		var added []int
		for n := s.From; n < s.To; n++ {
			c := e.games[n/chunk]
			if c == nil {
				c = new([chunk]game)
				e.games[n/chunk] = c
			}
			if c[n%chunk].state == absent {
				c[n%chunk].state = open
				added = append(added, n)
			}
		}
		e.submitted += len(added)
		e.unplayed += len(added)
		e.open = append(e.open, Spans(added)...)
		e.order = append(e.order, Spans(added)...)
	}
}

// over reports whether the experiment needs no more work: it has failed, was stopped, or all its
// results count.
func (e *experiment) over() bool { return e.failure != "" || e.stopped || e.cleared == e.submitted }

// takeOpen removes at most n games from e.open and returns them.
func (e *experiment) takeOpen(n int) (all []Span) {
	var games []int
	for len(e.open) > 0 && len(games) < n {
		s := &e.open[0]
		for ; s.From < s.To && len(games) < n; s.From++ {
			if e.gameAt(s.From).state == open {
				games = append(games, s.From)
			}
		}
		if s.From == s.To {
			e.open = e.open[1:]
		}
	}
	return Spans(games)
}

func (e *experiment) putBack(games []int) { e.open = append(Spans(games), e.open...) }

// requestCheck requests that a second worker plays game n.
func (e *experiment) requestCheck(now time.Time, n int) *recheck {
	w := e.byGame[n]
	if w == nil {
		w = &recheck{game: n, since: now}
		e.byGame[n] = w
		e.rechecks = append(e.rechecks, w)
	}
	return w
}

// withdrawCheck cancels the request for a check of game n.
func (e *experiment) withdrawCheck(n int) {
	if w := e.byGame[n]; w != nil {
		delete(e.byGame, n)
		e.rechecks = slices.DeleteFunc(e.rechecks, func(o *recheck) bool { return o == w })
	}
}

// count makes the result of game n count, unless it counts already. worker is the id of the worker
// that played the game.
func (e *experiment) count(n int, g *game, worker string) {
	if g.state != cleared {
		g.state = cleared
		e.cleared++
		e.news.clear(worker, n)
	}
}

// hasPlayed reports whether this worker has sent a result of the game.
func (w *recheck) hasPlayed(g *game, sender int32) bool {
	return g.state != open && g.sender == sender || slices.ContainsFunc(w.claims, func(c claim) bool { return c.sender == sender })
}

// recordTime records how long a worker took per game.
func (e *experiment) recordTime(sender int32, each time.Duration) {
	each = max(each, time.Microsecond)
	if last := e.speed[sender]; last > 0 {
		each = (last + each) / 2
	}
	e.speed[sender] = each
	if e.mean == 0 {
		e.mean = each
	}
	e.mean += (each - e.mean) / 8
}

// expectedTime returns how long a worker should take per game, or 0 if that is unknown.
func (e *experiment) expectedTime(sender int32) time.Duration {
	if d := e.speed[sender]; d > 0 {
		return d
	}
	return e.mean
}
