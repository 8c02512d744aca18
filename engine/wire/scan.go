package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"ouro/internal/printable"
)

// scanner reads one JSON text without allocating. It keeps the first error, after which all its
// loops end.
type scanner struct {
	data []byte
	pos  int // index of the next byte
	err  error
}

// maxDepth is the maximum nesting of unknown lists and objects.
const maxDepth = 100

var errEnds = errors.New("the JSON ends too early")

func (s *scanner) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// want records an error: the data does not continue with what is expected.
func (s *scanner) want(expected string) {
	if s.err == nil {
		s.space()
		if s.pos >= len(s.data) {
			s.err = errEnds
			return
		}
		s.err = fmt.Errorf("want %s, not %s", expected, printable.Short(string(s.data[s.pos:min(len(s.data), s.pos+200)]), 40))
	}
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// take consumes c if it comes next, and reports whether it did.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.err != nil || s.pos >= len(s.data) || s.data[s.pos] != c {
		return false
	}
	s.pos++
	return true
}

// open consumes the character c, which begins a list or an object. Errors call the list or object
// name.
func (s *scanner) open(c byte, name string) {
	if !s.take(c) {
		s.want(name)
	}
}

// more reports whether another element follows; if not, it consumes the closing character. n counts
// the elements.
func (s *scanner) more(closing byte, n *int) bool {
	if s.err != nil || s.take(closing) {
		return false
	}
	if *n > 0 && !s.take(',') {
		s.want("a comma or " + string(rune(closing)))
		return false
	}
	*n++
	return true
}

func (s *scanner) key() []byte {
	k := s.text()
	if !s.take(':') {
		s.want("a colon")
	}
	return k
}

// text reads a string. The result is part of the data if it is ASCII without escapes.
func (s *scanner) text() []byte {
	if !s.take('"') {
		s.want("a string")
		return nil
	}
	from := s.pos
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return s.data[from : s.pos-1]
		case c == '\\', c >= utf8.RuneSelf:
			return s.escapedText(from)
		case c < ' ':
			s.want("no control character in a string")
			return nil
		}
	}
	s.fail(errEnds)
	return nil
}

// escapedText reads a string that has escapes or characters beyond ASCII. from is the index after
// its opening quote.
func (s *scanner) escapedText(from int) []byte {
	for s.pos < len(s.data) && s.data[s.pos] != '"' {
		if s.data[s.pos] == '\\' {
			s.pos++
		}
		s.pos++
	}
	if s.pos >= len(s.data) {
		s.fail(errEnds)
		return nil
	}
	s.pos++
	var text string
	if err := json.Unmarshal(s.data[from-1:s.pos], &text); err != nil {
		s.fail(err)
	}
	return []byte(text)
}

func (s *scanner) raw() []byte {
	s.space()
	from := s.pos
	s.skip(maxDepth)
	if s.err != nil {
		return nil
	}
	return s.data[from:s.pos]
}

func (s *scanner) skip(depth int) {
	s.space()
	if s.err != nil {
		return
	}
	if s.pos >= len(s.data) {
		s.fail(errEnds)
		return
	}
	if depth == 0 {
		s.fail(fmt.Errorf("nested more than %d deep", maxDepth))
		return
	}
	switch s.data[s.pos] {
	case '{':
		s.pos++
		for n := 0; s.more('}', &n); {
			s.key()
			s.skip(depth - 1)
		}
	case '[':
		s.pos++
		for n := 0; s.more(']', &n); {
			s.skip(depth - 1)
		}
	case '"':
		s.text()
	case 't':
		s.word("true")
	case 'f':
		s.word("false")
	case 'n':
		s.word("null")
	default:
		s.digits()
	}
}

func (s *scanner) word(w string) {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		s.want("a value")
		return
	}
	s.pos += len(w)
}

func (s *scanner) digits() []byte {
	s.space()
	from := s.pos
	if s.pos < len(s.data) && s.data[s.pos] == '-' {
		s.pos++
	}
	switch n := s.run(); {
	case n == 0, n > 1 && s.data[s.pos-n] == '0':
		s.pos = from
		s.want("a number")
		return nil
	}
	if s.pos < len(s.data) && s.data[s.pos] == '.' {
		s.pos++
		if s.run() == 0 {
			s.want("digits")
			return nil
		}
	}
	if s.pos < len(s.data) && s.data[s.pos]|0x20 == 'e' {
		s.pos++
		if s.pos < len(s.data) && (s.data[s.pos] == '+' || s.data[s.pos] == '-') {
			s.pos++
		}
		if s.run() == 0 {
			s.want("digits")
			return nil
		}
	}
	return s.data[from:s.pos]
}

func (s *scanner) run() int {
	from := s.pos
	for s.pos < len(s.data) && s.data[s.pos] >= '0' && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos - from
}

// whole reads an integer from lo to hi. It also accepts 3.0 and 3e0, as some languages write
// integers.
func (s *scanner) whole(lo, hi int64) int64 {
	text := s.digits()
	if s.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		f, ferr := strconv.ParseFloat(string(text), 64)
		n = int64(f)
		if ferr != nil || f < -1<<53 || f > 1<<53 || float64(n) != f {
			s.fail(fmt.Errorf("want a whole number, not %s", printable.Short(string(text), 40)))
			return 0
		}
	}
	if n < lo || n > hi {
		s.fail(fmt.Errorf("want a whole number from %d to %d, not %d", lo, hi, n))
	}
	return n
}

func (s *scanner) float() float64 {
	text := s.digits()
	if s.err != nil {
		return 0
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		s.fail(fmt.Errorf("%s is too large a number", printable.Short(string(text), 40)))
	}
	return f
}

func (s *scanner) flag() bool {
	s.space()
	if s.pos < len(s.data) && s.data[s.pos] == 't' {
		s.word("true")
		return true
	}
	if s.pos < len(s.data) && s.data[s.pos] == 'f' {
		s.word("false")
		return false
	}
	s.want("true or false")
	return false
}

// null consumes null if it comes next, and reports whether it did.
func (s *scanner) null() bool {
	s.space()
	if s.err != nil || s.pos >= len(s.data) || s.data[s.pos] != 'n' {
		return false
	}
	s.word("null")
	return s.err == nil
}

func (s *scanner) end() {
	if s.space(); s.err == nil && s.pos < len(s.data) {
		s.want("the end of the line")
	}
}
