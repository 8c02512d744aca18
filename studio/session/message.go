package session

import (
	"encoding/json"
	"errors"
	"fmt"

	"ouro/studio/link"
)

// Version is the version of the protocol. Pages of other versions are refused.
const Version = 1

// Message is a message in either direction.
type Message struct {
	Ch   string          `json:"ch,omitempty"` // name of the channel; empty for the session
	Type string          `json:"type"`
	Data json.RawMessage `json:"data,omitempty"`
}

// The types of messages of the session itself; each kind of channel has others.
const (
	Hello  = "hello"  // both: version, and what is available
	Open   = "open"   // page: opens a channel
	End    = "end"    // page: closes it
	Ack    = "ack"    // page: number of messages received so far
	Opened = "opened" // session: the channel is ready
	Ended  = "ended"  // session: the channel has ended
	Failed = "error"  // session: an Error
)

// Error is an error for the page, with a text for people.
type Error struct {
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // field of a link or a message
	Line    int    `json:"line,omitempty"`  // of a file
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
