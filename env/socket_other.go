//go:build !unix

package env

import (
	"context"
	"net"
)

// Listen makes a Unix socket, which is removed when the listener is closed.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}
