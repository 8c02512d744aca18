// Package door bounds the connections of a server: how many there are, in all and of
// one address, and who goes when there are too many.
package door

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

// Door is a listener with at most limit connections open at a time, and at most
// perAddress (0 is any number) of one address. Where one more comes, the one that
// has been waiting longest for a request, or for the rest of one, is closed for
// it: whoever keeps connections open and says nothing shuts nobody out. Only where
// all are being thought for is the new one closed.
type Door struct {
	net.Listener
	limit, perAddress int
	told              Events

	mu   sync.Mutex
	open map[*visitor]struct{}
	from map[netip.Prefix]int // connections by address
}

// Events is told what happens at a door. A nil function is told nothing.
type Events struct {
	Open   func(change int) // a connection more, or one less
	Closed func(why string) // for want of room: "idle", or "full" where none was idle
}

// New is a door before l.
func New(l net.Listener, limit, perAddress int, told Events) *Door {
	if told.Open == nil {
		told.Open = func(int) {}
	}
	if told.Closed == nil {
		told.Closed = func(string) {}
	}
	return &Door{Listener: l, limit: limit, perAddress: perAddress, told: told, open: map[*visitor]struct{}{}, from: map[netip.Prefix]int{}}
}

// Accept waits for the next connection that is let in.
func (d *Door) Accept() (net.Conn, error) {
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
		d.told.Closed("full")
		_ = c.Close()
	}
}

// admit lets the visitor in, if need be in the place of another.
func (d *Door) admit(v *visitor) bool {
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
	d.told.Open(1)
	return true
}

// makeRoom closes the connection that has been waiting longest among those asked
// for, and tells whether there was one.
func (d *Door) makeRoom(among func(*visitor) bool) bool {
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
	d.told.Closed("idle")
	_ = longest.Close()
	return true
}

func (d *Door) leave(v *visitor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, v)
	if d.from[v.address]--; d.from[v.address] == 0 {
		delete(d.from, v.address)
	}
	d.told.Open(-1)
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
	door    *Door
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

// ConnState hears that a request was answered, for http.Server.
func ConnState(c net.Conn, state http.ConnState) {
	if v, ok := c.(*visitor); ok && state == http.StateIdle {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.first, v.waiting, v.since = time.Time{}, true, time.Now()
	}
}

type visitorKey struct{}

// ConnContext lets VisitOf find the connection of a request, for http.Server.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, visitorKey{}, c)
}

// Visit is one request.
type Visit struct {
	Began   time.Time // when its first byte came
	visitor *visitor  // nil without a network
}

// VisitOf is the visit that a request is.
func VisitOf(r *http.Request) *Visit {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	if !ok {
		return &Visit{Began: time.Now()}
	}
	return &Visit{v.began(), v}
}

// Work tells that the request is here and thought about: its connection stays.
func (v *Visit) Work() {
	if v.visitor != nil {
		v.visitor.set(false)
	}
}

// Answer tells that the thinking is over. A client that does not read the answer
// is waited for like one that says nothing.
func (v *Visit) Answer() {
	if v.visitor != nil {
		v.visitor.set(true)
	}
}
