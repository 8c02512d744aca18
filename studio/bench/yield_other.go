//go:build !js

package bench

const sharesThread = false

func yieldToPage() {}
