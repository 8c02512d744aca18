package schedule

import (
	"slices"
	"time"
)

// Digest stands for what became of a game, times aside.
type Digest [16]byte

// state is that of a game.
type state uint8

const (
	absent  state = iota // nobody has asked for it
	open                 // it has no result
	held                 // it has one of a worker who is to be checked first
	cleared              // its result counts
)

// game is a game of an experiment.
type game struct {
	state  state
	by     int32 // whose result it has, by number
	digest Digest
}

// chunk is how many games are kept in one piece.
const chunk = 256

// claim is what a worker says of a game that is in dispute.
type claim struct {
	by     int32
	digest Digest
	text   string // of a game that could not be played
}

// experiment is one that workers play for.
type experiment struct {
	Spec
	games   map[int]*[chunk]game
	order   []Span // the games asked for, in the order of asking
	open    []Span // games to hand out, the next ones first; those that have a result by now are skipped
	asked   int    // games asked for
	without int    // games without a result
	clear   int    // games that are cleared
	checked int    // games that were derived again

	held    map[int32][]int         // by worker, in the order in which they came
	since   map[int32]int           // results of a worker since one of them was drawn for a check
	wanted  []*wanted               // results that are to be derived again, and games whose players disagree
	byGame  map[int]*wanted         // the same
	speed   map[int32]time.Duration // time for a game, by worker
	mean    time.Duration           // of all of them
	began   time.Time
	ended   time.Time
	failure string
	told    int  // games of which it was told that they are done
	stopped bool // what was not handed out stays so

	news Verdict
}

// wanted is a game that somebody else is to play as well.
type wanted struct {
	game   int
	since  time.Time
	lease  uint64  // of who does so now; 0 is nobody
	claims []claim // where its players disagree, or one of them could not play it
}

func newExperiment(now time.Time, spec Spec) *experiment {
	return &experiment{
		Spec: spec, began: now, games: map[int]*[chunk]game{}, held: map[int32][]int{}, since: map[int32]int{},
		byGame: map[int]*wanted{}, speed: map[int32]time.Duration{}, news: Verdict{Experiment: spec.ID},
	}
}

// at is a game, or nil where nobody has asked for it.
func (e *experiment) at(n int) *game {
	if n < 0 {
		return nil
	}
	if c := e.games[n/chunk]; c != nil && c[n%chunk].state != absent {
		return &c[n%chunk]
	}
	return nil
}

// absent is how many of these nobody has asked for.
func (e *experiment) absent(games []Span) (n int) {
	for i := range Each(games) {
		if e.at(i) == nil {
			n++
		}
	}
	return n
}

// ask asks for games; those that were asked for before stay as they are.
func (e *experiment) ask(spans []Span) {
	for _, s := range spans {
		var fresh []int
		for n := s.From; n < s.To; n++ {
			c := e.games[n/chunk]
			if c == nil {
				c = new([chunk]game)
				e.games[n/chunk] = c
			}
			if c[n%chunk].state == absent {
				c[n%chunk].state = open
				fresh = append(fresh, n)
			}
		}
		e.asked += len(fresh)
		e.without += len(fresh)
		e.open = append(e.open, Spans(fresh)...)
		e.order = append(e.order, Spans(fresh)...)
	}
}

// over tells whether nothing is left to be done.
func (e *experiment) over() bool { return e.failure != "" || e.stopped || e.clear == e.asked }

// take takes at most n games to hand out.
func (e *experiment) take(n int) (all []Span) {
	var games []int
	for len(e.open) > 0 && len(games) < n {
		s := &e.open[0]
		for ; s.From < s.To && len(games) < n; s.From++ {
			if e.at(s.From).state == open {
				games = append(games, s.From)
			}
		}
		if s.From == s.To {
			e.open = e.open[1:]
		}
	}
	return Spans(games)
}

// back takes games back that were handed out, to be the next ones.
func (e *experiment) back(games []int) { e.open = append(Spans(games), e.open...) }

// want wants a game played by somebody else as well.
func (e *experiment) want(now time.Time, n int) *wanted {
	w := e.byGame[n]
	if w == nil {
		w = &wanted{game: n, since: now}
		e.byGame[n] = w
		e.wanted = append(e.wanted, w)
	}
	return w
}

// settled is a game that nobody else needs to play any more.
func (e *experiment) settled(n int) {
	if w := e.byGame[n]; w != nil {
		delete(e.byGame, n)
		e.wanted = slices.DeleteFunc(e.wanted, func(o *wanted) bool { return o == w })
	}
}

// count counts the result of a game.
func (e *experiment) count(n int, g *game, who string) {
	if g.state != cleared {
		g.state = cleared
		e.clear++
		e.news.clear(who, n)
	}
}

// played tells whether this worker has a part in what is known of the game.
func (w *wanted) played(g *game, by int32) bool {
	return g.state != open && g.by == by || slices.ContainsFunc(w.claims, func(c claim) bool { return c.by == by })
}

// took takes note of how long a game took a worker.
func (e *experiment) took(by int32, each time.Duration) {
	each = max(each, time.Microsecond)
	if last := e.speed[by]; last > 0 {
		each = (last + each) / 2
	}
	e.speed[by] = each
	if e.mean == 0 {
		e.mean = each
	}
	e.mean += (each - e.mean) / 8
}

// expected is how long a game takes a worker; 0 where nobody knows.
func (e *experiment) expected(by int32) time.Duration {
	if d := e.speed[by]; d > 0 {
		return d
	}
	return e.mean
}
