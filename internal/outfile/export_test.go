package outfile

// On returns the target on another System.
func On(t *Target, sys System) *Target {
	c := *t
	c.sys = sys
	return &c
}
