package ouro

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The text of a record is lines, each of a key, a space and what is told of it.
// Whatever can be written in several ways, as numbers can, has one way. The last
// line is a checksum of all lines before it. LineWriter and LineReader know
// that much; which lines there are is up to the kind of record.

// LineWriter writes the text of a record.
type LineWriter struct{ text bytes.Buffer }

// Line writes a line.
func (w *LineWriter) Line(format string, args ...any) {
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// Rows writes each line of text between bars, so that spaces at its ends are
// seen.
func (w *LineWriter) Rows(key, text string) {
	for row := range strings.Lines(text) {
		w.Line("%s |%s|", key, strings.TrimSuffix(row, "\n"))
	}
}

// End writes the checksum and returns the whole text.
func (w *LineWriter) End() []byte {
	w.Line("sum %016x", textSum(w.text.String()))
	return w.text.Bytes()
}

// LineReader reads the text of a record, line by line. It keeps the first
// error, with its line, until End returns it. After an error no line is left:
// what is read is empty, and loops over lines of a key end.
type LineReader struct {
	After string // what errors from here on come after, unless ""

	kind string
	text string
	at   int // offset of the next line
	line int // number of the line taken last, from 1
	err  error
}

var errTruncated = errors.New("the record is truncated")

// NewLineReader reads the text of this kind of record, whose first line is
// magic.
func NewLineReader(kind, magic string, text []byte) *LineReader {
	r := &LineReader{kind: kind, text: string(text)}
	r.line++
	if rest, ok := strings.CutPrefix(r.text, magic+"\n"); ok {
		r.at = len(r.text) - len(rest)
	} else {
		r.Fail(fmt.Errorf("not a %s (want %q)", kind, magic))
	}
	return r
}

// Fail keeps the error, if it is one and the first.
func (r *LineReader) Fail(err error) {
	if err == nil || r.err != nil {
		return
	}
	if r.After != "" {
		err = fmt.Errorf("after %s: %w", r.After, err)
	}
	r.err = fmt.Errorf("%s line %d: %w", r.kind, r.line, err)
}

// next is the next line, without taking it.
func (r *LineReader) next() (key, rest string, ok bool) {
	line, _, ok := strings.Cut(r.text[r.at:], "\n")
	key, rest, _ = strings.Cut(line, " ")
	return key, rest, ok && r.err == nil
}

// Peek is the key of the next line, which must be one of these.
func (r *LineReader) Peek(keys ...string) string {
	key, _, ok := r.next()
	if ok && slices.Contains(keys, key) {
		return key
	}
	r.line++
	if ok {
		r.Fail(fmt.Errorf("want %s, have %q", alternatives(keys), key))
	} else {
		r.Fail(errTruncated)
	}
	return ""
}

// alternatives quotes the words: "a", "b" or "c".
func alternatives(words []string) string {
	text := ""
	for i, word := range words {
		switch {
		case i > 0 && i == len(words)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += strconv.Quote(word)
	}
	return text
}

// Take is what the next line tells of its key, which must be this one.
func (r *LineReader) Take(key string) string {
	if r.Peek(key) == "" {
		return ""
	}
	_, rest, _ := r.next()
	r.at += strings.IndexByte(r.text[r.at:], '\n') + 1
	r.line++
	return rest
}

// Fields takes the next line and splits it into n fields, which are described
// as what.
func (r *LineReader) Fields(key string, n int, what string) []string {
	fields := strings.SplitN(r.Take(key), " ", n)
	if len(fields) < n {
		r.Fail(fmt.Errorf("%s: want %s", key, what))
		fields = make([]string, n)
	}
	return fields
}

// ReadLine takes the next line and parses what it tells of its key.
func ReadLine[T any](r *LineReader, key string, parse func(string) (T, error)) T {
	v, err := parse(r.Take(key))
	if err != nil {
		r.Fail(fmt.Errorf("%s %w", key, err))
	}
	return v
}

// ReadRows takes the next lines of this key, which are as Rows writes them, and
// parses their text.
func ReadRows[T any](r *LineReader, key string, parse func(string) (T, error)) T {
	first := r.line + 1
	var text strings.Builder
	for more := true; more; {
		row := r.Take(key)
		if len(row) < 2 || row[0] != '|' || row[len(row)-1] != '|' {
			r.Fail(fmt.Errorf("want a line of the %s between bars", key))
			break
		}
		text.WriteString(row[1:len(row)-1] + "\n")
		next, _, ok := r.next()
		if !ok {
			r.line++
			r.Fail(errTruncated)
		}
		more = ok && next == key
	}
	v, err := parse(text.String())
	if err != nil {
		r.line = first
		r.Fail(fmt.Errorf("the %ss from here on: %w", key, err))
	}
	return v
}

// End takes the checksum, which is the last line, and returns the first error.
// That the checksum is wrong is none: the text was changed.
func (r *LineReader) End() (changed bool, err error) {
	body := r.text[:r.at]
	sum := ReadLine(r, "sum", ParseHash)
	if r.at != len(r.text) {
		r.line++
		r.Fail(errors.New("text after the checksum"))
	}
	return sum != textSum(body), r.err
}

// Number parses whole numbers from lo to hi that are written the one way in
// which they are printed.
func Number[T int | int64 | uint64](lo, hi T) func(string) (T, error) {
	return func(text string) (T, error) {
		digits, negative := strings.CutPrefix(text, "-")
		u, err := strconv.ParseUint(digits, 10, 64)
		n := T(u)
		if negative {
			n = -n
		}
		if err != nil || fmt.Sprint(n) != text {
			return 0, fmt.Errorf("%q is not a whole number written plainly", text)
		}
		if n < lo || n > hi {
			return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, lo, hi)
		}
		return n, nil
	}
}

// ParseHash parses a hash of 16 digits.
func ParseHash(text string) (uint64, error) {
	h, err := strconv.ParseUint(text, 16, 64)
	if err != nil || fmt.Sprintf("%016x", h) != text {
		return 0, fmt.Errorf("%q is not a hash of 16 digits", text)
	}
	return h, nil
}

// textSum digests every byte of text.
func textSum(text string) uint64 {
	h := uint64(len(text))
	for _, c := range []byte(text) {
		h = Mix(h, uint64(c))
	}
	return h
}
