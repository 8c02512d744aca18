//go:build !race

package solvetest

const (
	racing  = false
	maxSide = 9
)
