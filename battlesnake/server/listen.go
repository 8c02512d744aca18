package server

import (
	"net"
	"sync"
)

// limitConnections is l with at most n connections open at a time; others wait
// to be accepted.
func limitConnections(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, open: make(chan struct{}, n), done: make(chan struct{})}
}

type limited struct {
	net.Listener
	open chan struct{} // an item for each connection
	done chan struct{} // closed with the listener
	once sync.Once
}

func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &counted{Conn: c, closed: func() { <-l.open }}, nil
}

func (l *limited) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Listener.Close()
}

// counted is a connection that counts.
type counted struct {
	net.Conn
	closed func()
	once   sync.Once
}

func (c *counted) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.closed)
	return err
}
