//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
)

// canHold tells whether the system has locks that end with the process.
const canHold = true

// noFollow refuses to open a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// hold locks a file, unless it is locked.
func hold(f Handle) (held bool, err error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOSYS):
			return true, nil // a file system without locks is used without them
		case !errors.Is(err, syscall.EINTR):
			return false, &os.PathError{Op: "flock", Err: err}
		}
	}
}

// syncDir makes renames in a folder last. Some file systems cannot, and then do
// not need to.
func syncDir(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
