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
	game ouro.GameSpec
	seed uint64 // of this game
	spec ouro.Spec
	err  error // why there is no game

	tape    *play.Tape
	over    bool
	outcome ouro.Outcome
	limit   int  // moves after which the game breaks off; 0 is never
	manual  bool // the moves are made when they are due, never ahead

	lengths []int16         // by turn: a game may take millions of moves
	watched map[int]thought // by turn, of the last decisions that were watched
	kept    []int           // the turns in watched, oldest first
	hint    hint            // the last one, for a manual lane
	offers  map[string]bool // labels that were ever told
	extras  []string        // those without a place of their own, in order

	current *[]ouro.Note  // where the trace writes during a watched move
	took    time.Duration // for the current move
	total   time.Duration // for all moves
}

// thought is what is known of one decision.
type thought struct {
	decision ouro.Decision
	took     time.Duration
	notes    []ouro.Note
}

// hint is what a solver would do at a turn.
type hint struct {
	given bool
	turn  int
	dir   ouro.Dir
	err   error
}

// keepThoughts is how many watched decisions are kept for stepping back.
const keepThoughts = 200

// newLane deals a game for a solver. Where there can be none, the lane says
// why.
func newLane(game ouro.GameSpec, seed uint64, spec ouro.Spec, budget ouro.Budget) *lane {
	l := &lane{game: game, seed: seed, spec: spec}
	l.open(roster.NewGame(game, seed, []ouro.Spec{spec}, l.config(budget)))
	return l
}

// newSeatedLane deals a game for a solver that is no entry of the roster: it
// sits in every seat. The game breaks off after limit moves, unless that is 0.
func newSeatedLane(game ouro.GameSpec, seed uint64, spec ouro.Spec, solver ouro.Solver, limit int) *lane {
	l := &lane{game: game, seed: seed, spec: spec, limit: limit}
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
		Keep:   true,
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
	l.watched = map[int]thought{}
	l.offers = map[string]bool{}
	l.lengths = append(l.lengths, int16(game.State().Snakes[0].Body.Len()))
	l.judge()
}

// judge finds out whether the game is over.
func (l *lane) judge() {
	l.outcome, l.over = l.tape.Game().Over()
	l.over = l.over || l.limit > 0 && l.turns() >= l.limit
}

// turns is the number of moves made so far.
func (l *lane) turns() int { return max(0, len(l.lengths)-1) }

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
		l.keep(l.turns(), thought{game.Last(0), l.took, notes})
	}
	l.total += l.took
	l.lengths = append(l.lengths, int16(game.State().Snakes[0].Body.Len()))
	l.judge()
	return nil
}

// keep remembers a decision, and forgets the oldest one.
func (l *lane) keep(turn int, th thought) {
	for _, n := range th.notes {
		if !l.offers[n.Label] {
			l.offers[n.Label] = true
			if overlayOf(n.Label) == 0 && n.Label != ouro.LabelCalls { // which has a screen of its own
				l.extras = append(l.extras, n.Label)
			}
		}
	}
	l.watched[turn] = th
	l.kept = append(l.kept, turn)
	if len(l.kept) > keepThoughts {
		delete(l.watched, l.kept[0])
		l.kept = l.kept[1:]
	}
}

// scene is one lane at one turn. It shares nothing that changes.
type scene struct {
	rules   ouro.Spec
	spec    ouro.Spec
	err     error
	state   *ouro.State
	turn    int
	ended   bool // the game is over at this turn
	outcome ouro.Outcome
	lengths []int16 // by turn, up to turn

	known   bool          // thought holds something
	thought               // of the next decision, or at the end of the last one
	mean    time.Duration // per decision
	offers  map[string]bool
	extras  []string

	hint    hint
	mishaps int    // so far
	mishap  string // the last one at or before this turn
}

// at is the scene after this many moves, or at the end of a shorter game.
func (l *lane) at(turn int) scene {
	sc := scene{rules: l.game.Rules, spec: l.spec, err: l.err}
	if l.tape == nil {
		return sc
	}
	turn = min(turn, l.turns())
	sc.turn = turn
	sc.state = l.tape.At(turn).Clone()
	sc.lengths = l.lengths[:turn+1]
	if sc.ended = l.over && turn == l.turns(); sc.ended {
		sc.outcome = l.outcome
	}
	sc.thought, sc.known = l.watched[turn]
	if sc.ended && turn > 0 {
		sc.thought, sc.known = l.watched[turn-1]
		sc.notes = nil // they are about the position before
	}
	if n := l.turns(); n > 0 {
		sc.mean = l.total / time.Duration(n)
	}
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
