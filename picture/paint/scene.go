// Package paint draws games as images: [PNG] draws one turn; [GIF], [SVG] and [Cast] draw a range
// of turns. The package does not need the rules of a game. Its only output goes to the writer that
// it receives. The same game and [Style] give the same bytes.
//
// The input is a [Film]. [Of] makes one from the positions of a game, package film from a file.
package paint

import (
	"context"
	"fmt"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture"
)

// Film is a game as scenes, one per turn.
type Film interface {
	Turns() (first, last int)
	// Scene returns the scene of a turn, which is valid until the next call. Calls for consecutive
	// turns are fast. If ctx has ended, the error is that of ctx.
	Scene(ctx context.Context, turn int) (*picture.Scene, error)
}

type Positions interface {
	Turns() int
	At(turn int) *ouro.State
}

// Of returns the film of a game's positions. names and colors are by seat. A snake without an entry
// in colors has the colour palette.Snake(seat).
func Of(p Positions, names []string, colors []palette.RGB) Film {
	return &positions{p: p, names: names, colors: colors, first: p.At(0).Turn}
}

type positions struct {
	p      Positions
	names  []string
	colors []palette.RGB
	first  int
	scene  picture.Scene
}

func (f *positions) Turns() (first, last int) { return f.first, f.first + f.p.Turns() }

func (f *positions) Scene(ctx context.Context, turn int) (*picture.Scene, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if first, last := f.Turns(); turn < first || turn > last {
		return nil, fmt.Errorf("turn %d: the game has turns %d to %d", turn, first, last)
	}
	sc := &f.scene
	sc.Set(f.p.At(turn - f.first))
	for seat := range sc.Snakes {
		sn := &sc.Snakes[seat]
		sn.Color = palette.Snake(seat)
		if seat < len(f.colors) {
			sn.Color = f.colors[seat]
		}
		if seat < len(f.names) && len(sc.Snakes) > 1 {
			sn.Name = f.names[seat]
		}
	}
	return sc, nil
}

// look determines the pixels of a cell. A cell is drawn again only when its look changes.
type look struct {
	tile         picture.Tile
	odd          bool
	hunter       uint8 // number of the hunter, counted from 1; 0 for none
	below, above piece // the two pieces of snakes that are drawn last on the cell
}

// piece is the part of a snake on a cell.
type piece struct {
	picture.Piece
	dead  bool
	color palette.RGB
}

// looks returns the looks of all cells of a scene. It uses the memory of into if the size fits.
func looks(s *picture.Scene, into []look) []look {
	if len(into) != len(s.Tiles) {
		into = make([]look, len(s.Tiles))
	}
	for c := range into {
		x, y := s.Grid.XY(ouro.Cell(c))
		into[c] = look{tile: s.Tiles[c], odd: (x+y)%2 == 1}
	}
	for _, dead := range []bool{true, false} { // living snakes are on top
		for i := range s.Snakes {
			sn := &s.Snakes[i]
			if sn.Dead != dead {
				continue
			}
			for i, p := range sn.Pieces(s.Grid) { // from the tail to the head
				l := &into[sn.Body[i]]
				l.below, l.above = l.above, piece{p, sn.Dead, sn.Color}
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
