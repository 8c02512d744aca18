package env

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ouro/internal/english"
)

// Server serves clients, each with its own boards. Set the fields of the Server before the
// first client.
type Server struct {
	Host     string // the program and its version
	Defaults Hello  // values of fields that clients omit
	Memory   int64  // limit of the memory of all clients together, in bytes; 0 means DefaultMemory

	taken atomic.Int64 // reserved bytes of memory
}

// client is the connection of one client.
type client struct {
	server *Server
	r      *bufio.Reader
	w      io.Writer
	head   [headBytes]byte

	v         *Vec
	reserved  int64  // reserved bytes of memory
	out       []byte // a head and the memory of the Vec; nil if the client shares that memory
	unmap     func() error
	payload   []byte // memory for the payload of a RESET
	entries   []BoardReset
	sequences []GameSequence
}

// Client serves one client until it sends CLOSE or disconnects, or until r or w fails. A
// BrokenError reports a mistake of the client, which was sent to the client.
func (s *Server) Client(r io.Reader, w io.Writer) (err error) {
	c := &client{server: s, r: bufio.NewReaderSize(r, 1<<16), w: w}
	defer func() { err = errors.Join(err, c.release()) }()
	for {
		kind, n, err := readHead(c.r, &c.head)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = c.answer(kind, n)
		}
		var bad *BrokenError
		switch {
		case errors.Is(err, errClosed):
			return nil
		case errors.As(err, &bad):
			return errors.Join(bad, c.refuse(bad, true))
		case err != nil:
			return err
		}
	}
}

var errClosed = errors.New("the client has closed")

// answer answers a frame. It returns an error only if the connection must end. For a refused frame,
// it sends an ERROR.
func (c *client) answer(kind frameKind, n int) error {
	switch {
	case kind == frameClose && n == 0:
		if err := c.send(frameBye, nil); err != nil {
			return err
		}
		return errClosed
	case kind == frameHello && n <= maxHello:
		return c.hello(n)
	case kind == frameHello:
		return brokenError("HELLO: a payload of %d bytes: want at most %d", n, maxHello)
	case c.v == nil && kind != frameClose:
		return brokenError("%s: the first frame must be HELLO", frameNames[kind])
	case kind == frameReset:
		return c.reset(n)
	case kind == frameStep:
		return c.step(n)
	case kind == frameRender:
		return c.render(n)
	}
	return brokenError("%s: a payload of %d bytes: want 0", frameNames[kind], n)
}

func (c *client) hello(n int) error {
	text := make([]byte, n)
	if err := readPayload(c.r, frameHello, text); err != nil {
		return err
	}
	if c.v != nil {
		return c.refuse(errors.New("HELLO: only one is allowed; open another connection for other boards"), false)
	}
	h := c.server.Defaults
	err := h.read(text)
	var cfg Config
	if err == nil {
		cfg, err = h.config()
	}
	if err == nil {
		err = c.open(cfg, h.Shared)
	}
	if err != nil {
		return c.refuse(err, false)
	}
	cfg = c.v.Config()
	answer, err := json.Marshal(readyOf(c.server.Host, &cfg, &c.v.layout, c.unmap != nil))
	if err != nil {
		return err
	}
	return c.send(frameReady, answer)
}

// open makes the boards of a client. shared is the name of the file that the client shares, or "".
func (c *client) open(cfg Config, shared string) (err error) {
	bytes, err := cfg.Check()
	if err != nil {
		return err
	}
	if err := c.server.reserveMemory(bytes); err != nil {
		return fmt.Errorf("%s of %dx%d: %w", english.Count(cfg.Boards, "board"), cfg.Game.W, cfg.Game.H, err)
	}
	c.reserved = bytes
	defer func() {
		if err != nil {
			err = errors.Join(err, c.release())
		}
	}()
	layout := newLayout(&cfg)
	var mem []byte
	if shared != "" {
		if mem, c.unmap, err = openShared(shared, layout.Whole); err != nil {
			return err
		}
	} else {
		c.out = newMemory(align + layout.Whole)
		mem = c.out[align:]
	}
	c.payload, c.sequences = make([]byte, cfg.Boards*entryBytes), make([]GameSequence, cfg.Boards)
	return onFault(func() error {
		c.v, err = New(cfg, mem)
		return err
	})
}

func (s *Server) reserveMemory(n int64) error {
	most := cmp.Or(s.Memory, DefaultMemory)
	if taken := s.taken.Add(n); taken > most {
		s.taken.Add(-n)
		return fmt.Errorf("need %s of memory, but %s of %s are left; raise --memory", megabytes(n), megabytes(max(0, most-taken+n)), megabytes(most))
	}
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }

func (c *client) release() (err error) {
	if c.v != nil {
		c.v.Close()
	}
	if c.unmap != nil {
		err = c.unmap()
	}
	c.server.taken.Add(-c.reserved)
	c.v, c.unmap, c.out, c.reserved = nil, nil, nil, 0
	return err
}

func (c *client) reset(n int) error {
	if n > len(c.payload) || n%entryBytes != 0 {
		return brokenError("RESET: a payload of %d bytes: want %d for each listed board, or 0", n, entryBytes)
	}
	payload := c.payload[:n]
	if err := readPayload(c.r, frameReset, payload); err != nil {
		return err
	}
	entries, err := readEntries(payload, c.entries, c.sequences)
	if err != nil {
		return c.refuse(err, false)
	}
	c.entries = entries
	if n == 0 {
		entries = nil
	}
	return c.show(c.v.Reset(entries))
}

func (c *client) step(n int) error {
	want := len(c.v.Actions())
	if c.unmap != nil {
		want = 0
	}
	if n != want {
		return brokenError("STEP: a payload of %d bytes: want %d", n, want)
	}
	if n > 0 {
		if err := readPayload(c.r, frameStep, c.v.Actions()); err != nil {
			return err
		}
	}
	return c.show(onFault(c.v.Step))
}

// show sends the results of a step or reset. If err is not nil, it sends an ERROR instead, or
// returns a BrokenError if the connection must end.
func (c *client) show(err error) error {
	switch {
	case err != nil && (c.v.Broken() || errors.Is(err, errCut)):
		return brokenError("%v", err)
	case err != nil:
		return c.refuse(err, false)
	case c.unmap != nil:
		putHead(c.head[:], frameState, 0)
		_, err := c.w.Write(c.head[:])
		return err
	}
	frame := c.out[align-headBytes : align+c.v.layout.State]
	putHead(frame, frameState, c.v.layout.State)
	_, err = c.w.Write(frame)
	return err
}

// maxMessage is the maximum length of the message in an ERROR, in bytes.
const maxMessage = 2000

// refuse sends an ERROR. closed means that the connection then ends.
func (c *client) refuse(reason error, closed bool) error {
	message := reason.Error()
	answer, err := json.Marshal(struct {
		Message string `json:"message"`
		Closed  bool   `json:"closed"`
	}{message[:min(len(message), maxMessage)], closed})
	if err != nil {
		return err
	}
	return c.send(frameError, answer)
}

func (c *client) send(kind frameKind, payload []byte) error {
	frame := make([]byte, headBytes, headBytes+len(payload))
	putHead(frame, kind, len(payload))
	_, err := c.w.Write(append(frame, payload...))
	return err
}

// maxClients is the maximum number of clients at the same time.
const maxClients = 64

// Serve serves all clients that connect, until ctx ends or l fails. It closes l and returns when
// all connections are closed. If report is not nil, it receives each BrokenError.
func (s *Server) Serve(ctx context.Context, l net.Listener, report func(error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	slots := make(chan struct{}, maxClients) // has an element for each client
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			select { // if too many files are open, wait until one is closed
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
			continue
		}
		if err != nil {
			return err
		}
		select {
		case slots <- struct{}{}:
		default:
			c := client{server: s, w: conn}
			_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
			_ = c.refuse(errors.New("too many clients"), true)
			_ = conn.Close()
			continue
		}
		all.Go(func() {
			defer func() { <-slots }()
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
