//go:build race

package solvetest

// A few games are enough for the race detector, which makes everything about ten times slower.
const (
	racing  = true
	maxSide = 6 // largest side of the boards on which claims are tested
)
