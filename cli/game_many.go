package cli

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"slices"

	"ouro/battlesnake/host"
	"ouro/lab"
	"ouro/order"
)

// many tells whether this is an experiment rather than a game.
func (o *gameOptions) many() bool { return o.games > 1 || o.asked() }

// runMany plays games at once and sums them up. As many games in a row as there
// are snakes have the same start, and every snake sits in every seat once.
func (o *gameOptions) runMany(ctx context.Context, stdio IO, cfg host.Config) error {
	n := len(cfg.Entrants)
	if o.first%n != 0 {
		return usagef("--first %d: want a multiple of %d, since each start is played once with each of the %d snakes in each seat", o.first, n, n)
	}
	what := order.OfContest(cfg.Game, cfg.Seed, cfg.Budget, cfg.Entrants, cfg.Timeout)
	plan, err := what.Plan()
	if err != nil {
		return usageError{err}
	}
	cfg.Known = new(host.Known)
	plan.Workers = o.workers
	if plan.Play != nil { // there are guests
		plan.Play = func(ctx context.Context, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
			return o.playGuests(ctx, cfg, t)
		}
		plan.Workers = cmp.Or(plan.Workers, 1)
	}
	return o.experimentOptions.play(ctx, stdio, experiment{
		order: what, plan: plan, group: n,
		record: func(t *lab.Tally) string { return fmt.Sprintf("game-%d", int(t.Group)*n+int(t.Seating)) },
	})
}

// playGuests plays a game with snakes elsewhere, which have a connection of their
// own for each game.
func (o *gameOptions) playGuests(ctx context.Context, cfg host.Config, t lab.Task) (tally lab.Tally, record encoding.TextMarshaler, err error) {
	names := cfg.Entrants
	cfg.Entrants, cfg.Seed, cfg.Keep, cfg.Clock = make([]host.Entrant, len(t.Seats)), t.Seed, t.Keep, t.Clock
	for seat, k := range t.Seats {
		if cfg.Entrants[seat], err = host.ParseEntrant(o.snakes[k]); err != nil {
			return tally, nil, err
		}
		cfg.Entrants[seat].Name = names[k].Name
	}
	g, err := host.New(ctx, cfg)
	for err == nil {
		outcome, over := g.Over()
		if over {
			tally = lab.NewTally(g.State(), outcome, slices.Concat(g.Silent(), g.Incidents()))
			break
		}
		err = g.Move(ctx)
	}
	if g != nil {
		bye, cancel := ending(ctx)
		err = errors.Join(err, g.End(bye))
		cancel()
	}
	if err == nil && t.Keep {
		record = g.Record()
	}
	return tally, record, err
}
