package verify

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine limits one line of a file.
const maxLine = 16 << 20

// lines reads a file line by line.
type lines struct {
	in     *bufio.Reader
	number int // of the line read last, from 1
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, 64<<10)} }

// next is the next line that is not blank, without its end, or io.EOF.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.line()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

func (l *lines) line() ([]byte, error) {
	l.number++
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, fmt.Errorf("line %d: longer than %d bytes", l.number, maxLine)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		default:
			return line, err
		}
	}
}

// rest is what has not been read.
func (l *lines) rest() io.Reader { return l.in }

func (l *lines) fail(err error) error { return fmt.Errorf("line %d: %w", l.number, err) }
