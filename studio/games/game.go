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

// Game is the kind of a channel on which games are played as a link asks for them.
func Game(limits Limits) session.Kind {
	limits = limits.withDefaults()
	return func(ctx context.Context, ch *session.Channel) error {
		var said struct {
			Link string `json:"link"`
			Hint string `json:"hint"`
		}
		if err := ch.Request().Into(&said); err != nil {
			return err
		}
		a, err := ask(said.Link, limits)
		if err != nil {
			return err
		}
		var hint *ouro.Spec
		if said.Hint != "" {
			spec, err := ouro.ParseSpec(said.Hint)
			if err == nil {
				err = roster.CanPlayForPage(spec, a.Game)
			}
			if err != nil {
				return &session.Error{Message: err.Error(), Field: "hint"}
			}
			hint = &spec
		}
		t, err := newTable(a, hint, limits.Store)
		if err != nil {
			return err
		}
		g := newGame(ch, t, limits)
		g.asked, g.hint = a, hint
		g.wanted = wanted{labels: a.Show, seat: a.Seat}
		return g.serve(ctx)
	}
}

// ask reads a link, within the limits.
func ask(text string, limits Limits) (*link.Request, error) {
	l, err := link.Parse(text)
	if err != nil {
		return nil, err
	}
	a, err := l.Resolve()
	if err != nil {
		return nil, err
	}
	if cells := a.Game.W * a.Game.H * max(1, len(a.Solvers)); cells > limits.Cells {
		return nil, &session.Error{Message: fmt.Sprintf("boards of %d cells together, at most %d are played here", cells, limits.Cells), Field: "board"}
	}
	if a.Budget.Time > limits.Think || a.Budget.CPU > limits.Think {
		return nil, &session.Error{Message: fmt.Sprintf("more than %s for a move is not given here", limits.Think), Field: "time"}
	}
	return a, nil
}

// game serves a channel: one goroutine plays and answers, another one listens.
type game struct {
	ch     *session.Channel
	limits Limits
	desk   *desk
	asked  *link.Request // nil of a file
	hint   *ouro.Spec
	file   *file // nil of a link

	table  *table
	parked *table // the game itself, while another move is tried

	share memory.Share

	running bool
	pace    pace
	goal    int  // turn, from 0, that is gone to; -1 is none
	stale   bool // the page has not what was shown last
	wanted  wanted
	stated  time.Time // when the last facts were sent
	charted time.Time // when the last series was
	err     error     // what the page was told of why it does not go on
	out     []byte
	change  frames.Change // used again for each
}

func newGame(ch *session.Channel, t *table, limits Limits) *game {
	return &game{ch: ch, limits: limits, desk: newDesk(), table: t, goal: -1, stale: true, share: limits.Store.Share()}
}

func (g *game) serve(ctx context.Context) error {
	defer g.close()
	if err := g.keep(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	listening := make(chan struct{})
	go func() { defer close(listening); g.desk.listen(ctx, g.ch) }()
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
		case <-g.desk.stir:
		case th := <-g.table.thinking:
			err = g.thought(ctx, th)
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
	if g.parked != nil {
		g.parked.close()
	}
}

// begin reports the game before any solver thinks, and goes to the requested turn.
func (g *game) begin(ctx context.Context) error {
	g.table.peek()
	if err := g.ch.Send(ctx, session.Opened, g.opened()); err != nil {
		return err
	}
	if err := g.key(ctx); err != nil {
		return err
	}
	g.goal = 0
	if g.asked != nil {
		g.goal = g.table.index(g.asked.Turn)
	}
	return nil
}

// work does what is due, and returns how long to wait; negative is until the page speaks.
func (g *game) work(ctx context.Context) (wait time.Duration, err error) {
	for {
		m, ok := g.desk.next()
		if !ok {
			break
		}
		if err := g.hear(ctx, m); err != nil {
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
		return 0, g.undisturbed(ctx, g.approach)
	case g.stale:
		return g.after(g.undisturbed(ctx, g.tell))
	case !g.running:
		return -1, nil
	}
	turns, wait := g.pace.due(time.Now())
	if turns == 0 {
		return wait, nil
	}
	return g.after(g.undisturbed(ctx, func(ctx context.Context) error { return g.run(ctx, turns) }))
}

// after is how long to wait after work that may have to be done again.
func (g *game) after(err error) (time.Duration, error) {
	if g.running || g.stale {
		return 0, err
	}
	return -1, err
}

// undisturbed does some work that the page may interrupt. That, and a solver that
// thinks for too long, is no error of the channel.
func (g *game) undisturbed(ctx context.Context, work func(context.Context) error) error {
	within, stop := g.desk.work(ctx)
	defer stop()
	if err := work(within); err != nil && within.Err() == nil {
		return g.stuck(ctx, err)
	}
	return nil
}

// stuck tells that games stand still, and why.
func (g *game) stuck(ctx context.Context, why error) error {
	g.running, g.goal = false, -1
	if err := g.ch.Send(ctx, "progress", g.progress()); err != nil {
		return session.UnlessGone(ctx, err)
	}
	return session.UnlessGone(ctx, g.ch.Fail(ctx, why))
}

// slice is how long games are played between two messages.
const slice = 12 * time.Millisecond

// run plays so many turns on, or as many as there is time for.
func (g *game) run(ctx context.Context, turns int) error {
	before := g.table.shown.Turn
	to := min(before+turns, g.limits.Turns)
	if err := g.play(ctx, to); err != nil {
		return err
	}
	stopped := g.table.over() || g.table.shown.Err != nil || g.table.shown.Turn >= g.limits.Turns
	if stopped {
		g.running = false
	}
	if err := g.tell(ctx); err != nil {
		return err
	}
	if stopped {
		return g.halted(ctx)
	}
	return nil
}

// play is show where there is room for more turns.
func (g *game) play(ctx context.Context, to int) error {
	if to > g.table.shown.Turns && !g.table.over() {
		if err := g.keep(); err != nil {
			return err
		}
	}
	return g.show(ctx, to)
}

func (g *game) approach(ctx context.Context) error {
	to := min(g.goal, g.limits.Turns)
	if err := g.play(ctx, to); err != nil {
		return err
	}
	t := g.table
	if t.shown.Turn < to && !t.over() && t.shown.Err == nil {
		_, err := g.ch.Offer("progress", g.progress())
		return cmp.Or(err, sleep(ctx, time.Millisecond)) // so that whoever listens comes to hear
	}
	g.goal = -1
	if err := g.tell(ctx); err != nil {
		return err
	}
	return g.halted(ctx)
}

// halted tells that games stand still, and why if it is for good.
func (g *game) halted(ctx context.Context) error {
	if err := g.ch.Send(ctx, "progress", g.progress()); err != nil {
		return err
	}
	broken := g.table.shown.Err
	if broken != nil && g.err == nil {
		g.err = broken
		return g.ch.Fail(ctx, fmt.Errorf("the game does not go on: %w", broken))
	}
	return nil
}

// sleep waits, unless ctx ends before.
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

// lookBack is the position of a lane at a turn that was played.
func (l *lane) lookBack(turn int) *ouro.State {
	return l.played.At(min(turn, l.played.Turns()))
}
