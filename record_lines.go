package ouro

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The text of a record consists of lines with a key, a space and a value. Each value has exactly
// one valid spelling. The last line is a checksum of all lines before it. LineWriter and
// LineReader implement this; each kind of record has its own keys.

// LineWriter writes the text of a record.
type LineWriter struct{ text bytes.Buffer }

// Line writes one line, or several if the format contains newlines.
func (w *LineWriter) Line(format string, args ...any) {
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// Rows writes each line of text between bars (|), so that spaces at the ends of a line are visible.
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

// LineReader reads the text of a record line by line. It keeps the first error, with its line
// number, until End returns it. After an error all methods return empty values, so a loop over
// lines ends.
type LineReader struct {
	After string // what precedes the next line, such as "turn 7"; errors mention it if it is not empty

	kind string
	text string
	at   int // offset of the next line
	line int // number of the last line taken, from 1
	err  error
}

var errTruncated = errors.New("the record is truncated")

// NewLineReader returns a reader for a kind of record whose first line is magic.
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

// Fail keeps err for End, unless there was an earlier error or err is nil.
func (r *LineReader) Fail(err error) {
	if err == nil || r.err != nil {
		return
	}
	if r.After != "" {
		err = fmt.Errorf("after %s: %w", r.After, err)
	}
	r.err = fmt.Errorf("%s line %d: %w", r.kind, r.line, err)
}

// next returns the key and the value of the next line without taking the line.
func (r *LineReader) next() (key, value string, ok bool) {
	line, _, ok := strings.Cut(r.text[r.at:], "\n")
	key, value, _ = strings.Cut(line, " ")
	return key, value, ok && r.err == nil
}

// Peek returns the key of the next line, which must be one of keys, without taking the line.
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

// Take takes the next line, which must have this key, and returns its value.
func (r *LineReader) Take(key string) string {
	if r.Peek(key) == "" {
		return ""
	}
	_, value, _ := r.next()
	r.at += strings.IndexByte(r.text[r.at:], '\n') + 1
	r.line++
	return value
}

// Fields takes the next line, which must have this key, and splits its value at spaces into n
// fields. names lists the fields for errors.
func (r *LineReader) Fields(key string, n int, names string) []string {
	fields := strings.SplitN(r.Take(key), " ", n)
	if len(fields) < n {
		r.Fail(fmt.Errorf("%s: want %s", key, names))
		fields = make([]string, n)
	}
	return fields
}

// ReadLine takes the next line, which must have this key, and parses its value.
func ReadLine[T any](r *LineReader, key string, parse func(string) (T, error)) T {
	v, err := parse(r.Take(key))
	if err != nil {
		r.Fail(fmt.Errorf("%s %w", key, err))
	}
	return v
}

// ReadRows takes the next lines with this key, and parses the text that Rows wrote on them.
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
		r.Fail(fmt.Errorf("the %s that begins here: %w", key, err))
	}
	return v
}

// End takes the checksum, which is the last line, and returns the first error of the reader. If
// the checksum is wrong, isChanged is true; this is not an error.
func (r *LineReader) End() (isChanged bool, err error) {
	body := r.text[:r.at]
	sum := ReadLine(r, "sum", ParseHash)
	if r.at != len(r.text) {
		r.line++
		r.Fail(errors.New("text follows the checksum"))
	}
	return sum != textSum(body), r.err
}

// Number returns a parser of whole numbers from lo to hi. The parser accepts only the spelling
// that fmt prints.
func Number[T int | int64 | uint64](lo, hi T) func(string) (T, error) {
	return func(text string) (T, error) {
		digits, negative := strings.CutPrefix(text, "-")
		u, err := strconv.ParseUint(digits, 10, 64)
		n := T(u)
		if negative {
			n = -n
		}
		if err != nil || fmt.Sprint(n) != text {
			return 0, fmt.Errorf("%q is not a whole number in plain digits", text)
		}
		if n < lo || n > hi {
			return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, lo, hi)
		}
		return n, nil
	}
}

// ParseHash parses a hash of 16 hexadecimal digits.
func ParseHash(text string) (uint64, error) {
	h, err := strconv.ParseUint(text, 16, 64)
	if err != nil || fmt.Sprintf("%016x", h) != text {
		return 0, fmt.Errorf("%q is not a hash of 16 digits", text)
	}
	return h, nil
}

// textSum returns a digest of every byte of text.
func textSum(text string) uint64 {
	h := uint64(len(text))
	for _, c := range []byte(text) {
		h = Mix(h, uint64(c))
	}
	return h
}
