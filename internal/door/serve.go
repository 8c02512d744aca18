package door

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// MaxHeaderBytes is for [http.Server], which adds 4 KiB and so reads at most 16 KiB of
// headers.
const MaxHeaderBytes = 16<<10 - 4<<10

// Serve serves on l until ctx ends or the server fails. Then it calls empty, which must end
// long-lived connections, and waits for active requests for at most grace. It closes l.
func Serve(ctx context.Context, server *http.Server, l net.Listener, empty func(), grace time.Duration) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		empty()
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	empty()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if server.Shutdown(last) != nil {
		_ = server.Close() // for clients that do not read their answer
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
