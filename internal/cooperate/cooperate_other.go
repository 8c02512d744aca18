//go:build !js

package cooperate

// Yield does nothing: outside browsers, Go's scheduler interrupts computations.
func Yield() {}
