//go:build !unix

package env

import (
	"context"
	"errors"
	"net"
)

func openShared(string, int) (mem []byte, unmap func() error, err error) {
	return nil, nil, errors.New("shared: this system has no shared memory; omit it to receive observations in frames")
}

func Listen(ctx context.Context, path string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}
