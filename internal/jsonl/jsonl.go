// Package jsonl reads files of JSON lines: one document on each line, and blank lines
// between them unless these are refused.
package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Reader reads documents line by line.
type Reader struct {
	in      *bufio.Reader
	most    int
	line    int
	noBlank bool
}

// NewReader returns a Reader of r, whose lines may have at most most bytes.
func NewReader(r io.Reader, most int) *Reader { return &Reader{in: bufio.NewReader(r), most: most} }

// RefuseBlank makes blank lines an error, so that the time for a document is bounded by its
// length.
func (r *Reader) RefuseBlank() { r.noBlank = true }

// Line returns the number of the last line read, from 1; 0 before the first.
func (r *Reader) Line() int { return r.line }

// Next returns the next line that is not blank, without its end, or io.EOF. Other errors
// have the line number. The caller owns the text.
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

// Read decodes the next document into v. Its errors are like those of Next.
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

// Fail returns an error with the number of the last line.
func (r *Reader) Fail(err error) error { return fmt.Errorf("line %d: %w", r.line, err) }
