package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Lines reads lines of at most [MaxLine] bytes.
type Lines struct {
	in   *bufio.Reader
	long bool // within a line that is too long
}

// NewLines reads the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{in: bufio.NewReaderSize(r, MaxLine+len("\r\n"))} }

// LongError is about a line that is too long. The next call passes over its rest.
type LongError struct{}

// Error tells the limit.
func (*LongError) Error() string { return fmt.Sprintf("a line of more than %d bytes", MaxLine) }

// Next is the next line that is not blank, without its end and the space around it;
// it is valid until the next call. What ends without the end of a line is no line, and a
// line is too long as soon as there is too much of it. The
// error is a [LongError], after which lines can be read on, or that of the reader.
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
