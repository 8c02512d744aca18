// Package link is the address of what is seen in the studio: a page and fields, which
// have the names and the values of the command line's flags.
//
//	#/watch?solver=cell&board=20x20&seed=7&turn=120
//
// Long ones are packed into one field, see pack.go. What fields mean is in Asked.
package link

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/internal/english"
	"ouro/internal/printable"
)

// Link is a page and its fields. Without a page it is a query alone, as in messages.
type Link struct {
	Page   string
	Fields []Field // in the order given
}

// Field is one key=value. Its value is any text.
type Field struct{ Key, Value string }

// Error says what is wrong with a link.
type Error struct {
	Field string // that it is about, or "" for the whole
	Err   error
}

// Error is what is wrong. Much of a link may be repeated in it.
func (e *Error) Error() string { return printable.Short(e.Err.Error(), maxMessage) }

func (e *Error) Unwrap() error { return e.Err }

func wrong(field, format string, args ...any) error {
	return &Error{field, fmt.Errorf(format, args...)}
}

// maxText bounds a link, packed and unpacked. Positions of the largest boards are shorter.
const maxText = 1 << 16

// maxQuoted bounds what is repeated of a value that is wrong, maxMessage the whole
// of an error.
const (
	maxQuoted  = 80
	maxMessage = 1000
)

func quoted(text string) string { return `"` + printable.Short(text, maxQuoted) + `"` }

// Pages are the pages that a link may name. What follows a slash, as in tour/maze,
// is for the page to read.
var Pages = []string{"watch", "compare", "position", "replay", "play", "hunter", "bench", "arena", "server", "tour"}

// Parse reads a link: the fragment of an address, with or without "#", or a query
// alone. It knows which pages and keys there are, and which may come twice; what
// their values mean is for [Link.Ask] to say.
func Parse(text string) (Link, error) {
	var l Link
	if len(text) > maxText {
		return l, wrong("", "a link of %d bytes, more than %d", len(text), maxText)
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

// checkPage knows the empty page, which is the studio's first.
func checkPage(page string) error {
	name, _, _ := strings.Cut(page, "/")
	if page == "" || slices.Contains(Pages, name) && isPath(page) {
		return nil
	}
	return wrong("", "unknown page %s%s", quoted(page), english.Known(name, Pages))
}

// isPath tells whether a page can stand in an address as it is.
func isPath(page string) bool {
	return !strings.ContainsFunc(page, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '/'
	})
}

// check finds keys that are unknown or come twice.
func (l *Link) check() error {
	for i, f := range l.Fields {
		known, ok := findKey(f.Key)
		if !ok {
			return wrong(f.Key, "unknown field %s%s", quoted(f.Key), english.Known(f.Key, keyNames()))
		}
		twice := slices.ContainsFunc(l.Fields[:i], func(g Field) bool { return g.Key == f.Key })
		if twice && !known.Several {
			return wrong(f.Key, "%s is given twice: %s and %s", f.Key, quoted(l.Get(f.Key)), quoted(f.Value))
		}
	}
	return nil
}

// Get is the value of the first field of this key, or "".
func (l *Link) Get(key string) string {
	for _, f := range l.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// All are the values of this key.
func (l *Link) All(key string) []string {
	var all []string
	for _, f := range l.Fields {
		if f.Key == key {
			all = append(all, f.Value)
		}
	}
	return all
}

// String is the link as [Parse] reads it, packed if that makes it shorter and it is
// long: the fragment without "#", or the query of a link without a page.
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

var errNotText = errors.New("it is no UTF-8 text")
