package exact

import (
	"context"

	"ouro"
)

// Values are the figures of all snakes of one length on a board. They hold only while
// they are visited.
type Values struct {
	run   *run
	stage *stage
}

// Visit computes the figures of a board and shows them length by length, from the
// longest snake that can still eat down to this length, so that many questions are
// answered while no more than two lengths are in memory. Without Options.All the
// figures of what is not won with certainty are not known: their probability is 0.
// Nothing is saved, whatever the options say.
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

// Length is that of the snakes.
func (v *Values) Length() int { return v.stage.length }

// Position is what best play achieves with this body, head first, and this food, which
// must be a position of the length.
func (v *Values) Position(body []ouro.Cell, food ouro.Cell) Figures {
	return v.stage.figuresAt(body, food)
}

// Fed is what best play achieves with this body, of the length, right after a meal,
// when the next food may still appear on any free cell: the mean of Position over
// these, rounded to a multiple of 2^-22.
func (v *Values) Fed(body []ouro.Cell) Figures {
	b := v.run.trie.find(body).body
	f := Figures{v.run.after.probability(b), expected(v.run.after.moves[b])}
	f.Moves-- // the meal is counted with it
	return f
}

// Start is the mean of Fed over all places of a straight snake: what is expected of a
// game that begins with one.
func (v *Values) Start() Figures { return v.run.figures[v.stage.length] }
