package battlesnake

import (
	"fmt"
	"slices"
	"strings"

	"ouro"
)

// Map describes one map.
type Map struct {
	Name      string
	Idea      string // in one line
	MaxSnakes int
	Sizes     []Size // the boards it is played on; none is all
	MinSide   int    // where Sizes is none: the shortest side allowed
}

// Size is the size of a board.
type Size struct{ W, H int }

// String is the size as "11x11".
func (z Size) String() string { return fmt.Sprintf("%dx%d", z.W, z.H) }

// Boards tells which boards the map is played on.
func (m Map) Boards() string {
	if len(m.Sizes) == 0 {
		return fmt.Sprintf("%dx%d to %dx%d", m.MinSide, m.MinSide, MaxSide, MaxSide)
	}
	var texts []string
	for _, z := range m.Sizes {
		texts = append(texts, z.String())
	}
	return strings.Join(texts, ", ")
}

// Maps lists all maps by name.
func Maps() []Map {
	list := make([]Map, len(boards))
	for i, b := range boards {
		list[i] = b.Map
	}
	return list
}

// board is a map at work.
type board struct {
	Map
	start
	change
	shrinks bool // needs a Shrink of at least 1
	trails  bool // needs to know where tails were
}

// allows tells what is wrong with the size of the board or the number of snakes.
func (b board) allows(w, h, snakes int) error {
	switch {
	case !b.fits(w, h, MaxSide):
		return fmt.Errorf("board %dx%d: the map %s is played on %s", w, h, b.Name, b.Boards())
	case snakes < 1 || snakes > b.MaxSnakes:
		players := fmt.Sprintf("by 1 to %d", b.MaxSnakes)
		if b.MaxSnakes == 1 {
			players = "by one"
		}
		return fmt.Errorf("%d snakes: the map %s is played %s", snakes, b.Name, players)
	}
	return nil
}

// fits tells whether the map is played on such boards, if no side may be longer
// than most.
func (b board) fits(w, h, most int) bool {
	if len(b.Sizes) == 0 {
		return min(w, h) >= b.MinSide && max(w, h) <= most
	}
	return slices.Contains(b.Sizes, Size{w, h})
}

func mapNames() []string {
	var names []string
	for _, b := range boards {
		names = append(names, b.Name)
	}
	return names
}

// findBoard is the map of a name that is known.
func findBoard(name string) board {
	return boards[slices.IndexFunc(boards, func(b board) bool { return b.Name == name })]
}

// setupStandard is how most maps begin.
func setupStandard(_ *config, s *ouro.State, snakes int, ch chance) error {
	if err := placeSnakes(s, snakes, ch); err != nil {
		return err
	}
	return firstFood(s, ch)
}

// setupEmpty puts only snakes on the board.
func setupEmpty(_ *config, s *ouro.State, snakes int, ch chance) error {
	return placeSnakes(s, snakes, ch)
}
