package check

// QuickOnly returns the Config with Quick for this point only. The other points wait an hour.
func QuickOnly(c Config, p Point) Config {
	c.quickPoint = &p
	return c
}
