package ouro

import (
	"fmt"
	"math/bits"
)

// Dir is one of the four directions. Up is y+1, Right is x+1.
type Dir uint8

// The directions, clockwise.
const (
	Up Dir = iota
	Right
	Down
	Left
)

// Dirs lists all directions in their order, for ranging.
var Dirs = [4]Dir{Up, Right, Down, Left}

var (
	dirNames   = [4]string{"up", "right", "down", "left"}
	dirLetters = [4]byte{'U', 'R', 'D', 'L'}
)

// Opposite returns the opposite direction.
func (d Dir) Opposite() Dir { return d ^ 2 }

// TurnRight returns the direction after a quarter turn clockwise.
func (d Dir) TurnRight() Dir { return (d + 1) & 3 }

// TurnLeft returns the direction after a quarter turn counterclockwise.
func (d Dir) TurnLeft() Dir { return (d + 3) & 3 }

// String returns "up", "right", "down" or "left".
func (d Dir) String() string {
	if d > Left {
		return fmt.Sprintf("Dir(%d)", uint8(d))
	}
	return dirNames[d]
}

// Letter returns 'U', 'R', 'D' or 'L', as in records.
func (d Dir) Letter() byte { return dirLetters[d&3] }

// DirOfLetter is the inverse of [Dir.Letter].
func DirOfLetter(b byte) (Dir, bool) {
	for i, l := range dirLetters {
		if l == b {
			return Dir(i), true
		}
	}
	return 0, false
}

// MarshalText writes the direction's name.
func (d Dir) MarshalText() ([]byte, error) {
	if d > Left {
		return nil, fmt.Errorf("no direction %d", uint8(d))
	}
	return []byte(dirNames[d]), nil
}

// UnmarshalText reads a direction's name, exactly as String writes it.
func (d *Dir) UnmarshalText(text []byte) error {
	for i, name := range dirNames {
		if name == string(text) {
			*d = Dir(i)
			return nil
		}
	}
	return fmt.Errorf("unknown direction %q (known: up, right, down, left)", text)
}

// DirSet is a set of directions: bit d for direction d. The zero DirSet is
// empty.
type DirSet uint8

// Has reports whether d is in the set.
func (s DirSet) Has(d Dir) bool { return s>>(d&3)&1 != 0 }

// Len returns the number of directions in the set.
func (s DirSet) Len() int { return bits.OnesCount8(uint8(s)) }

// At returns the direction at index i of the set, in the order of [Dirs]; i must be less
// than Len.
func (s DirSet) At(i int) Dir { return Dir(dirSetOrder[s&15] >> (2 * i) & 3) }

// dirSetOrder lists the directions of each set, two bits for each.
var dirSetOrder = func() (order [16]uint8) {
	for set := range order {
		n := 0
		for _, d := range Dirs {
			if DirSet(set).Has(d) {
				order[set] |= uint8(d) << n
				n += 2
			}
		}
	}
	return order
}()
