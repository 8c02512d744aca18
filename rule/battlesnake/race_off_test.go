//go:build !race

package battlesnake_test

// racing tells that the race detector is on.
const racing = false
