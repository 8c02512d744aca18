package check

func QuickOnly(c Config, p Point) Config {
	c.quickPoint = &p
	return c
}
