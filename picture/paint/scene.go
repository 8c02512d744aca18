// Package paint draws games as images: [PNG] is the board at a turn, [GIF], [SVG]
// and [Cast] are a range of turns. It does no I/O but to write to what it is given,
// knows no rules, and the same game with the same [Style] is the same bytes.
//
// What is drawn is a [Film]: [Of] is that of the positions of a game; the package
// film makes those of files.
package paint

import (
	"context"
	"fmt"

	"ouro"
	"ouro/internal/palette"
)

// Film is a game as it is drawn, turn by turn.
type Film interface {
	// Turns are the first and the last turn, as the game counts them.
	Turns() (first, last int)
	// Scene is what there is to be seen at a turn. It is valid until the next
	// call, and quick when turns are asked for one after the other. The error is
	// that of ctx, or says why there is none.
	Scene(ctx context.Context, turn int) (*Scene, error)
}

// Scene is what a game shows at a turn. All scenes of a Film have boards of one size.
type Scene struct {
	Grid    *ouro.Grid
	Tiles   []Tile   // by ouro.Cell
	Snakes  []Snake  // by seat
	Hunters []Hunter // of Snake Hunter
}

// Ground is what a tile is made of.
type Ground uint8

// The kinds of ground.
const (
	Floor   Ground = iota
	Wall           // never to be entered
	Hedge          // an edible wall
	Outside        // of a smaller board in the middle of the picture
)

// Tile is what lies on a cell besides snakes and hunters.
type Tile struct {
	Ground Ground
	Food   bool
	Bomb   bool
	Hazard uint8 // layers
	Flame  bool
}

// Snake is a snake as it lies there; one without a body is not there.
type Snake struct {
	Body  []ouro.Cell // head first; cells off the board and stacked ones are left out
	Color palette.RGB
	Name  string // where the game has several
	Dead  bool
}

// Hunter is a person of Snake Hunter, at NoCell when out.
type Hunter struct{ Cell ouro.Cell }

// Positions are those of a game, as play.Positions has them.
type Positions interface {
	Turns() int
	At(turn int) *ouro.State
}

// Of is the film of positions. Names and colours are those of the snakes by seat; a
// seat without a colour has that of palette.Snake.
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
		// Of several the dead are gone a turn later.
		if !to.Dead || len(s.Snakes) == 1 || from.Died == s.Turn {
			to.lay(&from.Body)
		}
	}
	return sc, nil
}

// lay makes the snake lie as a body does.
func (sn *Snake) lay(b *ouro.Body) {
	for i := range b.Len() {
		c := b.At(i)
		if n := len(sn.Body); c != ouro.NoCell && (n == 0 || sn.Body[n-1] != c) {
			sn.Body = append(sn.Body, c)
		}
	}
}

// GroundOf is how terrain is drawn.
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
