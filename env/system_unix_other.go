//go:build unix && !linux

package env

import "syscall"

// reserve sets the length of a file.
func reserve(fd int, n int64) error { return syscall.Ftruncate(fd, n) }
