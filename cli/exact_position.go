package cli

import (
	"context"
	"fmt"
	"io"

	"ouro"
	"ouro/lab/sheet"
	"ouro/rule/classic"
	"ouro/solve/exact"
)

func (o *exactOptions) answer(ctx context.Context, stdio IO, bar *exactProgress, options exact.Options) error {
	text, err := readFile(ctx, stdio.In, o.position, maxLevelSize)
	if err != nil {
		return err
	}
	state, err := exact.ParsePosition(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", o.position, err)
	}
	answer, err := exact.Ask(ctx, state, options)
	bar.clear()
	if err != nil {
		return usageIfRefused(fmt.Errorf("%s: %w", o.position, err))
	}
	write := writeAnswer
	if o.json {
		write = writeAnswerJSON
	}
	if err := write(stdio.Out, state, answer); err != nil {
		return err
	}
	if answer.Probability == 0 {
		return errNo
	}
	return nil
}

func writeAnswer(w io.Writer, s *ouro.State, a *exact.Answer) error {
	limit := classic.HungerLimit(s.Grid)
	switch {
	case a.Probability == 0:
		fmt.Fprintf(w, "cannot be won\n")
	case a.Meal > limit:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves, but the next meal takes %d moves, and the rules end the game after %d without one\n",
			chanceText(a.Probability), a.Moves, a.Meal, limit)
	default:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves; the next meal takes %d\n", chanceText(a.Probability), a.Moves, a.Meal)
	}
	for _, d := range ouro.Dirs {
		if _, err := fmt.Fprintf(w, "  %-6s %s\n", d, choiceText(a, d)); err != nil {
			return err
		}
	}
	return nil
}

func choiceText(a *exact.Answer, d ouro.Dir) string {
	c := a.Choices[d]
	var text string
	switch {
	case c.Fatal:
		return "death"
	case c.Probability == 0:
		text = "no way to win"
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

func writeAnswerJSON(w io.Writer, s *ouro.State, a *exact.Answer) error {
	choices := sheet.Each(ouro.Dirs[:], func(d *ouro.Dir) sheet.Facts {
		c := &a.Choices[*d]
		return sheet.FactsOf("dir", *d, "fatal", c.Fatal, "eats", c.Eats, "best", a.Best.Has(*d), "probability", c.Probability, "moves", numberOrNull(c.Moves))
	})
	return encodeJSON(w, sheet.FactsOf("schema", schema{}, "board", s.Grid.String(), "probability", a.Probability,
		"moves", numberOrNull(a.Moves), "moves_to_meal", a.Meal, "directions", choices))
}
