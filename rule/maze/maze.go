// Package maze is Snake among edible walls, the game of the magazine article.
//
// The ground is floor, solid blocks ([ouro.Wall]) and edible walls
// ([ouro.Hedge]). Entering an edible wall eats it: the cell becomes floor and
// the snake is one longer at once, its tail stays. Otherwise the tail leaves
// its cell in the same move, so stepping there is legal, also for a snake of
// two, which turns on the spot: the article's program lets it. There is no
// other food. A step into a solid block or the body is death; the snake then
// stays where it was. A living snake without a legal step is trapped. When all
// edible walls are eaten and none grow again, or the snake fills the board, the
// game is won; 3·W·H moves without a meal have looped.
//
// [Start] makes the first position and [Rules] plays it. [Levels] are the boards
// that come with the package.
package maze

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// Regrow says where new edible walls grow.
type Regrow uint8

// The ways in which edible walls grow again. All but None do it with one chance
// in twenty after each move, on a cell inside the outermost ring.
const (
	None     Regrow = iota // never
	Floor                  // on bare floor, drawn uniformly; nothing grows when there is none
	Original               // on any cell, drawn uniformly, whatever is there: solid blocks and cells under the snake too
)

var regrowNames = [...]string{"none", "floor", "original"}

// chance of regrowth is one in so many moves.
const chance = 20

// Rules are the rules of the maze. The zero value is ready: nothing regrows.
type Rules struct{ Regrow Regrow }

// New reads the options of the rules: regrow.
func New(options ouro.Options) (Rules, error) {
	r := options.Read()
	word := r.Choice("regrow", regrowNames[None], regrowNames[:]...)
	if err := r.Err(); err != nil {
		return Rules{}, err
	}
	return Rules{Regrow(slices.Index(regrowNames[:], word))}, nil
}

// Spec is what the rules are called.
func (r Rules) Spec() ouro.Spec {
	spec := ouro.Spec{Name: "maze"}
	if r.Regrow != None {
		spec.Options = ouro.Options{{Key: "regrow", Value: regrowNames[r.Regrow]}}
	}
	return spec
}

// HungerLimit is the number of moves without a meal that ends a game as looped.
func HungerLimit(g *ouro.Grid) int { return 3 * g.Size() }

// Step moves the snake. It allocates nothing.
func (Rules) Step(s *ouro.State, joint []ouro.Dir) {
	s.Turn++
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			step(s, seat, joint[seat])
		}
	}
}

func step(s *ouro.State, seat int, d ouro.Dir) {
	snake := &s.Snakes[seat]
	c := s.Grid.Next(snake.Body.Head(), d)
	if !s.Enterable(seat, c) {
		cause := ouro.HitSelf
		if s.Terrain(c) == ouro.Wall {
			cause = ouro.HitWall
		}
		s.Kill(seat, cause)
		return
	}
	meal := s.Terrain(c) == ouro.Hedge
	if meal {
		s.SetTerrain(c, ouro.Open)
		snake.Hunger = 0
	} else {
		snake.Hunger++
	}
	s.Advance(seat, c, meal)
}

// Spawn lets an edible wall grow, by chance. Nothing grows before the first
// move.
func (r Rules) Spawn(s *ouro.State, d ouro.Dice) {
	w, h := s.Grid.W-2, s.Grid.H-2 // inside the outermost ring
	if r.Regrow == None || s.Turn == 0 || w < 1 || h < 1 || d.Roll(chance) != 0 {
		return
	}
	if r.Regrow == Original {
		y := 1 + d.Roll(h)
		x := 1 + d.Roll(w)
		s.SetTerrain(s.Grid.At(x, y), ouro.Hedge)
		return
	}
	bare := 0
	for y := 1; y <= h; y++ {
		for x := 1; x <= w; x++ {
			if isBare(s, s.Grid.At(x, y)) {
				bare++
			}
		}
	}
	if bare == 0 {
		return
	}
	k := d.Roll(bare)
	for y := 1; y <= h; y++ {
		for x := 1; x <= w; x++ {
			c := s.Grid.At(x, y)
			if !isBare(s, c) {
				continue
			}
			if k == 0 {
				s.SetTerrain(c, ouro.Hedge)
				return
			}
			k--
		}
	}
}

// isBare tells whether c is floor with nothing on it.
func isBare(s *ouro.State, c ouro.Cell) bool {
	return s.Free(c) && s.Terrain(c) == ouro.Open
}

// Over tells whether the game has ended.
func (r Rules) Over(s *ouro.State) (ouro.Outcome, bool) {
	snake := &s.Snakes[0]
	switch {
	case snake.Cause != ouro.Alive:
		return ouro.Outcome{Ending: ouro.Died, Winner: -1}, true
	case r.Regrow == None && s.Hedges() == 0, snake.Body.Len() == s.Room():
		return ouro.Outcome{Ending: ouro.Won, Winner: 0}, true
	case snake.Hunger >= HungerLimit(s.Grid):
		return ouro.Outcome{Ending: ouro.Looped, Winner: -1}, true
	case s.Legal(0).Len() == 0:
		return ouro.Outcome{Ending: ouro.Trapped, Winner: -1}, true
	}
	return ouro.Outcome{Winner: -1}, false
}

// ErrNoStart is returned by Start for a level in which no start is drawn.
var ErrNoStart = errors.New("level: no start: draw it as S on floor, or s on an edible wall")

// Start is the position before the first move: a snake of one where the level
// has its start.
func Start(level *ouro.Level, length int) (*ouro.State, error) {
	if level.Start == ouro.NoCell {
		return nil, ErrNoStart
	}
	if length != 1 {
		return nil, fmt.Errorf("start length %d: in the maze a snake starts with length 1", length)
	}
	s := level.State()
	s.TurnBack = true
	s.AddSnake(level.Start)
	return s, nil
}

// Resume is the start of a game that goes on from a position, on which chance has
// acted. An error tells why that is no position of such a game.
func Resume(position *ouro.State) (*ouro.State, error) {
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	switch {
	case len(position.Food) > 0:
		return nil, errors.New("in the maze there is no food but edible walls")
	case len(position.Hazards) > 0:
		return nil, errors.New("in the maze there are no hazards")
	case len(position.Snakes) != 1:
		return nil, fmt.Errorf("%d snakes, and in the maze there is one", len(position.Snakes))
	case position.Snakes[0].Health != 0:
		return nil, errors.New("a snake of the maze has no health")
	}
	s := position.Clone()
	s.TurnBack = true
	return s, nil
}
