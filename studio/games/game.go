package games

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"ouro"
	"ouro/roster"
	"ouro/studio/frames"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// Game returns the kind of channel that plays the game of a link.
func Game(limits Limits) session.Kind {
	limits = limits.withDefaults()
	return func(ctx context.Context, ch *session.Channel) error {
		var args struct {
			Link string `json:"link"`
			Hint string `json:"hint"`
		}
		if err := ch.Request().Into(&args); err != nil {
			return err
		}
		request, err := resolveLink(args.Link, limits)
		if err != nil {
			return err
		}
		var hint *ouro.Spec
		if args.Hint != "" {
			spec, err := ouro.ParseSpec(args.Hint)
			if err == nil {
				err = roster.CanPlayForPage(spec, request.Game)
			}
			if err != nil {
				return &session.Error{Message: err.Error(), Field: "hint"}
			}
			hint = &spec
		}
		t, err := newTable(request, hint, limits.Store)
		if err != nil {
			return err
		}
		g := newGame(ch, t, limits)
		g.request, g.hint = request, hint
		g.noteFilter = noteFilter{labels: request.Show, seat: request.Seat}
		return g.serve(ctx)
	}
}

func resolveLink(text string, limits Limits) (*link.Request, error) {
	l, err := link.Parse(text)
	if err != nil {
		return nil, err
	}
	request, err := l.Resolve()
	if err != nil {
		return nil, err
	}
	if cells := request.Game.W * request.Game.H * max(1, len(request.Solvers)); cells > limits.Cells {
		return nil, &session.Error{Message: fmt.Sprintf("the boards have %d cells together; the limit is %d: choose smaller boards or fewer solvers", cells, limits.Cells), Field: "board"}
	}
	if request.Budget.Time > limits.Think || request.Budget.CPU > limits.Think {
		return nil, &session.Error{Message: fmt.Sprintf("%s for a move: the limit is %s", max(request.Budget.Time, request.Budget.CPU), limits.Think), Field: "time"}
	}
	return request, nil
}

// game serves a channel. One goroutine plays and sends messages, another receives them.
type game struct {
	ch      *session.Channel
	limits  Limits
	inbox   *inbox
	request *link.Request // nil for a file
	hint    *ouro.Spec
	file    *file // nil for a link

	table    *table
	original *table // the game itself, while the page shows an alternative

	share memory.Share

	running    bool
	pace       pace
	goal       int  // target of the current seek, in turns since the start; -1 without a seek
	stale      bool // the page lacks part of the current view
	noteFilter noteFilter
	lastFacts  time.Time // when the last facts were sent
	lastSeries time.Time // when the last series was sent
	err        error     // the error that ended the game, once it has been reported
	out        []byte
	change     frames.Change // reused for every message
}

func newGame(ch *session.Channel, t *table, limits Limits) *game {
	return &game{ch: ch, limits: limits, inbox: newInbox(), table: t, goal: -1, stale: true, share: limits.Store.Share()}
}

func (g *game) serve(ctx context.Context) error {
	defer g.close()
	if err := g.reserveGames(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	listening := make(chan struct{})
	go func() { defer close(listening); g.inbox.listen(ctx, g.ch) }()
	defer func() { stop(); <-listening }()
	if err := g.begin(ctx); err != nil {
		return err
	}
	for {
		wait, err := g.work(ctx)
		if err != nil {
			return err
		}
		if wait < 0 {
			wait = math.MaxInt64
		}
		alarm := time.NewTimer(wait)
		select {
		case <-alarm.C:
		case <-g.inbox.arrived:
		case th := <-g.table.thinking:
			err = g.finishThinking(ctx, th)
		case <-ctx.Done():
		}
		alarm.Stop()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (g *game) close() {
	defer g.share.Free()
	g.table.close()
	if g.original != nil {
		g.original.close()
	}
}

// begin sends the start position before any solver thinks. It then sets the goal to the turn of the
// link.
func (g *game) begin(ctx context.Context) error {
	g.table.showStart()
	if err := g.ch.Send(ctx, session.Opened, g.opened()); err != nil {
		return err
	}
	if err := g.key(ctx); err != nil {
		return err
	}
	g.goal = 0
	if g.request != nil {
		g.goal = g.table.turnsSinceStart(g.request.Turn)
	}
	return nil
}

// work handles all messages and then plays. It returns how long to wait until the next
// turn. If wait is negative, the game waits for a message.
func (g *game) work(ctx context.Context) (wait time.Duration, err error) {
	for {
		m, ok := g.inbox.next()
		if !ok {
			break
		}
		if err := g.handle(ctx, m); err != nil {
			if ctx.Err() != nil {
				return 0, nil
			}
			if err := g.ch.Fail(ctx, err); err != nil {
				return 0, session.UnlessGone(ctx, err)
			}
		}
	}
	switch {
	case g.goal >= 0:
		return 0, g.runUntilUrgent(ctx, g.stepTowardGoal)
	case g.stale:
		return g.waitAfter(g.runUntilUrgent(ctx, g.update))
	case !g.running:
		return -1, nil
	}
	turns, wait := g.pace.due(time.Now())
	if turns == 0 {
		return wait, nil
	}
	return g.waitAfter(g.runUntilUrgent(ctx, func(ctx context.Context) error { return g.run(ctx, turns) }))
}

// waitAfter returns the results of work: how long to wait until the next work, and err. The wait is 0
// if the game runs or the page lacks part of the view, otherwise -1.
func (g *game) waitAfter(err error) (time.Duration, error) {
	if g.running || g.stale {
		return 0, err
	}
	return -1, err
}

// runUntilUrgent runs f and cancels its context when an urgent message arrives. It reports an error
// of f to the page, unless the context was cancelled.
func (g *game) runUntilUrgent(ctx context.Context, f func(context.Context) error) error {
	within, stop := g.inbox.work(ctx)
	defer stop()
	if err := f(within); err != nil && within.Err() == nil {
		return g.fail(ctx, err)
	}
	return nil
}

// fail stops the run or seek and reports the error to the page.
func (g *game) fail(ctx context.Context, why error) error {
	g.running, g.goal = false, -1
	if err := g.ch.Send(ctx, "progress", g.progress()); err != nil {
		return session.UnlessGone(ctx, err)
	}
	return session.UnlessGone(ctx, g.ch.Fail(ctx, why))
}

const slice = 12 * time.Millisecond // longest time for which games play before the page gets a message

// run plays at most the given number of turns, for at most the time slice, and updates the page.
func (g *game) run(ctx context.Context, turns int) error {
	before := g.table.view.Turn
	to := min(before+turns, g.limits.Turns)
	if err := g.play(ctx, to); err != nil {
		return err
	}
	stopped := g.table.over() || g.table.view.Err != nil || g.table.view.Turn >= g.limits.Turns
	if stopped {
		g.running = false
	}
	if err := g.update(ctx); err != nil {
		return err
	}
	if stopped {
		return g.reportHalt(ctx)
	}
	return nil
}

// play goes to a turn. It first reserves memory for turns that were not played yet.
func (g *game) play(ctx context.Context, turn int) error {
	if turn > g.table.view.Turns && !g.table.over() {
		if err := g.reserveGames(); err != nil {
			return err
		}
	}
	return g.show(ctx, turn)
}

func (g *game) stepTowardGoal(ctx context.Context) error {
	to := min(g.goal, g.limits.Turns)
	if err := g.play(ctx, to); err != nil {
		return err
	}
	t := g.table
	if t.view.Turn < to && !t.over() && t.view.Err == nil {
		_, err := g.ch.Offer("progress", g.progress())
		return cmp.Or(err, sleep(ctx, time.Millisecond)) // the goroutine that receives messages can run meanwhile
	}
	g.goal = -1
	if err := g.update(ctx); err != nil {
		return err
	}
	return g.reportHalt(ctx)
}

// reportHalt reports that the games have stopped. If an error ended them, it reports the
// error.
func (g *game) reportHalt(ctx context.Context) error {
	if err := g.ch.Send(ctx, "progress", g.progress()); err != nil {
		return err
	}
	broken := g.table.view.Err
	if broken != nil && g.err == nil {
		g.err = broken
		return g.ch.Fail(ctx, fmt.Errorf("the game ended with an error: %w", broken))
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *lane) stateAt(turn int) *ouro.State {
	return l.played.At(min(turn, l.played.Turns()))
}

const frameTime = time.Second / 60 // shortest time between two messages of a running game: one frame of a screen

// pace computes how many turns of a running game are due.
type pace struct {
	speed     float64   // turns a second; 0 is as fast as possible
	next      time.Time // time of the next message
	remainder float64   // fraction of a turn that is due but not played
}

func (p *pace) start(speed float64, now time.Time) { *p = pace{speed: speed, next: now} }

func (p *pace) interval() time.Duration {
	if p.speed <= 0 {
		return frameTime
	}
	return max(frameTime, time.Duration(float64(time.Second)/p.speed))
}

// due returns how many turns to play now. If it is too early, it returns how long to wait.
// It does not make up for turns that were missed because a solver was slow.
func (p *pace) due(now time.Time) (turns int, wait time.Duration) {
	if wait = p.next.Sub(now); wait > 0 {
		return 0, wait
	}
	late := -wait
	p.next = p.next.Add(p.interval())
	if late > p.interval() {
		p.next = now.Add(p.interval())
	}
	if p.speed <= 0 {
		return math.MaxInt32, 0
	}
	p.remainder += p.interval().Seconds() * p.speed
	turns = int(p.remainder + 1e-9)
	p.remainder -= float64(turns)
	return turns, 0
}
