package games

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// errLong is the cause of a cancellation because the solvers exceed their time for one turn.
var errLong = errors.New("the solvers take too long")

// show goes to a turn, and plays toward it for at most the time slice. When ctx ends, solvers
// continue to think in the background: a solver that is interrupted and asked again could answer
// differently, and the link to this game would then lead to another game. Until all solvers have
// answered, show goes only to turns that were already played, and shows no thoughts.
func (g *game) show(ctx context.Context, turn int) error {
	t := g.table
	turn = max(0, turn)
	if t.thinking != nil && len(t.thinking) == 0 {
		if n := t.latestTurn(turn); n != t.view.Turn || n == turn {
			t.showPlayed(n)
			return nil
		}
	}
	if err := t.awaitIdle(ctx); err != nil {
		return err
	}
	t.think(ctx, turn, g.limits.Think)
	select {
	case th := <-t.thinking:
		t.thinking = nil
		if th.err == nil {
			t.setView(th.view)
		}
		return th.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *table) think(ctx context.Context, turn int, most time.Duration) {
	if t.ctx == nil {
		t.ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	}
	life, done := t.ctx, make(chan thinkResult, 1)
	t.thinking = done
	go func() {
		within, cancel := context.WithTimeoutCause(life, most, errLong)
		defer cancel()
		view, err := t.watch.Show(play.WithoutDeadline(within), turn, slice)
		if err != nil && errors.Is(context.Cause(within), errLong) {
			err = fmt.Errorf("%w: more than %s for one turn", errLong, most)
		}
		done <- thinkResult{view, err}
	}()
}

// finishThinking handles the result of thinking in the background. If the game is halted,
// finishThinking then shows its turn again, with the new thoughts.
func (g *game) finishThinking(ctx context.Context, th thinkResult) error {
	g.table.thinking = nil
	if th.err != nil {
		return g.fail(ctx, th.err)
	}
	if !g.running && g.goal < 0 {
		g.goal = g.table.view.Turn
	}
	return nil
}

func (t *table) awaitIdle(ctx context.Context) error {
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

func (t *table) setView(view play.View[[]play.Scene]) {
	t.view = view
	for _, l := range t.lanes {
		l.meter.catchUp(l.played, min(view.Turn, l.played.Turns()))
	}
}

// latestTurn returns the given turn or, if a game that is not over has not reached that turn, the
// last turn that all such games have reached.
func (t *table) latestTurn(turn int) int {
	least, most := math.MaxInt, 0
	for i, l := range t.lanes {
		n := l.played.Turns()
		most = max(most, n)
		if sc := &t.view.Scene[i]; !sc.Ended || sc.Turn < n {
			least = min(least, n)
		}
	}
	if least == math.MaxInt {
		least = most
	}
	return min(turn, least)
}

func (t *table) showPlayed(turn int) {
	view := t.view
	view.Scene = make([]play.Scene, len(t.lanes))
	view.Turn, view.Turns, view.Ended = turn, max(view.Turns, turn), false
	for i, l := range t.lanes {
		sc := t.view.Scene[i]
		n := min(turn, l.played.Turns())
		if sc.Ended = sc.Ended && n == sc.Turn; !sc.Ended {
			sc.Outcome = ouro.Outcome{Winner: ouro.NoSeat}
		}
		sc.State, sc.Turn, sc.Thoughts, sc.Latency = l.played.At(n).Clone(), n, nil, nil
		view.Scene[i] = sc
	}
	t.setView(view)
}

const maxRethought = 64 // answers that a lane keeps

// rethink asks a new copy of a seat's solver about the current position. It is used for a decision
// whose notes were not kept, as in a fast game or in a file. The copy first answers for all earlier
// turns, because its plan can depend on them. If that takes too long, rethink asks another copy only
// about the current position; the plan of that copy can differ from the plan in the game.
func (l *lane) rethink(ctx context.Context, limits *Limits, sc *play.Scene, seat int, nodes int64) (th play.Thought, known bool) {
	spec, known := l.solver(seat)
	if !known || l.seats[seat].Hand || sc.Ended || sc.State.Snakes[seat].Cause != ouro.Alive {
		return th, false
	}
	key := [2]int{sc.Turn, seat}
	if th, known = l.rethought[key]; known {
		return th, true
	}
	deal, err := roster.Deal(l.spec, l.seed)
	if err != nil {
		return th, false
	}
	request := ouro.Turn{State: sc.State, Seat: seat, Nodes: nodes}
	for _, from := range []int{0, sc.Turn} {
		start := deal.Start
		if from > 0 {
			start = sc.State
		}
		solver, err := limits.Store.Make(spec, ouro.Setup{Rules: deal.Rules, Start: start, Seat: seat, Seed: ouro.SolverSeed(l.seed, seat)})
		if err != nil {
			return th, false
		}
		within, cancel := context.WithTimeout(ctx, limits.Again)
		th, known = l.think(within, solver, from, sc.Turn, request)
		cancel()
		if known || ctx.Err() != nil {
			break
		}
	}
	if !known {
		return th, false
	}
	if len(l.rethought) >= maxRethought || l.rethought == nil {
		l.rethought = map[[2]int]play.Thought{}
	}
	l.rethought[key] = th
	return th, true
}

// think asks a solver about each turn from one turn to another, returns its decision at the last
// one, and closes the solver. ok is false if ctx ended or the solver gave no valid answer.
func (l *lane) think(ctx context.Context, solver ouro.Solver, from, to int, t ouro.Turn) (th play.Thought, ok bool) {
	asker := play.NewAsker(solver)
	defer func() { _ = asker.Close() }()
	ctx = play.WithoutDeadline(ctx)
	for turn := from; turn < to; turn++ {
		before := t
		before.State = l.played.At(turn)
		if _, fault := asker.Ask(ctx, before); fault != nil || ctx.Err() != nil {
			return th, false
		}
	}
	t.Trace = ouro.TraceFor(&th.Notes)
	began := time.Now()
	d, fault := asker.Ask(ctx, t)
	if fault != nil || ctx.Err() != nil {
		return th, false
	}
	th.Decision, th.Took = d, time.Since(began)
	return th, true
}

type alternative struct {
	Turn int      `json:"turn"`
	Seat int      `json:"seat"`
	Dir  ouro.Dir `json:"dir"`
}

// try shows how the game continues after another move of a snake. The turns before that move are
// unchanged, and the same solvers play the turns after it.
func (g *game) try(ctx context.Context, args arguments) error {
	t := g.table
	if len(t.lanes) > 1 {
		return errors.New("another move can be tried only in a single game: open one of the games alone")
	}
	n := t.turnsSinceStart(args.Turn)
	r, err := g.record(ctx, n)
	if err != nil {
		return err
	}
	other, err := t.branch(r, n, alternative{args.Turn, args.Seat, args.Dir.Dir})
	if err != nil {
		return err
	}
	if g.original == nil {
		g.original = t
	} else {
		t.close()
	}
	return g.switchTo(ctx, other, n+1)
}

func (g *game) back(ctx context.Context) error {
	if g.original == nil {
		return errors.New("the page shows the game itself already")
	}
	g.table.close()
	t := g.original
	g.original = nil
	return g.switchTo(ctx, t, t.view.Turn)
}

func (g *game) switchTo(ctx context.Context, t *table, turn int) error {
	g.table, g.running, g.goal, g.err = t, false, turn, nil
	g.forgetSent()
	for _, l := range t.lanes {
		clear(l.sent) // the chart starts again
	}
	if t.view.Scene == nil {
		t.showStart()
	}
	return g.ch.Send(ctx, "branched", struct {
		Move *alternative `json:"tried"` // nil for the game itself
	}{t.alternative})
}

// record returns the record of the game up to a turn, counted from 0.
func (g *game) record(ctx context.Context, turn int) (*ouro.Record, error) {
	if g.file != nil && g.original == nil {
		return g.file.recordToRethink()
	}
	if err := g.table.awaitIdle(ctx); err != nil {
		return nil, err
	}
	texts, err := g.table.watch.Records(turn)
	if err != nil {
		return nil, err
	}
	r := new(ouro.Record)
	return r, r.UnmarshalText(texts[0])
}

// branch returns a new table for the game of a record with one different move.
func (t *table) branch(r *ouro.Record, turn int, move alternative) (*table, error) {
	original := t.lanes[0]
	other := &table{hands: map[[2]int]*play.Human{}, alternative: &move, store: t.store}
	l := &lane{spec: r.Game, seed: r.Seed, seats: original.seats}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	seats := map[int]ouro.Solver{}
	closeSolvers := func() error { return play.Close(slices.Collect(maps.Values(seats))...) }
	for i := range l.seats {
		if spec, known := original.solver(i); !known {
			return nil, errors.Join(fmt.Errorf("the studio does not have solver %q, so other moves cannot be tried", spec), closeSolvers())
		}
		if seats[i], err = other.makeSolver(l, 0, i, deal, r.Budget); err != nil {
			return nil, errors.Join(err, closeSolvers())
		}
	}
	cfg, err := roster.WhatIf(r, turn, move.Seat, move.Dir, seats)
	if err != nil {
		return nil, errors.Join(err, closeSolvers())
	}
	if err := other.open(l, cfg, nil); err != nil {
		return nil, err
	}
	other.startWatch([]*play.WatchedGame{l.game})
	return other, nil
}
