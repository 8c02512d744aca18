package env

import (
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

// maxClients is the number of clients at the same time.
const maxClients = 64

// Serve serves all clients that connect, until ctx ends or l fails. It closes l and returns
// when every connection is closed. report, if it is not nil, receives the errors of
// clients.
func (s *Server) Serve(ctx context.Context, l net.Listener, report func(error)) error {
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
			select { // too many open files: wait until one is closed
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
			_ = c.refuse(errors.New("too many clients"), true)
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
			if report != nil && errors.As(err, &bad) {
				report(bad)
			}
		})
	}
}
