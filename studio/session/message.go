package session

import (
	"encoding/json"
	"errors"
	"fmt"

	"ouro/studio/link"
)

// Version is that of the protocol. A page of another one is refused.
const Version = 1

// Message is what is said in either direction.
type Message struct {
	Ch   string          `json:"ch,omitempty"` // the channel's name; none is the session itself
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// The types of messages that the session knows itself; kinds of channels have others.
const (
	Hello  = "hello"  // both: what is spoken, what there is
	Open   = "open"   // page: opens a channel
	End    = "end"    // page: closes it
	Ack    = "ack"    // page: so many messages have come so far
	Opened = "opened" // session: the channel stands
	Ended  = "ended"  // session: it does not any more
	Failed = "error"  // session: an Error
)

// Error is what the page is told of a failure. Its text is for people.
type Error struct {
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // that is wrong, of a link or a message
	Line    int    `json:"line,omitempty"`  // of a file
	Column  int    `json:"column,omitempty"`
	Fatal   bool   `json:"fatal,omitempty"` // the channel has ended
}

func (e *Error) Error() string { return e.Message }

// asError is err as the page is told of it.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		told := *e
		told.Message = err.Error()
		return &told
	}
	var asked *link.Error
	if errors.As(err, &asked) {
		return &Error{Message: err.Error(), Field: asked.Field}
	}
	return &Error{Message: err.Error()}
}

// Into decodes the data of a message. Unknown fields are ignored: newer pages say more.
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
