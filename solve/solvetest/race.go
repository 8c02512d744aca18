//go:build race

package solvetest

// The race detector makes everything ten times as slow, and few games show it
// what there is.
const (
	racing  = true
	maxSide = 6 // of the boards on which claims are tested
)
