package cli

import (
	"context"
	"fmt"
	"math"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/solve/exact"
)

// regretMemory limits the memory for the values of a board, in bytes.
const regretMemory = 8e9

// checkRegret rejects games whose positions have no computable value.
func (o *benchOptions) checkRegret(game ouro.GameSpec) error {
	switch {
	case !o.regret && o.choices != "":
		return usagef("--regret-csv: needs --regret")
	case !o.regret:
		return nil
	}
	if game.Level != nil {
		return usagef("--regret: optimal play on boards with walls is not known; use --vs-distance")
	}
	g := ouro.MustGrid(game.W, game.H)
	if g.Size() > exact.MaxCells || exact.Measure(g, false).Bytes > regretMemory {
		return usagef("--regret: board %s: optimal play in every position needs too much memory to compute; "+
			"boards up to 6x6 and 5x7 are possible; use --vs-distance", g)
	}
	return nil
}

// measureRegret computes all values of the board and adds the regret to the report. If it
// is interrupted, the report has no regret.
func (o *benchOptions) measureRegret(ctx context.Context, r *lab.Report, stdio IO) error {
	err := o.valueChoices(ctx, r, stdio)
	if ctx.Err() != nil {
		fmt.Fprintln(stdio.Err, "ouro: regret is missing: the computation of optimal play was interrupted")
	}
	return err
}

func (o *benchOptions) valueChoices(ctx context.Context, r *lab.Report, stdio IO) error {
	if ctx.Err() != nil {
		return nil
	}
	bar := newExactProgress(stdio.Err)
	defer bar.clear()
	began := time.Now()
	g := ouro.MustGrid(r.Experiment.Game.W, r.Experiment.Game.H)
	return r.MeasureRegret(func(least int, show func(lab.Values)) (float64, error) {
		optimum := math.NaN()
		err := exact.Visit(ctx, g, least, exact.Options{
			Workers: o.workers, Memory: regretMemory,
			Progress: func(p exact.Progress) { bar.show(p, time.Since(began)) },
		}, func(v *exact.Values) {
			show(certainValues{v})
			optimum = v.Start().Moves
		})
		if err == nil && math.IsNaN(optimum) {
			err = usagef("--regret: on board %s even optimal play does not win every game; use --vs-distance", g)
		}
		return optimum, err
	})
}

// certainValues are the expected moves of optimal play.
type certainValues struct{ *exact.Values }

func (v certainValues) Position(body []ouro.Cell, food ouro.Cell) float64 {
	return v.Values.Position(body, food).Moves
}

func (v certainValues) Fed(body []ouro.Cell) float64 { return v.Values.Fed(body).Moves }
