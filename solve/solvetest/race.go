//go:build race

package solvetest

// The race detector makes everything about ten times slower, and a few games are enough for
// it.
const (
	racing  = true
	maxSide = 6 // largest side of the boards on which claims are tested
)
