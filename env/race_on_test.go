//go:build race

package env_test

// racing tells that the race detector is on.
const racing = true
