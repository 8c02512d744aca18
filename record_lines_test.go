package ouro_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ouro"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		text  string
		lo    int64
		hi    int64
		want  int64
		wrong string
	}{
		{"0", 0, 0, 0, ""},
		{"-1", -1, 3, -1, ""},
		{"9223372036854775807", 0, math.MaxInt64, math.MaxInt64, ""},
		{"-9223372036854775808", math.MinInt64, 0, math.MinInt64, ""},
		{"9223372036854775808", math.MinInt64, math.MaxInt64, 0, "in plain digits"},
		{"18446744073709551616", math.MinInt64, math.MaxInt64, 0, "in plain digits"},
		{"", 0, 9, 0, "in plain digits"},
		{"-", -9, 9, 0, "in plain digits"},
		{"-0", -9, 9, 0, "in plain digits"},
		{"+3", 0, 9, 0, "in plain digits"},
		{"03", 0, 9, 0, "in plain digits"},
		{"3 ", 0, 9, 0, "in plain digits"},
		{"0x3", 0, 9, 0, "in plain digits"},
		{"4", 5, 9, 0, `"4" is not a whole number from 5 to 9`},
		{"10", 5, 9, 0, `"10" is not a whole number from 5 to 9`},
	} {
		n, err := ouro.Number(c.lo, c.hi)(c.text)
		if n != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q: %d, %v", c.text, n, err)
		}
	}
	if n, err := ouro.Number[uint64](0, math.MaxUint64)("18446744073709551615"); n != math.MaxUint64 || err != nil {
		t.Errorf("the largest seed: %d, %v", n, err)
	}
	if n, err := ouro.Number[uint64](0, math.MaxUint64)("-1"); err == nil {
		t.Errorf("a negative seed: %d", n)
	}
}

// TestLines: a LineReader reads the values that a LineWriter wrote. Of several errors, it returns
// the first one, with its line.
func TestLines(t *testing.T) {
	var w ouro.LineWriter
	w.Line("lines 1")
	w.Line("word %s", "a b")
	w.Rows("row", " x\n\n|\n")
	w.Line("pair 1 two three")
	text := string(w.End())

	read := func(text string) (what string, changed bool, err error) {
		r := ouro.NewLineReader("test", "lines 1", []byte(text))
		what = r.Take("word")
		if r.Peek("none", "row") == "row" {
			what += ouro.ReadRows(r, "row", func(s string) (string, error) { return s, nil })
		}
		fields := r.Fields("pair", 2, "a number and words")
		n, err := ouro.Number(1, 9)(fields[0])
		r.Fail(err)
		changed, err = r.End()
		return fmt.Sprint(what, n, fields[1]), changed, err
	}
	if what, changed, err := read(text); what != "a b x\n\n|\n1two three" || changed || err != nil {
		t.Errorf("%q, changed %v, %v", what, changed, err)
	}
	for _, c := range []struct{ old, replacement, want string }{
		{"lines 1", "lines 2", `test line 1: not a test (want "lines 1")`},
		{"word", "sword", `test line 2: want "word", have "sword"`},
		{"row | x|", "row x|", "test line 3: want a line of the row between bars"},
		{"row |||", "row |", "test line 5: want a line of the row between bars"},
		{"row | x|\nrow ||\nrow |||\n", "", `test line 3: want "none" or "row", have "pair"`},
		{"pair 1 two three", "pair 1", "test line 6: pair: want a number and words"},
		{"pair 1", "pair 0", `test line 6: "0" is not a whole number from 1 to 9`},
		{"sum ", "sum 0", `test line 7: sum "0`},
		{"sum ", "more\nsum ", `test line 7: want "sum", have "more"`},
	} {
		changed := strings.Replace(text, c.old, c.replacement, 1)
		_, _, err := read(changed)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.replacement, c.old, err, c.want)
		}
	}
	if _, _, err := read(text + "x"); err == nil || err.Error() != "test line 8: text follows the checksum" {
		t.Error(err)
	}
	if _, changed, err := read(strings.Replace(text, "a b", "a c", 1)); !changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
	for n := range len(text) {
		_, _, err := read(text[:n])
		if err == nil || n > len("lines 1") && !strings.HasSuffix(err.Error(), ": the record is truncated") {
			t.Errorf("the first %d bytes: %v", n, err)
		}
	}
}
