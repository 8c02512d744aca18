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

// Kind is the kind of the games of a tournament; see lab.Kind.
type Kind struct {
	Tournament *Tournament // the tournament of the Setting, with defaults
	Alone      bool        // whether every game has one snake
}

// Check accepts every plan, because Setting has checked the tournament.
func (Kind) Check(*lab.Plan) error { return nil }

// CheckTally checks the number of measures: games of Snake Hunter have huntMeasures, others none.
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

// Score returns the score of the snake in this seat. In a game of several snakes, it is the share
// of opponents that the snake beat, and a tie counts half. In a game of one snake, it is 1 if the
// snake won, else 0.
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

// errNotOpened is the error when a game is played by a plan for counting, or by a Setting whose
// openings were not read.
var errNotOpened = errors.New("this tournament was not opened for playing")

// Plan returns a plan that counts the tournament's games but cannot play them.
func (s *Setting) Plan() lab.Plan {
	t := s.Tournament
	plan := lab.Plan{
		Title: t.Heading(), Kind: Kind{t, s.Alone}, Seatings: s.Seatings, Groups: s.Groups, Seed: t.Seed,
		Game: s.Game, Budget: s.Budget, InTurn: s.inTurn(), Records: true, Workers: s.Workers(),
		Play: func(context.Context, lab.Task) (lab.Finished, error) { return lab.Finished{}, errNotOpened },
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

// Play returns a plan that plays the games. It reads the openings, unless Open has read them, and
// requests the information of remote snakes. If a remote snake does not answer this request, Play
// returns an error; later failures are faults in a game. If live is not nil, the plan adds running
// games to it.
func (s *Setting) Play(ctx context.Context, live *Live) (lab.Plan, error) {
	m, err := newMatch(ctx, s)
	if err != nil {
		return lab.Plan{}, err
	}
	plan := s.Plan()
	plan.Play = live.Watch(m.Play)
	return plan, nil
}

// Running is a game that is being played.
type Running struct {
	Group, Seating int
	Seed           uint64
	Seats          []int // snakes by seat; read-only

	turn   atomic.Int64
	wanted atomic.Bool // whether a viewer has requested the next position
	live   *ouro.State // the current position; only the goroutine that plays may use it
	mu     sync.Mutex
	state  *ouro.State // the last position for viewers; nil before the first
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

// Watch returns a function that calls play to play a game. play must call observe after every move.
// Live.Games includes the game while it runs.
func (l *Live) Watch(play func(ctx context.Context, t lab.Task, observe func(*ouro.State)) (lab.Finished, error)) func(context.Context, lab.Task) (lab.Finished, error) {
	if l == nil {
		return func(ctx context.Context, t lab.Task) (lab.Finished, error) { return play(ctx, t, func(*ouro.State) {}) }
	}
	return func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		r := &Running{Group: t.Group, Seating: t.Seating, Seed: t.Seed, Seats: t.Seats}
		l.mu.Lock()
		l.games = append(l.games, r)
		l.mu.Unlock()
		f, err := play(ctx, t, r.observe)
		if err == nil && r.live != nil {
			r.show(r.live) // a copy is not necessary, because no move follows
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = slices.DeleteFunc(l.games, func(o *Running) bool { return o == r })
		return f, err
	}
}

// observe receives the position after every move. It copies the position only if a viewer has
// requested one, so games without viewers cost almost nothing.
func (r *Running) observe(s *ouro.State) {
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

// State returns the latest copy of a position, and requests a copy of the position after the next
// move for later calls. It returns nil before the first copy. After the end, State returns the last
// position. For Snake Hunter, whose positions have another type, it always returns nil.
func (r *Running) State() *ouro.State {
	r.wanted.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
