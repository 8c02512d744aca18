// Package jsonl reads JSON lines: files with one document per line. Blank lines are skipped or,
// after [Reader.RefuseBlank], an error.
package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

type Reader struct {
	in      *bufio.Reader
	limit   int // maximum length of a line, in bytes
	line    int
	noBlank bool
}

// NewReader returns a Reader of r for lines of at most limit bytes.
func NewReader(r io.Reader, limit int) *Reader { return &Reader{in: bufio.NewReader(r), limit: limit} }

// RefuseBlank makes blank lines an error. Otherwise endless blank lines could keep a reader waiting
// for the document.
func (r *Reader) RefuseBlank() { r.noBlank = true }

// Line returns the number of the last line read, counted from 1, or 0 at the start.
func (r *Reader) Line() int { return r.line }

// Next returns the next line that is not blank, without its newline, or io.EOF. Other errors have
// the number of the line. The caller owns the text.
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
			return nil, r.Fail(errors.New("a blank line; want a JSON document"))
		}
	}
}

// Read decodes the next document into v. It returns io.EOF as Next does.
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
		case len(text) > r.limit:
			return nil, fmt.Errorf("longer than %d bytes", r.limit)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(text) > 0:
			return text, nil
		default:
			return text, err
		}
	}
}

func (r *Reader) Fail(err error) error { return fmt.Errorf("line %d: %w", r.line, err) }

// maxQuote is the maximum length in bytes of a document's part in an error.
const maxQuote = 40

// Decode is json.Unmarshal with errors for the authors of JSON.
func Decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case len(bytes.TrimSpace(data)) == 0:
		return errors.New("empty, want JSON")
	case errors.As(err, &wrong):
		where := wrong.Field
		if where != "" {
			where += ": "
		}
		got, _, isNumber := strings.Cut(wrong.Value, " ")
		if isNumber {
			got = wrong.Value // has the digits
			if n := len(got) - maxQuote; n > 0 {
				got = fmt.Sprintf("%s… (%d bytes more)", got[:maxQuote], n)
			}
		}
		return fmt.Errorf("%swant %s, not %s", where, jsonKind(wrong.Type), got)
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: %w at byte %d", err, syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: the text ends too early")
	}
	return fmt.Errorf("not JSON: %w", err)
}

func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint64:
		return "a whole number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}
