package report

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// drawn are the kinds of experiments whose games are summed up and drawn.
var drawn = []order.Kind{order.Bench, order.Contest, order.Hunter}

// Stored is an experiment of a store.
func Stored(ctx context.Context, s *store.Store, e store.Experiment) (*Experiment, error) {
	x := &Experiment{
		Key: e.Short(), Kind: e.Kind, Title: e.Title, Build: e.Build.String(), Reproducible: e.Reproducible, Created: e.Created,
		First: e.First, Groups: e.Last - e.First + 1, Count: e.Games,
	}
	runs, err := s.Runs(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		x.Runs = append(x.Runs, Run{Command: r.Command, Machine: r.Machine, At: r.Ended})
	}
	if !slices.Contains(drawn, order.Kind(e.Kind)) {
		x.Order = order.Order{Rules: e.Rules, Board: e.Board, StartLength: e.StartLength, Solvers: e.Solvers}
		return x, nil
	}
	if x.Order, err = order.Parse(e.Order); err != nil {
		return nil, fmt.Errorf("%s: experiment %s: %w", s.File(), e.Short(), err)
	}
	x.Games = func(ctx context.Context) iter.Seq2[*lab.Finished, error] {
		return func(yield func(*lab.Finished, error) bool) {
			for g, err := range s.Games(ctx, e.ID) {
				var f *lab.Finished
				if err == nil {
					f, err = g.Finished()
				}
				if !yield(f, err) {
					return
				}
			}
		}
	}
	x.Game = func(ctx context.Context, group, seating int) (*lab.Finished, error) {
		g, err := s.Game(ctx, e.ID, group, seating)
		if err != nil || g == nil {
			return nil, err
		}
		return g.Finished()
	}
	return x, nil
}
