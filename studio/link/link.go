// Package link implements the links of the studio: a page and fields that have the names
// and values of the command line's flags.
//
//	#/watch?solver=cell&board=20x20&seed=7&turn=120
//
// Long links are packed into one field, see pack.go. [Request] describes what the fields
// mean.
package link

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/internal/english"
	"ouro/internal/printable"
)

// Link is a page and its fields. A link without a page is a query alone, as in messages.
type Link struct {
	Page   string
	Fields []Field // in the order given
}

// Field is one key=value. The value is any text.
type Field struct{ Key, Value string }

// Error is a fault in a link.
type Error struct {
	Field string // the field with the fault, or "" for the whole link
	Err   error
}

// Error returns the text of the fault, shortened because it may quote much of the link.
func (e *Error) Error() string { return printable.Short(e.Err.Error(), maxMessage) }

func (e *Error) Unwrap() error { return e.Err }

func errorf(field, format string, args ...any) error {
	return &Error{field, fmt.Errorf(format, args...)}
}

// maxText is the most bytes of a link, packed or unpacked. Positions of the largest
// boards are shorter.
const maxText = 1 << 16

// maxQuoted is the most bytes quoted of a wrong value, maxMessage the most bytes of an
// error.
const (
	maxQuoted  = 80
	maxMessage = 1000
)

func quote(text string) string { return `"` + printable.Short(text, maxQuoted) + `"` }

// Pages are the pages that a link may name. A page interprets what follows its slash, as
// in tour/maze.
var Pages = []string{"watch", "compare", "position", "replay", "play", "hunter", "bench", "arena", "server", "tour"}

// Parse parses a link: the fragment of an address, with or without "#", or a query alone.
// It checks the names of the page and of the fields, and that only repeatable fields are
// repeated; [Link.Resolve] checks the values.
func Parse(text string) (Link, error) {
	var l Link
	if len(text) > maxText {
		return l, errorf("", "a link of %d bytes, more than %d", len(text), maxText)
	}
	query := strings.TrimPrefix(text, "#")
	if rest, paged := strings.CutPrefix(query, "/"); paged {
		l.Page, query, _ = strings.Cut(rest, "?")
		if err := checkPage(l.Page); err != nil {
			return Link{}, err
		}
	}
	var err error
	if l.Fields, err = parseQuery(query); err == nil {
		err = l.unpack()
	}
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return Link{}, err
	}
	return l, nil
}

// checkPage checks the name of a page. The empty page is the first page of the studio.
func checkPage(page string) error {
	name, _, _ := strings.Cut(page, "/")
	if page == "" || slices.Contains(Pages, name) && isPath(page) {
		return nil
	}
	return errorf("", "unknown page %s%s", quote(page), english.Known(name, Pages))
}

// isPath reports whether a page can be in an address without escapes.
func isPath(page string) bool {
	return !strings.ContainsFunc(page, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '/'
	})
}

// check finds unknown and repeated fields.
func (l *Link) check() error {
	for i, f := range l.Fields {
		if !slices.Contains(keys, f.Key) {
			return errorf(f.Key, "unknown field %s%s", quote(f.Key), english.Known(f.Key, keys))
		}
		twice := slices.ContainsFunc(l.Fields[:i], func(g Field) bool { return g.Key == f.Key })
		if twice && !slices.Contains(repeatable, f.Key) {
			return errorf(f.Key, "%s is given twice: %s and %s", f.Key, quote(l.Get(f.Key)), quote(f.Value))
		}
	}
	return nil
}

// Get returns the value of the first field with this key, or "".
func (l *Link) Get(key string) string {
	for _, f := range l.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// All returns the values of all fields with this key.
func (l *Link) All(key string) []string {
	var all []string
	for _, f := range l.Fields {
		if f.Key == key {
			all = append(all, f.Value)
		}
	}
	return all
}

// String returns the text that [Parse] parses, packed if it is long and packing makes it
// shorter: the fragment without "#", or the query of a link without a page.
func (l Link) String() string {
	query := pack(writeQuery(l.Fields))
	switch {
	case l.Page == "":
		return query
	case query == "":
		return "/" + l.Page
	}
	return "/" + l.Page + "?" + query
}

var errNotText = errors.New("not UTF-8 text")
