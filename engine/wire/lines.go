package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Lines reads lines of at most [MaxLine] bytes.
type Lines struct {
	in   *bufio.Reader
	long bool // within a line that is too long
}

// NewLines returns a reader of the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{in: bufio.NewReaderSize(r, MaxLine+len("\r\n"))} }

// LongError is the error for a line that is too long. The next call skips its rest.
type LongError struct{}

// Error names the limit.
func (*LongError) Error() string { return fmt.Sprintf("a line of more than %d bytes", MaxLine) }

// Next returns the next line that is not blank, without surrounding space; it is valid until the
// next call. Text after the last newline is not a line. A line is too long as soon as more than
// MaxLine bytes of it were read. The error is a [LongError], after which reading can continue, or
// that of the reader.
func (l *Lines) Next() ([]byte, error) {
	for {
		line, err := l.in.ReadSlice('\n')
		full, began := errors.Is(err, bufio.ErrBufferFull), !l.long
		switch l.long = full; {
		case full && began:
			return nil, &LongError{}
		case full:
			continue
		case err != nil:
			return nil, err
		case !began:
			continue
		}
		if line = bytes.TrimSpace(line); len(line) > MaxLine {
			return nil, &LongError{}
		}
		if len(line) > 0 {
			return line, nil
		}
	}
}

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
