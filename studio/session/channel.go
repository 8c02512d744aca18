package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"ouro/studio/link"
)

// Channel is one channel that the page has opened, as seen by its [Kind].
type Channel struct {
	session *Session
	name    string
	open    Message
	queue   chan Message // messages of the page
	in      chan Message // messages that the kind takes
	stop    context.CancelFunc
}

func (c *Channel) Request() Message { return c.open }

func (c *Channel) In() <-chan Message { return c.in }

func (c *Channel) Next(ctx context.Context) (Message, error) {
	select {
	case m := <-c.in:
		return m, nil
	case <-ctx.Done():
		return Message{}, ctx.Err()
	}
}

// forward passes messages from the queue to the channel's Kind. The bytes of a passed message no
// longer count as waiting.
func (c *Channel) forward(ctx context.Context) {
	for {
		select {
		case m := <-c.queue:
			select {
			case c.in <- m:
			case <-ctx.Done():
			}
			c.session.waiting.Add(-int64(len(m.Data)))
		case <-ctx.Done():
			return
		}
	}
}

// Send emits a message once the page has acknowledged enough earlier ones.
func (c *Channel) Send(ctx context.Context, kind string, data any) error {
	return c.session.send(ctx, c.name, kind, data)
}

// Offer emits a message unless the page is slow. If it returns false, the Kind must later send
// the data that the page missed, for example in a key frame.
func (c *Channel) Offer(kind string, data any) (sent bool, err error) {
	if !c.session.window.tryTake() {
		return false, nil
	}
	text, err := encode(c.name, kind, data)
	if err != nil {
		c.session.window.release()
		return false, err
	}
	return true, c.session.put(text)
}

// UnlessGone returns err, or nil if ctx has ended: then the page has left and cannot receive the
// error.
func UnlessGone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Fail sends an error after which the channel continues.
func (c *Channel) Fail(ctx context.Context, err error) error {
	return c.Send(ctx, Failed, asError(err))
}

// Version is the version of the protocol. Pages of other versions are refused.
const Version = 1

type Message struct {
	Ch   string          `json:"ch,omitempty"` // name of the channel; empty for the session
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// The types of messages of the session itself. Each kind of channel has further types.
const (
	Hello  = "hello"  // sent by both sides: the version; from the session also what is available
	Open   = "open"   // page: opens a channel
	End    = "end"    // page: closes the channel
	Ack    = "ack"    // page: number of messages received so far
	Opened = "opened" // session: the channel is ready
	Ended  = "ended"  // session: the channel has ended
	Failed = "error"  // session: an Error
)

// Error is an error that is sent to the page. Message is the text for the visitor.
type Error struct {
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // field of a link or a message
	Line    int    `json:"line,omitempty"`  // line of a file
	Column  int    `json:"column,omitempty"`
	Fatal   bool   `json:"fatal,omitempty"` // the channel has ended
}

func (e *Error) Error() string { return e.Message }

func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		e := *e
		e.Message = err.Error()
		return &e
	}
	var linkErr *link.Error
	if errors.As(err, &linkErr) {
		return &Error{Message: err.Error(), Field: linkErr.Field}
	}
	return &Error{Message: err.Error()}
}

// Into decodes the data of a message. It ignores unknown fields, which newer pages may
// send.
func (m Message) Into(data any) error {
	if len(m.Data) == 0 {
		return nil
	}
	if err := json.Unmarshal(m.Data, data); err != nil {
		return fmt.Errorf("message %q: %w", m.Type, err)
	}
	return nil
}

func encode(ch, kind string, data any) ([]byte, error) {
	return json.Marshal(struct {
		Ch   string `json:"ch,omitempty"`
		Type string `json:"type"`
		Data any    `json:"data,omitempty"`
	}{ch, kind, data})
}

// File is the data of a message with a file for the user.
type File struct {
	Name   string `json:"name"`
	MIME   string `json:"mime"`
	Base64 []byte `json:"base64"`
}

// window limits how many messages are sent but not yet acknowledged.
type window struct {
	size int64

	mu          sync.Mutex
	sent, acked int64
	freed       chan struct{} // closed when the window has room again
}

func newWindow(size int) *window { return &window{size: int64(size), freed: make(chan struct{})} }

func (w *window) tryTake() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sent-w.acked >= w.size {
		return false
	}
	w.sent++
	return true
}

func (w *window) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent--
	w.notify()
}

func (w *window) take(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.sent-w.acked < w.size {
			w.sent++
			w.mu.Unlock()
			return nil
		}
		freed := w.freed
		w.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// acknowledge records that the page has received n messages in total.
func (w *window) acknowledge(n int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n < w.acked || n > w.sent {
		return fmt.Errorf("acknowledgement of %d messages: %d were sent and %d acknowledged before", n, w.sent, w.acked)
	}
	w.acked = n
	w.notify()
	return nil
}

func (w *window) notify() {
	close(w.freed)
	w.freed = make(chan struct{})
}
