package definition

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

// OfArena returns the definition of a tournament. Its openings may be local files; see
// [Definition.CheckPortable].
func OfArena(s *arena.Setting) (d Definition, err error) {
	t := *s.Tournament
	t.Title, t.Games, t.Workers = "", 0, 0 // these fields change no game
	usual, err := t.Setting()
	if err != nil {
		return d, err
	}
	t.Games = 0
	d = Definition{Kind: Arena, Seed: t.Seed, Nodes: t.Nodes, Time: t.Time, CPU: t.CPU, Tournament: t.Text()}
	if !reflect.DeepEqual(usual.Seatings, s.Seatings) {
		d.Seatings = s.Seatings
	}
	for _, snake := range t.Snakes {
		d.Solvers = append(d.Solvers, snake.Snake)
	}
	return d, nil
}

// CheckPortable returns an error if games start from local files, which another machine cannot read.
func (d *Definition) CheckPortable() error {
	if d.Kind != Arena {
		return nil
	}
	t, err := arena.Parse(d.Tournament)
	if err != nil {
		return fmt.Errorf("definition: %w", err)
	}
	switch t.Openings {
	case "", "rules", "balanced":
		return nil
	}
	return fmt.Errorf("openings %s: other machines cannot read files on this machine; use openings = rules or balanced", printable.Short(t.Openings, 200))
}

// Setting returns the tournament of a definition of kind Arena. It starts no program and reads no
// file.
func (d *Definition) Setting() (*arena.Setting, error) { return d.setting((*arena.Tournament).Setting) }

func (d *Definition) setting(open func(*arena.Tournament) (*arena.Setting, error)) (*arena.Setting, error) {
	t, err := arena.Parse(d.Tournament)
	if err != nil {
		return nil, fmt.Errorf("definition: %w", err)
	}
	if !d.matches(t) {
		return nil, errors.New("definition: the snakes, seed or budget of the definition are not those of its tournament")
	}
	s, err := open(t)
	if err != nil {
		return nil, err
	}
	if d.Seatings == nil {
		return s, nil
	}
	for _, seating := range d.Seatings {
		if len(seating) != len(s.Seatings[0]) {
			return nil, fmt.Errorf("definition: a seating has %d seats, want %d", len(seating), len(s.Seatings[0]))
		}
		for _, snake := range seating {
			if snake < 0 || snake >= len(s.Entrants) {
				return nil, fmt.Errorf("definition: a seating names snake %d, but the numbers of the %d snakes begin at 0", snake, len(s.Entrants))
			}
		}
	}
	s.Seatings = d.Seatings
	return s, nil
}

// matches reports whether the fields of the definition equal those of its tournament. They must,
// because the checks of programs and servers read the definition's fields, not the tournament.
func (d *Definition) matches(t *arena.Tournament) bool {
	var snakes []string
	for _, s := range t.Snakes {
		snakes = append(snakes, s.Snake)
	}
	return slices.Equal(snakes, d.Solvers) && t.Seed == d.Seed && t.Nodes == d.Nodes && t.Time == d.Time && t.CPU == d.CPU
}

func (d *Definition) arena() (lab.Plan, error) {
	s, err := d.Setting()
	if err != nil {
		return lab.Plan{}, err
	}
	return s.Plan(), nil
}

// openArena starts the programs, reads the openings and queries the remote snakes.
func (d *Definition) openArena(ctx context.Context) (lab.Plan, error) {
	s, err := d.setting(func(t *arena.Tournament) (*arena.Setting, error) { return t.Open(ctx) })
	if err != nil {
		return lab.Plan{}, err
	}
	return s.Play(ctx, nil)
}
