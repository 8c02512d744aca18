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

// TestRefuseBlank: a blank line is an error if RefuseBlank was called.
func TestRefuseBlank(t *testing.T) {
	in := jsonl.NewReader(strings.NewReader("a\n \nb\n"), maxLine)
	in.RefuseBlank()
	if text, err := in.Next(); err != nil || string(text) != "a" {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := in.Next(); err == nil || err.Error() != "line 2: a blank line; want a JSON document" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestDecode: errors do not mention the Go types into which JSON is decoded.
func TestDecode(t *testing.T) {
	type doc struct {
		Name  string `json:"name"`
		Turn  int64  `json:"turn"`
		Alive bool   `json:"alive"`
		Cells []int  `json:"cells"`
		Board struct {
			W int `json:"width"`
		} `json:"board"`
	}
	for text, want := range map[string]string{
		`{"name":1}`:             "name: want a string, not number",
		`{"turn":"x"}`:           "turn: want a whole number, not string",
		`{"turn":1.5}`:           "turn: want a whole number, not number 1.5",
		`{"alive":3}`:            "alive: want true or false, not number",
		`{"cells":{}}`:           "cells: want a list, not object",
		`{"board":7}`:            "board: want an object, not number",
		`{"board":{"width":[]}}`: "board.width: want a whole number, not array",
		`[1]`:                    "want an object, not array",
		`{"name":`:               "not JSON: unexpected end of JSON input at byte 8",
		`hello`:                  "not JSON: invalid character 'h' looking for beginning of value at byte 1",
		` `:                      "empty, want JSON",
	} {
		err := jsonl.Decode([]byte(text), new(doc))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
