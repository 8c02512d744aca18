package ouro

// Checker computes the check characters of a [Record], one for each turn. A character is
// the sum of the turn's moves and a digest of the game before it. A single changed move or
// check is therefore always found on its own turn. Any other difference, such as other
// food, is found with a chance of 63 in 64 on each later turn, and by the final hash at the
// latest.
//
// The digest is updated from turn to turn, which costs a few nanoseconds; hashing the
// position would cost more than playing it.
type Checker struct{ digest uint64 }

// NewChecker returns a Checker for a game with this hash of its first position.
func NewChecker(start uint64) Checker { return Checker{start} }

const checkDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

// Turn returns the check character of the joint move that led to s, with [NoDir] for dead
// snakes. Call it for every turn, in order.
func (c *Checker) Turn(s *State, joint []Dir) byte {
	sum := c.digest
	for _, d := range joint {
		sum += uint64(d) // NoDir counts as 63, unlike any direction
	}
	h := c.digest
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		h = Mix(h, uint64(sn.Body.Head())|uint64(sn.Body.Len())<<16|uint64(sn.Cause)<<32)
	}
	for _, food := range s.Food {
		h = Mix(h, uint64(food))
	}
	c.digest = h
	return checkDigits[sum&63]
}
