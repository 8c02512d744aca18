//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

const (
	canHold  = false
	noFollow = 0
)

// hold always returns true. On this system, two runs can write the same file.
func hold(Handle) (held bool, err error) { return true, nil }

// syncDir does nothing. The system decides when renames become durable.
func syncDir(string) error { return nil }
