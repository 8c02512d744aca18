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
	Sizes     []Size // possible boards; nil means all
	MinSide   int    // shortest side, if Sizes is nil
}

// Size is the size of a board.
type Size struct{ W, H int }

// String returns the size as "11x11".
func (z Size) String() string { return fmt.Sprintf("%dx%d", z.W, z.H) }

// Boards returns the possible boards as text.
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

// board is a Map with what it does.
type board struct {
	Map
	start
	change
	shrinks bool // needs a Shrink of at least 1
	trails  bool // needs the cells that tails left
}

// allows returns an error if the size of the board or the number of snakes is not possible.
func (b board) allows(w, h, snakes int) error {
	switch {
	case !b.fits(w, h, MaxSide):
		return fmt.Errorf("board %dx%d: the map %s allows %s", w, h, b.Name, b.Boards())
	case snakes < 1 || snakes > b.MaxSnakes:
		want := fmt.Sprintf("1 to %d", b.MaxSnakes)
		if b.MaxSnakes == 1 {
			want = "1"
		}
		return fmt.Errorf("%d snakes: the map %s allows %s", snakes, b.Name, want)
	}
	return nil
}

// fits reports whether the map can be played on such a board, if no side may be longer than
// most.
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

// findBoard returns the map with this name, which must exist.
func findBoard(name string) board {
	return boards[slices.IndexFunc(boards, func(b board) bool { return b.Name == name })]
}

func setupStandard(_ *config, s *ouro.State, snakes int, ch chance) error {
	if err := placeSnakes(s, snakes, ch); err != nil {
		return err
	}
	return firstFood(s, ch)
}

func setupEmpty(_ *config, s *ouro.State, snakes int, ch chance) error {
	return placeSnakes(s, snakes, ch)
}
