package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/play"
)

// Config is what sessions are made from.
type Config struct {
	Kinds   map[string]Kind
	Catalog any    // told in hello: what can be chosen
	Build   string // of the program, told in hello
	Limits  Limits
}

// Limits bound what one session takes. A zero is the default.
type Limits struct {
	Channels int `json:"channels"` // open at once
	Message  int `json:"message"`  // bytes of one from the page
	Window   int `json:"window"`   // messages on their way, not acknowledged
	Queue    int `json:"queue"`    // messages of the page that wait, for each channel
	Waiting  int `json:"waiting"`  // bytes of all that wait
}

// DefaultLimits are enough for every page.
var DefaultLimits = Limits{Channels: 8, Message: 1 << 20, Window: 64, Queue: 64, Waiting: 8 << 20}

func (l Limits) withDefaults() Limits {
	l.Channels = cmp.Or(l.Channels, DefaultLimits.Channels)
	l.Message = cmp.Or(l.Message, DefaultLimits.Message)
	l.Window = cmp.Or(l.Window, DefaultLimits.Window)
	l.Queue = cmp.Or(l.Queue, DefaultLimits.Queue)
	l.Waiting = cmp.Or(l.Waiting, DefaultLimits.Waiting)
	return l
}

// A Kind is what a channel can be of. It serves the channel until there is nothing
// more to do or ctx ends, which the page's end of the channel ends too. Its error
// is told to the page. One goroutine calls it for each channel.
type Kind func(ctx context.Context, ch *Channel) error

// Session is one page's. Its methods may be called from any goroutine.
type Session struct {
	cfg  Config
	emit func([]byte) error
	ctx  context.Context // of all channels
	stop context.CancelCauseFunc

	mu       sync.Mutex
	greeted  bool
	closed   bool
	channels map[string]*Channel
	running  sync.WaitGroup

	waiting atomic.Int64 // bytes of the page's messages that no channel has taken
	owed    atomic.Int64 // answers that wait until the page takes something: no channel's any more
	window  *window
	sends   sync.Mutex // one message after another
}

// New is a session that emits messages by this function, one call after another.
// Its error ends the session. The session ends with ctx, or by Close.
func New(ctx context.Context, cfg Config, emit func([]byte) error) *Session {
	cfg.Limits = cfg.Limits.withDefaults()
	s := &Session{cfg: cfg, emit: emit, channels: map[string]*Channel{}, window: newWindow(cfg.Limits.Window)}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	return s
}

// Done is closed when the session has ended, by itself or by Close.
func (s *Session) Done() <-chan struct{} { return s.ctx.Done() }

// maxName bounds the names of channels, and what is repeated of other names.
const maxName = 64

var errClosed = errors.New("the session is closed")

// Close ends all channels and waits for them.
func (s *Session) Close() {
	s.stop(errClosed)
	s.mu.Lock()
	s.closed = true // nothing begins any more
	s.mu.Unlock()
	s.running.Wait()
}

// Receive takes a message of the page. It does not wait for what comes of it. An
// error is about somebody who does not speak this protocol: end the session then.
func (s *Session) Receive(text []byte) error {
	if len(text) > s.cfg.Limits.Message {
		return fmt.Errorf("a message of %d bytes, at most %d are read", len(text), s.cfg.Limits.Message)
	}
	var m Message
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("not a message: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errClosed
	case len(m.Ch) > maxName:
		return fmt.Errorf("the name of a channel has %d bytes, at most %d are kept", len(m.Ch), maxName)
	case (m.Type == Hello || m.Type == Open) && s.owed.Load() >= int64(s.cfg.Limits.Queue):
		return fmt.Errorf("%d answers wait, and the page takes none", s.owed.Load())
	case m.Type == Hello:
		return s.greet(m)
	case !s.greeted:
		return fmt.Errorf("message %q before %q", m.Type, Hello)
	case m.Type == Ack:
		return s.acknowledge(m)
	case m.Ch == "":
		return fmt.Errorf("message %q is of no channel", m.Type)
	case m.Type == Open:
		return s.open(m)
	}
	ch := s.channels[m.Ch]
	switch {
	case ch == nil: // it has ended, and the page could not know
		return nil
	case m.Type == End:
		ch.stop()
		return nil
	}
	if s.waiting.Add(int64(len(m.Data))) > int64(s.cfg.Limits.Waiting) {
		return fmt.Errorf("more than %d bytes wait for the channels", s.cfg.Limits.Waiting)
	}
	select {
	case ch.queue <- m:
		return nil
	default:
		return fmt.Errorf("more than %d messages wait for channel %q", s.cfg.Limits.Queue, m.Ch)
	}
}

func (s *Session) greet(m Message) error {
	var said struct {
		Version int `json:"version"`
	}
	if err := m.Into(&said); err != nil {
		return err
	}
	if said.Version != Version {
		return fmt.Errorf("the page speaks version %d of the protocol, and the engine %d: load the page again", said.Version, Version)
	}
	s.greeted = true
	s.answer(func() {
		_ = s.send(s.ctx, "", Hello, struct {
			Version int      `json:"version"`
			Build   string   `json:"build"`
			Kinds   []string `json:"kinds"`
			Limits  Limits   `json:"limits"`
			Catalog any      `json:"catalog"`
		}{Version, s.cfg.Build, s.kinds(), s.cfg.Limits, s.cfg.Catalog})
	})
	return nil
}

// answer says something to the page beside all channels. Who asks and takes no answer
// is heard no longer than [Session.Receive] allows.
func (s *Session) answer(say func()) {
	s.owed.Add(1)
	s.running.Go(func() {
		defer s.owed.Add(-1)
		say()
	})
}

func (s *Session) acknowledge(m Message) error {
	var said struct {
		N int64 `json:"n"`
	}
	if err := m.Into(&said); err != nil {
		return err
	}
	return s.window.acknowledge(said.N)
}

// open begins a channel. An error in the request ends the channel, not the session.
func (s *Session) open(m Message) error {
	ctx, stop := context.WithCancel(s.ctx)
	ch := &Channel{session: s, name: m.Ch, open: m, queue: make(chan Message, s.cfg.Limits.Queue), in: make(chan Message), stop: stop}
	var said struct {
		Kind string `json:"kind"`
	}
	err := m.Into(&said)
	kind, known := s.cfg.Kinds[said.Kind]
	switch {
	case err != nil:
	case !known:
		err = fmt.Errorf("nothing of the kind %s can be opened here%s", strconv.Quote(printable.Short(said.Kind, maxName)), english.Known(said.Kind, s.kinds()))
	case s.channels[m.Ch] != nil:
		err = fmt.Errorf("channel %q is open already", m.Ch)
	case len(s.channels) >= s.cfg.Limits.Channels:
		err = fmt.Errorf("%d channels are open, and no more can be", len(s.channels))
	}
	if err != nil {
		stop()
		s.answer(func() { _ = s.send(s.ctx, m.Ch, Failed, &Error{Message: err.Error(), Fatal: true}) })
		return nil
	}
	s.channels[m.Ch] = ch
	s.running.Go(func() { ch.pass(ctx) })
	s.running.Go(func() { s.serve(ctx, ch, kind) })
	return nil
}

// kinds are their names, sorted.
func (s *Session) kinds() []string { return slices.Sorted(maps.Keys(s.cfg.Kinds)) }

// serve runs a channel to its end. A panic is an error of this channel alone.
func (s *Session) serve(ctx context.Context, ch *Channel, kind Kind) {
	defer ch.stop()
	err := guarded(ctx, ch, kind)
	s.owed.Add(1)
	defer s.owed.Add(-1)
	s.mu.Lock()
	delete(s.channels, ch.name)
	s.mu.Unlock()
	s.forget(ch)
	if s.ctx.Err() != nil {
		return
	}
	if err != nil && ctx.Err() == nil {
		told := asError(err)
		told.Fatal = true
		_ = s.send(s.ctx, ch.name, Failed, told)
	}
	_ = s.send(s.ctx, ch.name, Ended, nil)
}

// forget lets go of what waits for a channel that takes nothing any more.
func (s *Session) forget(ch *Channel) {
	for {
		select {
		case m := <-ch.queue:
			s.waiting.Add(-int64(len(m.Data)))
		default:
			return
		}
	}
}

func guarded(ctx context.Context, ch *Channel, kind Kind) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it broke off: %w", play.Caught(p))
		}
	}()
	return kind(ctx, ch)
}

// send emits a message once there is room in the window.
func (s *Session) send(ctx context.Context, ch, kind string, data any) error {
	text, err := encode(ch, kind, data)
	if err != nil {
		return err
	}
	if err := s.window.wait(ctx); err != nil {
		return err
	}
	return s.put(text)
}

// put emits a message that has its place in the window.
func (s *Session) put(text []byte) error {
	s.sends.Lock()
	defer s.sends.Unlock()
	if err := s.emit(text); err != nil {
		s.stop(err)
		return err
	}
	return nil
}
