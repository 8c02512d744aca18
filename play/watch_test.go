package play_test

import (
	"context"
	"encoding"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/play"
)

// ample is more time than any call of Show needs.
const ample = time.Hour

// withNotes returns a solver that decides like s. It also notes the cell of the head, and counts one
// node more in each turn.
func withNotes(s ouro.Solver) ouro.Solver {
	return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
		t.Trace.Cells("head", []ouro.Cell{t.Snake().Body.Head()})
		d, err := s.Decide(ctx, t)
		d.Nodes = int64(t.State.Turn) + 1
		return d, err
	})
}

func watchLap(t *testing.T, info play.WatchInfo) *play.Watch[[]play.Scene] {
	t.Helper()
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, withNotes(lap())), info))
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func mustShow(t *testing.T, w *play.Watch[[]play.Scene], turn int) play.View[[]play.Scene] {
	t.Helper()
	view, err := w.Show(t.Context(), turn, ample)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

// TestWatchShowsTheGame: a Watch shows turns in any order. Each has the same position as in a game
// without a Watch, and the thoughts about that position.
func TestWatchShowsTheGame(t *testing.T) {
	g := newGame(t, 6, 6, 1, play.Config{}, lap())
	states := []*ouro.State{g.State().Clone()}
	for {
		if _, over := g.Over(); over {
			break
		}
		mustMove(t, g, 1)
		states = append(states, g.State().Clone())
	}
	last := len(states) - 1
	w := watchLap(t, play.WatchInfo{})
	dice := rand.New(rand.NewPCG(1, 1))
	furthest := 0
	for furthest < last {
		turn := dice.IntN(min(len(states), furthest+20))
		furthest = max(furthest, turn)
		view := mustShow(t, w, turn)
		sc := &view.Scene[0]
		if view.Turn != turn || sc.Turn != turn || !sc.State.Equal(states[turn]) {
			t.Fatalf("Show of turn %d shows another position, of turn %d", turn, view.Turn)
		}
		if view.Turns != furthest || view.Ended != (turn == last) || sc.Ended != view.Ended {
			t.Fatalf("turn %d of %d: %d turns, ended %v", turn, last, view.Turns, view.Ended)
		}
		if n := sc.Lengths[0]; len(n) != turn+1 || int(n[turn]) != sc.State.Snakes[0].Body.Len() {
			t.Fatalf("turn %d: lengths %v", turn, n)
		}
		th, known := sc.Thought(0)
		if turn == furthest && !known {
			t.Fatalf("turn %d: the last decision is missing", turn)
		}
		if !known || sc.Ended {
			continue
		}
		if head := sc.State.Snakes[0].Body.Head(); len(th.Notes) != 1 || th.Notes[0].Cells[0] != head || th.Decision.Nodes != int64(turn)+1 {
			t.Fatalf("turn %d: thoughts about another position: %+v, the head is at %d", turn, th, head)
		}
	}
	if sc := mustShow(t, w, last+5).Scene[0]; sc.Turn != last || sc.Outcome.Ending != ouro.Won {
		t.Errorf("a turn after the end shows turn %d of %d, %s", sc.Turn, last, sc.Outcome.Ending)
	} else if th, known := sc.Thought(0); !known || th.Notes != nil || th.Decision.Nodes != int64(last) {
		t.Errorf("at the end the last decision is %+v", th)
	}
}

// TestWatchForgets: a Watch drops the oldest thoughts, to bound the memory of long games.
func TestWatchForgets(t *testing.T) {
	const kept = 200
	w := watchLap(t, play.WatchInfo{})
	for turn := range kept + 51 {
		mustShow(t, w, turn)
	}
	for turn := range kept + 51 {
		if _, known := mustShow(t, w, turn).Scene[0].Thought(0); known != (turn > 50) {
			t.Fatalf("turn %d of %d: kept %v", turn, kept+51, known)
		}
	}
}

// TestWatchKeepsToItsTime: if no time is allowed, each call of Show plays only one turn.
func TestWatchKeepsToItsTime(t *testing.T) {
	w := watchLap(t, play.WatchInfo{})
	for want := 1; want < 10; want++ {
		view, err := w.Show(t.Context(), 500, -1)
		if err != nil || view.Turn != want {
			t.Fatalf("turn %d, %v, want %d", view.Turn, err, want)
		}
	}
}

// TestSideBySide: games advance in step, and a game that has ended stays at its last turn.
func TestSideBySide(t *testing.T) {
	info := play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seats: []ouro.Spec{{Name: "any"}}}
	games := []*play.WatchedGame{
		play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, lap()), info),
		play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, randomMover(1)), info),
		play.NoGame(ouro.GameSpec{}, nil, errors.New("no board for me")),
	}
	w := play.NewSideBySide(games...)
	defer w.Close()
	shorter := 0
	for turn := 0; ; turn++ {
		view := mustShow(t, w, turn)
		if view.Scene[2].Err == nil || view.Scene[2].State != nil {
			t.Fatal("the scene of NoGame has no error")
		}
		for i, sc := range view.Scene[:2] {
			if sc.Turn != turn && !sc.Ended {
				t.Fatalf("game %d is at %d, the others at %d", i, sc.Turn, turn)
			}
		}
		if view.Ended {
			break
		}
		if view.Scene[1].Ended {
			shorter = max(shorter, view.Scene[1].Turn)
		}
	}
	if shorter == 0 {
		t.Fatal("the game with random moves does not end first")
	}
	if sc := mustShow(t, w, shorter+1).Scene[1]; sc.Turn != shorter || !sc.Ended {
		t.Errorf("the shorter game is at %d, its end is %d", sc.Turn, shorter)
	}
	if texts, err := w.Records(0); err != nil || len(texts) != 2 {
		t.Errorf("%d records, %v", len(texts), err)
	}
	if _, err := play.NewSideBySide(games[2]).Records(0); err == nil {
		t.Error("Records returned no error without a game")
	}
}

// TestWatchSeveral: each seat has its own thoughts, even if solvers think at the same time. Dead
// snakes have no thoughts.
func TestWatchSeveral(t *testing.T) {
	up := func(_ context.Context, tn ouro.Turn) (ouro.Decision, error) {
		tn.Trace.Value("seat", float64(tn.Seat))
		return ouro.Decision{Dir: ouro.Up, Nodes: int64(tn.Seat) + 1}, nil
	}
	solvers := []ouro.Solver{ouro.SolverFunc(up), ouro.SolverFunc(func(ctx context.Context, tn ouro.Turn) (ouro.Decision, error) {
		d, _ := up(ctx, tn)
		if tn.State.Turn > 0 {
			return d, errors.New("out of ideas")
		}
		d.Dir = ouro.Down // into its neck
		return d, nil
	}), ouro.SolverFunc(up)}
	for _, budget := range []ouro.Budget{{}, {Time: time.Minute}} {
		var clocks int
		g := newBrawl(t, play.Config{Budget: budget, Clock: func(int, time.Duration) { clocks++ }}, solvers...)
		w := play.NewSideBySide(play.WatchGame(g, play.WatchInfo{}))
		sc := mustShow(t, w, 0).Scene[0]
		if clocks != 3 {
			t.Errorf("the game's clock received %d decisions", clocks)
		}
		for seat := range solvers {
			if sc.Latency[seat] != 0 {
				t.Error("a latency at turn 0, before the first decision")
			}
			th, _ := sc.Thought(seat)
			if len(th.Notes) != 1 || th.Notes[0].Value != float64(seat) || th.Decision.Nodes != int64(seat)+1 {
				t.Errorf("seat %d thinks %+v", seat, th)
			}
		}
		sc = mustShow(t, w, 1).Scene[0]
		if dead, _ := sc.Thought(1); sc.State.Snakes[1].Cause == ouro.Alive || dead.Notes != nil || dead.Decision != (ouro.Decision{}) {
			t.Errorf("a dead snake thinks %+v", dead)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestWatchShowsFaults(t *testing.T) {
	wild := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("out of ideas") })
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{}, wild), play.WatchInfo{}))
	defer w.Close()
	mustShow(t, w, 3)
	for turn := range 4 {
		sc := mustShow(t, w, turn).Scene[0]
		n, last := sc.Fault()
		if n != turn || turn > 0 && !strings.HasPrefix(last, "panic") {
			t.Errorf("turn %d: %d faults, the first one %q", turn, n, last)
		}
	}
}

// TestWatchDue: in a game with Due, a solver decides only when a later turn is shown. Advise is called
// once for each shown turn.
func TestWatchDue(t *testing.T) {
	calls, advised := 0, 0
	s := ouro.SolverFunc(func(ctx context.Context, tn ouro.Turn) (ouro.Decision, error) {
		calls++
		return lap().Decide(ctx, tn)
	})
	info := play.WatchInfo{Due: true, Advise: func(_ context.Context, s *ouro.State) play.Thought {
		advised++
		return play.Thought{Decision: ouro.Decision{Nodes: int64(s.Turn) + 7}}
	}}
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{}, s), info))
	defer w.Close()
	for turn := range 5 {
		for range 2 {
			sc := mustShow(t, w, turn).Scene[0]
			if th, known := sc.Thought(0); !known || th.Decision.Nodes != int64(turn)+7 {
				t.Errorf("turn %d: advice %+v", turn, th)
			}
		}
		if calls != turn || advised != turn+1 {
			t.Fatalf("turn %d: called %d times, advised %d", turn, calls, advised)
		}
	}
}

// TestWatchRecords: a record up to any turn can be replayed. A Watch of the record shows the same
// game up to that turn.
func TestWatchRecords(t *testing.T) {
	w := watchLap(t, play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seed: 1, Seats: []ouro.Spec{{Name: "lap"}}})
	want := mustShow(t, w, 90)
	for _, turn := range []int{0, 1, 60, 90} {
		texts, err := w.Records(turn)
		if err != nil {
			t.Fatal(err)
		}
		var r ouro.Record
		if err := r.UnmarshalText(texts[0]); err != nil {
			t.Fatal(err)
		}
		if err := play.Replay(t.Context(), &r, deal(t, 6, 6, 1), nil); err != nil || r.Turns() != turn {
			t.Fatalf("the record of %d turns has %d: %v", turn, r.Turns(), err)
		}
		again := play.NewSideBySide(play.WatchRecord(&r, deal(t, 6, 6, 1)))
		first := mustShow(t, again, 0)
		if first.Turns != turn || first.Ended != (turn == 0) {
			t.Errorf("a record of %d turns has %d, ended %v at the start", turn, first.Turns, first.Ended)
		}
		last := mustShow(t, again, turn+10)
		if last.Turn != turn || !last.Ended || last.Scene[0].Outcome.Ending != ouro.Unfinished {
			t.Errorf("a record of %d turns ends at %d: %v", turn, last.Turn, last.Ended)
		}
		if turn == 90 && !last.Scene[0].State.Equal(want.Scene[0].State) {
			t.Error("the position at the end of the record differs")
		}
		if _, err := again.Records(turn); !errors.Is(err, play.ErrRecorded) {
			t.Errorf("Records of a recorded game: %v, want ErrRecorded", err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestWatchRecordsFaults(t *testing.T) {
	wild := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("out of ideas") })
	info := play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seed: 1, Seats: []ouro.Spec{{Name: "wild"}}}
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, wild), info))
	defer w.Close()
	mustShow(t, w, 3)
	for turn := range 4 {
		texts, err := w.Records(turn)
		if err != nil {
			t.Fatal(err)
		}
		var r ouro.Record
		if err := r.UnmarshalText(texts[0]); err != nil || len(r.Incidents) != turn {
			t.Errorf("turn %d: faults %v, %v", turn, r.Incidents, err)
		}
	}
}

type stopping struct{ why error }

func (s stopping) Advance(_ context.Context, turn int) (int, error) {
	if turn > 2 {
		return 2, s.why
	}
	return turn, nil
}

func (stopping) Look(_ context.Context, turn int) (int, error)       { return 10 * turn, nil }
func (stopping) Turns() int                                          { return 2 }
func (stopping) Over(int) bool                                       { return false }
func (stopping) Records(int) (all []encoding.TextMarshaler, _ error) { return nil, nil }
func (stopping) Close() error                                        { return nil }

func TestWatchKeepsTheReason(t *testing.T) {
	why := errors.New("out of paper")
	w := play.NewWatch[int](stopping{why})
	for _, c := range []struct {
		turn, at int
		err      error
	}{{1, 1, nil}, {5, 2, why}, {0, 0, why}} {
		if view, err := w.Show(t.Context(), c.turn, ample); err != nil || view.Turn != c.at || view.Scene != 10*c.at || !errors.Is(view.Err, c.err) {
			t.Errorf("turn %d: %+v, %v; want turn %d and %v", c.turn, view, err, c.at, c.err)
		}
	}
}

func TestWatchPositions(t *testing.T) {
	history := play.NewHistory(newGame(t, 6, 6, 1, play.Config{}, lap()))
	for range 30 {
		if err := history.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	end := ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}
	w := play.NewSideBySide(play.WatchPositions(history, end, nil, func(turn, seat int) time.Duration { return time.Duration(turn) }))
	defer w.Close()
	for _, turn := range []int{0, 30, 7, 99} {
		view := mustShow(t, w, turn)
		sc := &view.Scene[0]
		if turn = min(turn, 30); sc.State.Turn != turn || view.Turns != 30 || view.Ended != (turn == 30) || sc.Latency[0] != time.Duration(turn) {
			t.Errorf("turn %d: at %d of %d, ended %v, latency %v", turn, sc.State.Turn, view.Turns, view.Ended, sc.Latency)
		}
		if sc.Ended && sc.Outcome != end {
			t.Errorf("the outcome is %v", sc.Outcome)
		}
	}
	if _, err := w.Records(0); !errors.Is(err, play.ErrRecorded) {
		t.Errorf("Records of existing positions: %v, want ErrRecorded", err)
	}
	unknown := play.NewSideBySide(play.WatchPositions(history, end, nil, nil))
	defer unknown.Close()
	if sc := mustShow(t, unknown, 7).Scene[0]; sc.Latency[0] != 0 {
		t.Errorf("an unknown latency is %v", sc.Latency)
	}
}

// TestErrorOfOnMove: if OnMove fails, the game does not continue, but its turns can still be shown.
func TestErrorOfOnMove(t *testing.T) {
	moves, full := 0, errors.New("the disk is full")
	w := watchLap(t, play.WatchInfo{OnMove: func(context.Context) error {
		if moves++; moves == 5 {
			return full
		}
		return nil
	}})
	if view := mustShow(t, w, 3); view.Err != nil {
		t.Fatal(view.Err)
	}
	for _, turn := range []int{4, 100, 2} {
		view := mustShow(t, w, turn)
		if want := min(turn, 5); !errors.Is(view.Err, full) || view.Turn != want || view.Scene[0].State.Turn != want {
			t.Errorf("turn %d: at %d, %v", turn, view.Turn, view.Err)
		}
	}
	if moves != 5 {
		t.Errorf("%d moves", moves)
	}
}

// TestErrorOfOnMoveAtTheEndOfTheContext: an error of OnMove is kept even if the context ends at the
// same time. If the error were lost, the game would continue with a gap in the log that OnMove
// writes.
func TestErrorOfOnMoveAtTheEndOfTheContext(t *testing.T) {
	moves, full := 0, errors.New("the disk is full")
	ctx, cancel := context.WithCancel(t.Context())
	w := watchLap(t, play.WatchInfo{OnMove: func(context.Context) error {
		if moves++; moves == 5 {
			cancel()
			return full
		}
		return nil
	}})
	if _, err := w.Show(ctx, 9, ample); !errors.Is(err, context.Canceled) {
		t.Errorf("Show: %v", err)
	}
	if view := mustShow(t, w, 9); !errors.Is(view.Err, full) || moves != 5 {
		t.Errorf("the game continues to turn %d, with %d moves: %v", view.Turn, moves, view.Err)
	}
}

// TestWatchSurvivesAPanic: after a panic outside of the solvers, Show returns the last view.
func TestWatchSurvivesAPanic(t *testing.T) {
	moves := 0
	w := watchLap(t, play.WatchInfo{OnMove: func(context.Context) error {
		if moves++; moves == 3 {
			panic("out of paper")
		}
		return nil
	}})
	mustShow(t, w, 1)
	for _, turn := range []int{9, 0, 9} {
		view := mustShow(t, w, turn)
		if view.Err == nil || !strings.Contains(view.Err.Error(), "out of paper") || view.Turn != 1 || view.Scene == nil {
			t.Errorf("at %d, %v", view.Turn, view.Err)
		}
	}
	if _, err := w.Records(1); err == nil {
		t.Error("Records returned no error after a panic")
	}
	if moves != 3 {
		t.Error("the game continues after a panic")
	}
}

type waiter struct {
	thinking chan struct{}
	closed   int
}

func (c *waiter) Decide(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
	close(c.thinking)
	<-ctx.Done()
	return ouro.Decision{}, nil
}

func (c *waiter) Close() error { c.closed++; return nil }

// TestEndOfTheContextOfShow: if the context of Show ends while a solver thinks, no move is made. Close
// closes the game once, or not if LeaveOpen is set.
func TestEndOfTheContextOfShow(t *testing.T) {
	for _, leaveOpen := range []bool{false, true} {
		s := &waiter{thinking: make(chan struct{})}
		moves := 0
		w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{}, s), play.WatchInfo{LeaveOpen: leaveOpen, OnMove: func(context.Context) error { moves++; return nil }}))
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-s.thinking; cancel() }()
		if _, err := w.Show(ctx, 0, ample); !errors.Is(err, context.Canceled) {
			t.Errorf("Show: %v", err)
		}
		for range 2 {
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
		if want := 1; leaveOpen && s.closed != 0 || !leaveOpen && s.closed != want {
			t.Errorf("leaveOpen %v: closed %d times", leaveOpen, s.closed)
		}
		if _, err := w.Show(t.Context(), 0, ample); !errors.Is(err, play.ErrClosed) {
			t.Errorf("Show after Close: %v", err)
		}
		if _, err := w.Records(0); !errors.Is(err, play.ErrClosed) {
			t.Errorf("Records after Close: %v", err)
		}
		if moves != 0 {
			t.Errorf("%d moves were made", moves)
		}
	}
}

// TestWatchConcurrently: many goroutines can show turns and get records at the same time. The results
// do not change later.
func TestWatchConcurrently(t *testing.T) {
	w := watchLap(t, play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seats: []ouro.Spec{{Name: "lap"}}})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			dice := rand.New(rand.NewPCG(1, uint64(i)))
			for range 50 {
				turn := dice.IntN(200)
				view, err := w.Show(t.Context(), turn, 0)
				if err != nil {
					t.Error(err)
					return
				}
				hash := view.Scene[0].State.Hash()
				if _, err := w.Records(turn); err != nil {
					t.Error(err)
				}
				sc := &view.Scene[0]
				if sc.State.Hash() != hash || len(sc.Lengths[0]) != sc.Turn+1 || len(sc.Labels[0]) > 1 {
					t.Error("an earlier view changes")
				}
			}
		})
	}
	wg.Wait()
}
