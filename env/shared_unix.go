//go:build unix

package env

import (
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"ouro/internal/printable"
)

// openShared maps the file of the client, which must be empty and gets a length of n bytes.
// It returns the memory and a function that unmaps it. It neither creates nor removes the
// file.
func openShared(path string, n int) (mem []byte, unmap func() error, err error) {
	name := printable.Short(path, maxQuote)
	if !filepath.IsAbs(path) {
		return nil, nil, fmt.Errorf("shared %s: want an absolute path", name)
	}
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("shared %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, syscall.Close(fd)) }() // the mapping remains
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, nil, fmt.Errorf("shared %s: %w", name, err)
	}
	switch {
	case info.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return nil, nil, fmt.Errorf("shared %s: want a regular file", name)
	case info.Size != 0:
		return nil, nil, fmt.Errorf("shared %s: want an empty file; it has %d bytes", name, info.Size)
	case int(info.Uid) != syscall.Geteuid():
		return nil, nil, fmt.Errorf("shared %s: want a file of the user who runs ouro", name)
	}
	if err := reserve(fd, int64(n)); err != nil {
		return nil, nil, fmt.Errorf("shared %s: no room for %d bytes: %w", name, n, err)
	}
	mem, err = syscall.Mmap(fd, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("shared %s: %w", name, err)
	}
	return mem, func() error { return syscall.Munmap(mem) }, nil
}
