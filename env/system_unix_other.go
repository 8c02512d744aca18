//go:build unix && !linux

package env

import "syscall"

func reserve(fd int, n int64) error { return syscall.Ftruncate(fd, n) }
