package connlimit

import (
	"errors"
	"net"
	"syscall"
	"testing"

	"ouro/internal/pipes"
)

// addressedConn is a connection with an address.
type addressedConn struct {
	net.Conn
	from string
}

func (p addressedConn) RemoteAddr() net.Addr { return address(p.from) }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// fakeNetwork is a listener whose connections can have any address.
type fakeNetwork struct {
	*pipes.Listener
	from chan string
	errs chan error
}

func newFakeNetwork() *fakeNetwork {
	return &fakeNetwork{pipes.Listen(), make(chan string, 1), make(chan error, 1)}
}

func (p *fakeNetwork) Accept() (net.Conn, error) {
	select {
	case err := <-p.errs:
		return nil, err
	default:
	}
	c, err := p.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return addressedConn{c, <-p.from}, nil
}

// clients make connections to a Listener.
type clients struct {
	t        *testing.T
	network  *fakeNetwork
	listener *Listener
}

func newClients(t *testing.T, limit, perAddress int) *clients {
	p := newFakeNetwork()
	return &clients{t, p, New(p, limit, perAddress, Events{})}
}

// connect makes a connection, or returns nil if the Listener rejects it.
func (g *clients) connect(from string) (near net.Conn, v *connection) {
	g.t.Helper()
	g.network.from <- from
	accepted := make(chan net.Conn)
	go func() {
		c, _ := g.listener.Accept()
		accepted <- c
	}()
	near, err := g.network.Dial(g.t.Context(), "", "")
	if err != nil {
		g.t.Fatal(err)
	}
	// A rejected connection is closed, and Accept waits for the next.
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_, _ = near.Read(make([]byte, 1))
	}()
	select {
	case c := <-accepted:
		return near, c.(*connection)
	case <-closed:
		_ = g.network.Close()
		<-accepted
		g.network.Listener = pipes.Listen()
		return near, nil
	}
}

func (v *connection) isOpen() bool {
	v.listener.mu.Lock()
	defer v.listener.mu.Unlock()
	_, ok := v.listener.open[v]
	return ok
}

// TestListener: if there is no room, the connection that has waited longest is closed. If one
// address has too many connections, a connection from that address is closed. Connections
// with active requests stay open.
func TestListener(t *testing.T) {
	g := newClients(t, 4, 2)
	_, a1 := g.connect("10.0.0.1:1")
	_, a2 := g.connect("10.0.0.1:2")
	_, b1 := g.connect("10.0.0.2:1")
	_, a3 := g.connect("10.0.0.1:3") // the third from its address
	if a1.isOpen() || !a2.isOpen() || !b1.isOpen() || !a3.isOpen() {
		t.Error("the third connection of an address did not replace the first")
	}
	_, c1 := g.connect("[2001:db8::1]:1")
	_, c2 := g.connect("[2001:db8::2]:1") // the fifth in all
	if a2.isOpen() || !b1.isOpen() || !c1.isOpen() || !c2.isOpen() {
		t.Error("the fifth connection did not replace the one that waited longest")
	}
	c1.set(false)
	_, c3 := g.connect("[2001:db8::ffff:3]:1") // the third from its network
	if !c1.isOpen() || c2.isOpen() || !c3.isOpen() {
		t.Error("a connection with an active request was closed")
	}
	for _, v := range []*connection{b1, a3, c3} {
		v.set(false)
	}
	if _, v := g.connect("10.0.0.4:1"); v != nil {
		t.Error("a connection was admitted although all have active requests")
	}
	b1.set(true)
	if _, v := g.connect("10.0.0.4:1"); v == nil || b1.isOpen() {
		t.Error("a connection was rejected although one waits")
	}
	if len(g.listener.open) != 4 || len(g.listener.from) != 3 {
		t.Errorf("%d connections of %d addresses", len(g.listener.open), len(g.listener.from))
	}
	for v := range g.listener.open {
		_ = v.Close()
		_ = v.Close()
	}
	if len(g.listener.open) != 0 || len(g.listener.from) != 0 {
		t.Errorf("%d connections of %d addresses are left", len(g.listener.open), len(g.listener.from))
	}
}

// TestListenerWithoutFiles: if the system allows no more open files, a waiting connection is closed
// for the new one.
func TestListenerWithoutFiles(t *testing.T) {
	g := newClients(t, 10, 0)
	_, first := g.connect("10.0.0.1:1")
	tooMany := &net.OpError{Op: "accept", Err: syscall.EMFILE}
	g.network.errs <- tooMany
	if _, second := g.connect("10.0.0.2:1"); second == nil || first.isOpen() {
		t.Error("the first is still open")
	} else {
		second.set(false)
		defer second.Close()
	}
	g.network.errs <- tooMany
	if _, err := g.listener.Accept(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("without a connection to close: %v", err)
	}
}

func TestAddressOf(t *testing.T) {
	for from, want := range map[string]string{
		"10.0.0.1:80": "10.0.0.1/32", "[::ffff:10.0.0.1]:80": "10.0.0.1/32",
		"[2001:db8::1]:80": "2001:db8::/64", "[fe80::1%eth0]:80": "fe80::/64", "pipe": "invalid Prefix",
	} {
		if got := addressOf(addressedConn{from: from}).String(); got != want {
			t.Errorf("%s is of %s, want %s", from, got, want)
		}
	}
}
