package tune

import (
	"fmt"
	"math"
	"strings"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab/sheet"
)

// Sheet is what a tuning found, or has found so far, for people.
func (e *Experiment) Sheet(r *Result) *sheet.Sheet {
	var names, values, worth sheet.Columns
	for i := range r.Params {
		f := &r.Params[i]
		names.Row("option", f.Name)
		values.Row("range", f.Text(f.Lo)+".."+f.Text(f.Hi), "start", f.Text(f.Start), "end", f.Text(f.End), "±", sheet.Significant(f.Spread))
		worth.Row("gain %", points(f.Gain), "a tenth off %", points(f.Off))
	}
	return &sheet.Sheet{
		Title:  e.title(r),
		Tables: []sheet.Table{sheet.NewTable(names, values, worth)},
		Notes:  e.notes(r),
	}
}

// title says what was tuned in what.
func (e *Experiment) title(r *Result) string {
	t := e.Tournament
	against := "itself"
	if len(t.Snakes) > 1 {
		var all []string
		for _, s := range t.Snakes[1:] {
			all = append(all, named(s))
		}
		against = strings.Join(all, " and ")
	}
	done := english.Count(len(r.Steps), "step")
	if len(r.Steps) < r.Plan.Steps {
		done = fmt.Sprintf("%d of %d steps", len(r.Steps), r.Plan.Steps)
	}
	return fmt.Sprintf("%s tuned against %s, %s of %s", e.Snake, against, done, english.Count(e.GamesOfStep(), "game"))
}

// played is the game in short.
func (e *Experiment) played() string {
	t := e.Tournament
	return fmt.Sprintf("%s, seed %d, budget %s", strings.TrimSpace(t.Rules+" "+t.Board), t.Seed, t.Budget())
}

func (e *Experiment) notes(r *Result) []string {
	notes := []string{
		"Played: " + e.played() + ".",
		"end: the mean of where the second half of the steps went; ± is how far they strayed from it (standard deviation).",
		"gain: what the end scores more than the start, and a tenth off: what is lost a tenth of the range away from the end. " +
			"Both are games won less games lost in percent, by a parabola through all steps, ± standard error.",
	}
	if len(e.Tournament.Snakes) > 1 {
		notes[2] = strings.Replace(notes[2], "games won less games lost in percent", "the share of the others that it was ahead of, in percent", 1)
	}
	groups := len(r.Steps) * r.Plan.Groups
	notes = append(notes, fmt.Sprintf("In %d of %s one side did better; the others went alike for both and say nothing. Where they are most, "+
		"more nodes, a wider range or step, or another board may tell more.", r.Telling, english.Count(groups, "group")))
	if math.IsNaN(r.Gain.Value) {
		return append(notes, "The steps are too few, or too much alike, to tell a gain.")
	}
	return append(notes, fmt.Sprintf("All options together: %s. This is what the steps promise; games that were not used to find the end are the judge.", points(r.Gain)))
}

// points is an estimate in percent.
func points(e Estimate) string {
	if math.IsNaN(e.Value) {
		return sheet.None
	}
	return fmt.Sprintf("%s ± %s", sheet.Signed(100*e.Value, 1), sheet.Fixed(100*e.Error, 1))
}

// Facts are what a tuning found, for programs.
func (e *Experiment) Facts(r *Result) sheet.Facts {
	t := e.Tournament
	against := []string{}
	for _, s := range t.Snakes[1:] {
		against = append(against, named(s))
	}
	estimate := func(x Estimate) sheet.Facts {
		return sheet.FactsOf("value", sheet.Number(x.Value), "error", sheet.Number(x.Error))
	}
	return sheet.FactsOf(
		"snake", e.Snake.String(),
		"against", against,
		"rules", t.Rules,
		"board", sheet.Sparse(t.Board),
		"seed", t.Seed,
		"budget", t.Budget(),
		"steps", len(r.Steps),
		"planned", r.Plan.Steps,
		"games", len(r.Steps)*e.GamesOfStep(),
		"groups", len(r.Steps)*r.Plan.Groups,
		"telling_groups", r.Telling,
		"options", sheet.Each(r.Params, func(f *Found) sheet.Facts {
			return sheet.FactsOf(
				"name", f.Name,
				"lo", f.Lo, "hi", f.Hi,
				"log", f.Log,
				"whole", f.Whole,
				"start", f.Start,
				"end", f.End,
				"spread", sheet.Number(f.Spread),
				"gain", estimate(f.Gain),
				"tenth_off", estimate(f.Off),
			)
		}),
		"gain", estimate(r.Gain),
		"start", e.Start().String(),
		"end", e.End(r).String(),
	)
}

// named is a snake as a user names it.
func named(s arena.Snake) string {
	if s.Name == "" || s.Name == s.Snake {
		return s.Snake
	}
	return s.Name + "=" + s.Snake
}
