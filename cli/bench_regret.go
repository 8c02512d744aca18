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

// regretMemory is what the values of a board may take.
const regretMemory = 8e9

// checkRegret refuses games whose positions have no value that can be had, before they
// are played.
func (o *benchOptions) checkRegret(game ouro.GameSpec) error {
	switch {
	case !o.regret && o.choices != "":
		return usagef("--regret-csv: there is no regret without --regret")
	case !o.regret:
		return nil
	}
	if game.Level != nil {
		return usagef("--regret: what best play does on boards with walls is not known; use --vs-distance")
	}
	g := ouro.MustGrid(game.W, game.H)
	if g.Size() > exact.MaxCells || exact.Measure(g, false).Bytes > regretMemory {
		return usagef("--regret: board %s: it wants what best play does in every position, and that would take too much memory to compute; "+
			"boards up to 6x6 and 5x7 are within reach; use --vs-distance", g)
	}
	return nil
}

// measureRegret has all values of the board computed, while the user sees how far that is.
// If it is stopped the report does without.
func (o *benchOptions) measureRegret(ctx context.Context, r *lab.Report, stdio IO) error {
	err := o.valueChoices(ctx, r, stdio)
	if ctx.Err() != nil {
		fmt.Fprintln(stdio.Err, "ouro: regret is missing: what best play does was not computed to its end")
	}
	return err
}

func (o *benchOptions) valueChoices(ctx context.Context, r *lab.Report, stdio IO) error {
	if ctx.Err() != nil {
		return nil
	}
	bar := &exactProgress{progress: newProgress(stdio.Err)}
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
			err = usagef("--regret: on board %s not even best play wins every game; use --vs-distance", g)
		}
		return optimum, err
	})
}

// certainValues are the moves of best play where a win is certain.
type certainValues struct{ *exact.Values }

func (v certainValues) Position(body []ouro.Cell, food ouro.Cell) float64 {
	return v.Values.Position(body, food).Moves
}

func (v certainValues) Fed(body []ouro.Cell) float64 { return v.Values.Fed(body).Moves }
