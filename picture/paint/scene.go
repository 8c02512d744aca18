// Package paint draws games as images: [PNG] draws one turn; [GIF], [SVG] and [Cast] draw a range
// of turns. The package knows no rules and does no I/O except to the given writer. The same game
// with the same [Style] gives the same bytes.
//
// The input is a [Film]: [Of] makes one from the positions of a game, and package film makes one
// from a file.
package paint

import (
	"context"
	"fmt"

	"ouro"
	"ouro/internal/palette"
)

// Film is a game as scenes, turn by turn.
type Film interface {
	// Turns returns the numbers of the first and the last turn.
	Turns() (first, last int)
	// Scene returns the scene of a turn, which is valid until the next call. Calls for
	// consecutive turns are fast. The error is that of ctx, or the reason why there is no
	// scene.
	Scene(ctx context.Context, turn int) (*Scene, error)
}

// Scene is the content of the board at a turn. All scenes of a Film have boards of the same size.
type Scene struct {
	Grid    *ouro.Grid
	Tiles   []Tile   // by ouro.Cell
	Snakes  []Snake  // by seat
	Hunters []Hunter // only in Snake Hunter
	Marked  bool     // the film has overlays
}

// Ground is the ground of a tile.
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
	Marks  Marks // overlays
}

// Snake is a snake in a scene. A snake without a Body is not drawn.
type Snake struct {
	Body  []ouro.Cell // head first; cells off the board and repeated cells are omitted
	Color palette.RGB
	Name  string // set only if the game has several snakes
	Dead  bool
}

// Hunter is a hunter in Snake Hunter. Cell is NoCell while the hunter is not on the board.
type Hunter struct{ Cell ouro.Cell }

// Positions are the positions of a game, as in play.Positions.
type Positions interface {
	Turns() int
	At(turn int) *ouro.State
}

// Of returns the film of a game's positions. names and colors are those of the snakes, by
// seat; a colour that is missing is palette.Snake(seat).
func Of(p Positions, names []string, colors []palette.RGB) Film {
	return &positions{p: p, names: names, colors: colors, first: p.At(0).Turn}
}

type positions struct {
	p      Positions
	names  []string
	colors []palette.RGB
	first  int
	scene  Scene
}

func (f *positions) Turns() (first, last int) { return f.first, f.first + f.p.Turns() }

func (f *positions) Scene(ctx context.Context, turn int) (*Scene, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if first, last := f.Turns(); turn < first || turn > last {
		return nil, fmt.Errorf("turn %d: the game has turns %d to %d", turn, first, last)
	}
	s := f.p.At(turn - f.first)
	sc := &f.scene
	sc.Grid = s.Grid
	if len(sc.Tiles) != s.Grid.Size() {
		sc.Tiles = make([]Tile, s.Grid.Size())
	}
	for c := range sc.Tiles {
		at := ouro.Cell(c)
		sc.Tiles[c] = Tile{Ground: GroundOf(s.Terrain(at)), Food: s.HasFood(at), Hazard: uint8(min(s.Hazard(at), maxHazard))}
	}
	for len(sc.Snakes) < len(s.Snakes) {
		sc.Snakes = append(sc.Snakes, Snake{})
	}
	for seat := range s.Snakes {
		from, to := &s.Snakes[seat], &sc.Snakes[seat]
		to.Body = to.Body[:0]
		to.Dead, to.Color = from.Cause != ouro.Alive, palette.Snake(seat)
		if seat < len(f.colors) {
			to.Color = f.colors[seat]
		}
		if seat < len(f.names) && len(s.Snakes) > 1 {
			to.Name = f.names[seat]
		}
		// If there are several snakes, a dead one is drawn only in the turn of its death.
		if !to.Dead || len(s.Snakes) == 1 || from.Died == s.Turn {
			to.lay(&from.Body)
		}
	}
	return sc, nil
}

func (sn *Snake) lay(b *ouro.Body) {
	for i := range b.Len() {
		c := b.At(i)
		if n := len(sn.Body); c != ouro.NoCell && (n == 0 || sn.Body[n-1] != c) {
			sn.Body = append(sn.Body, c)
		}
	}
}

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

// look determines the pixels of a cell: cells with equal looks have equal pixels. A cell is
// drawn again only when its look changes.
type look struct {
	tile         Tile
	odd          bool
	hunter       uint8 // number of the hunter from 1; 0 for none
	below, above piece // the last two pieces of snakes that were put on the cell
}

// piece is the part of a snake on a cell.
type piece struct {
	shape shape
	dead  bool
	open  ouro.DirSet // directions of the neighbouring segments
	to    ouro.Dir    // direction that a head faces
	color palette.RGB
}

type shape uint8

const (
	nothing shape = iota
	trunk
	tail
	head
)

func looks(s *Scene, into []look) []look {
	if len(into) != len(s.Tiles) {
		into = make([]look, len(s.Tiles))
	}
	for c := range into {
		x, y := s.Grid.XY(ouro.Cell(c))
		into[c] = look{tile: s.Tiles[c], odd: (x+y)%2 == 1}
	}
	for _, dead := range []bool{true, false} { // living snakes are drawn on top
		for i := range s.Snakes {
			if sn := &s.Snakes[i]; sn.Dead == dead {
				sn.pieces(s.Grid, into)
			}
		}
	}
	for i, h := range s.Hunters {
		if h.Cell != ouro.NoCell {
			into[h.Cell].hunter = uint8(i + 1)
		}
	}
	return into
}

// pieces puts the pieces of a snake on its cells, from the tail to the head.
func (sn *Snake) pieces(g *ouro.Grid, into []look) {
	for i := len(sn.Body) - 1; i >= 0; i-- {
		p := piece{shape: trunk, dead: sn.Dead, color: sn.Color, to: ouro.Right}
		if i > 0 {
			if d, ok := g.DirTo(sn.Body[i], sn.Body[i-1]); ok {
				p.open |= 1 << d
			}
		}
		if i+1 < len(sn.Body) {
			if d, ok := g.DirTo(sn.Body[i], sn.Body[i+1]); ok {
				p.open |= 1 << d
				p.to = d.Opposite()
			}
		} else {
			p.shape = tail
		}
		if i == 0 {
			p.shape = head
		}
		l := &into[sn.Body[i]]
		l.below, l.above = l.above, p
	}
}
