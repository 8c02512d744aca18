package measure

import (
	"context"
	"fmt"
	"io"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/progress"
	"ouro/lab/sheet"
	"ouro/rule/classic"
	"ouro/solve/exact"
)

// answer computes and prints the value of each direction in the position of --position.
func (o *exactOptions) answer(ctx context.Context, stdio command.IO, bar *progress.Exact, options exact.Options) error {
	text, err := command.ReadFile(ctx, stdio.In, o.position, command.MaxLevelSize)
	if err != nil {
		return err
	}
	state, err := exact.ParsePosition(string(text), o.game.Wrap)
	if err != nil {
		return fmt.Errorf("%s: %w", o.position, err)
	}
	answer, err := exact.Ask(ctx, state, options)
	bar.Clear()
	if err != nil {
		return usageIfRefused(fmt.Errorf("%s: %w", o.position, err))
	}
	write := o.writeAnswer
	if o.json {
		write = o.writeAnswerJSON
	}
	if err := write(stdio.Out, state, answer); err != nil {
		return err
	}
	if answer.Probability == 0 {
		return command.ErrNo
	}
	return nil
}

func (o *exactOptions) writeAnswer(w io.Writer, s *ouro.State, a *exact.Answer) error {
	limit := classic.HungerLimit(s.Grid)
	switch {
	case a.Probability == 0 && o.adversary:
		fmt.Fprintln(w, "the snake can be kept from winning for ever")
	case o.adversary:
		fmt.Fprintf(w, "won in at most %.0f moves, wherever the food appears; the next meal takes %d\n", a.Moves, a.Meal)
	case a.Probability == 0:
		fmt.Fprintln(w, "cannot be won")
	case a.Meal > limit:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves, but the next meal takes %d moves, and the rules end the game after %d without one\n",
			chanceText(a.Probability), a.Moves, a.Meal, limit)
	default:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves; the next meal takes %d\n", chanceText(a.Probability), a.Moves, a.Meal)
	}
	for _, d := range ouro.Dirs {
		if _, err := fmt.Fprintf(w, "  %-6s %s\n", d, o.choiceText(a, d)); err != nil {
			return err
		}
	}
	return nil
}

func (o *exactOptions) choiceText(a *exact.Answer, d ouro.Dir) string {
	c := a.Choices[d]
	var text string
	switch {
	case c.Fatal:
		return "death"
	case c.Probability == 0:
		text = "no way to win"
	case o.adversary:
		text = fmt.Sprintf("at most %.0f moves", c.Moves)
	default:
		text = fmt.Sprintf("probability %s, %.6f moves", chanceText(c.Probability), c.Moves)
	}
	if c.Eats {
		text += ", eats"
	}
	if a.Best.Has(d) {
		text += ", best"
	}
	return text
}

func (o *exactOptions) writeAnswerJSON(w io.Writer, s *ouro.State, a *exact.Answer) error {
	choices := sheet.Each(ouro.Dirs[:], func(d *ouro.Dir) sheet.Facts {
		c := &a.Choices[*d]
		return sheet.FactsOf("dir", *d, "fatal", c.Fatal, "eats", c.Eats, "best", a.Best.Has(*d), "probability", c.Probability, "moves", numberOrNull(c.Moves))
	})
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "board", s.Grid.String(), "adversary", sheet.Sparse(o.adversary), "probability", a.Probability,
		"moves", numberOrNull(a.Moves), "moves_to_meal", a.Meal, "directions", choices))
}
