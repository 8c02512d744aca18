//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

const (
	canLock  = false
	noFollow = 0
)

// lock always returns true. On this system, two runs can write the same file.
func lock(Handle) (held bool, err error) { return true, nil }

// syncDir does nothing. The system decides when renames become durable.
func syncDir(string) error { return nil }
