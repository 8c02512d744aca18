package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Lines reads lines of at most [MaxLine] bytes.
type Lines struct{ in *bufio.Reader }

// NewLines reads the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{bufio.NewReaderSize(r, MaxLine+len("\r\n"))} }

// LongError is about a line that is too long. It was passed over.
type LongError struct{}

// Error tells the limit.
func (*LongError) Error() string { return fmt.Sprintf("a line of more than %d bytes", MaxLine) }

// Next is the next line that is not blank, without its end and the space around it;
// it is valid until the next call. What ends without the end of a line is no line. The
// error is a [LongError], after which lines can be read on, or that of the reader.
func (l *Lines) Next() ([]byte, error) {
	for {
		line, err := l.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = l.in.ReadSlice('\n')
			}
			if err != nil {
				return nil, err
			}
			return nil, &LongError{}
		}
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > MaxLine {
			return nil, &LongError{}
		}
		if len(line) > 0 {
			return line, nil
		}
	}
}
