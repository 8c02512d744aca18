package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// point is a cell in the notation of these files: [x, y].
type point struct{ x, y int }

func (p *point) UnmarshalJSON(text []byte) error {
	var xy []int
	if err := json.Unmarshal(text, &xy); err != nil || len(xy) != 2 {
		return fmt.Errorf("%.40s is not a place such as [3,4]", text)
	}
	p.x, p.y = xy[0], xy[1]
	return nil
}

// position is a board in the notation of these files.
type position struct {
	Turn    int     `json:"turn"`
	Food    []point `json:"food"`
	Hazards []point `json:"hazards"`
	Snakes  []snake `json:"snakes"`
}

type snake struct {
	ID     string  `json:"id"`
	Health int     `json:"health"`
	Body   []point `json:"body"`
	Cause  string  `json:"eliminatedCause"`
	By     string  `json:"eliminatedBy"`
	Died   int     `json:"eliminatedOnTurn"`
}

// state returns the position as a State with these rules. Hazards off the board, which
// the official engine uses as notes, are omitted.
func (p *position) state(r battlesnake.Rules, w, h int) (*ouro.State, error) {
	g, err := r.Grid(w, h)
	if err != nil {
		return nil, err
	}
	s := ouro.NewState(g)
	s.Turn, s.HazardDamage, s.AlwaysGrow, s.TurnBack = p.Turn, r.Settings().Damage, r.Constricts(), true
	for _, f := range p.Food {
		c := g.At(f.x, f.y)
		if c == ouro.NoCell || s.HasFood(c) {
			return nil, fmt.Errorf("food at (%d,%d): off the board, or there twice", f.x, f.y)
		}
		s.AddFood(c)
	}
	if len(p.Hazards) > maxLayers {
		return nil, fmt.Errorf("%d layers of hazard, at most %d", len(p.Hazards), maxLayers)
	}
	for _, f := range p.Hazards {
		if c := g.At(f.x, f.y); c != ouro.NoCell {
			s.AddHazard(c)
		}
	}
	if len(p.Snakes) == 0 || len(p.Snakes) > battlesnake.MaxSnakes {
		return nil, fmt.Errorf("%d snakes, want 1 to %d", len(p.Snakes), battlesnake.MaxSnakes)
	}
	segments := 0
	for i := range p.Snakes {
		if segments += len(p.Snakes[i].Body); segments > maxSegments {
			return nil, fmt.Errorf("more than %d segments", maxSegments)
		}
		if err := p.Snakes[i].add(s, p); err != nil {
			return nil, fmt.Errorf("snake %q: %w", p.Snakes[i].ID, err)
		}
	}
	return s, nil
}

// Limits of a position. A cell of a State can have 65,535 layers of hazard and 8,191
// segments.
const (
	maxLayers   = 1 << 15
	maxBody     = 4 * battlesnake.MaxSide * battlesnake.MaxSide
	maxSegments = 8000
)

func (sn *snake) add(s *ouro.State, p *position) error {
	cause, err := wire.ParseCause(sn.Cause)
	if err != nil {
		return err
	}
	if len(sn.Body) == 0 || len(sn.Body) > maxBody {
		return fmt.Errorf("%d segments, want 1 to %d", len(sn.Body), maxBody)
	}
	cells := make([]ouro.Cell, len(sn.Body))
	for i, b := range sn.Body {
		cells[i] = s.Grid.At(b.x, b.y)
		if cells[i] == ouro.NoCell && (i > 0 || cause == ouro.Alive) {
			return fmt.Errorf("segment %d at (%d,%d) is off the board", i, b.x, b.y)
		}
	}
	if cells[0] == ouro.NoCell && (len(cells) == 1 || cells[1] == ouro.NoCell) {
		return errors.New("the head is off the board, and the body does not show where it left the board")
	}
	seat := s.AddSnake(cells...)
	added := &s.Snakes[seat]
	added.Health = sn.Health
	if cause == ouro.Alive {
		return nil
	}
	s.Kill(seat, cause)
	added.Died, added.By = sn.Died, p.seat(sn.By)
	if cells[0] == ouro.NoCell {
		added.Off = offDir(sn.Body[1], sn.Body[0])
	}
	return nil
}

// offDir returns the direction of the step from a to b.
func offDir(a, b point) ouro.Dir {
	switch {
	case b.y > a.y:
		return ouro.Up
	case b.x > a.x:
		return ouro.Right
	case b.y < a.y:
		return ouro.Down
	}
	return ouro.Left
}

// seat returns the seat of the snake with this id, or NoSeat.
func (p *position) seat(id string) int {
	return slices.IndexFunc(p.Snakes, func(sn snake) bool { return id != "" && sn.ID == id })
}
