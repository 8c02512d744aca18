// Package connlimit limits the connections of a server, in total and for each address. To accept
// another connection, it closes an idle one.
package connlimit

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

// Listener is a listener with at most limit open connections, and at most perAddress from one
// address (0 means no limit). To make room for a new connection, it closes the one that has waited
// longest for a request or for the rest of one, so that clients with idle connections do not block
// others. If all connections are processing requests, it closes the new one.
type Listener struct {
	net.Listener
	limit, perAddress int
	events            Events

	mu   sync.Mutex
	open map[*connection]struct{}
	from map[netip.Prefix]int // connections by address
}

// Events has functions that are called when connections open or close; both may be nil.
type Events struct {
	Open   func(change int) // 1 for a new connection, -1 for a closed one
	Closed func(why string) // called when a connection is closed because of a limit; why is "idle" for an open connection, "full" for a new one
}

// New returns a Listener that accepts connections from l.
func New(l net.Listener, limit, perAddress int, events Events) *Listener {
	if events.Open == nil {
		events.Open = func(int) {}
	}
	if events.Closed == nil {
		events.Closed = func(string) {}
	}
	return &Listener{Listener: l, limit: limit, perAddress: perAddress, events: events, open: map[*connection]struct{}{}, from: map[netip.Prefix]int{}}
}

// Accept returns the next admitted connection.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			// The system allows fewer connections than limit. If none is idle, net/http waits and
			// calls Accept again.
			if l.makeRoom(func(*connection) bool { return true }) {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		v := &connection{Conn: c, listener: l, address: addressOf(c), waiting: true, since: time.Now()}
		if l.admit(v) {
			return v, nil
		}
		l.events.Closed("full")
		_ = c.Close()
	}
}

// admit adds the connection, and closes another one if necessary. It returns false if there is no
// room.
func (l *Listener) admit(v *connection) bool {
	l.mu.Lock()
	addressFull, full := l.perAddress > 0 && l.from[v.address] >= l.perAddress, len(l.open) >= l.limit
	l.mu.Unlock()
	// Only this goroutine admits connections, so the room made here stays free.
	switch {
	case addressFull && !l.makeRoom(func(other *connection) bool { return other.address == v.address }):
		return false
	case !addressFull && full && !l.makeRoom(func(*connection) bool { return true }):
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[v] = struct{}{}
	l.from[v.address]++
	l.events.Open(1)
	return true
}

// makeRoom closes the connection that has waited longest, of those for which isCandidate returns
// true. It returns false if none of them waits.
func (l *Listener) makeRoom(isCandidate func(*connection) bool) bool {
	var longest *connection
	var oldest time.Time
	l.mu.Lock()
	for v := range l.open {
		if since, waiting := v.idle(); waiting && isCandidate(v) && (longest == nil || since.Before(oldest)) {
			longest, oldest = v, since
		}
	}
	l.mu.Unlock()
	if longest == nil {
		return false
	}
	l.events.Closed("idle")
	_ = longest.Close()
	return true
}

func (l *Listener) leave(v *connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, v)
	if l.from[v.address]--; l.from[v.address] == 0 {
		delete(l.from, v.address)
	}
	l.events.Open(-1)
}

// addressOf returns the address of a connection. For IPv6 it is the /64 network, which usually
// belongs to one customer.
func addressOf(c net.Conn) netip.Prefix {
	addrPort, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}
	}
	address := addrPort.Addr().Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits)
	return prefix
}

type connection struct {
	net.Conn
	listener *Listener
	address  netip.Prefix
	once     sync.Once

	mu      sync.Mutex
	waiting bool      // the connection waits for a request or for the rest of one
	since   time.Time // start of the wait, or of the request
	first   time.Time // arrival of the first byte of the request, or zero
}

func (v *connection) Read(p []byte) (int, error) {
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

func (v *connection) Close() error {
	err := v.Conn.Close()
	v.once.Do(func() { v.listener.leave(v) })
	return err
}

// CloseWrite closes the connection for writing only, so that a client that still sends can read a
// rejection.
func (v *connection) CloseWrite() error {
	if half, ok := v.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (v *connection) idle() (since time.Time, waiting bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.since, v.waiting
}

func (v *connection) set(waiting bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.waiting, v.since = waiting, time.Now()
}

// began returns when the current request began. A request that arrived together with the previous
// one begins now.
func (v *connection) began() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.first.IsZero() {
		v.first = time.Now()
	}
	return v.first
}

// ConnState is for the field ConnState of http.Server. It marks a connection as waiting when its
// answer has been written.
func ConnState(c net.Conn, state http.ConnState) {
	if v, ok := c.(*connection); ok && state == http.StateIdle {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.first, v.waiting, v.since = time.Time{}, true, time.Now()
	}
}

type connectionKey struct{}

// ConnContext is for the field ConnContext of http.Server. RequestOf needs it.
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

type Request struct {
	Began      time.Time   // arrival of the first byte
	connection *connection // nil in tests without a network
}

func RequestOf(r *http.Request) *Request {
	v, ok := r.Context().Value(connectionKey{}).(*connection)
	if !ok {
		return &Request{Began: time.Now()}
	}
	return &Request{v.began(), v}
}

// Work marks the request as being processed, so that Listener does not close its connection.
func (v *Request) Work() {
	if v.connection != nil {
		v.connection.set(false)
	}
}

// Answer marks the request as processed. A client that does not read the answer counts as waiting.
func (v *Request) Answer() {
	if v.connection != nil {
		v.connection.set(true)
	}
}

// MaxHeaderBytes is for the field MaxHeaderBytes of http.Server. The server adds 4 KiB, so it reads
// at most 16 KiB of headers.
const MaxHeaderBytes = 16<<10 - 4<<10

// Serve serves on l until ctx ends or the server fails, and closes l. At the end it calls endLong,
// which must end long-lived connections, and waits at most grace for active requests.
func Serve(ctx context.Context, server *http.Server, l net.Listener, endLong func(), grace time.Duration) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		endLong()
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	endLong()
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
