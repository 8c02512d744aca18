package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

const (
	MaxSolvers = 8
	MaxGames   = 10_000 // of each solver

	usualGames = 100
)

// Between two reports there are about so much time, and no more groups than that.
const (
	interval   = 300 * time.Millisecond
	mostAtOnce = 200
)

// New returns the kind of channel that measures solvers, whose memory is counted in the store.
func New(store *memory.Store) session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		b := &bench{ch: ch}
		if err := b.open(store); err != nil {
			return err
		}
		defer b.bank.close()
		return b.serve(ctx)
	}
}

func (b *bench) serve(ctx context.Context) error {
	ch := b.ch
	if err := ch.Send(ctx, session.Opened, b.opened()); err != nil {
		return err
	}
	if err := b.report(ctx); err != nil {
		return err
	}
	for {
		var done chan error // of the groups under way
		stop := context.CancelFunc(func() {})
		if b.running {
			done = make(chan error, 1)
			var playing context.Context
			playing, stop = context.WithCancel(ctx)
			go func() { done <- b.batch(playing) }()
		}
		err := b.wait(ctx, done, stop)
		stop()
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

type bench struct {
	ch      *session.Channel
	asked   *link.Request
	solvers []ouro.Spec
	bank    *bank
	games   int // that there are to be
	running bool
	atOnce  int // groups that are played between two reports
}

func (b *bench) open(store *memory.Store) error {
	var asked struct {
		Link string `json:"link"`
	}
	if err := b.ch.Request().Into(&asked); err != nil {
		return err
	}
	l, err := link.Parse(asked.Link)
	if err != nil {
		return err
	}
	// A link has no more solvers than fit side by side; here there may be more.
	specs := l.All("solver")
	if len(specs) > MaxSolvers {
		return &session.Error{Message: fmt.Sprintf("%d solvers: at most %d are measured together", len(specs), MaxSolvers), Field: "solver"}
	}
	one := link.Link{Page: l.Page}
	for _, f := range l.Fields {
		if f.Key != "solver" || f.Value == specs[0] {
			one.Fields = append(one.Fields, f)
		}
	}
	if b.asked, err = one.Resolve(); err != nil {
		return err
	}
	if err := b.check(specs); err != nil {
		return err
	}
	if b.bank, err = newBank(b.asked, b.solvers, store); err != nil {
		return err
	}
	b.atOnce = 1
	b.games = usualGames
	if text := l.Get("games"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return &session.Error{Message: fmt.Sprintf("games: want 1 to %d", MaxGames), Field: "games"}
		}
		return b.setGames(n)
	}
	return nil
}

// check finds what cannot be measured here.
func (b *bench) check(specs []string) error {
	rules, err := roster.FindRules(b.asked.Game.Rules.Name)
	if err != nil {
		return err
	}
	if !rules.WonAlone || len(b.asked.Snakes) > 0 {
		return &session.Error{Message: fmt.Sprintf("under the rules %s no snake can win alone, so there is nothing to measure here; ouro arena tells who is better there", rules.Name), Field: "rules"}
	}
	b.solvers = b.asked.Solvers
	if len(specs) > 0 {
		b.solvers = nil
	}
	for _, text := range specs {
		spec, err := ouro.ParseSpec(text)
		switch {
		case err != nil:
		case spec.Name == link.Hand:
			err = errors.New("a person cannot be measured here")
		default:
			err = roster.CanPlayForPage(spec, b.asked.Game)
		}
		for _, other := range b.solvers {
			if err == nil && other.String() == spec.String() {
				err = fmt.Errorf("solver %s is there twice", spec)
			}
		}
		if err != nil {
			return &session.Error{Message: err.Error(), Field: "solver"}
		}
		b.solvers = append(b.solvers, spec)
	}
	return nil
}

func (b *bench) setGames(n int) error {
	if n < 1 || n > MaxGames {
		return &session.Error{Message: fmt.Sprintf("%d games: want 1 to %d", n, MaxGames), Field: "games"}
	}
	b.games = n
	return nil
}

// batch plays some groups, and finds out how many more to play at once.
func (b *bench) batch(ctx context.Context) error {
	began := time.Now()
	n := min(b.atOnce, b.games-b.bank.groups)
	if err := b.bank.play(ctx, n); err != nil {
		return err
	}
	switch took := time.Since(began); {
	case took < interval/2:
		b.atOnce = min(mostAtOnce, 2*b.atOnce)
	case took > 2*interval:
		b.atOnce = max(1, b.atOnce/2)
	}
	return nil
}

// wait waits for the page or for the groups under way, which have ended when it returns.
func (b *bench) wait(ctx context.Context, done chan error, stop context.CancelFunc) error {
	select {
	case err := <-done:
		if err := b.played(ctx, err); err != nil {
			return err
		}
		return b.report(ctx)
	case m := <-b.ch.In():
		if done != nil {
			if m.Type == "stop" {
				stop()
			}
			if err := b.played(ctx, <-done); err != nil {
				return err
			}
		}
		return b.answer(ctx, m)
	case <-ctx.Done():
		if done != nil {
			return b.played(ctx, <-done) // it was stopped too
		}
		return nil
	}
}

// played takes note of what became of the groups under way. What cannot go on is
// stopped, and the page told why; what was played before stays.
func (b *bench) played(ctx context.Context, err error) error {
	b.running = err == nil && b.bank.groups < b.games
	if err != nil && !errors.Is(err, context.Canceled) {
		return b.fail(ctx, "go", err)
	}
	return nil
}

func (b *bench) answer(ctx context.Context, m session.Message) error {
	var said struct {
		Games int    `json:"games"`
		What  string `json:"what"`
	}
	err := m.Into(&said)
	if err == nil {
		switch m.Type {
		case "go":
			b.running = b.bank.groups < b.games
		case "stop":
			b.running = false
		case "games":
			err = b.setGames(said.Games)
			b.running = b.running && b.bank.groups < b.games
		case "take":
			if err = b.take(ctx, said.What); err == nil {
				return nil
			}
		default:
			err = fmt.Errorf("nobody knows what %q is%s", m.Type, english.Known(m.Type, []string{"go", "stop", "games", "take"}))
		}
	}
	if err != nil {
		return b.fail(ctx, m.Type, err)
	}
	return b.report(ctx)
}

// fail tells of something that could not be done; the channel goes on.
func (b *bench) fail(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return b.ch.Send(ctx, "failed", struct {
		What    string `json:"what"`
		Message string `json:"message"`
	}{what, err.Error()})
}

func (b *bench) report(ctx context.Context) error {
	to := Report{Games: b.bank.groups, Asked: b.games, First: b.asked.Index, Running: b.running, Command: b.command()}
	to.Seed = ouro.GameSeed(b.asked.Seed, b.asked.Index+b.bank.groups)
	r, err := b.bank.measured()
	if err != nil {
		return err
	}
	if r != nil {
		to.tell(r)
	}
	return b.ch.Send(ctx, "report", &to)
}
