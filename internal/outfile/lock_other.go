//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

const (
	canHold  = false
	noFollow = 0
)

// hold always reports true: on this system, two runs can write the same file.
func hold(Handle) (held bool, err error) { return true, nil }

// syncDir does nothing: the system decides when renames are durable.
func syncDir(string) error { return nil }
