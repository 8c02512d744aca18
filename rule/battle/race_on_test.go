//go:build race

package battle_test

// racing tells that the race detector is on.
const racing = true
