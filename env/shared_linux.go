package env

import (
	"errors"
	"syscall"
)

// reserve gives a file its length and the memory for it, so that there is enough later.
func reserve(fd int, n int64) error {
	err := syscall.Fallocate(fd, 0, 0, n)
	if errors.Is(err, syscall.EOPNOTSUPP) {
		return syscall.Ftruncate(fd, n)
	}
	return err
}
