//go:build !js

package cooperate

// Yield does nothing, because the system has a scheduler.
func Yield() {}
