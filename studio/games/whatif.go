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

// tried is another move, with which a game goes another way.
type tried struct {
	Turn int      `json:"turn"`
	Seat int      `json:"seat"`
	Dir  ouro.Dir `json:"dir"`
}

// try shows what would have come of another move: the same start, food and moves up
// to there, and the same solvers afterwards.
func (g *game) try(ctx context.Context, said request) error {
	t := g.table
	if len(t.lanes) > 1 {
		return errors.New("games side by side go the same way: try another move in one of them alone")
	}
	n := t.index(said.Turn)
	r, err := g.record(ctx, n)
	if err != nil {
		return err
	}
	other, err := t.branch(r, n, tried{said.Turn, said.Seat, said.Dir.Dir})
	if err != nil {
		return err
	}
	if g.parked == nil {
		g.parked = t
	} else {
		t.close()
	}
	return g.turnTo(ctx, other, n+1)
}

func (g *game) back(ctx context.Context) error {
	if g.parked == nil {
		return errors.New("this is the game itself")
	}
	g.table.close()
	t := g.parked
	g.parked = nil
	return g.turnTo(ctx, t, t.shown.Turn)
}

func (g *game) turnTo(ctx context.Context, t *table, turn int) error {
	g.table, g.running, g.goal, g.err = t, false, turn, nil
	g.forget()
	for _, l := range t.lanes {
		clear(l.sent) // the chart begins anew
	}
	if t.shown.Scene == nil {
		t.peek()
	}
	return g.ch.Send(ctx, "branched", struct {
		Tried *tried `json:"tried"` // nil is the game itself
	}{t.tried})
}

// record is the game as far as this turn, counted from 0.
func (g *game) record(ctx context.Context, turn int) (*ouro.Record, error) {
	if g.file != nil && g.parked == nil {
		return g.file.again()
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

// branch deals the game of a table again, to go another way.
func (t *table) branch(r *ouro.Record, turn int, what tried) (*table, error) {
	was := t.lanes[0]
	other := &table{hands: map[[2]int]*play.Human{}, tried: &what, store: t.store}
	l := &lane{spec: r.Game, seed: r.Seed, seats: was.seats}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	seats := map[int]ouro.Solver{}
	leave := func() error { return play.Close(slices.Collect(maps.Values(seats))...) }
	for i := range l.seats {
		if spec, known := was.solver(i); !known {
			return nil, errors.Join(fmt.Errorf("%s cannot be asked here what it would do", spec), leave())
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
