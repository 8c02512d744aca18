//go:build !js

package bench

// alone says that the page and the engine share one thread.
const alone = false

func giveWay() {}
