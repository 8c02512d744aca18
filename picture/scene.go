package picture

import (
	"iter"
	"math"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture/overlay"
)

// Scene describes what is drawn of a position: the content of every cell, bodies as lines, and
// overlays. [Text] and package paint draw a Scene. The terminal program uses only the bodies and
// overlays of a Scene, which it draws in its own pixels.
type Scene struct {
	Grid    *ouro.Grid
	Tiles   []Tile   // by ouro.Cell
	Snakes  []Snake  // by seat
	Hunters []Hunter // only in Snake Hunter
	Marked  bool     // whether overlays are drawn
}

// Ground is what a cell is made of.
type Ground uint8

// The kinds of ground.
const (
	Floor   Ground = iota
	Wall           // a solid wall
	Hedge          // an edible wall
	Outside        // around a level that is smaller than the picture
)

// Tile is the content of a cell except snakes and hunters.
type Tile struct {
	Ground Ground
	Food   bool
	Bomb   bool
	Hazard uint8 // number of layers
	Flame  bool
	Marks  overlay.Marks
}

// Hunter is a hunter in Snake Hunter. Cell is NoCell while the hunter is not on the board.
type Hunter struct{ Cell ouro.Cell }

// GroundOf returns the ground that shows a terrain.
func GroundOf(t ouro.Terrain) Ground {
	switch t {
	case ouro.Wall:
		return Wall
	case ouro.Hedge:
		return Hedge
	default:
		return Floor
	}
}

// Set makes the scene of a position, without overlays. The snakes keep their names and colours.
// Of several snakes, a dead one is drawn only in the turn of its death.
func (sc *Scene) Set(s *ouro.State) {
	sc.Grid = s.Grid
	if len(sc.Tiles) != s.Grid.Size() {
		sc.Tiles = make([]Tile, s.Grid.Size())
	}
	for c := range sc.Tiles {
		at := ouro.Cell(c)
		sc.Tiles[c] = Tile{Ground: GroundOf(s.Terrain(at)), Food: s.HasFood(at), Hazard: uint8(min(s.Hazard(at), math.MaxUint8))}
	}
	for len(sc.Snakes) < len(s.Snakes) {
		sc.Snakes = append(sc.Snakes, Snake{})
	}
	for seat := range s.Snakes {
		from, to := &s.Snakes[seat], &sc.Snakes[seat]
		to.Body, to.Off, to.Dead = to.Body[:0], false, from.Cause != ouro.Alive
		if !to.Dead || len(s.Snakes) == 1 || from.Died == s.Turn {
			to.Lay(&from.Body)
		}
	}
}

// Snake is a snake in a scene: the line through the middles of its cells. A snake without a Body
// is not drawn.
type Snake struct {
	Body  []ouro.Cell // head first; cells off the board and repeated cells are omitted
	Stays bool        // whether the tail stays on its cell in the next turn
	Off   bool        // whether the head is off the board
	Color palette.RGB
	Name  string // set only if the game has several snakes
	Dead  bool
}

// Lay sets Body, Stays and Off to show the body b.
func (sn *Snake) Lay(b *ouro.Body) {
	sn.Body = sn.Body[:0]
	for i := range b.Len() {
		c := b.At(i)
		if n := len(sn.Body); c != ouro.NoCell && (n == 0 || sn.Body[n-1] != c) {
			sn.Body = append(sn.Body, c)
		}
	}
	n := b.Len()
	sn.Stays = n > 1 && b.At(n-1) == b.At(n-2)
	sn.Off = n > 0 && b.Head() == ouro.NoCell
}

// Part is the kind of a piece.
type Part uint8

// The parts.
const (
	Nothing Part = iota
	Trunk
	Tail // thin at its end, if the tail leaves its cell in the next turn
	Head
)

// Piece is the part of a body on a cell. Its arms lead from the middle of the cell to the
// neighbouring segments.
type Piece struct {
	Part  Part
	Arms  ouro.DirSet
	Ahead ouro.Dir // direction towards the head; for the head, the direction that it faces
	Stays bool     // whether a Tail stays on its cell in the next turn; then it is as wide as the trunk
}

// Pieces returns the pieces of a snake by their index in Body, from the tail to the head.
func (sn *Snake) Pieces(g *ouro.Grid) iter.Seq2[int, Piece] {
	return func(yield func(int, Piece) bool) {
		for i := len(sn.Body) - 1; i >= 0; i-- {
			p := Piece{Part: Trunk, Ahead: ouro.Right}
			if i+1 < len(sn.Body) {
				if d, ok := g.DirTo(sn.Body[i], sn.Body[i+1]); ok {
					p.Arms, p.Ahead = 1<<d, d.Opposite()
				}
			} else {
				p.Part, p.Stays = Tail, sn.Stays
			}
			if i == 0 {
				p.Part = Head
			} else if d, ok := g.DirTo(sn.Body[i], sn.Body[i-1]); ok {
				p.Arms, p.Ahead = p.Arms|1<<d, d
			}
			if !yield(i, p) {
				return
			}
		}
	}
}

// Bends reports whether the piece is a trunk whose arms form a corner.
func (p *Piece) Bends() bool {
	return p.Part == Trunk && p.Arms.Len() == 2 && p.Arms.At(0).Opposite() != p.Arms.At(1)
}

// tailWidth is the width of a tail in the middle of its cell, as a share of the width of the trunk.
const tailWidth = 5.0 / 9

// Width returns the width of a piece at this distance from the middle of the cell, as a share of
// the width of the trunk.
func (p *Piece) Width(along float64) float64 {
	if p.Part != Tail || p.Stays {
		return 1
	}
	return min(1, tailWidth+(1-tailWidth)*2*along)
}

// NearestArm returns the distance of a point from the nearest arm, the arm, and the distance along
// the arm from the middle of the cell. If the middle is nearer than any arm, along is 0. All
// distances are in cells. The point is relative to the middle of the cell, and y points up.
func NearestArm(arms ouro.DirSet, x, y float64) (off float64, arm ouro.Dir, along float64) {
	off, arm = math.Hypot(x, y), ouro.Right
	for i := range arms.Len() {
		d := arms.At(i)
		dx, dy := Step(d)
		if ahead, aside := x*dx+y*dy, math.Abs(x*dy-y*dx); ahead > 0 && aside < off {
			off, arm, along = aside, d, ahead
		}
	}
	return off, arm, along
}

// Step returns the step in a direction: x and y of its end. y points up.
func Step(d ouro.Dir) (x, y float64) {
	step := [...][2]float64{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}[d&3]
	return step[0], step[1]
}
