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
	at   int
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

func (s *scanner) want(what string) {
	if s.err == nil {
		s.space()
		if s.at >= len(s.data) {
			s.err = errEnds
			return
		}
		s.err = fmt.Errorf("want %s, not %s", what, printable.Short(string(s.data[s.at:min(len(s.data), s.at+200)]), 40))
	}
}

func (s *scanner) space() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// take consumes c if it comes next, and reports whether it did.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.err != nil || s.at >= len(s.data) || s.data[s.at] != c {
		return false
	}
	s.at++
	return true
}

// open consumes the start of a list or an object, for which errors use the name what.
func (s *scanner) open(c byte, what string) {
	if !s.take(c) {
		s.want(what)
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
	from := s.at
	for ; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; {
		case c == '"':
			s.at++
			return s.data[from : s.at-1]
		case c == '\\', c >= utf8.RuneSelf:
			return s.hardText(from)
		case c < ' ':
			s.want("no control character in a string")
			return nil
		}
	}
	s.fail(errEnds)
	return nil
}

// hardText reads the rest of a string that has escapes or characters beyond ASCII. from is
// the index after its opening quote.
func (s *scanner) hardText(from int) []byte {
	for s.at < len(s.data) && s.data[s.at] != '"' {
		if s.data[s.at] == '\\' {
			s.at++
		}
		s.at++
	}
	if s.at >= len(s.data) {
		s.fail(errEnds)
		return nil
	}
	s.at++
	var text string
	if err := json.Unmarshal(s.data[from-1:s.at], &text); err != nil {
		s.fail(err)
	}
	return []byte(text)
}

func (s *scanner) raw() []byte {
	s.space()
	from := s.at
	s.skip(maxDepth)
	if s.err != nil {
		return nil
	}
	return s.data[from:s.at]
}

func (s *scanner) skip(depth int) {
	s.space()
	if s.err != nil {
		return
	}
	if s.at >= len(s.data) {
		s.fail(errEnds)
		return
	}
	if depth == 0 {
		s.fail(fmt.Errorf("nested more than %d deep", maxDepth))
		return
	}
	switch s.data[s.at] {
	case '{':
		s.at++
		for n := 0; s.more('}', &n); {
			s.key()
			s.skip(depth - 1)
		}
	case '[':
		s.at++
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
	if len(s.data)-s.at < len(w) || string(s.data[s.at:s.at+len(w)]) != w {
		s.want("a value")
		return
	}
	s.at += len(w)
}

func (s *scanner) digits() []byte {
	s.space()
	from := s.at
	if s.at < len(s.data) && s.data[s.at] == '-' {
		s.at++
	}
	switch n := s.run(); {
	case n == 0, n > 1 && s.data[s.at-n] == '0':
		s.at = from
		s.want("a number")
		return nil
	}
	if s.at < len(s.data) && s.data[s.at] == '.' {
		s.at++
		if s.run() == 0 {
			s.want("digits")
			return nil
		}
	}
	if s.at < len(s.data) && s.data[s.at]|0x20 == 'e' {
		s.at++
		if s.at < len(s.data) && (s.data[s.at] == '+' || s.data[s.at] == '-') {
			s.at++
		}
		if s.run() == 0 {
			s.want("digits")
			return nil
		}
	}
	return s.data[from:s.at]
}

func (s *scanner) run() int {
	from := s.at
	for s.at < len(s.data) && s.data[s.at] >= '0' && s.data[s.at] <= '9' {
		s.at++
	}
	return s.at - from
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
	if s.at < len(s.data) && s.data[s.at] == 't' {
		s.word("true")
		return true
	}
	if s.at < len(s.data) && s.data[s.at] == 'f' {
		s.word("false")
		return false
	}
	s.want("true or false")
	return false
}

// null consumes null if it comes next, and reports whether it did.
func (s *scanner) null() bool {
	s.space()
	if s.err != nil || s.at >= len(s.data) || s.data[s.at] != 'n' {
		return false
	}
	s.word("null")
	return s.err == nil
}

func (s *scanner) end() {
	if s.space(); s.err == nil && s.at < len(s.data) {
		s.want("the end of the line")
	}
}
