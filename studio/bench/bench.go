// Package bench implements the kind of channel that measures solvers. Its games, figures and files
// equal those of ouro bench. It plays in the background, a batch of groups at a time, and sends a
// report after each batch.
//
//	open {link}            the link has the game, at most 8 solvers, and the number of games
//	opened {link, title, games, solvers: [{name, color}], optimum}
//	go {}                  start or continue playing
//	stop {}                stop at once and drop unfinished groups
//	games {games}          set the number of games of each solver
//	take {what}            "csv", "games-csv", "meals-csv", "json" or "markdown"
//	report {...}           a Report, during play and after every change
//	file {name, mime, base64}
//	failed {what, message}
package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

const (
	MaxSolvers = 8
	MaxGames   = 10_000 // the most games of each solver

	defaultGames = 100
)

// The page receives a report about once in each interval, and after at most maxAtOnce groups.
const (
	interval  = 300 * time.Millisecond
	maxAtOnce = 200
)

// New returns the kind of channel that measures solvers in the memory of store.
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
		var done chan error // receives the result of the groups in play
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
	request *link.Request
	solvers []ouro.Spec
	bank    *bank
	games   int // number of games that each solver shall play
	running bool
	atOnce  int // number of groups between two reports
}

func (b *bench) open(store *memory.Store) error {
	var request struct {
		Link string `json:"link"`
	}
	if err := b.ch.Request().Into(&request); err != nil {
		return err
	}
	l, err := link.Parse(request.Link)
	if err != nil {
		return err
	}
	// Resolve accepts only as many solvers as fit side by side, but a bench allows more. So only the
	// first solver is resolved with the link, and check checks all of them.
	specs := l.All("solver")
	if len(specs) > MaxSolvers {
		return &session.Error{Message: fmt.Sprintf("%d solvers: the limit of one experiment is %d", len(specs), MaxSolvers), Field: "solver"}
	}
	single := link.Link{Page: l.Page}
	for _, f := range l.Fields {
		if f.Key != "solver" || f.Value == specs[0] {
			single.Fields = append(single.Fields, f)
		}
	}
	if b.request, err = single.Resolve(); err != nil {
		return err
	}
	if err := b.check(specs); err != nil {
		return err
	}
	if b.bank, err = newBank(b.request, b.solvers, store); err != nil {
		return err
	}
	b.atOnce = 1
	b.games = defaultGames
	if text := l.Get("games"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return &session.Error{Message: fmt.Sprintf("games %q: want 1 to %d", printable.Short(text, 80), MaxGames), Field: "games"}
		}
		return b.setGames(n)
	}
	return nil
}

// check returns an error if the rules or a solver cannot be measured here. Otherwise it sets the
// solvers of the bench.
func (b *bench) check(specs []string) error {
	rules, err := roster.RulesEntryOf(b.request.Game.Rules)
	if err != nil {
		return err
	}
	if !rules.WonAlone || len(b.request.Snakes) > 0 {
		return &session.Error{Message: fmt.Sprintf("rules %s: no snake can win alone; use ouro arena to compare snakes", rules.Name), Field: "rules"}
	}
	b.solvers = b.request.Solvers
	if len(specs) > 0 {
		b.solvers = nil
	}
	for _, text := range specs {
		spec, err := ouro.ParseSpec(text)
		switch {
		case err != nil:
		case spec.Name == link.Hand:
			err = errors.New("hand: a person's play cannot be measured; choose a solver")
		default:
			err = roster.CanPlayForPage(spec, b.request.Game)
		}
		for _, other := range b.solvers {
			if err == nil && other.String() == spec.String() {
				err = fmt.Errorf("solver %s is given twice: remove one of them", spec)
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

// batch plays the next atOnce groups. It then adjusts atOnce to the time that they took.
func (b *bench) batch(ctx context.Context) error {
	began := time.Now()
	n := min(b.atOnce, b.games-b.bank.groups)
	if err := b.bank.play(ctx, n); err != nil {
		return err
	}
	switch took := time.Since(began); {
	case took < interval/2:
		b.atOnce = min(maxAtOnce, 2*b.atOnce)
	case took > 2*interval:
		b.atOnce = max(1, b.atOnce/2)
	}
	return nil
}

// wait waits for a message or for the end of the batch. If a message comes first, it ends the batch
// before it answers, so no batch is in play when wait returns.
func (b *bench) wait(ctx context.Context, done chan error, stop context.CancelFunc) error {
	select {
	case err := <-done:
		if err := b.finishBatch(ctx, err); err != nil {
			return err
		}
		return b.report(ctx)
	case m := <-b.ch.In():
		if done != nil {
			if m.Type == "stop" {
				stop()
			}
			if err := b.finishBatch(ctx, <-done); err != nil {
				return err
			}
		}
		return b.answer(ctx, m)
	case <-ctx.Done():
		if done != nil {
			return b.finishBatch(ctx, <-done) // the end of ctx has stopped the groups too
		}
		return nil
	}
}

// finishBatch handles the end of a batch. An error stops the experiment, but the results of earlier
// batches remain.
func (b *bench) finishBatch(ctx context.Context, err error) error {
	b.running = err == nil && b.bank.groups < b.games
	if err != nil && !errors.Is(err, context.Canceled) {
		return b.fail(ctx, "go", err)
	}
	return nil
}

func (b *bench) answer(ctx context.Context, m session.Message) error {
	var args struct {
		Games int    `json:"games"`
		What  string `json:"what"`
	}
	err := m.Into(&args)
	if err == nil {
		switch m.Type {
		case "go":
			b.running = b.bank.groups < b.games
		case "stop":
			b.running = false
		case "games":
			err = b.setGames(args.Games)
			b.running = b.running && b.bank.groups < b.games
		case "take":
			if err = b.take(ctx, args.What); err == nil {
				return nil
			}
		default:
			err = fmt.Errorf("unknown message %q%s", m.Type, english.Suggestion(m.Type, []string{"go", "stop", "games", "take"}))
		}
	}
	if err != nil {
		return b.fail(ctx, m.Type, err)
	}
	return b.report(ctx)
}

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
	to := Report{Games: b.bank.groups, Requested: b.games, First: b.request.Index, Running: b.running, Command: b.command()}
	to.Seed = ouro.GameSeed(b.request.Seed, b.request.Index+b.bank.groups)
	r, err := b.bank.fullReport()
	if err != nil {
		return err
	}
	if r != nil {
		to.fill(r)
	}
	return b.ch.Send(ctx, "report", &to)
}
