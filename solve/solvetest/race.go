//go:build race

package solvetest

// The race detector makes everything ten times as slow, and a few games are enough for it.
const (
	racing  = true
	maxSide = 6 // of the boards on which claims are tested
)
