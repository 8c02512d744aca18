//go:build unix

package env

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
)

// maxSocket is the limit of the path of a socket on all systems, in bytes.
const maxSocket = 103

// Listen makes a Unix socket that only its user can open. It is removed when the listener
// is closed. Listen replaces a socket that no program serves.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	switch {
	case len(path) > maxSocket:
		return nil, fmt.Errorf("a path of %d bytes: the limit for sockets is %d", len(path), maxSocket)
	case strings.ContainsRune(path, 0):
		return nil, fmt.Errorf("%q: want the name of a file, without a zero byte", path)
	}
	if err := clearSocket(ctx, path); err != nil {
		return nil, err
	}
	defer syscall.Umask(syscall.Umask(0o177)) // other users must not open it, not even at first
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}

// clearSocket removes a socket that no program serves.
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
		return fmt.Errorf("%s: in use by another program", path)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(path)
}
