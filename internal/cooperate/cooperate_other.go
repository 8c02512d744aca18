//go:build !js

package cooperate

// Yield does nothing: the system has a scheduler.
func Yield() {}
