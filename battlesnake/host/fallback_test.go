package host

import (
	"testing"

	"ouro"
)

// guestOnly is a Guest without methods.
type guestOnly struct{ Guest }

// TestFallback: a guest that gives no move continues straight into the wall, as the rules
// require. For a solver that gives no move, a safe move is played.
func TestFallback(t *testing.T) {
	grid := ouro.MustGrid(7, 7)
	s := ouro.NewState(grid)
	for _, x := range []int{1, 5} {
		s.Snakes[s.AddSnake(grid.At(x, 6), grid.At(x, 5), grid.At(x, 4))].Health = 100
	}
	g := &Game{cfg: Config{Entrants: []Entrant{{Guest: guestOnly{}}, {}}}}
	if d := g.fallback(s, 0); d != ouro.Up {
		t.Errorf("the guest moves %v", d)
	}
	if d := g.fallback(s, 1); !s.Legal(1).Has(d) {
		t.Errorf("the snake of this program moves %v", d)
	}
}
