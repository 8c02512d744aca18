package tui

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// table holds the games that are watched together and plays them in step. Its
// methods may be called from any goroutine; they take turns.
type table struct {
	cancel context.CancelFunc // ends the work that is under way
	ctx    context.Context    // of this table's work: a tea.Cmd is given none

	mu     sync.Mutex
	closed bool
	lanes  []*lane
	advise func(context.Context, *lane) // nil, or gives notes on the position of a manual lane
	broken error
}

func newTable(ctx context.Context, lanes ...*lane) *table {
	ctx, cancel := context.WithCancel(ctx)
	return &table{ctx: ctx, cancel: cancel, lanes: lanes}
}

// tableau is what a table shows at one turn.
type tableau struct {
	turn   int // moves made in the longest game shown
	ended  bool
	scenes []scene
	err    error // the work broke off
	took   time.Duration
}

// show plays on until turn, as far as it gets in the time allowed, and is the
// picture there. Turns that were played before are shown again. At least one
// move is made where one is missing, however long it takes.
func (t *table) show(turn int, allowed time.Duration) (tb tableau, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return tableau{}, false
	}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			t.broken = fmt.Errorf("a game broke off: %v", p)
			tb, ok = tableau{err: t.broken}, true
		}
		tb.took = time.Since(began)
	}()
	if t.broken != nil {
		return tableau{err: t.broken}, true
	}
	reached, err := t.play(turn, began.Add(allowed))
	if err != nil {
		return tableau{}, false // cancelled: nobody looks any more
	}
	tb = tableau{turn: reached, ended: true}
	for _, l := range t.lanes {
		sc := l.at(reached)
		tb.ended = tb.ended && (sc.ended || sc.err != nil)
		tb.scenes = append(tb.scenes, sc)
	}
	return tb, true
}

// play makes the moves up to turn in every game, one round at a time, and one
// watched move beyond. It is the turn that was reached.
func (t *table) play(turn int, deadline time.Time) (int, error) {
	done := t.rounds()
	for moved := false; done < turn && !t.finished(); moved = true {
		if moved && time.Now().After(deadline) {
			break
		}
		done++
		if err := t.round(done, false); err != nil {
			return 0, err
		}
	}
	if t.finished() {
		done = t.longest()
	}
	turn = min(turn, done)
	return turn, t.round(turn+1, true)
}

// rounds is the number of moves that every game has made which is not over.
func (t *table) rounds() int {
	n := t.longest()
	for _, l := range t.lanes {
		if l.tape != nil && !l.over {
			n = min(n, l.turns())
		}
	}
	return n
}

// round brings every game that goes on to this many moves. A watched round is
// the one beyond the picture, which manual games are not asked for.
func (t *table) round(turns int, watched bool) error {
	for _, l := range t.lanes {
		if l.manual && watched {
			if l.turns() == turns-1 && !l.over && t.advise != nil {
				t.advise(t.ctx, l)
			}
			continue
		}
		for l.tape != nil && !l.over && l.turns() < turns {
			if err := l.move(t.ctx, watched && l.turns() == turns-1); err != nil {
				return err
			}
		}
	}
	return t.ctx.Err()
}

// finished tells whether no game goes on.
func (t *table) finished() bool {
	for _, l := range t.lanes {
		if l.tape != nil && !l.over {
			return false
		}
	}
	return true
}

// longest is the number of moves of the longest game.
func (t *table) longest() int {
	n := 0
	for _, l := range t.lanes {
		n = max(n, l.turns())
	}
	return n
}

// close ends the work under way, waits for it, and closes the games.
func (t *table) close() error {
	t.cancel()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	var errs []error
	for _, l := range t.lanes {
		errs = append(errs, l.close())
	}
	return errors.Join(errs...)
}
