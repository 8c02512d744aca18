package wire

import (
	"bytes"
	"io"
	"sync"
)

// Transcript writes down what is said: "> " and what an engine is told, "< " and what it
// says. A nil Transcript writes nothing. It may be used by several goroutines.
type Transcript struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewTranscript writes to w.
func NewTranscript(w io.Writer) *Transcript { return &Transcript{w: w} }

// Told is a line to the engine, with or without its end.
func (t *Transcript) Told(line []byte) { t.write("> ", line) }

// Said is a line from the engine.
func (t *Transcript) Said(line []byte) { t.write("< ", line) }

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

// Err is the first error of the writer.
func (t *Transcript) Err() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}
