// Package session implements the protocol between a page of the studio and the engine. A [Session]
// receives and emits the texts of messages. The caller supplies their transport, such as a WebSocket,
// and a table of the kinds of channels, so the package depends neither on HTTP nor on games.
//
// # Messages
//
// A message is one JSON object, a [Message]. The page first sends hello with its version of the
// protocol. The session answers with a hello that lists the kinds of channels and the catalog. The
// page then opens channels, each of a [Kind], and chooses a name for each. Messages of the page and
// of a channel carry the channel's name, until the channel ends. Errors are messages: a fatal error
// ends its channel, but not the session.
//
// # Bounds
//
// The size of the page's messages and the number of channels are limited. The page
// acknowledges messages, and a window limits how many messages can be unacknowledged. So a page that
// does not read blocks only its own channels, and memory stays bounded.
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

type Config struct {
	Kinds   map[string]Kind
	Catalog any    // sent in hello: solvers, rules and other choices
	Build   string // build of the program, sent in hello
	Limits  Limits
}

// Limits has the limits of one session. A zero field means the default.
type Limits struct {
	Channels int `json:"channels"` // most channels open at once
	Message  int `json:"message"`  // most bytes of one message of the page
	Window   int `json:"window"`   // most unacknowledged messages of the session
	Queue    int `json:"queue"`    // most waiting messages of the page, for each channel
	Waiting  int `json:"waiting"`  // most bytes of all waiting messages of the page
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

// A Kind serves a channel, in a goroutine of the channel's own. It returns when the channel has
// nothing more to do, or when ctx ends because the page has closed the channel. The page receives
// the error that the Kind returns.
type Kind func(ctx context.Context, ch *Channel) error

// Session is the session of one page. It is safe for concurrent use.
type Session struct {
	cfg  Config
	emit func([]byte) error
	ctx  context.Context // parent of the contexts of all channels
	stop context.CancelCauseFunc

	mu       sync.Mutex
	greeted  bool
	closed   bool
	channels map[string]*Channel
	running  sync.WaitGroup

	waiting        atomic.Int64 // bytes of the page's messages that no channel has taken yet
	answersPending atomic.Int64 // number of unsent answers of the session itself and of channels that have ended
	window         *window
	sends          sync.Mutex // held while a message is emitted
}

// New returns a session that calls emit with each message, one at a time. The session ends
// when emit returns an error, when ctx ends, or when Close is called.
func New(ctx context.Context, cfg Config, emit func([]byte) error) *Session {
	cfg.Limits = cfg.Limits.withDefaults()
	s := &Session{cfg: cfg, emit: emit, channels: map[string]*Channel{}, window: newWindow(cfg.Limits.Window)}
	s.ctx, s.stop = context.WithCancelCause(ctx)
	return s
}

func (s *Session) Done() <-chan struct{} { return s.ctx.Done() }

const maxName = 64 // most bytes of a channel's name, and of other names in errors

var errClosed = errors.New("the session is closed")

func (s *Session) Close() {
	s.stop(errClosed)
	s.mu.Lock()
	s.closed = true // from now on no channel starts
	s.mu.Unlock()
	s.running.Wait()
}

// Receive takes a message of the page. It does not wait until the message has been handled.
// An error means that the page has violated the protocol; the caller must then end the
// session.
func (s *Session) Receive(text []byte) error {
	if len(text) > s.cfg.Limits.Message {
		return fmt.Errorf("the message has %d bytes; the limit is %d", len(text), s.cfg.Limits.Message)
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
		return fmt.Errorf("the channel's name has %d bytes; the limit is %d", len(m.Ch), maxName)
	case (m.Type == Hello || m.Type == Open) && s.answersPending.Load() >= int64(s.cfg.Limits.Queue):
		return fmt.Errorf("the page has left %d answers unread", s.answersPending.Load())
	case m.Type == Hello:
		return s.hello(m)
	case !s.greeted:
		return fmt.Errorf("message %q before %q", m.Type, Hello)
	case m.Type == Ack:
		return s.acknowledge(m)
	case m.Ch == "":
		return fmt.Errorf("message %q without a channel", m.Type)
	case m.Type == Open:
		return s.open(m)
	}
	ch := s.channels[m.Ch]
	switch {
	case ch == nil: // the channel has ended, and the page has not received that yet
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

func (s *Session) hello(m Message) error {
	var data struct {
		Version int `json:"version"`
	}
	if err := m.Into(&data); err != nil {
		return err
	}
	if data.Version != Version {
		return fmt.Errorf("the page has version %d of the protocol and the engine %d: load the page again", data.Version, Version)
	}
	s.greeted = true
	s.reply(func() {
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

// reply calls send, which sends an answer of the session itself, in another goroutine.
// [Session.Receive] limits how many answers wait.
func (s *Session) reply(send func()) {
	s.answersPending.Add(1)
	s.running.Go(func() {
		defer s.answersPending.Add(-1)
		send()
	})
}

func (s *Session) acknowledge(m Message) error {
	var data struct {
		N int64 `json:"n"`
	}
	if err := m.Into(&data); err != nil {
		return err
	}
	return s.window.acknowledge(data.N)
}

// open starts a channel. An error in the request affects only this channel, not the
// session.
func (s *Session) open(m Message) error {
	ctx, stop := context.WithCancel(s.ctx)
	ch := &Channel{session: s, name: m.Ch, open: m, queue: make(chan Message, s.cfg.Limits.Queue), in: make(chan Message), stop: stop}
	var data struct {
		Kind string `json:"kind"`
	}
	err := m.Into(&data)
	kind, known := s.cfg.Kinds[data.Kind]
	switch {
	case err != nil:
	case !known:
		err = fmt.Errorf("unknown kind of channel %s%s", strconv.Quote(printable.Short(data.Kind, maxName)), english.Suggestion(data.Kind, s.kinds()))
	case s.channels[m.Ch] != nil:
		err = fmt.Errorf("channel %q is already open: choose another name", m.Ch)
	case len(s.channels) >= s.cfg.Limits.Channels:
		err = fmt.Errorf("%d channels are open, which is the limit: close one of them", len(s.channels))
	}
	if err != nil {
		stop()
		s.reply(func() { _ = s.send(s.ctx, m.Ch, Failed, &Error{Message: err.Error(), Fatal: true}) })
		return nil
	}
	s.channels[m.Ch] = ch
	s.running.Go(func() { ch.forward(ctx) })
	s.running.Go(func() { s.serve(ctx, ch, kind) })
	return nil
}

func (s *Session) kinds() []string { return slices.Sorted(maps.Keys(s.cfg.Kinds)) }

// serve runs a channel to its end. A panic of the channel ends only this channel, with an error.
func (s *Session) serve(ctx context.Context, ch *Channel, kind Kind) {
	defer ch.stop()
	err := Guard(func() error { return kind(ctx, ch) })
	s.answersPending.Add(1)
	defer s.answersPending.Add(-1)
	s.mu.Lock()
	delete(s.channels, ch.name)
	s.mu.Unlock()
	s.dropQueue(ch)
	if s.ctx.Err() != nil {
		return
	}
	if err != nil && ctx.Err() == nil {
		e := asError(err)
		e.Fatal = true
		_ = s.send(s.ctx, ch.name, Failed, e)
	}
	_ = s.send(s.ctx, ch.name, Ended, nil)
}

func (s *Session) dropQueue(ch *Channel) {
	for {
		select {
		case m := <-ch.queue:
			s.waiting.Add(-int64(len(m.Data)))
		default:
			return
		}
	}
}

// Guard calls f. If f panics, Guard returns the panic as an error.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %w", play.PanicErrorOf(p))
		}
	}()
	return f()
}

func (s *Session) send(ctx context.Context, ch, kind string, data any) error {
	text, err := encode(ch, kind, data)
	if err != nil {
		return err
	}
	if err := s.window.take(ctx); err != nil {
		return err
	}
	return s.put(text)
}

// put emits a message for which the window has reserved a place.
func (s *Session) put(text []byte) error {
	s.sends.Lock()
	defer s.sends.Unlock()
	if err := s.emit(text); err != nil {
		s.stop(err)
		return err
	}
	return nil
}
