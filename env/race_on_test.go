//go:build race

package env_test

// racing reports whether the race detector is on.
const racing = true
