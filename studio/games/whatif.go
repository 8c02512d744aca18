package games

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

type alternative struct {
	Turn int      `json:"turn"`
	Seat int      `json:"seat"`
	Dir  ouro.Dir `json:"dir"`
}

// try shows the game after another move: with the same start, the same food and moves up
// to that turn, and the same solvers afterwards.
func (g *game) try(ctx context.Context, args arguments) error {
	t := g.table
	if len(t.lanes) > 1 {
		return errors.New("another move can be tried only in a single game: open one of the games alone")
	}
	n := t.index(args.Turn)
	r, err := g.record(ctx, n)
	if err != nil {
		return err
	}
	other, err := t.branch(r, n, alternative{args.Turn, args.Seat, args.Dir.Dir})
	if err != nil {
		return err
	}
	if g.original == nil {
		g.original = t
	} else {
		t.close()
	}
	return g.turnTo(ctx, other, n+1)
}

func (g *game) back(ctx context.Context) error {
	if g.original == nil {
		return errors.New("the page shows the game itself already")
	}
	g.table.close()
	t := g.original
	g.original = nil
	return g.turnTo(ctx, t, t.view.Turn)
}

func (g *game) turnTo(ctx context.Context, t *table, turn int) error {
	g.table, g.running, g.goal, g.err = t, false, turn, nil
	g.forget()
	for _, l := range t.lanes {
		clear(l.sent) // the chart starts again
	}
	if t.view.Scene == nil {
		t.showStart()
	}
	return g.ch.Send(ctx, "branched", struct {
		Move *alternative `json:"tried"` // nil for the game itself
	}{t.alternative})
}

// record returns the record of the game up to a turn, counted from 0.
func (g *game) record(ctx context.Context, turn int) (*ouro.Record, error) {
	if g.file != nil && g.original == nil {
		return g.file.rethought()
	}
	if err := g.table.settle(ctx); err != nil {
		return nil, err
	}
	texts, err := g.table.watch.Records(turn)
	if err != nil {
		return nil, err
	}
	r := new(ouro.Record)
	return r, r.UnmarshalText(texts[0])
}

// branch deals the game again for another move.
func (t *table) branch(r *ouro.Record, turn int, what alternative) (*table, error) {
	was := t.lanes[0]
	other := &table{hands: map[[2]int]*play.Human{}, alternative: &what, store: t.store}
	l := &lane{spec: r.Game, seed: r.Seed, seats: was.seats}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	seats := map[int]ouro.Solver{}
	leave := func() error { return play.Close(slices.Collect(maps.Values(seats))...) }
	for i := range l.seats {
		if spec, known := was.solver(i); !known {
			return nil, errors.Join(fmt.Errorf("solver %q is not available here, so other moves cannot be tried", spec), leave())
		}
		if seats[i], err = other.solver(l, 0, i, deal, r.Budget); err != nil {
			return nil, errors.Join(err, leave())
		}
	}
	cfg, err := roster.WhatIf(r, turn, what.Seat, what.Dir, seats)
	if err != nil {
		return nil, errors.Join(err, leave())
	}
	if err := other.open(l, cfg, nil); err != nil {
		return nil, err
	}
	other.seat([]*play.WatchedGame{l.game})
	return other, nil
}
