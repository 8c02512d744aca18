// Package classic implements the rules of classic Snake: one snake, walls around the board, food
// that makes it grow.
//
// The head moves to a neighbouring cell. If the cell has food, the tail stays, so the snake is
// one longer at once, and the next food appears uniformly at random on a free cell. If no cell
// is free, the game is won. If the cell has no food, the tail leaves its cell in the same move.
// So moving onto the cell of the tail is legal, except for a snake of two, which would turn
// back. A move into a wall or the body kills the snake, which then stays where it was. A living
// snake without a legal move is trapped. A game in which the snake has not eaten for 3·W·H moves
// has looped. Every move counts, even the last.
//
// The [Rules] have three options. With Wrap, opposite edges of the board are joined, and there
// are no walls around it. With Food, that many cells have food, or all free cells if they are
// fewer. With Grow, a meal adds that many segments: one at once, and one in each of the next
// moves, in which the tail stays. Until then, these segments lie on the cell of the tail. The
// snake never becomes longer than the number of cells, and wins when it covers all of them.
//
// [Start] makes the first position and [Rules] plays it.
package classic

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ouro"
)

// Rules are the rules of classic Snake. The zero value is ready to use: no option is set.
type Rules struct {
	Wrap bool // opposite edges of the board are joined
	Food int  // number of cells with food; 0 means 1
	Grow int  // segments that a meal adds; 0 means 1
}

// The largest values of the options.
const (
	MaxFood = 64
	MaxGrow = 64
)

// New makes the rules. Their options are wrap, food and grow.
func New(options ouro.Options) (Rules, error) {
	o := options.Read()
	r := Rules{o.Bool("wrap", false), o.Int("food", 1, 1, MaxFood), o.Int("grow", 1, 1, MaxGrow)}
	if err := o.Err(); err != nil {
		return Rules{}, err
	}
	return r.normal(), nil
}

// normal returns the same rules, with the default 1 of Food and Grow written as 0.
func (r Rules) normal() Rules {
	if r.Food <= 1 {
		r.Food = 0
	}
	if r.Grow <= 1 {
		r.Grow = 0
	}
	return r
}

// HungerLimit returns the number of moves without a meal after which a game has looped.
func HungerLimit(g *ouro.Grid) int { return 3 * g.Size() }

func (r Rules) Spec() ouro.Spec {
	spec := ouro.Spec{Name: "classic"}
	if r.Wrap {
		spec.Options = append(spec.Options, ouro.Option{Key: "wrap", Value: "true"})
	}
	if r.Food > 1 {
		spec.Options = append(spec.Options, ouro.Option{Key: "food", Value: strconv.Itoa(r.Food)})
	}
	if r.Grow > 1 {
		spec.Options = append(spec.Options, ouro.Option{Key: "grow", Value: strconv.Itoa(r.Grow)})
	}
	return spec
}

// Step moves the snake. It does not allocate.
func (r Rules) Step(s *ouro.State, joint []ouro.Dir) {
	s.Turn++
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			r.step(s, seat, joint[seat])
		}
	}
}

func (r Rules) step(s *ouro.State, seat int, d ouro.Dir) {
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
		s.Advance(seat, c, snake.Body.Len() < s.Room())
		for n := 1; n < r.Grow && snake.Body.Len() < s.Room(); n++ {
			s.Grow(seat)
		}
		snake.Hunger = 0
		return
	}
	s.Advance(seat, c, false)
	snake.Hunger++
}

// Spawn puts food on free cells until as many cells have food as the rules require.
func (r Rules) Spawn(s *ouro.State, d ouro.Dice) {
	for len(s.Food) < max(1, r.Food) {
		free := s.Room() - len(s.Food)
		for i := range s.Snakes {
			if s.Snakes[i].Cause == ouro.Alive {
				free -= coveredCells(s, &s.Snakes[i].Body)
			}
		}
		if free == 0 {
			return
		}
		addFood(s, d.Roll(free))
	}
}

// coveredCells returns the number of cells under a body. Segments share a cell only at the tail.
func coveredCells(s *ouro.State, b *ouro.Body) int { return b.Len() - (s.Segments(b.Tail()) - 1) }

// addFood puts food on the free cell number k, from 0.
func addFood(s *ouro.State, k int) {
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
	case snake.Body.Len() == s.Room() && s.Segments(snake.Body.Tail()) == 1:
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

// Start returns the position before the first food: a straight snake of the given length. Its
// place and direction are drawn uniformly from all possible ones. If the level has a start, the
// head is there.
func Start(level *ouro.Level, length int, d ouro.Dice) (*ouro.State, error) {
	starts, err := NewStarts(level, length)
	if err != nil {
		return nil, err
	}
	s := starts.ground
	starts.drawInto(s, d)
	return s, nil
}

// Starts holds all starts from which [Start] draws for one level and length, computed once for many
// games.
type Starts struct {
	ground *ouro.State // the level with a snake of the right length, at any place
	length int
	all    []straightStart
}

// straightStart is the start of a straight snake.
type straightStart struct {
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
		directions = directions[:1] // one direction is enough: the cell is the same in all directions
	}
	all := make([]straightStart, 0, len(heads)*len(directions))
	for _, head := range heads {
		for _, dir := range directions {
			if fits(s, head, dir, length) {
				all = append(all, straightStart{head, dir})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("start length %d: no straight snake of that length fits on the board %s", length, level.Grid)
	}
	s.AddSnake(slices.Repeat([]ouro.Cell{all[0].head}, length)...)
	return &Starts{s, length, all}, nil
}

// Deal sets s to a position before the first food, with the same draws as [Start]. It
// allocates nothing if s has enough memory.
func (p *Starts) Deal(s *ouro.State, d ouro.Dice) {
	s.CopyFrom(p.ground)
	p.drawInto(s, d)
}

// drawInto draws a start and moves the snake of s there.
func (p *Starts) drawInto(s *ouro.State, d ouro.Dice) {
	start := p.all[d.Roll(len(p.all))]
	c := start.head
	for range p.length - 1 {
		c = s.Grid.Next(c, start.dir.Opposite())
	}
	for range p.length {
		s.Advance(0, c, false)
		c = s.Grid.Next(c, start.dir)
	}
}

func fits(s *ouro.State, head ouro.Cell, d ouro.Dir, length int) bool {
	for c := head; length > 0; length-- {
		if c == ouro.NoCell || s.Terrain(c) == ouro.Wall {
			return false
		}
		c = s.Grid.Next(c, d.Opposite())
		if c == head && length > 1 {
			return false // the snake would go around the board
		}
	}
	return true
}

// Resume returns the state in which a game starts from the given position. The error explains
// why no game can start from the position.
func (r Rules) Resume(position *ouro.State) (*ouro.State, error) {
	if position.Hedges() > 0 {
		return nil, errNoHedges
	}
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	switch {
	case len(position.Hazards) > 0:
		return nil, errors.New("classic Snake has no hazards")
	case len(position.Snakes) != 1:
		return nil, fmt.Errorf("%d snakes; classic Snake has 1", len(position.Snakes))
	case position.Snakes[0].Health != 0:
		return nil, errors.New("a snake of classic Snake has no health")
	case position.Grid.Wraps && !r.Wrap:
		return nil, errors.New("the edges of the board are joined; want the rules classic:wrap=true")
	case !position.Grid.Wraps && r.Wrap:
		return nil, fmt.Errorf("the edges of the board are not joined; with wrap=true, write its size as %sw", position.Grid)
	}
	body := &position.Snakes[0].Body
	stacked := position.Segments(body.Tail()) - 1
	if stacked > 0 && r.Grow <= 1 {
		return nil, errors.New("segments of the snake share a cell, which needs the rules classic:grow=N")
	}
	if body.Len() > position.Room() {
		return nil, fmt.Errorf("the snake has %d segments and the board %d cells", body.Len(), position.Room())
	}
	want := min(max(1, r.Food), position.Room()-coveredCells(position, body))
	if n := len(position.Food); n != want {
		if r.Food <= 1 {
			return nil, fmt.Errorf("%d food; classic Snake has 1", n)
		}
		return nil, fmt.Errorf("%d food; the rules %s have %d", n, r.Spec(), want)
	}
	return position.Clone(), nil
}

// Board returns the level on the board of these rules. With Wrap, its opposite edges are joined.
func (r Rules) Board(level *ouro.Level) (*ouro.Level, error) {
	if !r.Wrap || level.Grid.Wraps {
		return level, nil
	}
	torus, err := ouro.NewTorus(level.Grid.W, level.Grid.H)
	if err != nil {
		return nil, err
	}
	return &ouro.Level{Grid: torus, Terrain: level.Terrain, Start: level.Start}, nil
}

// OpenLevel returns a board of w x h without walls.
func OpenLevel(w, h int) (*ouro.Level, error) {
	g, err := ouro.NewGrid(w, h)
	if err != nil {
		return nil, err
	}
	return ouro.OpenLevel(g), nil
}
