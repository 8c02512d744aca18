package outfile

// On returns the target on another system.
func On(t *Target, sys System) *Target {
	c := *t
	c.sys = sys
	return &c
}
