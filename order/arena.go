package order

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"ouro/arena"
	"ouro/internal/printable"
	"ouro/lab"
)

// OfArena returns the order of a tournament. Its openings may be local files; see
// [Order.CheckPortable].
func OfArena(s *arena.Setting) (o Order, err error) {
	t := *s.Tournament
	t.Title, t.Games, t.Workers = "", 0, 0 // these fields change no game
	usual, err := t.Setting()
	if err != nil {
		return o, err
	}
	t.Games = 0
	o = Order{Kind: Arena, Seed: t.Seed, Nodes: t.Nodes, Time: t.Time, CPU: t.CPU, Tournament: t.Text()}
	if !reflect.DeepEqual(usual.Seatings, s.Seatings) {
		o.Seatings = s.Seatings
	}
	for _, snake := range t.Snakes {
		o.Solvers = append(o.Solvers, snake.Snake)
	}
	return o, nil
}

// CheckPortable returns an error if games start from local files, which another machine cannot read.
func (o *Order) CheckPortable() error {
	if o.Kind != Arena {
		return nil
	}
	t, err := arena.Parse(o.Tournament)
	if err != nil {
		return fmt.Errorf("order: %w", err)
	}
	switch t.Openings {
	case "", "rules", "balanced":
		return nil
	}
	return fmt.Errorf("openings %s: other machines cannot read files on this machine; use openings = rules or balanced", printable.Short(t.Openings, 200))
}

// Setting returns the tournament of an order of kind Arena. It starts no program and reads no
// file.
func (o *Order) Setting() (*arena.Setting, error) { return o.setting((*arena.Tournament).Setting) }

func (o *Order) setting(of func(*arena.Tournament) (*arena.Setting, error)) (*arena.Setting, error) {
	t, err := arena.Parse(o.Tournament)
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	if !o.matches(t) {
		return nil, errors.New("order: the snakes, seed or budget of the order are not those of its tournament")
	}
	s, err := of(t)
	if err != nil {
		return nil, err
	}
	if o.Seatings == nil {
		return s, nil
	}
	for _, seating := range o.Seatings {
		if len(seating) != len(s.Seatings[0]) {
			return nil, fmt.Errorf("order: a seating has %d seats, want %d", len(seating), len(s.Seatings[0]))
		}
		for _, snake := range seating {
			if snake < 0 || snake >= len(s.Entrants) {
				return nil, fmt.Errorf("order: a seating names snake %d, but the numbers of the %d snakes begin at 0", snake, len(s.Entrants))
			}
		}
	}
	s.Seatings = o.Seatings
	return s, nil
}

// matches reports whether the fields of the order equal those of its tournament. They must,
// because the checks of programs and servers read the order's fields, not the tournament.
func (o *Order) matches(t *arena.Tournament) bool {
	var snakes []string
	for _, s := range t.Snakes {
		snakes = append(snakes, s.Snake)
	}
	return slices.Equal(snakes, o.Solvers) && t.Seed == o.Seed && t.Nodes == o.Nodes && t.Time == o.Time && t.CPU == o.CPU
}

func (o *Order) arena() (lab.Plan, error) {
	s, err := o.Setting()
	if err != nil {
		return lab.Plan{}, err
	}
	return s.Plan(), nil
}

// openArena starts the programs, reads the openings and queries the remote snakes.
func (o *Order) openArena(ctx context.Context) (lab.Plan, error) {
	s, err := o.setting(func(t *arena.Tournament) (*arena.Setting, error) { return t.Open(ctx) })
	if err != nil {
		return lab.Plan{}, err
	}
	return s.Play(ctx, nil)
}
