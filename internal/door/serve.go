package door

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// MaxHeaderBytes is for [http.Server], so that 16 KiB of headers at most are read:
// net/http adds 4 KiB to it.
const MaxHeaderBytes = 16<<10 - 4<<10

// Serve serves on l until ctx ends, or the server fails. Then it calls empty, which
// lets those go who are connected for longer than a request, and gives answers under
// way so much grace. It closes l.
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
		_ = server.Close() // on somebody who does not read the answer
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
