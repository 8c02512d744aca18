package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/results"
	"ouro/roster"
	"ouro/store"
)

// verification is that of one experiment.
type verification struct {
	store *store.Store
	of    *store.Experiment
	own   buildinfo.Identity
	tell  func() // of every row and game

	order  order.Order
	player *lab.Player // nil where games are derived from their records
	first  int         // group of the player's first game
	size   int         // of a group
	why    string      // they are not played again

	rows        int
	played      int
	derived     int
	bare        int // of those to be derived, the games without a record
	differences []difference
}

// difference is something that is not as it was: a game or, without Group and Seating,
// another row.
type difference struct {
	Group   *int   `json:"group,omitempty"`
	Seating *int   `json:"seating,omitempty"`
	What    string `json:"what"`
}

// run reads all rows, and derives those again that were chosen, by their place.
func (v *verification) run(ctx context.Context, chosen map[int]bool) (err error) {
	if v.of.Kind != string(order.Exact) {
		if v.order, err = orderOf(v.store, v.of); err != nil {
			return err
		}
	}
	if v.why = v.whyNot(); v.why == "" && len(chosen) > 0 {
		if err := v.makePlayer(ctx); err != nil {
			v.why = printable.Short(err.Error(), maxDetail)
		}
	}
	for g, err := range v.store.Games(ctx, v.of.ID) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var changed *store.ChangedError
		if errors.As(err, &changed) && !changed.IsGame() {
			v.rowDiffers(changed)
			continue
		}
		v.tell()
		switch {
		case changed != nil:
			v.differs(changed.Group, changed.Seating, "it was changed since it was written")
		case err != nil:
			return err
		case chosen[v.rows] && v.of.Kind != string(order.Exact):
			v.tell()
			if err := v.derive(ctx, g); err != nil {
				return err
			}
		}
		v.rows++
	}
	steps, err := v.store.Steps(ctx, v.of.ID)
	var changed *store.ChangedError
	if errors.As(err, &changed) {
		v.rowDiffers(changed)
		err = nil
	}
	v.rows += len(steps)
	return err
}

// rowDiffers notes that a row which is no game was changed.
func (v *verification) rowDiffers(changed *store.ChangedError) {
	v.differences = append(v.differences, difference{What: changed.What()})
}

func (v *verification) differs(group, seating int, what string) {
	v.differences = append(v.differences, difference{&group, &seating, printable.Short(what, maxDetail)})
}

// whyNot says why games are not played again; "" if they can be.
func (v *verification) whyNot() string {
	var specs []ouro.Spec
	for _, text := range v.order.Solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return "a snake elsewhere took part" // an address
		}
		specs = append(specs, spec)
	}
	err := roster.FromElsewhere(specs...)
	reproducible := v.of.Reproducible || err == nil && slices.ContainsFunc(specs, func(s ouro.Spec) bool { return s.Name == roster.Exec().Name })
	switch {
	case !buildinfo.Same(v.own, v.of.Build):
		return "another build played them"
	case v.order.Kind == order.Contest:
		return "an earlier version played them"
	case v.order.Time > 0 || v.order.CPU > 0:
		return "the clock had a say"
	case err != nil:
		return "a file or program of the machine took part"
	case !reproducible:
		return "others had a say"
	}
	return ""
}

// makePlayer makes who plays the games again.
func (v *verification) makePlayer(ctx context.Context) error {
	sets, err := results.Sets(v.store, []store.Experiment{*v.of})
	if err != nil {
		return err
	}
	plan, err := sets[0].Plan()
	if err != nil {
		return err
	}
	if v.order.Kind == order.Arena { // openings are read
		if plan.Play, err = playOf(ctx, &v.order); err != nil {
			return err
		}
	}
	plan.Records = true
	v.first, v.size = plan.First, max(1, len(plan.Seatings))
	v.player, err = lab.NewPlayer(plan)
	return err
}

// playOf is how the games of a tournament are played.
func playOf(ctx context.Context, o *order.Order) (func(context.Context, lab.Task) (lab.Finished, error), error) {
	plan, err := o.Open(ctx)
	return plan.Play, err
}

// derive derives a game again and compares.
func (v *verification) derive(ctx context.Context, g *store.Game) error {
	kept, err := g.Finished()
	if err != nil {
		v.differs(g.Group, g.Seating, err.Error())
		return nil
	}
	if v.player != nil {
		again, err := v.player.Play(ctx, (g.Group-v.first)*v.size+g.Seating)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		v.played++
		if err != nil {
			v.differs(g.Group, g.Seating, "it cannot be played again: "+err.Error())
			return nil
		}
		all, err := order.PlayedDifferences(kept, again)
		for _, what := range all {
			v.differs(g.Group, g.Seating, what)
		}
		return err
	}
	if g.Record == nil {
		v.bare++
		return nil
	}
	record, err := g.Record.MarshalText()
	if err != nil {
		v.differs(g.Group, g.Seating, err.Error())
		return nil
	}
	v.derived++
	tally, err := v.order.Derive(ctx, g.Group, record)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.differs(g.Group, g.Seating, err.Error())
		return nil
	}
	for _, what := range order.Differences(&kept.Tally, &tally) {
		v.differs(g.Group, g.Seating, what)
	}
	return nil
}

// write says what came of it.
func (v *verification) write(stdio IO) error {
	id := v.of.Key[:min(shortID, len(v.of.Key))]
	for _, d := range v.differences {
		game := ""
		if d.Group != nil {
			game = fmt.Sprintf("game %d: ", *d.Group)
			if *d.Seating > 0 {
				game = fmt.Sprintf("game %d, seating %d: ", *d.Group, *d.Seating)
			}
		}
		fmt.Fprintf(stdio.Out, "%s %s%s\n", id, game, d.What)
	}
	told := []string{english.Count(v.rows, "row")}
	if v.played > 0 {
		told = append(told, english.Count(v.played, "game")+" played again")
	}
	if v.derived > 0 {
		told = append(told, fmt.Sprintf("%s derived from the records (%s)", english.Count(v.derived, "game"), v.why))
	}
	if v.bare > 0 {
		told = append(told, fmt.Sprintf("%s without a record, which cannot be derived (%s)", english.Count(v.bare, "game"), v.why))
	}
	end := "all as they were"
	if n := len(v.differences); n > 0 {
		end = english.Count(n, "difference")
	}
	_, err := fmt.Fprintf(stdio.Out, "%s %s, %s: %s; %s\n", id, printable.Short(entrantsOf(v.of), maxQuoted), printable.Line(v.of.Title), strings.Join(told, ", "), end)
	return err
}

func (v *verification) facts() sheet.Facts {
	return sheet.FactsOf(
		"experiment", v.of.Key, "solvers", append([]string{}, v.of.Solvers...), "title", v.of.Title, "rows", v.rows,
		"played_again", v.played, "derived_from_records", v.derived, "without_record", v.bare, "not_played_because", sheet.Sparse(v.why),
		"differences", append([]difference{}, v.differences...),
	)
}
