package wire

import (
	"bytes"
	"io"
	"sync"
)

// Transcript writes all messages to a writer: "> " before those to an engine, "< " before its
// answers. A nil Transcript writes nothing. It is safe for concurrent use.
type Transcript struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewTranscript returns a Transcript that writes to w.
func NewTranscript(w io.Writer) *Transcript { return &Transcript{w: w} }

// AddQuestion writes a line to the engine, with or without its newline.
func (t *Transcript) AddQuestion(line []byte) { t.write("> ", line) }

// AddAnswer writes a line from the engine.
func (t *Transcript) AddAnswer(line []byte) { t.write("< ", line) }

func (t *Transcript) write(mark string, line []byte) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		_, t.err = t.w.Write(append(append([]byte(mark), bytes.TrimRight(line, "\r\n")...), '\n'))
	}
}

// Err returns the first error of the writer.
func (t *Transcript) Err() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}
