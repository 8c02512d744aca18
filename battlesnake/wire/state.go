package wire

import (
	"slices"

	"ouro"
)

// State returns the position of the request, and the seat of you. The living snakes have the seats
// of their order on the board.
//
// A dead you, as in the last request of a game, has the next seat and is dead in the State.
// Requests do not have its cause of death: a head off the board has hit the wall, and no health
// means that it starved; otherwise HitSelf or HitBody is a guess. Nor do they have the time of the
// last meal: Hunger is computed from the health, as without hazards.
//
// Hazards off the board, which the map snail_mode sends, are ignored; food that is listed twice is
// added once.
func (r *Request) State() (s *ouro.State, seat int, err error) {
	if err := r.Check(); err != nil {
		return nil, 0, err
	}
	g, err := r.grid()
	if err != nil {
		return nil, 0, err
	}
	s = ouro.NewState(g)
	s.Turn = r.Turn
	s.AlwaysGrow, s.TurnBack = r.Game.Ruleset.constricts(), true
	s.HazardDamage = r.Game.Ruleset.Settings.HazardDamagePerTurn
	for _, c := range r.Board.Food {
		if cell := g.At(c.X, c.Y); !s.HasFood(cell) {
			s.AddFood(cell)
		}
	}
	for _, c := range r.Board.Hazards {
		if cell := g.At(c.X, c.Y); cell != ouro.NoCell {
			s.AddHazard(cell)
		}
	}
	for i := range r.Board.Snakes {
		addSnake(s, &r.Board.Snakes[i])
	}
	if seat = r.seat(); seat < 0 {
		seat = addSnake(s, &r.You)
		r.killYou(s, seat)
	}
	return s, seat, nil
}

func (r *Request) grid() (*ouro.Grid, error) {
	if r.Game.Ruleset.wraps() {
		return ouro.NewTorus(r.Board.Width, r.Board.Height)
	}
	return ouro.NewGrid(r.Board.Width, r.Board.Height)
}

func addSnake(s *ouro.State, sn *Snake) (seat int) {
	cells := make([]ouro.Cell, len(sn.Body))
	for i, c := range sn.Body {
		cells[i] = s.Grid.At(c.X, c.Y)
	}
	seat = s.AddSnake(cells...)
	s.Snakes[seat].Health = sn.Health
	if !s.AlwaysGrow {
		s.Snakes[seat].Hunger = maxHealth - sn.Health
	}
	return seat
}

// killYou marks you as dead, with the most likely cause.
func (r *Request) killYou(s *ouro.State, seat int) {
	body := r.You.Body
	cause := ouro.HitBody
	switch {
	case !r.Board.holds(body[0]):
		cause = ouro.HitWall
		s.Snakes[seat].Off = step(body[1], body[0])
	case r.You.Health == 0:
		cause = ouro.Starved
	case slices.Contains(body[1:], body[0]):
		cause = ouro.HitSelf
	}
	s.Kill(seat, cause)
}

// steps are the changes of x and y in each direction.
var steps = [4]Coord{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}

// step returns the direction from a to its neighbour c.
func step(a, c Coord) ouro.Dir {
	return ouro.Dir(slices.Index(steps[:], Coord{c.X - a.X, c.Y - a.Y}))
}
