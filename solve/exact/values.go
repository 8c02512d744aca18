package exact

import (
	"context"

	"ouro"
)

// Values are the figures of all snakes of one length on a board, valid during the call of
// visit.
type Values struct {
	run   *run
	stage *stage
}

// Visit computes the figures of a board and shows them by length, from the longest snake that
// can still eat down to least, with no more than two lengths in memory. Without Options.All
// only certainly won positions have figures, the others the probability 0. It writes no
// files, whatever the options.
func Visit(ctx context.Context, g *ouro.Grid, least int, o Options, visit func(*Values)) error {
	o.Checkpoint, o.Save = "", ""
	r, err := newRun(ctx, g, o, least)
	if err != nil {
		return err
	}
	for r.length > least {
		stage, err := r.settle(ctx)
		if err != nil {
			return err
		}
		if err := r.goBack(ctx, stage); err != nil {
			return err
		}
		visit(&Values{r, stage})
	}
	return nil
}

// Length returns the length of the snakes.
func (v *Values) Length() int { return v.stage.length }

// Position returns the figures of a body of the length, head first, and this food.
func (v *Values) Position(body []ouro.Cell, food ouro.Cell) Figures {
	return v.stage.figuresAt(body, food)
}

// Fed returns the figures of a body of the length right after a meal, before the next food
// appears: the mean of Position over all free cells, rounded to a multiple of 2^-22.
func (v *Values) Fed(body []ouro.Cell) Figures {
	b := v.run.trie.find(body).body
	f := Figures{v.run.after.probability(b), expected(v.run.after.moves[b])}
	f.Moves-- // it includes the meal
	return f
}

// Start returns the mean of Fed over all placements of a straight snake, the figures of a
// game that starts with one.
func (v *Values) Start() Figures { return v.run.figures[v.stage.length] }
