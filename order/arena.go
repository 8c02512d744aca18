package order

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"ouro/arena"
	"ouro/internal/printable"
	"ouro/lab"
)

// OfArena is a tournament that may be played elsewhere. Its openings must be at hand
// wherever it is played.
func OfArena(s *arena.Setting) (Order, error) {
	if err := Portable(s.Tournament); err != nil {
		return Order{}, err
	}
	return OfArenaHere(s)
}

// Portable is nil for a tournament that starts the same on every machine, and reads no
// file there.
func Portable(t *arena.Tournament) error {
	switch t.Openings {
	case "", "rules", "balanced":
		return nil
	}
	return fmt.Errorf("openings %s: a tournament that is played elsewhere starts as the rules say or from balanced positions, not from files of this machine", printable.Short(t.Openings, 200))
}

// OfArenaHere is a tournament that need not be played elsewhere: its openings may be
// files of this machine.
func OfArenaHere(s *arena.Setting) (o Order, err error) {
	t := *s.Tournament
	t.Title, t.Games, t.Workers = "", 0, 0 // which change no game
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

// Setting is the tournament of an Order of that kind, ready to be played: programs that
// take part are started to try them, and files with openings are read.
func (o *Order) Setting(ctx context.Context) (*arena.Setting, error) {
	return o.setting(func(t *arena.Tournament) (*arena.Setting, error) { return t.Open(ctx) })
}

// Played is the tournament of an Order of that kind whose games are known. Nothing is
// started and no file is read for it, whoever has written the Order.
func (o *Order) Played() (*arena.Setting, error) {
	return o.setting((*arena.Tournament).Setting)
}

func (o *Order) setting(of func(*arena.Tournament) (*arena.Setting, error)) (*arena.Setting, error) {
	t, err := arena.Parse(o.Tournament)
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
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
				return nil, fmt.Errorf("order: there is no snake %d of %d", snake, len(s.Entrants))
			}
		}
	}
	s.Seatings = o.Seatings
	return s, nil
}

// arena has no plan: a tournament keeps more of a game than an experiment does.
func (o *Order) arena() (lab.Plan, error) {
	return lab.Plan{}, errors.New("order: a tournament is played by package arena")
}
