package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// lineForm finds missing, repeated and unknown fields in the lines of a log. It compares each line
// with the encoding of the value that was read from the line.
type lineForm struct {
	report  *Report
	enc     bytes.Buffer
	escapes bool // whether the log escapes <, > and &, as the official engine does
}

// check reports the differences between the line and the encoding of v. prefix precedes the names
// of fields in messages: "", or a path that ends with a dot.
func (f *lineForm) check(turn int, prefix string, line []byte, v any) error {
	for range 2 { // first with the escapes of the line before, then with the other kind
		f.enc.Reset()
		enc := json.NewEncoder(&f.enc)
		enc.SetEscapeHTML(f.escapes)
		if err := enc.Encode(v); err != nil {
			return err
		}
		if bytes.Equal(bytes.TrimSpace(f.enc.Bytes()), line) {
			return nil
		}
		f.escapes = !f.escapes
	}
	got, err := readNode(line)
	if err != nil {
		return err
	}
	want, err := readNode(f.enc.Bytes())
	if err != nil {
		return err
	}
	f.compare(turn, prefix, got, want)
	return nil
}

// compare reports the fields in which got differs from want. got comes from the line, want from the
// encoding.
func (f *lineForm) compare(turn int, path string, got, want *node) {
	if got.delim != want.delim {
		if got.text != "null" || !isOptional(path) {
			f.report.differ(turn, "", "%s: the value is %s", path, got.kind())
		}
		return
	}
	switch got.delim {
	case '[':
		for i := range min(len(got.values), len(want.values)) {
			f.compare(turn, path, got.values[i], want.values[i])
		}
	case '{':
		f.compareFields(turn, path, got, want)
	default:
		if got.text == "null" && !isOptional(path) {
			f.report.differ(turn, "", "%s: the value is null", path)
		}
	}
}

// maxFields limits the fields of an object; real logs have fewer than 20.
const maxFields = 200

func (f *lineForm) compareFields(turn int, path string, got, want *node) {
	if len(got.keys) > maxFields {
		f.report.differ(turn, "", "%s: %d fields are too many", path, len(got.keys))
		return
	}
	if path != "" && path[len(path)-1] != '.' {
		path += "."
	}
	for i, key := range got.keys {
		switch k := slices.Index(want.keys, key); {
		case slices.Contains(got.keys[:i], key):
			f.report.differ(turn, "", "%s: the field occurs twice", path+key)
		case k < 0 && slices.ContainsFunc(want.keys, func(known string) bool { return strings.EqualFold(known, key) }):
			// encoding/json ignores upper and lower case in names, but other readers do not.
			f.report.differ(turn, "", "%s: wrong upper or lower case", path+key)
		case k < 0:
			f.report.unknown(path + key)
		default:
			f.compare(turn, path+key, got.values[i], want.values[k])
		}
	}
	for _, key := range want.keys {
		if !slices.Contains(got.keys, key) && !isOptional(path+key) {
			f.report.differ(turn, "", "%s: the field is missing", path+key)
		}
	}
}

// node is a JSON value that keeps all its keys, in order.
type node struct {
	delim  json.Delim // '{', '[' or 0
	text   string     // text of a value that is not a delimiter
	keys   []string
	values []*node
}

func (n *node) kind() string {
	switch {
	case n.delim == '{':
		return "an object"
	case n.delim == '[':
		return "a list"
	case n.text == "null":
		return "null"
	}
	return "a value"
}

func readNode(text []byte) (*node, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return nextNode(dec)
}

func nextNode(dec *json.Decoder) (*node, error) {
	token, err := dec.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	n := new(node)
	delim, ok := token.(json.Delim)
	if !ok {
		n.text = "a value"
		if token == nil {
			n.text = "null"
		}
		return n, nil
	}
	n.delim = delim
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, fmt.Sprint(key))
		}
		value, err := nextNode(dec)
		if err != nil {
			return nil, err
		}
		n.values = append(n.values, value)
	}
	_, err = dec.Token()
	return n, err
}
