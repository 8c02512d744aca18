//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

const (
	canLock  = false
	noFollow = 0
)

// lock returns true without locking: on this system, two runs can write the same file.
func lock(Handle) (held bool, err error) { return true, nil }

// syncDir does nothing: this system makes renames durable by itself.
func syncDir(string) error { return nil }
