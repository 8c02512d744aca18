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

type Kind struct {
	Tournament *Tournament // the tournament of the Setting, with defaults
	Alone      bool        // every game has one snake
}

// Check accepts every plan: Setting has checked the tournament.
func (Kind) Check(*lab.Plan) error { return nil }

// CheckTally requires the measures of Snake Hunter in its games, and no measures in others.
func (k Kind) CheckTally(t *lab.Tally) error {
	want := 0
	if k.Tournament.isHunt() {
		want = len(huntMeasures)
	}
	if len(t.Measures) != want {
		return fmt.Errorf("the tally of the game has %s, want %d", english.Count(len(t.Measures), "measure"), want)
	}
	return nil
}

// Number returns the number of a game among the games of all groups.
func (Kind) Number(seatings int, t *lab.Tally) int { return int(t.Group)*seatings + int(t.Seating) }

func (k Kind) Sum(r *lab.Report) { r.Figures = newFigures(k, r) }

// Score returns the score of the snake in this seat: in a game of several snakes the share of
// opponents that it beat, where a tie counts half; in a game of one snake 1 if it won, else 0.
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

// errClosed is the error of playing a plan for counting, or a Setting whose openings are not read.
var errClosed = errors.New("this tournament was not opened for playing")

// Plan returns a plan that counts the tournament's games but cannot play them.
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

// Play returns a plan that plays the games. It reads the openings, unless Open has, and requests
// the name and version of remote snakes. It returns an error if a remote snake does not answer this
// request; later failures are faults in a game. Play adds the running games to live, unless live is
// nil.
func (s *Setting) Play(ctx context.Context, live *Live) (lab.Plan, error) {
	m, err := newMatch(ctx, s)
	if err != nil {
		return lab.Plan{}, err
	}
	plan := s.Plan()
	plan.Play = live.Watch(m.Play)
	return plan, nil
}

type Running struct {
	Group, Seating int
	Seed           uint64
	Seats          []int // snakes by seat; read-only

	turn   atomic.Int64
	wanted atomic.Bool // a viewer waits for the next position
	live   *ouro.State // the current position; only the goroutine that plays may use it
	mu     sync.Mutex
	state  *ouro.State
}

// Live holds the running games of a tournament. It is safe for concurrent use. A nil Live holds no
// games.
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

// Watch returns a function that plays a game by calling play, which must call observe after every
// move. Games includes the game while it runs.
func (l *Live) Watch(play func(ctx context.Context, t lab.Task, observe func(*ouro.State)) (lab.Finished, error)) func(context.Context, lab.Task) (lab.Finished, error) {
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
			r.show(r.live) // no copy: no move follows
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = slices.DeleteFunc(l.games, func(o *Running) bool { return o == r })
		return f, err
	}
}

// look is called after every move. It copies the position only if a viewer has requested it, so
// that games without viewers cost nothing.
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

func (r *Running) Turn() int { return int(r.turn.Load()) }

// State requests a copy of the position after the next move. It returns the copy that an earlier
// call requested, or nil if there is none yet. After the end, State returns the last position. For
// Snake Hunter, whose positions have another type, it returns nil.
func (r *Running) State() *ouro.State {
	r.wanted.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
