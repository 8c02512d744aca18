package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// door is a listener with at most limit connections open at a time, and at most
// perAddress (0 is any number) of one address. Where one more comes, the one that
// has been waiting longest for a request, or for the rest of one, is closed for
// it: whoever keeps connections open and says nothing shuts nobody out. Only where
// all are being thought for is the new one closed.
type door struct {
	net.Listener
	limit, perAddress int
	metrics           *metrics

	mu   sync.Mutex
	open map[*visitor]struct{}
	from map[netip.Prefix]int // connections by address
}

func newDoor(l net.Listener, limit, perAddress int, m *metrics) *door {
	return &door{Listener: l, limit: limit, perAddress: perAddress, metrics: m, open: map[*visitor]struct{}{}, from: map[netip.Prefix]int{}}
}

func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			// The system allows fewer than we do. With nobody to close, net/http
			// waits a little and comes again.
			if d.makeRoom(func(*visitor) bool { return true }) {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		v := &visitor{Conn: c, door: d, address: addressOf(c), waiting: true, since: time.Now()}
		if d.admit(v) {
			return v, nil
		}
		d.metrics.closed.WithLabelValues("full").Inc()
		_ = c.Close()
	}
}

// admit lets the visitor in, if need be in the place of another.
func (d *door) admit(v *visitor) bool {
	d.mu.Lock()
	crowd, full := d.perAddress > 0 && d.from[v.address] >= d.perAddress, len(d.open) >= d.limit
	d.mu.Unlock()
	// Only this goroutine lets in, so that the room that is made stays.
	switch {
	case crowd && !d.makeRoom(func(other *visitor) bool { return other.address == v.address }):
		return false
	case !crowd && full && !d.makeRoom(func(*visitor) bool { return true }):
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[v] = struct{}{}
	d.from[v.address]++
	d.metrics.connections.Inc()
	return true
}

// makeRoom closes the connection that has been waiting longest among those asked
// for, and tells whether there was one.
func (d *door) makeRoom(among func(*visitor) bool) bool {
	var longest *visitor
	var oldest time.Time
	d.mu.Lock()
	for v := range d.open {
		if since, waiting := v.idle(); waiting && among(v) && (longest == nil || since.Before(oldest)) {
			longest, oldest = v, since
		}
	}
	d.mu.Unlock()
	if longest == nil {
		return false
	}
	d.metrics.closed.WithLabelValues("idle").Inc()
	_ = longest.Close()
	return true
}

func (d *door) leave(v *visitor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, v)
	if d.from[v.address]--; d.from[v.address] == 0 {
		delete(d.from, v.address)
	}
	d.metrics.connections.Dec()
}

// addressOf is where a connection comes from: the address, or of IPv6 the network
// of 64 bits, which belongs to one customer.
func addressOf(c net.Conn) netip.Prefix {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}
	}
	address := at.Addr().Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits)
	return prefix
}

// visitor is a connection.
type visitor struct {
	net.Conn
	door    *door
	address netip.Prefix
	once    sync.Once

	mu      sync.Mutex
	waiting bool      // for a request, or for the rest of one
	since   time.Time // that is so
	first   time.Time // when the first byte of the request came; zero before
}

// Read notes when a request begins.
func (v *visitor) Read(p []byte) (int, error) {
	n, err := v.Conn.Read(p)
	if n > 0 {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.first.IsZero() {
			v.first = time.Now()
			v.since = v.first
		}
	}
	return n, err
}

// Close closes the connection and frees its place.
func (v *visitor) Close() error {
	err := v.Conn.Close()
	v.once.Do(func() { v.door.leave(v) })
	return err
}

// CloseWrite lets the client read a refusal while it still sends.
func (v *visitor) CloseWrite() error {
	if half, ok := v.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (v *visitor) idle() (since time.Time, waiting bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.since, v.waiting
}

func (v *visitor) set(waiting bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.waiting, v.since = waiting, time.Now()
}

// began is when the request that is being read began. Of one that came along with
// the one before it is now.
func (v *visitor) began() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.first.IsZero() {
		v.first = time.Now()
	}
	return v.first
}

// connState hears that a request was answered.
func connState(c net.Conn, state http.ConnState) {
	if v, ok := c.(*visitor); ok && state == http.StateIdle {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.first, v.waiting, v.since = time.Time{}, true, time.Now()
	}
}

type visitorKey struct{}

func connContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, visitorKey{}, c)
}

// visit is one request.
type visit struct {
	began   time.Time // when its first byte came
	visitor *visitor  // nil without a network
}

func visitOf(r *http.Request) *visit {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	if !ok {
		return &visit{began: time.Now()}
	}
	return &visit{v.began(), v}
}

// work tells that the request is here and thought about: its connection stays.
func (v *visit) work() {
	if v.visitor != nil {
		v.visitor.set(false)
	}
}

// answer tells that the thinking is over. A client that does not read the answer
// is waited for like one that says nothing.
func (v *visit) answer() {
	if v.visitor != nil {
		v.visitor.set(true)
	}
}
