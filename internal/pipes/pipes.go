// Package pipes is a network within the process, for tests of servers with testing/synctest: in its
// bubbles, goroutines must not wait for a real network.
package pipes

import (
	"context"
	"net"
	"sync"
)

// Listener accepts the connections that its Dial makes. Connections have no buffer: a write waits
// until the other end has read it.
type Listener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func Listen() *Listener {
	return &Listener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Dial connects to the Listener. It ignores the address.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.conns <- far:
		return near, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Dial and Accept. It does not close connections.
func (l *Listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *Listener) Addr() net.Addr { return addr{} }

type addr struct{}

func (addr) Network() string { return "pipe" }
func (addr) String() string  { return "pipe" }
