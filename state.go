// Package ouro defines the types that all packages of Ouro share: the board, the snakes on it,
// rules, solvers and game records.
//
// Start with [State], the position of a game. [Rules] compute how a joint move changes the State,
// and a [Solver] steers one snake. All games of this module use this State and this Solver.
//
// The package does no I/O, reads no clock, starts no goroutine and imports only the
// standard library. Solvers are in solve/, rules in rule/, the runner of one game in play/
// and the table of all solvers and rules in roster/.
package ouro

import "slices"

// Terrain is the ground of a cell.
type Terrain uint8

// The kinds of ground.
const (
	Open  Terrain = iota // free to enter
	Wall                 // cannot be entered
	Hedge                // an edible wall: entering eats it
)

// Snake is one snake of a State. Only some rules set Health, Killer, Died, Exit and Vacated.
type Snake struct {
	Body    Body
	Hunger  int   // moves since the last meal, or since the start
	Health  int   // 0 to 100
	Cause   Cause // cause of its death, or Alive
	Killer  int   // seat of the snake that killed it, or NoSeat
	Died    int   // turn of its death, from 1
	Exit    Dir   // direction in which its head left the board, if the head is NoCell
	Vacated Cell  // cell that its tail left in the last move; NoCell if the tail stayed
}

// NoSeat means that there is no such snake.
const NoSeat = -1

// State is the position of a game. It does not contain the dice, so solvers cannot predict food.
// Change snakes and food only through its methods, which keep its tables consistent. Concurrent
// reads are safe; a write excludes all other use.
type State struct {
	Grid   *Grid
	Turn   int // number of joint moves
	Snakes []Snake
	Food   []Cell // in order of appearance

	// Hazards are the cells with hazards in order of appearance, one entry for each layer. Change
	// them only through the State's methods.
	Hazards []Cell

	// The following fields are properties of the rules that solvers need. They do not change during
	// a game.
	TurnBack     bool // a snake of length 2 may turn back by stepping onto its own tail
	AlwaysGrow   bool // snakes grow with every move, and no snake starves
	HazardDamage int  // health that a step onto a hazard costs, for each layer

	tiles  []tile   // tiles[c+1] belongs to cell c; tiles[0] belongs to NoCell and is a wall
	room   int      // cells that are not Wall
	hedges int      // cells that are Hedge
	layers []uint16 // number of hazard layers, by Cell; nil until there is a hazard
}

// tile packs the content of one cell, so that one comparison decides whether a head may enter.
// Bit 0 is food, bit 1 is Hedge, the top bit is Wall, and the bits between count the body
// segments of living snakes.
type tile uint16

const (
	tileFood    tile = 1
	tileHedge   tile = 2
	tileSegment tile = 4 // smaller tiles have neither body nor wall
	tileWall    tile = 1 << 15
)

// tileOf is the tile of a cell with only a terrain.
var tileOf = [...]tile{Open: 0, Wall: tileWall, Hedge: tileHedge}

// NewState returns an empty position: open ground, no snakes, no food.
func NewState(g *Grid) *State {
	s := &State{Grid: g, tiles: make([]tile, g.Size()+1), room: g.Size()}
	s.tiles[0] = tileWall
	return s
}

// AddSnake adds a snake and returns its seat. cells are the cells of its segments, head first;
// several segments may be on the same cell.
func (s *State) AddSnake(cells ...Cell) (seat int) {
	sn := Snake{Body: NewBody(cells...), Killer: NoSeat, Vacated: NoCell}
	sn.Body.reserve(s.Grid.Size() + 1)
	for _, c := range cells {
		s.tiles[c+1] += tileSegment
	}
	s.Snakes = append(s.Snakes, sn)
	return len(s.Snakes) - 1
}

// AddFood puts food on c, which must not have food.
func (s *State) AddFood(c Cell) {
	s.tiles[c+1] |= tileFood
	s.Food = append(s.Food, c)
}

// RemoveFood removes the food on c, if any.
func (s *State) RemoveFood(c Cell) {
	if s.tiles[c+1]&tileFood == 0 {
		return
	}
	s.tiles[c+1] &^= tileFood
	i := slices.Index(s.Food, c)
	s.Food = append(s.Food[:i], s.Food[i+1:]...)
}

// AddHazard adds a layer of hazard to c.
func (s *State) AddHazard(c Cell) {
	if s.layers == nil {
		s.layers = make([]uint16, s.Grid.Size())
	}
	s.layers[c]++
	s.Hazards = append(s.Hazards, c)
}

// RemoveHazard removes the oldest layer of hazard from c, if any.
func (s *State) RemoveHazard(c Cell) {
	if s.Hazard(c) == 0 {
		return
	}
	s.layers[c]--
	i := slices.Index(s.Hazards, c)
	s.Hazards = append(s.Hazards[:i], s.Hazards[i+1:]...)
}

// ClearHazards removes all hazards.
func (s *State) ClearHazards() {
	clear(s.layers)
	s.Hazards = s.Hazards[:0]
}

// Hazard returns the number of layers of hazard on c, which must be on the board.
func (s *State) Hazard(c Cell) int {
	if s.layers == nil {
		return 0
	}
	return int(s.layers[c])
}

// SetTerrain changes the terrain of c.
func (s *State) SetTerrain(c Cell, t Terrain) {
	switch s.Terrain(c) {
	case Wall:
		s.room++
	case Hedge:
		s.hedges--
	case Open:
	}
	switch t {
	case Wall:
		s.room--
	case Hedge:
		s.hedges++
	case Open:
	}
	s.tiles[c+1] = s.tiles[c+1]&^(tileWall|tileHedge) | tileOf[t]
}

// Terrain returns the terrain of c. For NoCell it returns Wall.
func (s *State) Terrain(c Cell) Terrain {
	switch t := s.tiles[c+1]; {
	case t&tileWall != 0:
		return Wall
	case t&tileHedge != 0:
		return Hedge
	}
	return Open
}

// HasFood reports whether there is food on c.
func (s *State) HasFood(c Cell) bool { return s.tiles[c+1]&tileFood != 0 }

// Segments returns the number of body segments of living snakes on c.
func (s *State) Segments(c Cell) int { return int(s.tiles[c+1] &^ tileWall / tileSegment) }

// Free reports whether c has no wall, body or food, so that food can appear on it.
func (s *State) Free(c Cell) bool { return s.tiles[c+1]&^tileHedge == 0 }

// Room returns the number of cells that are not Wall.
func (s *State) Room() int { return s.room }

// Hedges returns the number of cells that are Hedge.
func (s *State) Hedges() int { return s.hedges }

// Enterable reports whether the snake in this seat may step to c, a neighbour of its head or
// NoCell. The cell must be on the board, must not be a wall, and must have no body segment except
// the tip of a tail that leaves the cell in the same move. A snake may not enter its own tip on a
// Hedge: it would eat the Hedge and grow, so the tip would stay. A snake of length 2 may enter its
// own tip only if TurnBack is set. Enterable assumes that no other snake eats in this move.
func (s *State) Enterable(seat int, c Cell) bool {
	return s.tiles[c+1] < tileSegment || s.tipLeaves(seat, c)
}

// tipLeaves reports whether c, which has a wall or a body, has only the tip of a tail that leaves
// the cell in this move. It is not part of Enterable, which rarely needs it, so that the compiler
// can inline Enterable.
//
//go:noinline
func (s *State) tipLeaves(seat int, c Cell) bool {
	if s.tiles[c+1]&^(tileSegment-1) != tileSegment {
		return false // the cell has a wall or several segments
	}
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if sn.Cause == Alive && sn.Body.Tail() == c {
			return i != seat || (sn.Body.Len() > 2 || s.TurnBack) && s.tiles[c+1]&tileHedge == 0
		}
	}
	return false
}

// Legal returns the directions in which the snake in this seat may step to an Enterable cell.
func (s *State) Legal(seat int) DirSet {
	near := s.Grid.Neighbours(s.Snakes[seat].Body.Head())
	legal := s.clearBit(near[0]) | s.clearBit(near[1])<<1 | s.clearBit(near[2])<<2 | s.clearBit(near[3])<<3
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if sn.Cause != Alive || sn.Body.n == 0 {
			continue
		}
		tip := sn.Body.Tail()
		if beside := sameBit(near[0], tip) | sameBit(near[1], tip)<<1 | sameBit(near[2], tip)<<2 | sameBit(near[3], tip)<<3; beside != 0 && s.tipLeaves(seat, tip) {
			legal |= beside
		}
	}
	return legal
}

// sameBit returns 1 if a and b are the same cell, and 0 otherwise. It compiles without a branch.
func sameBit(a, b Cell) (d DirSet) {
	if a == b {
		d = 1
	}
	return d
}

// clearBit returns 1 if c has neither a wall nor a body, and 0 otherwise. It avoids a branch that
// would often be mispredicted: the top bit of the difference is set exactly for tiles below
// tileSegment.
func (s *State) clearBit(c Cell) DirSet { return DirSet((s.tiles[c+1] - tileSegment) >> 15) }

// Advance moves the head of a snake to c, which may be NoCell under rules that let a head leave the
// board. If grow is set, the tail stays and the snake becomes one segment longer; otherwise the tip
// of the tail leaves its cell.
func (s *State) Advance(seat int, c Cell, grow bool) {
	b := &s.Snakes[seat].Body
	if grow {
		b.PushHead(c)
	} else {
		s.tiles[b.Shift(c)+1] -= tileSegment
	}
	s.tiles[c+1] += tileSegment
}

// Grow adds a segment on the cell of a snake's tail, so the snake becomes longer without a move.
// The snake may be dead.
func (s *State) Grow(seat int) {
	sn := &s.Snakes[seat]
	tip := sn.Body.Tail()
	sn.Body.PushTail(tip)
	if sn.Cause == Alive {
		s.tiles[tip+1] += tileSegment
	}
}

// Cut removes segments from the tail of a living snake until it has at most n.
func (s *State) Cut(seat, n int) {
	for b := &s.Snakes[seat].Body; b.Len() > n; {
		s.tiles[b.PopTail()+1] -= tileSegment
	}
}

// Kill marks a snake as dead and frees the cells of its body. Snake.Body does not change.
func (s *State) Kill(seat int, cause Cause) {
	sn := &s.Snakes[seat]
	for i := range sn.Body.Len() {
		s.tiles[sn.Body.At(i)+1] -= tileSegment
	}
	sn.Cause = cause
}

// Clone returns a copy that shares only the Grid.
func (s *State) Clone() *State {
	c := &State{}
	c.CopyFrom(s)
	return c
}

// CopyFrom makes s equal to src, reusing the memory of s where it suffices.
func (s *State) CopyFrom(src *State) {
	s.Grid, s.Turn, s.room, s.hedges = src.Grid, src.Turn, src.room, src.hedges
	s.TurnBack, s.AlwaysGrow, s.HazardDamage = src.TurnBack, src.AlwaysGrow, src.HazardDamage
	s.Food = append(s.Food[:0], src.Food...)
	s.tiles = append(s.tiles[:0], src.tiles...)
	s.Hazards = append(s.Hazards[:0], src.Hazards...)
	s.layers = append(s.layers[:0], src.layers...)
	if src.layers == nil {
		s.layers = nil
	}
	if cap(s.Snakes) < len(src.Snakes) {
		s.Snakes = make([]Snake, len(src.Snakes))
	}
	s.Snakes = s.Snakes[:len(src.Snakes)]
	for i := range src.Snakes {
		from, to := &src.Snakes[i], &s.Snakes[i]
		to.Body.CopyFrom(&from.Body)
		to.Hunger, to.Health, to.Cause = from.Hunger, from.Health, from.Cause
		to.Killer, to.Died, to.Exit, to.Vacated = from.Killer, from.Died, from.Exit, from.Vacated
	}
}

// Equal reports whether two states are the same position at the same turn.
func (s *State) Equal(o *State) bool {
	return s.Grid.W == o.Grid.W && s.Grid.H == o.Grid.H && s.Grid.Wraps == o.Grid.Wraps &&
		s.Turn == o.Turn && s.TurnBack == o.TurnBack && s.AlwaysGrow == o.AlwaysGrow && s.HazardDamage == o.HazardDamage &&
		slices.EqualFunc(s.Snakes, o.Snakes, equalSnakes) &&
		slices.Equal(s.Food, o.Food) && slices.Equal(s.Hazards, o.Hazards) && slices.Equal(s.tiles, o.tiles)
}

func equalSnakes(a, b Snake) bool {
	if a.Hunger != b.Hunger || a.Health != b.Health || a.Cause != b.Cause || a.Killer != b.Killer || a.Died != b.Died ||
		a.Exit != b.Exit || a.Vacated != b.Vacated || a.Body.Len() != b.Body.Len() {
		return false
	}
	for i := range a.Body.Len() {
		if a.Body.At(i) != b.Body.At(i) {
			return false
		}
	}
	return true
}

// Hash returns a 64-bit digest of everything that Equal compares except the properties of the
// rules. Records depend on it, so it is the same on every machine and in every version.
func (s *State) Hash() uint64 {
	h := Mix(uint64(s.Grid.W)<<32|uint64(s.Grid.H), uint64(s.Turn))
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		h = Mix(h, uint64(sn.Cause)<<48|uint64(sn.Hunger)<<16|uint64(sn.Body.Len()))
		if sn.Health != 0 || sn.Died != 0 {
			h = Mix(h, uint64(sn.Died)<<32|uint64(sn.Health)<<16|uint64(sn.Killer+1)<<8|uint64(sn.Exit))
		}
		if sn.Vacated != NoCell {
			h = Mix(h, 1<<63|uint64(sn.Vacated))
		}
		for j := range sn.Body.Len() {
			h = Mix(h, uint64(sn.Body.At(j)))
		}
	}
	h = Mix(h, uint64(len(s.Food)))
	for _, c := range s.Food {
		h = Mix(h, uint64(c))
	}
	for c := range Cell(s.Grid.Size()) {
		if t := s.Terrain(c); t != Open {
			h = Mix(h, uint64(c)<<2|uint64(t))
		}
	}
	if len(s.Hazards) > 0 || s.Grid.Wraps {
		h = Mix(h, uint64(len(s.Hazards)))
		for _, c := range s.Hazards {
			h = Mix(h, uint64(c))
		}
	}
	return h
}
