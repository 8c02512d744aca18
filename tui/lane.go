package tui

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// lane is one game that is watched: its tape and what its solver told about
// each move. Its solver has always decided one move more than is shown, so that
// the thinking on the screen is about the position on the screen. A lane
// belongs to whoever holds its table.
type lane struct {
	spec ouro.Spec
	err  error // why there is no game

	tape    *play.Tape
	over    bool
	outcome ouro.Outcome
	limit   int  // moves after which the game breaks off; 0 is never
	manual  bool // the moves are made when they are due, never ahead

	lengths []int               // by turn
	thought []thought           // by turn
	hint    hint                // the last one, for a manual lane
	notes   map[int][]ouro.Note // by turn, of the moves that were watched
	kept    []int               // the turns in notes, oldest first
	offers  map[string]bool     // labels that were ever told
	extras  []string            // those without a place of their own, in order

	current *[]ouro.Note  // where the trace writes during a watched move
	took    time.Duration // for the current move
	total   time.Duration // over thought
}

// thought is what is known of one decision.
type thought struct {
	decision ouro.Decision
	took     time.Duration
}

// hint is what a solver would do at a turn.
type hint struct {
	given bool
	turn  int
	dir   ouro.Dir
	err   error
}

// keepNotes is of how many watched moves the notes are kept for stepping back.
const keepNotes = 200

// newLane deals a game for a solver. Where there can be none, the lane says
// why.
func newLane(game ouro.GameSpec, seed uint64, spec ouro.Spec, budget ouro.Budget) *lane {
	l := &lane{spec: spec}
	l.open(roster.NewGame(game, seed, []ouro.Spec{spec}, l.config(budget)))
	return l
}

// newSeatedLane deals a game for a solver that is no entry of the roster: it
// sits in every seat. The game breaks off after limit moves, unless that is 0.
func newSeatedLane(game ouro.GameSpec, seed uint64, spec ouro.Spec, solver ouro.Solver, limit int) *lane {
	l := &lane{spec: spec, limit: limit}
	deal, err := roster.Deal(game, seed)
	if err != nil {
		l.err = err
		return l
	}
	cfg := l.config(ouro.Budget{})
	cfg.Deal = deal
	for range deal.Start.Snakes {
		cfg.Seats = append(cfg.Seats, solver)
	}
	l.open(play.New(cfg))
	return l
}

// config is that of a game that reports to the lane.
func (l *lane) config(budget ouro.Budget) play.Config {
	return play.Config{
		Budget: budget,
		Clock:  func(_ int, d time.Duration) { l.took = d },
		Trace: func(int) *ouro.Trace {
			if l.current == nil {
				return nil
			}
			into := l.current
			return ouro.NewTrace(func(n ouro.Note) { *into = append(*into, n) })
		},
	}
}

func (l *lane) open(game *play.Game, err error) {
	if err != nil {
		l.err = err
		return
	}
	l.tape = play.NewTape(game)
	l.notes = map[int][]ouro.Note{}
	l.offers = map[string]bool{}
	l.lengths = append(l.lengths, game.State().Snakes[0].Body.Len())
	l.judge()
}

// judge finds out whether the game is over.
func (l *lane) judge() {
	l.outcome, l.over = l.tape.Game().Over()
	l.over = l.over || l.limit > 0 && l.turns() >= l.limit
}

// turns is the number of moves made so far.
func (l *lane) turns() int { return len(l.thought) }

// move makes one move, watched or not.
func (l *lane) move(ctx context.Context, watched bool) error {
	var notes []ouro.Note
	if watched {
		l.current = &notes
	}
	l.took = 0
	err := l.tape.Move(ctx)
	l.current = nil
	if err != nil {
		return err
	}
	game := l.tape.Game()
	if watched {
		l.keep(l.turns(), notes)
	}
	l.thought = append(l.thought, thought{game.Last(0), l.took})
	l.total += l.took
	l.lengths = append(l.lengths, game.State().Snakes[0].Body.Len())
	l.judge()
	return nil
}

// keep remembers the notes of a turn, and forgets the oldest ones.
func (l *lane) keep(turn int, notes []ouro.Note) {
	for _, n := range notes {
		if !l.offers[n.Label] {
			l.offers[n.Label] = true
			if overlayOf(n.Label) == 0 {
				l.extras = append(l.extras, n.Label)
			}
		}
	}
	l.notes[turn] = notes
	l.kept = append(l.kept, turn)
	if len(l.kept) > keepNotes {
		delete(l.notes, l.kept[0])
		l.kept = l.kept[1:]
	}
}

// scene is one lane at one turn. It shares nothing that changes.
type scene struct {
	spec    ouro.Spec
	err     error
	state   *ouro.State
	turn    int
	ended   bool // the game is over at this turn
	outcome ouro.Outcome
	lengths []int // by turn, up to what was played

	decided bool // next is known
	next    thought
	mean    time.Duration // per decision
	traced  bool          // notes were taken of the next decision
	notes   []ouro.Note
	offers  map[string]bool
	extras  []string

	hint    hint
	mishaps int    // so far
	mishap  string // the last one at or before this turn
}

// at is the scene after this many moves, or at the end of a shorter game.
func (l *lane) at(turn int) scene {
	sc := scene{spec: l.spec, err: l.err}
	if l.tape == nil {
		return sc
	}
	turn = min(turn, l.turns())
	sc.turn = turn
	sc.state = l.tape.At(turn).Clone()
	sc.lengths = l.lengths
	if sc.ended = l.over && turn == l.turns(); sc.ended {
		sc.outcome = l.outcome
	}
	if turn < l.turns() {
		sc.decided, sc.next = true, l.thought[turn]
	} else if sc.ended && turn > 0 {
		sc.next = l.thought[turn-1]
	}
	if n := len(l.thought); n > 0 {
		sc.mean = l.total / time.Duration(n)
	}
	sc.notes, sc.traced = l.notes[turn]
	sc.extras = l.extras
	if l.hint.turn == turn {
		sc.hint = l.hint
	}
	sc.offers = make(map[string]bool, len(l.offers))
	for label := range l.offers {
		sc.offers[label] = true
	}
	for _, in := range l.tape.Game().Incidents() {
		if in.Turn <= turn {
			sc.mishaps++
			sc.mishap = fmt.Sprintf("%s at move %d: %s", in.Mishap, in.Turn, in.Detail)
		}
	}
	return sc
}

func (l *lane) close() error {
	if l.tape == nil {
		return nil
	}
	return l.tape.Game().Close()
}
