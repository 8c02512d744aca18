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

// verification is the verification of one experiment.
type verification struct {
	store    *store.Store
	of       *store.Experiment
	progress func() // called for every row and game

	player  *results.Replayer // nil if games are derived from records
	why     string            // why games are not played again
	deriver *order.Deriver    // nil if games cannot be derived either
	lost    string            // why not

	rows        int
	played      int
	derived     int
	bare        int // chosen games that cannot be derived
	differences []difference
}

// difference is one difference: in a game or, without Group and Seating, in another row.
type difference struct {
	Group   *int   `json:"group,omitempty"`
	Seating *int   `json:"seating,omitempty"`
	What    string `json:"what"`
}

// run reads all rows, and derives the chosen ones again, by their index.
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
		v.progress()
		switch {
		case changed != nil:
			v.differs(changed.Group, changed.Seating, "changed outside of ouro")
		case err != nil:
			return err
		case chosen[v.rows]:
			v.progress()
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

// rowDiffers adds a changed row that is not a game.
func (v *verification) rowDiffers(changed *store.ChangedError) {
	v.differences = append(v.differences, difference{What: changed.What()})
}

func (v *verification) differs(group, seating int, what string) {
	v.differences = append(v.differences, difference{&group, &seating, detail(what)})
}

// prepare sets the player that plays games again, or else the deriver.
func (v *verification) prepare(ctx context.Context, set *results.Set) {
	var err error
	if v.player, err = set.Replayer(ctx); err == nil {
		return
	}
	v.player, v.why = nil, detail(err.Error())
	if v.deriver, err = set.Orders[0].Deriver(); err != nil {
		v.deriver, v.lost = nil, detail(err.Error())
	}
}

// again plays or derives a game again and returns the differences.
func (v *verification) again(ctx context.Context, g *store.Game) ([]string, error) {
	kept, err := g.Finished()
	switch {
	case err != nil:
		return nil, err
	case v.player != nil:
		v.played++
		again, err := v.player.Game(ctx, g.Group, g.Seating)
		if err != nil {
			return nil, fmt.Errorf("cannot be played again: %w", err)
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
	parts := []string{english.Count(v.rows, "row")}
	if v.played > 0 {
		parts = append(parts, english.Count(v.played, "game")+" played again")
	}
	if v.derived > 0 {
		parts = append(parts, fmt.Sprintf("%s derived from the records (%s)", english.Count(v.derived, "game"), v.why))
	}
	switch {
	case v.bare == 0:
	case v.lost != "":
		parts = append(parts, fmt.Sprintf("%s that cannot be derived (%s)", english.Count(v.bare, "game"), v.lost))
	default:
		parts = append(parts, fmt.Sprintf("%s without a record, which cannot be derived (%s)", english.Count(v.bare, "game"), v.why))
	}
	end := "all equal"
	if n := len(v.differences); n > 0 {
		end = english.Count(n, "difference")
	}
	_, err := fmt.Fprintf(stdio.Out, "%s %s, %s: %s; %s\n", id, quoted(entrantsOf(v.of)), printable.Line(v.of.Title), strings.Join(parts, ", "), end)
	return err
}

func (v *verification) facts() sheet.Facts {
	return sheet.FactsOf(
		"experiment", v.of.Key, "solvers", append([]string{}, v.of.Solvers...), "title", v.of.Title, "rows", v.rows,
		"played_again", v.played, "derived_from_records", v.derived, "without_record", v.bare, "not_played_because", sheet.Sparse(v.why),
		"not_derived_because", sheet.Sparse(v.lost), "differences", append([]difference{}, v.differences...),
	)
}
