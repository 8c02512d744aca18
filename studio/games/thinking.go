package games

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ouro"
	"ouro/play"
)

// errLong ends the thinking about one turn.
var errLong = errors.New("a solver thinks for too long")

// show goes to a turn, or as far as there is time to play. When ctx ends before, the
// solvers think on: one that was cut short and asked again could answer otherwise, and
// the game would be another one than its link says. Until they have answered, turns
// that were played are shown without them.
func (g *game) show(ctx context.Context, turn int) error {
	t := g.table
	turn = max(0, turn)
	if t.thinking != nil && len(t.thinking) == 0 {
		if n := t.reached(turn); n != t.shown.Turn || n == turn {
			t.glance(n)
			return nil
		}
	}
	if err := t.settle(ctx); err != nil {
		return err
	}
	t.think(ctx, turn, g.limits.Think)
	select {
	case th := <-t.thinking:
		t.thinking = nil
		if th.err == nil {
			t.take(th.shown)
		}
		return th.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// think has the games go to a turn, in a goroutine of its own.
func (t *table) think(ctx context.Context, turn int, most time.Duration) {
	if t.life == nil {
		t.life, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	}
	life, told := t.life, make(chan thought, 1)
	t.thinking = told
	go func() {
		within, cancel := context.WithTimeoutCause(life, most, errLong)
		defer cancel()
		shown, err := t.watch.Show(play.WithoutDeadline(within), turn, slice)
		if err != nil && errors.Is(context.Cause(within), errLong) {
			err = fmt.Errorf("%w: more than %s about a turn", errLong, most)
		}
		told <- thought{shown, err}
	}()
}

// thought takes in what solvers thought in the background; a halted game is shown with it.
func (g *game) thought(ctx context.Context, th thought) error {
	g.table.thinking = nil
	if th.err != nil {
		return g.stuck(ctx, th.err)
	}
	if !g.running && g.goal < 0 {
		g.goal = g.table.shown.Turn
	}
	return nil
}

// settle waits until nobody thinks any more. What was thought is kept by the games.
func (t *table) settle(ctx context.Context) error {
	if t.thinking == nil {
		return nil
	}
	select {
	case th := <-t.thinking:
		t.thinking = nil
		return th.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *table) take(shown play.Shown[[]play.Scene]) {
	t.shown = shown
	for _, l := range t.lanes {
		l.meter.catchUp(l.played, min(shown.Turn, l.played.Turns()))
	}
}

// reached is how near to a turn all games have come that go on.
func (t *table) reached(turn int) int {
	least, most := math.MaxInt, 0
	for i, l := range t.lanes {
		n := l.played.Turns()
		most = max(most, n)
		if sc := &t.shown.Scene[i]; !sc.Ended || sc.Turn < n {
			least = min(least, n)
		}
	}
	if least == math.MaxInt {
		least = most
	}
	return min(turn, least)
}

// glance shows a turn that was played as it can be seen while somebody thinks.
func (t *table) glance(turn int) {
	shown := t.shown
	shown.Scene = make([]play.Scene, len(t.lanes))
	shown.Turn, shown.Turns, shown.Ended = turn, max(shown.Turns, turn), false
	for i, l := range t.lanes {
		sc := t.shown.Scene[i]
		n := min(turn, l.played.Turns())
		if sc.Ended = sc.Ended && n == sc.Turn; !sc.Ended {
			sc.Outcome = ouro.Outcome{Winner: ouro.NoSeat}
		}
		sc.State, sc.Turn, sc.Thoughts, sc.Latency = l.played.At(n).Clone(), n, nil, nil
		shown.Scene[i] = sc
	}
	t.take(shown)
}
