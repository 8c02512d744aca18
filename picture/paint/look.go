package paint

import (
	"ouro"
	"ouro/internal/palette"
)

// look determines the pixels of a cell: cells with equal looks have equal pixels, and a
// cell is drawn again only when its look changes.
type look struct {
	tile         Tile
	odd          bool
	hunter       uint8 // from 1
	below, above piece // of snakes
}

// piece is the part of a snake on a cell.
type piece struct {
	shape shape
	dead  bool
	open  ouro.DirSet // directions in which the body continues
	to    ouro.Dir    // direction of a head
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
	for _, dead := range []bool{true, false} { // living snakes are on top
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

// pieces puts a snake on the cells, from its tail to its head.
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
