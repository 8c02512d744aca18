package env

import (
	"errors"
	"syscall"
)

// reserve sets the length of a file and allocates its memory now, so that memory cannot run out
// later.
func reserve(fd int, n int64) error {
	err := syscall.Fallocate(fd, 0, 0, n)
	if errors.Is(err, syscall.EOPNOTSUPP) {
		return syscall.Ftruncate(fd, n)
	}
	return err
}
