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

// ample is more time than any test needs.
const ample = time.Hour

// telling is a solver that tells where its head is and decides as another.
func telling(s ouro.Solver) ouro.Solver {
	return ouro.SolverFunc(func(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
		t.Trace.Cells("head", []ouro.Cell{t.Snake().Body.Head()})
		d, err := s.Decide(ctx, t)
		d.Nodes = int64(t.State.Turn) + 1
		return d, err
	})
}

// watchLap watches a game on 6x6 of a solver that always wins.
func watchLap(t *testing.T, info play.WatchInfo) *play.Watch[[]play.Scene] {
	t.Helper()
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, telling(lap())), info))
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// mustShow goes to a turn in ample time.
func mustShow(t *testing.T, w *play.Watch[[]play.Scene], turn int) play.Shown[[]play.Scene] {
	t.Helper()
	shown, err := w.Show(t.Context(), turn, ample)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// TestWatchShowsTheGame: every turn, sought in any order, is the position of the
// game played without anybody looking, with the thoughts about that position.
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
		shown := mustShow(t, w, turn)
		sc := &shown.Scene[0]
		if shown.Turn != turn || sc.Turn != turn || !sc.State.Equal(states[turn]) {
			t.Fatalf("turn %d shows another position, of turn %d", turn, shown.Turn)
		}
		if shown.Turns != furthest || shown.Ended != (turn == last) || sc.Ended != shown.Ended {
			t.Fatalf("turn %d of %d: %d turns, ended %v", turn, last, shown.Turns, shown.Ended)
		}
		if n := sc.Lengths[0]; len(n) != turn+1 || int(n[turn]) != sc.State.Snakes[0].Body.Len() {
			t.Fatalf("turn %d: lengths %v", turn, n)
		}
		th, known := sc.Thought(0)
		if turn == furthest && !known {
			t.Fatalf("turn %d: the decision about the last turn is not known", turn)
		}
		if !known || sc.Ended {
			continue
		}
		if head := sc.State.Snakes[0].Body.Head(); len(th.Notes) != 1 || th.Notes[0].Cells[0] != head || th.Decision.Nodes != int64(turn)+1 {
			t.Fatalf("turn %d: thoughts about another position: %+v, the head is at %d", turn, th, head)
		}
	}
	if sc := mustShow(t, w, last+5).Scene[0]; sc.Turn != last || sc.Outcome.Ending != ouro.Won {
		t.Errorf("beyond the end is turn %d of %d, %s", sc.Turn, last, sc.Outcome.Ending)
	} else if th, known := sc.Thought(0); !known || th.Notes != nil || th.Decision.Nodes != int64(last) {
		t.Errorf("at the end the last decision is %+v", th)
	}
}

// TestWatchForgets the oldest thoughts, so that long games fit into memory.
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

// TestWatchKeepsToItsTime: one turn where none is allowed, and no more.
func TestWatchKeepsToItsTime(t *testing.T) {
	w := watchLap(t, play.WatchInfo{})
	for want := 1; want < 10; want++ {
		shown, err := w.Show(t.Context(), 500, -1)
		if err != nil || shown.Turn != want {
			t.Fatalf("turn %d, %v, want %d", shown.Turn, err, want)
		}
	}
}

// TestSideBySide: games in step; a shorter one stays at its end.
func TestSideBySide(t *testing.T) {
	info := play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seats: []ouro.Spec{{Name: "any"}}}
	games := []*play.WatchedGame{
		play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, lap()), info),
		play.WatchGame(newGame(t, 6, 6, 1, play.Config{Keep: true}, drunk(1)), info),
		play.NoGame(ouro.GameSpec{}, nil, errors.New("no board for me")),
	}
	w := play.NewSideBySide(games...)
	defer w.Close()
	shorter := 0
	for turn := 0; ; turn++ {
		shown := mustShow(t, w, turn)
		if shown.Scene[2].Err == nil || shown.Scene[2].State != nil {
			t.Fatal("the game that cannot be does not say why")
		}
		for i, sc := range shown.Scene[:2] {
			if sc.Turn != turn && !sc.Ended {
				t.Fatalf("game %d is at %d, the others at %d", i, sc.Turn, turn)
			}
		}
		if shown.Ended {
			break
		}
		if shown.Scene[1].Ended {
			shorter = max(shorter, shown.Scene[1].Turn)
		}
	}
	if shorter == 0 {
		t.Fatal("the random walk does not end first")
	}
	if sc := mustShow(t, w, shorter+1).Scene[1]; sc.Turn != shorter || !sc.Ended {
		t.Errorf("the shorter game is at %d, its end is %d", sc.Turn, shorter)
	}
	if texts, err := w.Records(0); err != nil || len(texts) != 2 {
		t.Errorf("%d records, %v", len(texts), err)
	}
	if _, err := play.NewSideBySide(games[2]).Records(0); err == nil {
		t.Error("a record of no game")
	}
}

// TestWatchSeveral: what is told of each seat is its own, with solvers that think
// at the same time, and nothing of the dead.
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
			t.Errorf("the game's own clock was told of %d answers", clocks)
		}
		for seat := range solvers {
			if sc.Latency[seat] != 0 {
				t.Error("nobody has answered yet")
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

// TestWatchTellsFaults up to the turn that is shown.
func TestWatchTellsFaults(t *testing.T) {
	wild := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("out of ideas") })
	w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{}, wild), play.WatchInfo{}))
	defer w.Close()
	mustShow(t, w, 3)
	for turn := range 4 {
		sc := mustShow(t, w, turn).Scene[0]
		n, last := sc.Fault()
		if n != turn || turn > 0 && !strings.HasPrefix(last, "panic") {
			t.Errorf("turn %d: %d mishaps, the last one %q", turn, n, last)
		}
	}
}

// TestWatchDue: a person is not asked ahead, and is advised once at each turn.
func TestWatchDue(t *testing.T) {
	asked, advised := 0, 0
	s := ouro.SolverFunc(func(ctx context.Context, tn ouro.Turn) (ouro.Decision, error) {
		asked++
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
		if asked != turn || advised != turn+1 {
			t.Fatalf("turn %d: asked %d times, advised %d", turn, asked, advised)
		}
	}
}

// TestWatchRecords: a record as far as any turn plays again, and is then shown
// as the game was, to its end and no further.
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
			t.Error("another position at the end of the record")
		}
		if _, err := again.Records(turn); !errors.Is(err, play.ErrRecorded) {
			t.Errorf("a record of a record: %v", err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWatchRecordsFaults: a record as far as a turn has the faults as far as that turn.
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
			t.Errorf("turn %d: mishaps %v, %v", turn, r.Incidents, err)
		}
	}
}

// stopping is a game of other people's making that goes on for two turns.
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

// TestWatchKeepsTheReason: why a game does not go on is told with the turns before it too.
func TestWatchKeepsTheReason(t *testing.T) {
	why := errors.New("out of paper")
	w := play.NewWatch[int](stopping{why})
	for _, c := range []struct {
		turn, at int
		err      error
	}{{1, 1, nil}, {5, 2, why}, {0, 0, why}} {
		if shown, err := w.Show(t.Context(), c.turn, ample); err != nil || shown.Turn != c.at || shown.Scene != 10*c.at || !errors.Is(shown.Err, c.err) {
			t.Errorf("turn %d: %+v, %v; want turn %d and %v", c.turn, shown, err, c.at, c.err)
		}
	}
}

// TestWatchPositions: a game of which all positions are there already.
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
		shown := mustShow(t, w, turn)
		sc := &shown.Scene[0]
		if turn = min(turn, 30); sc.State.Turn != turn || shown.Turns != 30 || shown.Ended != (turn == 30) || sc.Latency[0] != time.Duration(turn) {
			t.Errorf("turn %d: at %d of %d, ended %v, latency %v", turn, sc.State.Turn, shown.Turns, shown.Ended, sc.Latency)
		}
		if sc.Ended && sc.Outcome != end {
			t.Errorf("the outcome is %v", sc.Outcome)
		}
	}
	if _, err := w.Records(0); !errors.Is(err, play.ErrRecorded) {
		t.Errorf("a record of a log: %v", err)
	}
	unknown := play.NewSideBySide(play.WatchPositions(history, end, nil, nil))
	defer unknown.Close()
	if sc := mustShow(t, unknown, 7).Scene[0]; sc.Latency[0] != 0 {
		t.Errorf("an unknown latency is %v", sc.Latency)
	}
}

// TestWatchBreaksOff: when nobody can be told of a move, the game does not go on,
// but can be looked at.
func TestWatchBreaksOff(t *testing.T) {
	told, full := 0, errors.New("the disk is full")
	w := watchLap(t, play.WatchInfo{Told: func() error {
		if told++; told == 5 {
			return full
		}
		return nil
	}})
	if shown := mustShow(t, w, 3); shown.Err != nil {
		t.Fatal(shown.Err)
	}
	for _, turn := range []int{4, 100, 2} {
		shown := mustShow(t, w, turn)
		if want := min(turn, 5); !errors.Is(shown.Err, full) || shown.Turn != want || shown.Scene[0].State.Turn != want {
			t.Errorf("turn %d: at %d, %v", turn, shown.Turn, shown.Err)
		}
	}
	if told != 5 {
		t.Errorf("told of %d moves", told)
	}
}

// TestWatchBreaksOffWhileLeft: a move that was made and could not be told is not
// forgotten because somebody left at that moment; a log would have a gap.
func TestWatchBreaksOffWhileLeft(t *testing.T) {
	told, full := 0, errors.New("the disk is full")
	ctx, cancel := context.WithCancel(t.Context())
	w := watchLap(t, play.WatchInfo{Told: func() error {
		if told++; told == 5 {
			cancel()
			return full
		}
		return nil
	}})
	if _, err := w.Show(ctx, 9, ample); !errors.Is(err, context.Canceled) {
		t.Errorf("Show: %v", err)
	}
	if shown := mustShow(t, w, 9); !errors.Is(shown.Err, full) || told != 5 {
		t.Errorf("it plays on to %d, told of %d moves: %v", shown.Turn, told, shown.Err)
	}
}

// TestWatchSurvivesAPanic outside of the solvers: what was seen last stays.
func TestWatchSurvivesAPanic(t *testing.T) {
	told := 0
	w := watchLap(t, play.WatchInfo{Told: func() error {
		if told++; told == 3 {
			panic("out of paper")
		}
		return nil
	}})
	mustShow(t, w, 1)
	for _, turn := range []int{9, 0, 9} {
		shown := mustShow(t, w, turn)
		if shown.Err == nil || !strings.Contains(shown.Err.Error(), "out of paper") || shown.Turn != 1 || shown.Scene == nil {
			t.Errorf("at %d, %v", shown.Turn, shown.Err)
		}
	}
	if _, err := w.Records(1); err == nil {
		t.Error("a record of a game in any state")
	}
	if told != 3 {
		t.Error("it plays on")
	}
}

// waiter is a solver that waits for the end of its context and is closed.
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

// TestWatchIsLeft while a solver thinks: no move is made, and the game is closed
// once, unless it is somebody else's.
func TestWatchIsLeft(t *testing.T) {
	for _, borrowed := range []bool{false, true} {
		s := &waiter{thinking: make(chan struct{})}
		told := 0
		w := play.NewSideBySide(play.WatchGame(newGame(t, 6, 6, 1, play.Config{}, s), play.WatchInfo{Borrowed: borrowed, Told: func() error { told++; return nil }}))
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
		if want := 1; borrowed && s.closed != 0 || !borrowed && s.closed != want {
			t.Errorf("borrowed %v: closed %d times", borrowed, s.closed)
		}
		if _, err := w.Show(t.Context(), 0, ample); !errors.Is(err, play.ErrClosed) {
			t.Errorf("Show after Close: %v", err)
		}
		if _, err := w.Records(0); !errors.Is(err, play.ErrClosed) {
			t.Errorf("Records after Close: %v", err)
		}
		if told != 0 {
			t.Errorf("%d moves were made", told)
		}
	}
}

// TestWatchCrowd: many may look and write records at once; what each got does
// not change afterwards.
func TestWatchCrowd(t *testing.T) {
	w := watchLap(t, play.WatchInfo{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, Seats: []ouro.Spec{{Name: "lap"}}})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			dice := rand.New(rand.NewPCG(1, uint64(i)))
			for range 50 {
				turn := dice.IntN(200)
				shown, err := w.Show(t.Context(), turn, 0)
				if err != nil {
					t.Error(err)
					return
				}
				hash := shown.Scene[0].State.Hash()
				if _, err := w.Records(turn); err != nil {
					t.Error(err)
				}
				sc := &shown.Scene[0]
				if sc.State.Hash() != hash || len(sc.Lengths[0]) != sc.Turn+1 || len(sc.Labels[0]) > 1 {
					t.Error("what was seen changes")
				}
			}
		})
	}
	wg.Wait()
}
