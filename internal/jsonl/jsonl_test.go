package jsonl_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ouro/internal/jsonl"
)

const maxLine = 64 << 10

func read(r io.Reader) (lines []string, err error) {
	in := jsonl.NewReader(r, maxLine)
	for {
		text, err := in.Next()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		lines = append(lines, fmt.Sprintf("%d %s", in.Line(), text))
	}
}

func TestReader(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for text, want := range map[string][]string{
		"":                 nil,
		"\n \r\n":          nil,
		"a":                {"1 a"},
		"a\n":              {"1 a"},
		"\n a \r\n\n\nb\n": {"2 a", "5 b"},
		long + "\nb":       nil,
		long[1:] + "\nb":   {"1 " + long[1:], "2 b"},
	} {
		lines, err := read(strings.NewReader(text))
		if text == long+"\nb" {
			if err == nil || err.Error() != "line 1: longer than 65536 bytes" {
				t.Error(err)
			}
		} else if err != nil || !slices.Equal(lines, want) {
			t.Errorf("%.20q: %d lines, %v", text, len(lines), err)
		}
	}
	broken := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(errors.New("disk on fire")))
	if lines, err := read(broken); len(lines) != 1 || err == nil || err.Error() != "line 2: disk on fire" {
		t.Errorf("%q, %v", lines, err)
	}
}
