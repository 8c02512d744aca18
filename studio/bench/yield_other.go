//go:build !js

package bench

// sharesThread is whether the page and the engine share one thread.
const sharesThread = false

func yieldToPage() {}
