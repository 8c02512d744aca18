// Package classic implements the rules of classic Snake: one snake, walls around the board,
// food that makes it grow.
//
// The head moves to a neighbouring cell. If the cell has food, the tail stays, so the snake is
// one longer at once, and the next food appears uniformly at random on a free cell. If no cell
// is free, the game is won. If the cell has no food, the tail leaves its cell in the same move.
// So moving onto the cell of the tail is legal, except for a snake of two, for which it would
// be turning back. A move into a wall or the body kills the snake, which then stays where it
// was. A living snake without a legal move is trapped. A game in which the snake has not eaten
// for 3·W·H moves has looped. Every move counts, even the last.
//
// [Start] makes the first position and [Rules] plays it.
package classic

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// Rules are the rules of classic Snake. The zero value is ready to use.
type Rules struct{}

// HungerLimit returns the number of moves without a meal after which a game has looped.
func HungerLimit(g *ouro.Grid) int { return 3 * g.Size() }

// Spec returns the name of the rules.
func (Rules) Spec() ouro.Spec { return ouro.Spec{Name: "classic"} }

// Step moves the snake. It does not allocate.
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
		if c == ouro.NoCell || s.Terrain(c) == ouro.Wall {
			cause = ouro.HitWall
		}
		s.Kill(seat, cause)
		return
	}
	if s.HasFood(c) {
		s.RemoveFood(c)
		s.Advance(seat, c, true)
		snake.Hunger = 0
		return
	}
	s.Advance(seat, c, false)
	snake.Hunger++
}

// Spawn puts one food on a free cell if there is no food.
func (Rules) Spawn(s *ouro.State, d ouro.Dice) {
	if len(s.Food) > 0 {
		return
	}
	free := s.Room()
	for i := range s.Snakes {
		if s.Snakes[i].Cause == ouro.Alive {
			free -= s.Snakes[i].Body.Len()
		}
	}
	if free == 0 {
		return
	}
	k := d.Roll(free)
	for c := ouro.Cell(0); ; c++ {
		if s.Free(c) {
			if k == 0 {
				s.AddFood(c)
				return
			}
			k--
		}
	}
}

// Over reports whether the game has ended, and how.
func (Rules) Over(s *ouro.State) (ouro.Outcome, bool) {
	snake := &s.Snakes[0]
	switch {
	case snake.Cause != ouro.Alive:
		return ouro.Outcome{Ending: ouro.Died, Winner: -1}, true
	case snake.Body.Len() == s.Room():
		return ouro.Outcome{Ending: ouro.Won, Winner: 0}, true
	case snake.Hunger >= HungerLimit(s.Grid):
		return ouro.Outcome{Ending: ouro.Looped, Winner: -1}, true
	}
	for _, c := range s.Grid.Neighbours(snake.Body.Head()) {
		if s.Enterable(0, c) {
			return ouro.Outcome{Winner: -1}, false
		}
	}
	return ouro.Outcome{Ending: ouro.Trapped, Winner: -1}, true
}

var errNoHedges = errors.New("classic Snake has no edible walls")

// Start returns the position before the first food: a straight snake of the given length. Its place
// and direction are drawn uniformly from all possible ones. If the level has a start, the head is
// there.
func Start(level *ouro.Level, length int, d ouro.Dice) (*ouro.State, error) {
	starts, err := NewStarts(level, length)
	if err != nil {
		return nil, err
	}
	s := starts.ground
	starts.place(s, d)
	return s, nil
}

// Starts holds all starts from which [Start] draws for one level and length. Computing them
// once serves many games.
type Starts struct {
	ground *ouro.State // the level with a snake of the right length, at any place
	length int
	places []place
}

// place is where a straight snake can start.
type place struct {
	head ouro.Cell
	dir  ouro.Dir
}

// NewStarts computes the starts. A level without any start is an error.
func NewStarts(level *ouro.Level, length int) (*Starts, error) {
	s := level.State()
	for _, t := range level.Terrain {
		if t == ouro.Hedge {
			return nil, fmt.Errorf("level: %w '.' (use X and space)", errNoHedges)
		}
	}
	if length < 1 {
		return nil, fmt.Errorf("start length %d: must be at least 1", length)
	}
	heads := []ouro.Cell{level.Start}
	if level.Start == ouro.NoCell {
		heads = heads[:0]
		for c := range ouro.Cell(level.Grid.Size()) {
			heads = append(heads, c)
		}
	}
	directions := ouro.Dirs[:]
	if length == 1 {
		directions = directions[:1] // one is enough: the place is the same in all directions
	}
	places := make([]place, 0, len(heads)*len(directions))
	for _, head := range heads {
		for _, dir := range directions {
			if fits(s, head, dir, length) {
				places = append(places, place{head, dir})
			}
		}
	}
	if len(places) == 0 {
		return nil, fmt.Errorf("start length %d: no straight snake of that length fits on the board %s", length, level.Grid)
	}
	s.AddSnake(slices.Repeat([]ouro.Cell{places[0].head}, length)...)
	return &Starts{s, length, places}, nil
}

// Deal sets s to a position before the first food, with the same draws as [Start]. It
// allocates nothing if s has enough memory.
func (p *Starts) Deal(s *ouro.State, d ouro.Dice) {
	s.CopyFrom(p.ground)
	p.place(s, d)
}

// place puts the snake on a random start, segment by segment, tail first.
func (p *Starts) place(s *ouro.State, d ouro.Dice) {
	at := p.places[d.Roll(len(p.places))]
	c := at.head
	for range p.length - 1 {
		c = s.Grid.Next(c, at.dir.Opposite())
	}
	for range p.length {
		s.Advance(0, c, false)
		c = s.Grid.Next(c, at.dir)
	}
}

// fits reports whether there is room for a straight snake with this head and direction.
func fits(s *ouro.State, head ouro.Cell, d ouro.Dir, length int) bool {
	for c := head; length > 0; length-- {
		if c == ouro.NoCell || s.Terrain(c) == ouro.Wall {
			return false
		}
		c = s.Grid.Next(c, d.Opposite())
	}
	return true
}

// Resume returns the state in which a game starts from the given position. The error explains why no
// game can start from it.
func Resume(position *ouro.State) (*ouro.State, error) {
	if position.Hedges() > 0 {
		return nil, errNoHedges
	}
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	switch n := len(position.Food); {
	case len(position.Hazards) > 0:
		return nil, errors.New("classic Snake has no hazards")
	case len(position.Snakes) != 1:
		return nil, fmt.Errorf("%d snakes; classic Snake has 1", len(position.Snakes))
	case position.Snakes[0].Health != 0:
		return nil, errors.New("a snake of classic Snake has no health")
	case n != 1 && position.Snakes[0].Body.Len() < position.Room():
		return nil, fmt.Errorf("%d food; classic Snake has 1", n)
	}
	return position.Clone(), nil
}

// OpenLevel returns a board of w x h without walls.
func OpenLevel(w, h int) (*ouro.Level, error) {
	g, err := ouro.NewGrid(w, h)
	if err != nil {
		return nil, err
	}
	return ouro.OpenLevel(g), nil
}
