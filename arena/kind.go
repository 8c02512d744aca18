package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
)

// Kind is the kind of a tournament's games.
type Kind struct {
	Tournament *Tournament // the tournament of the Setting
	Alone      bool        // every snake plays by itself
}

// Check accepts every plan, because Setting has already checked the tournament.
func (Kind) Check(*lab.Plan) error { return nil }

// CheckTally requires the measures of Snake Hunter in games of Snake Hunter, and rejects
// measures in other games.
func (k Kind) CheckTally(t *lab.Tally) error {
	want := 0
	if k.Tournament.isHunt() {
		want = len(huntMeasures)
	}
	if len(t.Measures) != want {
		return fmt.Errorf("its tally has %s, want %d", english.Count(len(t.Measures), "measure"), want)
	}
	return nil
}

// Number returns the number of the game among the games of all groups.
func (Kind) Number(seatings int, t *lab.Tally) int { return int(t.Group)*seatings + int(t.Seating) }

// Sum adds the figures of the tournament.
func (k Kind) Sum(r *lab.Report) { r.Figures = newFigures(k, r) }

// Score returns the score of the snake in this seat. In a game of several snakes it is the
// share of the others that the snake beat; a tie counts half. In a game of one snake it is
// 1 if the snake won, else 0.
func (Kind) Score(t *lab.Tally, seat int) float64 {
	if len(t.Seats) == 1 {
		if t.Won(seat) {
			return 1
		}
		return 0
	}
	bout := sharedBout(t)
	return shareAhead(&bout, seat)
}

// errClosed is the error of playing a Setting that was not made by Open.
var errClosed = errors.New("a tournament that was not opened is not played")

// Plan returns a plan with the tournament's games, for counting games but not for playing
// them.
func (s *Setting) Plan() lab.Plan {
	t := s.Tournament
	plan := lab.Plan{
		Title: t.Heading(), Kind: Kind{t, s.Alone}, Seatings: s.Seatings, Groups: s.Groups, Seed: t.Seed,
		Game: s.Game, Budget: s.Budget, InTurn: s.inTurn(), Records: true, Workers: s.Workers(),
		Play: func(context.Context, lab.Task) (lab.Finished, error) { return lab.Finished{}, errClosed },
	}
	for i := range s.Entrants {
		e := &s.Entrants[i]
		entrant := lab.Entrant{Name: e.Name, Spec: e.Spec}
		if e.Guest != nil {
			entrant.Address = e.Address()
		}
		plan.Entrants = append(plan.Entrants, entrant)
	}
	if t.Format == SPRT {
		plan.Stop = func() lab.Stopper { return newQuestion(t, s.Alone) }
	}
	return plan
}

// Play returns a plan that plays the games. It reads the openings, unless Open has done so.
// It requests the name and version of remote snakes; a snake that does not answer now is an
// error, whereas a snake that stops answering later has faults. live, unless nil, shows the
// running games.
func (s *Setting) Play(ctx context.Context, live *Live) (lab.Plan, error) {
	m, err := newMatch(ctx, s)
	if err != nil {
		return lab.Plan{}, err
	}
	plan := s.Plan()
	plan.Play = live.Watch(m.Play)
	return plan, nil
}

// Running is a game that is being played, for viewers.
type Running struct {
	Group, Seating int
	Seed           uint64
	Seats          []int // snakes by seat, read-only

	turn   atomic.Int64
	wanted atomic.Bool // whether a viewer requests the next position
	live   *ouro.State // the position itself, for the goroutine that plays
	mu     sync.Mutex
	state  *ouro.State
}

// Live holds the running games of a tournament. Several goroutines may use it at once. A
// nil Live holds none.
type Live struct {
	mu    sync.Mutex
	games []*Running
}

// Games returns the running games, oldest first.
func (l *Live) Games() []*Running {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.games)
}

// Watch returns a function that plays a game by calling play. play must call look after
// every move. While the game runs, Games includes it.
func (l *Live) Watch(play func(ctx context.Context, t lab.Task, look func(*ouro.State)) (lab.Finished, error)) func(context.Context, lab.Task) (lab.Finished, error) {
	if l == nil {
		return func(ctx context.Context, t lab.Task) (lab.Finished, error) { return play(ctx, t, func(*ouro.State) {}) }
	}
	return func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		r := &Running{Group: t.Group, Seating: t.Seating, Seed: t.Seed, Seats: t.Seats}
		l.mu.Lock()
		l.games = append(l.games, r)
		l.mu.Unlock()
		f, err := play(ctx, t, r.look)
		if err == nil && r.live != nil {
			r.show(r.live) // no copy: no move changes it any more
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = slices.DeleteFunc(l.games, func(o *Running) bool { return o == r })
		return f, err
	}
}

// look must be called after every move. It copies the position only if a viewer has
// requested it, so a game without viewers costs nothing.
func (r *Running) look(s *ouro.State) {
	r.turn.Store(int64(s.Turn))
	r.live = s
	if r.wanted.Swap(false) {
		r.show(s.Clone())
	}
}

func (r *Running) show(s *ouro.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = s
}

// Turn returns the present turn.
func (r *Running) Turn() int { return int(r.turn.Load()) }

// State returns the position after the first move since the last call, so repeated calls
// follow the game. Before such a move it returns nil. For a finished game it returns the
// last position. For games with another kind of position it always returns nil.
func (r *Running) State() *ouro.State {
	r.wanted.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
