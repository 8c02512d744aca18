//go:build race

package battlesnake_test

// racing reports whether the race detector is on.
const racing = true
