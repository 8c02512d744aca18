package play

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ouro"
	"ouro/internal/printable"
)

// Watchable is a game, or several games side by side, that can be shown turn by turn, during the
// game or afterwards. S is what a viewer shows of a turn; a value of S must not change later. Only one
// goroutine at a time may use a Watchable; [Watch] ensures this.
//
// [SideBySide] implements Watchable for the games of this package, [ouro/hunter.WatchedGame] for
// Snake Hunter.
type Watchable[S any] interface {
	// Advance moves towards this turn, counted from 0, and returns the turn that it reached. Advance
	// can go to any turn that was already played. Otherwise it plays at most one turn. The error is
	// that of ctx, or the reason why the game cannot continue.
	Advance(ctx context.Context, turn int) (at int, err error)
	// Look returns what a viewer shows of the turn that Advance reached. Look can call solvers for
	// their thoughts about that turn. If ctx ends meanwhile, Look returns the error of ctx.
	Look(ctx context.Context, turn int) (S, error)
	// Turns returns the furthest turn that was shown, or the last turn of a record.
	Turns() int
	// Over reports whether the game ends with this turn.
	Over(turn int) bool
	// Records returns the records of the games up to this turn, for writing to files.
	Records(turn int) ([]encoding.TextMarshaler, error)
	// Close ends the games.
	Close() error
}

// ErrRecorded is the error of Records for a game that comes from a file.
var ErrRecorded = errors.New("this game is already in a file")

// View is a turn that a [Watch] shows.
type View[S any] struct {
	Scene S
	Turn  int           // turn of Scene
	Turns int           // see Watchable.Turns
	Ended bool          // whether the game ends with this turn
	Err   error         // why the game cannot continue, or nil; earlier turns can still be shown
	Took  time.Duration // time to reach and show the turn
}

// Watch shows a game. Any goroutine may call its methods, which run one at a time.
type Watch[S any] struct {
	mu     sync.Mutex
	game   Watchable[S]
	closed bool
	err    error   // why the game cannot continue, or nil
	last   View[S] // the last view, which is shown again after a panic

	panicked bool // whether a method of game panicked; then game is not called any more
}

func NewWatch[S any](game Watchable[S]) *Watch[S] { return &Watch[S]{game: game} }

// Show moves to a turn, or as far towards the turn as the allowed time permits. If the turn was not
// yet played, Show plays at least one turn. The error is that of ctx, or ErrClosed.
func (w *Watch[S]) Show(ctx context.Context, turn int, allowed time.Duration) (view View[S], err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return view, ErrClosed
	}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			w.panicked, w.err = true, fmt.Errorf("the game stopped: %w", PanicErrorOf(p))
			w.last.Err = w.err
			view, err = w.last, nil
		}
		view.Took = time.Since(began)
	}()
	if w.panicked {
		return w.last, nil
	}
	at, before := 0, -1
	for {
		if at, err = w.game.Advance(ctx, turn); err != nil {
			if ctx.Err() != nil {
				return view, ctx.Err()
			}
			w.err = err
		}
		if err != nil || at == turn || at == before || time.Since(began) > allowed {
			break
		}
		before = at
	}
	if view.Scene, err = w.game.Look(ctx, at); err != nil {
		if ctx.Err() != nil {
			return view, ctx.Err()
		}
		w.err = err
	}
	view.Turn, view.Turns, view.Ended, view.Err = at, w.game.Turns(), w.game.Over(at), w.err
	w.last = view
	return view, nil
}

// Records returns the records of the games up to this turn, as text for files.
func (w *Watch[S]) Records(turn int) (texts [][]byte, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
		return nil, ErrClosed
	case w.panicked:
		return nil, w.err
	}
	records, err := w.game.Records(turn)
	for _, r := range records {
		text, err := r.MarshalText()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, err
}

// Close waits for active calls, which end with their contexts, and closes the game.
func (w *Watch[S]) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	return w.game.Close()
}

type Scene struct {
	Game  ouro.GameSpec
	Seats []ouro.Spec
	Err   error // why there is no game; if set, the fields below are empty

	State   *ouro.State
	Turn    int  // moves made before State
	Ended   bool // whether the game is over
	Outcome ouro.Outcome
	Lengths [][]int16       // lengths by seat, and by turn up to this one; nil for a log
	Latency []time.Duration // by seat: latency of the decision that led to this turn; 0 means unknown

	Certificates []string // by seat, see [ouro.Certificate]; nil if no solver plays

	// Thoughts are the decisions about this position by seat, or nil if they were not kept. At the
	// end of the game, Thoughts are the decisions that led to the last position, without their notes,
	// which are about the position before.
	Thoughts []Thought
	Mean     []time.Duration // mean latency of all decisions, by seat
	Labels   [][]string      // labels of all notes, by seat

	Incidents []ouro.Incident // incidents up to this turn
}

type Thought struct {
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why there is no advice
}

// Certificate returns the certificate of a seat's solver, or "" without one.
func (sc *Scene) Certificate(seat int) string {
	if seat < len(sc.Certificates) {
		return sc.Certificates[seat]
	}
	return ""
}

func (sc *Scene) Thought(seat int) (th Thought, known bool) {
	if seat >= len(sc.Thoughts) {
		return Thought{}, false
	}
	return sc.Thoughts[seat], true
}

// maxDetail is the maximum length in bytes of a fault's detail in a text. The detail can come from a
// file or from another machine.
const maxDetail = 200

// Fault returns the number of faults so far, and a text about the first one. Later faults often
// have the same cause but say less about it.
func (sc *Scene) Fault() (n int, first string) {
	if n = len(sc.Incidents); n > 0 {
		in := sc.Incidents[0]
		first = fmt.Sprintf("%s at move %d: %s", in.Fault, in.Turn, printable.Short(in.Detail, maxDetail))
	}
	return n, first
}

// SideBySide plays one game, or several games turn by turn for comparison. Each solver decides one
// move beyond the shown turn, because its thoughts about the shown position come with that decision.
type SideBySide struct {
	games    []*WatchedGame
	furthest int   // the highest turn that was shown
	reached  int   // the highest turn that Advance has returned
	err      error // why the games cannot continue, or nil
}

// NewSideBySide returns a Watch of these games.
func NewSideBySide(games ...*WatchedGame) *Watch[[]Scene] {
	return NewWatch[[]Scene](&SideBySide{games: games})
}

// Advance plays at most one round: one turn of each unfinished game.
func (s *SideBySide) Advance(ctx context.Context, turn int) (int, error) {
	played := s.rounds()
	switch {
	case played >= turn:
		return turn, ctx.Err()
	case played > s.reached: // Look has played this turn; it is shown first, so that no turn of slow solvers is skipped
		s.reached = played
		return played, ctx.Err()
	}
	for _, g := range s.games {
		for !g.over && g.turns() <= played {
			if err := s.move(ctx, g, false); err != nil {
				return played, err
			}
		}
	}
	s.reached = s.rounds()
	return s.reached, ctx.Err()
}

// move makes one move of a game, and stores in s.err why the games cannot continue.
func (s *SideBySide) move(ctx context.Context, g *WatchedGame, keep bool) error {
	if s.err != nil {
		return s.err
	}
	before := g.turns()
	err := g.move(ctx, keep)
	if ctx.Err() == nil || g.turns() > before { // if ctx ended first, no move was made
		s.err = err
	}
	return err
}

// rounds returns the number of moves that every unfinished game has made. If all games are over, it
// returns the number of moves of the longest game.
func (s *SideBySide) rounds() int {
	longest, least := 0, -1
	for _, g := range s.games {
		longest = max(longest, g.turns())
		if !g.over && (least < 0 || g.turns() < least) {
			least = g.turns()
		}
	}
	if least < 0 {
		return longest
	}
	return least
}

// Look returns the scenes of this turn. If a game was not played beyond the turn, Look plays one move,
// so that its solvers think about the turn.
func (s *SideBySide) Look(ctx context.Context, turn int) ([]Scene, error) {
	s.furthest = max(s.furthest, turn)
	scenes := make([]Scene, len(s.games))
	for i, g := range s.games {
		switch {
		case g.over || g.turns() > turn:
		case g.info.Due:
			g.advise(ctx)
		default:
			_ = s.move(ctx, g, true) // the error is in s.err, which is returned below
		}
		scenes[i] = g.at(turn)
	}
	return scenes, cmp.Or(ctx.Err(), s.err)
}

func (s *SideBySide) Turns() int {
	turns := s.furthest
	for _, g := range s.games {
		turns = max(turns, g.end)
	}
	return turns
}

func (s *SideBySide) Over(turn int) bool {
	return !slices.ContainsFunc(s.games, func(g *WatchedGame) bool { return !g.over || g.turns() > turn })
}

func (s *SideBySide) Records(turn int) ([]encoding.TextMarshaler, error) {
	var records []encoding.TextMarshaler
	for _, g := range s.games {
		r, err := g.record(turn)
		switch {
		case err != nil:
			return nil, err
		case r != nil:
			records = append(records, r)
		}
	}
	if records == nil {
		return nil, errors.New("there is no game")
	}
	return records, nil
}

func (s *SideBySide) Close() error {
	var errs []error
	for _, g := range s.games {
		errs = append(errs, g.close())
	}
	return errors.Join(errs...)
}
