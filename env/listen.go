package env

import (
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

// maxClients is how many are served at once.
const maxClients = 64

// Serve serves all who connect, until ctx ends or l fails. It closes l and returns
// when every connection is closed. told, unless nil, hears what clients did wrong.
func (s *Server) Serve(ctx context.Context, l net.Listener, told func(error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	room := make(chan struct{}, maxClients)
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			select { // as many files are open as the system allows: until one is closed
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
			continue
		}
		if err != nil {
			return err
		}
		select {
		case room <- struct{}{}:
		default:
			c := client{server: s, w: conn}
			_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
			_ = c.refuse(errors.New("there are too many clients"), true)
			_ = conn.Close()
			continue
		}
		all.Go(func() {
			defer func() { <-room }()
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			err := s.Client(conn, conn)
			_ = conn.Close()
			var bad *BrokenError
			if told != nil && errors.As(err, &bad) {
				told(bad)
			}
		})
	}
}
