package ouro

import "slices"

// Terrain is what the ground of a cell is made of.
type Terrain uint8

// The kinds of ground.
const (
	Open  Terrain = iota // free to enter
	Wall                 // never to be entered
	Hedge                // an edible wall: entering eats it
)

// Snake is one snake of a State.
type Snake struct {
	Body   Body
	Hunger int   // moves since the last meal, or since the start
	Cause  Cause // why it is dead; Alive while it lives
}

// State is the whole position of a game, except the dice: no solver can
// foresee food. Its cells are kept in step with the snakes and the food, so
// change them only through its methods. A State is not safe for concurrent use
// while somebody writes; readers may share it.
type State struct {
	Grid   *Grid
	Turn   int // joint moves made
	Snakes []Snake
	Food   []Cell // in order of appearance

	tiles []tile
	room  int // cells that are not Wall
}

// tile packs what lies on one cell: terrain in bits 0 and 1, food in bit 2,
// and the number of body segments of living snakes above.
type tile uint16

const (
	tileTerrain tile = 3
	tileFood    tile = 4
	tileSegment tile = 8
)

// NewState is an empty position: open ground, no snakes, no food.
func NewState(g *Grid) *State {
	return &State{Grid: g, tiles: make([]tile, g.Size()), room: g.Size()}
}

// AddSnake puts a snake on the board, head first, and returns its seat. The
// cells need not be distinct: segments may be stacked.
func (s *State) AddSnake(cells ...Cell) (seat int) {
	sn := Snake{Body: NewBody(cells...)}
	sn.Body.reserve(s.Grid.Size() + 1)
	for _, c := range cells {
		s.tiles[c] += tileSegment
	}
	s.Snakes = append(s.Snakes, sn)
	return len(s.Snakes) - 1
}

// AddFood puts food on c, which must have none.
func (s *State) AddFood(c Cell) {
	s.tiles[c] |= tileFood
	s.Food = append(s.Food, c)
}

// RemoveFood takes the food off c, if there is any.
func (s *State) RemoveFood(c Cell) {
	if s.tiles[c]&tileFood == 0 {
		return
	}
	s.tiles[c] &^= tileFood
	i := slices.Index(s.Food, c)
	s.Food = append(s.Food[:i], s.Food[i+1:]...)
}

// SetTerrain changes the ground of c.
func (s *State) SetTerrain(c Cell, t Terrain) {
	if s.Terrain(c) == Wall {
		s.room++
	}
	if t == Wall {
		s.room--
	}
	s.tiles[c] = s.tiles[c]&^tileTerrain | tile(t)
}

// Terrain is the ground of c.
func (s *State) Terrain(c Cell) Terrain { return Terrain(s.tiles[c] & tileTerrain) }

// HasFood tells whether there is food on c.
func (s *State) HasFood(c Cell) bool { return s.tiles[c]&tileFood != 0 }

// Segments is the number of body segments of living snakes on c.
func (s *State) Segments(c Cell) int { return int(s.tiles[c] / tileSegment) }

// Free tells whether c is neither wall nor body nor food: a place where food
// may appear.
func (s *State) Free(c Cell) bool {
	return s.tiles[c]&^tile(Hedge) == 0 && s.tiles[c]&tileTerrain != tile(Wall)
}

// Room is the number of cells that are not Wall.
func (s *State) Room() int { return s.room }

// Enterable tells whether the snake in this seat may step to c, which must be
// a neighbour of its head or NoCell: c is on the board, not a wall, and no
// body is there but a tail's tip that leaves in the same move. The own tip of
// a snake of two does not count as leaving: going there is turning back.
// Whether another snake's tip stays because that snake eats is not foreseen.
func (s *State) Enterable(seat int, c Cell) bool {
	if c == NoCell {
		return false
	}
	t := s.tiles[c]
	if t < tileSegment {
		return t&tileTerrain != tile(Wall)
	}
	return s.tipLeaves(seat, c)
}

// tipLeaves tells whether the only segment on c is a tail's tip that leaves.
func (s *State) tipLeaves(seat int, c Cell) bool {
	if s.Segments(c) != 1 {
		return false
	}
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if sn.Cause == Alive && sn.Body.Tail() == c {
			return i != seat || sn.Body.Len() > 2
		}
	}
	return false
}

// Advance moves the head of a snake to c. If grow, its tail stays and it is
// one longer; otherwise the tail's tip leaves its cell.
func (s *State) Advance(seat int, c Cell, grow bool) {
	b := &s.Snakes[seat].Body
	if !grow {
		s.tiles[b.PopTail()] -= tileSegment
	}
	b.PushHead(c)
	s.tiles[c] += tileSegment
}

// Kill marks a snake as dead and takes its body off the cells. The body itself
// stays for the record.
func (s *State) Kill(seat int, cause Cause) {
	sn := &s.Snakes[seat]
	for i := range sn.Body.Len() {
		s.tiles[sn.Body.At(i)] -= tileSegment
	}
	sn.Cause = cause
}

// Clone is a copy that shares only the Grid.
func (s *State) Clone() *State {
	c := &State{}
	c.CopyFrom(s)
	return c
}

// CopyFrom makes s equal to src, reusing the memory of s where it suffices.
func (s *State) CopyFrom(src *State) {
	s.Grid, s.Turn, s.room = src.Grid, src.Turn, src.room
	s.Food = append(s.Food[:0], src.Food...)
	s.tiles = append(s.tiles[:0], src.tiles...)
	if cap(s.Snakes) < len(src.Snakes) {
		s.Snakes = make([]Snake, len(src.Snakes))
	}
	s.Snakes = s.Snakes[:len(src.Snakes)]
	for i := range src.Snakes {
		from, to := &src.Snakes[i], &s.Snakes[i]
		to.Body.CopyFrom(&from.Body)
		to.Hunger, to.Cause = from.Hunger, from.Cause
	}
}

// Equal tells whether two states are the same position at the same turn.
func (s *State) Equal(o *State) bool {
	if s.Grid.W != o.Grid.W || s.Grid.H != o.Grid.H || s.Turn != o.Turn || len(s.Snakes) != len(o.Snakes) ||
		!slices.Equal(s.Food, o.Food) || !slices.Equal(s.tiles, o.tiles) {
		return false
	}
	for i := range s.Snakes {
		a, b := &s.Snakes[i], &o.Snakes[i]
		if a.Cause != b.Cause || a.Hunger != b.Hunger || a.Body.Len() != b.Body.Len() {
			return false
		}
		for j := range a.Body.Len() {
			if a.Body.At(j) != b.Body.At(j) {
				return false
			}
		}
	}
	return true
}

// Hash is a 64-bit digest of everything that Equal compares. It is the same on
// every machine and for ever: records depend on it.
func (s *State) Hash() uint64 {
	h := Mix(uint64(s.Grid.W)<<32|uint64(s.Grid.H), uint64(s.Turn))
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		h = Mix(h, uint64(sn.Cause)<<48|uint64(sn.Hunger)<<16|uint64(sn.Body.Len()))
		for j := range sn.Body.Len() {
			h = Mix(h, uint64(sn.Body.At(j)))
		}
	}
	for _, c := range s.Food {
		h = Mix(h, uint64(c))
	}
	for c, t := range s.tiles {
		if t&tileTerrain != 0 {
			h = Mix(h, uint64(c)<<2|uint64(t&tileTerrain))
		}
	}
	return h
}
