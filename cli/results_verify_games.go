package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ouro/derive"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/results"
	"ouro/store"
)

// verification is that of one experiment.
type verification struct {
	store *store.Store
	of    *store.Experiment
	tell  func() // of every row and game

	player  *results.Replayer // nil where games are derived from their records
	why     string            // they are not played again
	deriver *order.Deriver    // nil where they are not derived either
	lost    string            // why they are not

	rows        int
	played      int
	derived     int
	bare        int // of those to be derived, the games that cannot be
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
	sets, err := results.Sets(v.store, []store.Experiment{*v.of})
	if err != nil {
		return err
	}
	if v.of.Kind == string(order.Exact) {
		chosen = nil
	}
	if len(chosen) > 0 {
		v.prepare(ctx, sets[0])
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
		case chosen[v.rows]:
			v.tell()
			all, err := v.again(ctx, g)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				all = append(all, err.Error())
			}
			for _, what := range all {
				v.differs(g.Group, g.Seating, what)
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

// prepare makes who plays the games again, or else who derives them.
func (v *verification) prepare(ctx context.Context, set *results.Set) {
	var err error
	if v.player, err = set.Replayer(ctx); err == nil {
		return
	}
	v.player, v.why = nil, printable.Short(err.Error(), maxDetail)
	if v.deriver, err = set.Orders[0].Deriver(); err != nil {
		v.deriver, v.lost = nil, printable.Short(err.Error(), maxDetail)
	}
}

// again plays or derives a game again and names what differs.
func (v *verification) again(ctx context.Context, g *store.Game) ([]string, error) {
	kept, err := g.Finished()
	switch {
	case err != nil:
		return nil, err
	case v.player != nil:
		v.played++
		again, err := v.player.Game(ctx, g.Group, g.Seating)
		if err != nil {
			return nil, fmt.Errorf("it cannot be played again: %w", err)
		}
		return derive.PlayedDifferences(kept, again)
	case v.deriver == nil || g.Record == nil:
		v.bare++
		return nil, nil
	}
	v.derived++
	derived, err := v.deriver.Derive(ctx, g.Group, g.Seating, g.Record)
	if err != nil {
		return nil, err
	}
	return derive.Differences(kept, derived), nil
}

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
	switch {
	case v.bare == 0:
	case v.lost != "":
		told = append(told, fmt.Sprintf("%s that cannot be derived (%s)", english.Count(v.bare, "game"), v.lost))
	default:
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
		"not_derived_because", sheet.Sparse(v.lost), "differences", append([]difference{}, v.differences...),
	)
}
