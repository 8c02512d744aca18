package report

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/order"
	"ouro/store"
)

// drawn are the kinds of experiments whose games are summed up and drawn.
var drawn = []order.Kind{order.Bench, order.Arena, order.Contest, order.Hunter}

// Stored is an experiment of a store.
func Stored(ctx context.Context, s *store.Store, e store.Experiment) (*Experiment, error) {
	x := &Experiment{
		Key: e.Short(), Kind: e.Kind, Title: e.Title, Build: e.Build.String(), Short: e.Build.Short(), Reproducible: e.Reproducible, Created: e.Created,
		First: e.First, Groups: e.Last - e.First + 1, Count: e.Games,
	}
	runs, err := s.Runs(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if r.Changed {
			continue // a note says so
		}
		x.Runs = append(x.Runs, Run{Command: r.Command, Machine: r.Machine, At: r.Ended})
	}
	if !slices.Contains(drawn, order.Kind(e.Kind)) {
		x.Order = order.Order{Rules: e.Rules, Board: e.Board, StartLength: e.StartLength, Solvers: e.Solvers}
		if e.Kind == string(order.Exact) {
			x.Found, err = bestPlay(ctx, s, e.ID)
		}
		return x, err
	}
	if x.Order, err = order.ParseKept(e.Order, e.Kind, e.Solvers); err != nil {
		return nil, fmt.Errorf("%s: experiment %s: %w", s.File(), e.Short(), err)
	}
	x.kept, x.store = &e, s
	return x, nil
}

// bestPlay says what is kept of best play.
func bestPlay(ctx context.Context, s *store.Store, experiment int64) (string, error) {
	g, err := s.Game(ctx, experiment, 0, 0)
	if err != nil || g == nil {
		return "", err
	}
	var found struct {
		Probability float64
		Moves       *float64
		Positions   int64
	}
	if err := json.Unmarshal(g.Detail, &found); err != nil {
		return "", err
	}
	text := fmt.Sprintf("Best play wins with probability %.6g", found.Probability)
	if found.Moves != nil {
		text += fmt.Sprintf(", in %.6f expected moves", *found.Moves)
	}
	return fmt.Sprintf("%s; %s looked at.", text, english.CountOf(int(found.Positions), "position was", "positions were")), nil
}
