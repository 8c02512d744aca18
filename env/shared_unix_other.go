//go:build unix && !linux

package env

import "syscall"

// reserve gives a file its length.
func reserve(fd int, n int64) error { return syscall.Ftruncate(fd, n) }
