// Package jsonl reads files of JSON lines: one document on each line, with blank
// lines between them unless they are refused.
package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Reader reads line by line.
type Reader struct {
	in      *bufio.Reader
	most    int
	line    int
	noBlank bool
}

// NewReader reads the lines of r, none of which may have more than most bytes.
func NewReader(r io.Reader, most int) *Reader { return &Reader{in: bufio.NewReader(r), most: most} }

// RefuseBlank makes blank lines an error, so that reading a document takes no longer than
// its length says.
func (r *Reader) RefuseBlank() { r.noBlank = true }

// Line is the number of the line that was read last, from 1; 0 before the
// first.
func (r *Reader) Line() int { return r.line }

// Next is the next line that is not blank, without its end, or io.EOF. Other
// errors name the line. The text is the caller's to keep.
func (r *Reader) Next() ([]byte, error) {
	for {
		text, err := r.next()
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		r.line++
		if err != nil {
			return nil, r.Fail(err)
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			return text, nil
		}
		if r.noBlank {
			return nil, r.Fail(errors.New("it is blank, want a document"))
		}
	}
}

// Read reads the next document into v. Errors are those of Next.
func (r *Reader) Read(v any) error {
	text, err := r.Next()
	if err != nil {
		return err
	}
	if err := Decode(text, v); err != nil {
		return r.Fail(err)
	}
	return nil
}

func (r *Reader) next() ([]byte, error) {
	var text []byte
	for {
		part, err := r.in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > r.most:
			return nil, fmt.Errorf("longer than %d bytes", r.most)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(text) > 0:
			return text, nil
		default:
			return text, err
		}
	}
}

// Fail is an error about the line that was read last.
func (r *Reader) Fail(err error) error { return fmt.Errorf("line %d: %w", r.line, err) }
