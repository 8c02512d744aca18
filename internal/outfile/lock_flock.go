//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
)

// canLock reports whether the system has file locks that end with the process.
const canLock = true

// noFollow makes opening a symbolic link an error.
const noFollow = syscall.O_NOFOLLOW

// lock locks a file, or returns false if another run has locked it.
func lock(f Handle) (held bool, err error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOSYS):
			return true, nil // this file system has no locks
		case !errors.Is(err, syscall.EINTR):
			return false, &os.PathError{Op: "flock", Err: err}
		}
	}
}

// syncDir makes renames in a directory durable. It ignores the errors of file systems that make
// renames durable by themselves.
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
