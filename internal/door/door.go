// Package door limits the connections of a server, both in total and for each address. When
// there are too many, it closes one of them.
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

// Door is a listener with at most limit open connections, and at most perAddress (0 means
// any number) from one address. To make room for a new connection, it closes the connection
// that has waited longest for a request, or for the rest of one. So a client that keeps
// idle connections open does not block others. If requests of all connections are being
// processed, the new connection is closed.
type Door struct {
	net.Listener
	limit, perAddress int
	events            Events

	mu   sync.Mutex
	open map[*visitor]struct{}
	from map[netip.Prefix]int // connections by address
}

// Events are called when connections open or close. Both functions may be nil.
type Events struct {
	Open   func(change int) // 1 for a new connection, -1 for a closed one
	Closed func(why string) // called for lack of room: with "idle" if an open connection was closed, with "full" if a new one was rejected
}

// New returns a Door for the connections of l.
func New(l net.Listener, limit, perAddress int, events Events) *Door {
	if events.Open == nil {
		events.Open = func(int) {}
	}
	if events.Closed == nil {
		events.Closed = func(string) {}
	}
	return &Door{Listener: l, limit: limit, perAddress: perAddress, events: events, open: map[*visitor]struct{}{}, from: map[netip.Prefix]int{}}
}

// Accept returns the next admitted connection.
func (d *Door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			// The system allows fewer connections than limit. If none is idle, net/http
			// waits a moment and calls Accept again.
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
		d.events.Closed("full")
		_ = c.Close()
	}
}

// admit adds the connection, if necessary by closing another one.
func (d *Door) admit(v *visitor) bool {
	d.mu.Lock()
	crowd, full := d.perAddress > 0 && d.from[v.address] >= d.perAddress, len(d.open) >= d.limit
	d.mu.Unlock()
	// Only this goroutine admits connections, so no other connection takes the room that is
	// made here.
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
	d.events.Open(1)
	return true
}

// makeRoom closes the connection that has waited longest, of those that among selects. It
// reports whether there was one.
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
	d.events.Closed("idle")
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
	d.events.Open(-1)
}

// addressOf returns the address of a connection. For IPv6 it is the network with a prefix of 64 bits,
// which belongs to one customer.
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

type visitor struct {
	net.Conn
	door    *Door
	address netip.Prefix
	once    sync.Once

	mu      sync.Mutex
	waiting bool      // waits for a request or for the rest of one
	since   time.Time // start of the waiting or of the request
	first   time.Time // arrival of the first byte of the request, or zero
}

// Read records when a request begins.
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

// Close closes the connection and removes it from the door.
func (v *visitor) Close() error {
	err := v.Conn.Close()
	v.once.Do(func() { v.door.leave(v) })
	return err
}

// CloseWrite ends writing, so that a client that is still sending can read a rejection.
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

// began returns when the current request began. If a request arrived together with the
// previous one, it begins now.
func (v *visitor) began() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.first.IsZero() {
		v.first = time.Now()
	}
	return v.first
}

// ConnState is for http.Server. It records that a request was answered.
func ConnState(c net.Conn, state http.ConnState) {
	if v, ok := c.(*visitor); ok && state == http.StateIdle {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.first, v.waiting, v.since = time.Time{}, true, time.Now()
	}
}

type visitorKey struct{}

// ConnContext is for http.Server. With it, VisitOf finds the connection of a request.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, visitorKey{}, c)
}

type Visit struct {
	Began   time.Time // arrival of the first byte
	visitor *visitor  // nil without a network
}

// VisitOf returns the Visit of a request.
func VisitOf(r *http.Request) *Visit {
	v, ok := r.Context().Value(visitorKey{}).(*visitor)
	if !ok {
		return &Visit{Began: time.Now()}
	}
	return &Visit{v.began(), v}
}

// Work marks the request as being processed, so that its connection is not closed.
func (v *Visit) Work() {
	if v.visitor != nil {
		v.visitor.set(false)
	}
}

// Answer marks the request as processed. A client that does not read the answer counts as
// waiting.
func (v *Visit) Answer() {
	if v.visitor != nil {
		v.visitor.set(true)
	}
}

// MaxHeaderBytes is the value for [http.Server], which adds 4 KiB and so reads at most 16 KiB of
// headers.
const MaxHeaderBytes = 16<<10 - 4<<10

// Serve serves on l until ctx ends or the server fails. Then it calls empty, which must end
// long-lived connections, and waits at most grace for active requests. It closes l.
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
		_ = server.Close() // needed if clients do not read their answers
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
