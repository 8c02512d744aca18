package check

import "time"

// Thinking sets how long an engine thinks before it is interrupted.
func Thinking(c Config, d time.Duration) Config {
	c.thinking = d
	return c
}

func QuickOnly(c Config, p Point) Config {
	c.quickPoint = &p
	return c
}
