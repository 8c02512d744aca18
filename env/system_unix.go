//go:build unix

package env

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ouro/internal/printable"
)

// openShared sets the length of the client's file to n bytes and maps the file into memory. The
// file must exist and be empty. openShared returns the memory and a function that unmaps it.
func openShared(path string, n int) (mem []byte, unmap func() error, err error) {
	name := printable.Short(path, maxQuote)
	if !filepath.IsAbs(path) {
		return nil, nil, fmt.Errorf("shared %s: want an absolute path", name)
	}
	fd, err := syscall.Open(path, syscall.O_RDWR|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("shared %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, syscall.Close(fd)) }() // the mapping remains valid
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

// maxSocket is the maximum length of the path of a socket on all systems, in bytes.
const maxSocket = 103

// Listen makes a Unix socket that only the current user can open. The socket is removed when
// the listener is closed. Listen replaces a socket that no program serves.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	switch {
	case len(path) > maxSocket:
		return nil, fmt.Errorf("a path of %d bytes: the limit for sockets is %d", len(path), maxSocket)
	case strings.ContainsRune(path, 0):
		return nil, fmt.Errorf("%q: want a file name without NUL bytes", path)
	}
	if err := clearSocket(ctx, path); err != nil {
		return nil, err
	}
	defer syscall.Umask(syscall.Umask(0o177)) // so other users cannot open the socket at any moment
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}

// clearSocket removes a socket that no program serves. Any other file is an error.
func clearSocket(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("%s: the file is not a socket; choose another name", path)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close()
		return fmt.Errorf("%s: in use by another program; choose another name", path)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(path)
}
