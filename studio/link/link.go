// Package link parses and writes the links of the studio. A link names a page and has fields, most
// of which have the names and values of command-line flags.
//
//	#/watch?solver=cell&board=20x20&seed=7&turn=120
//
// Long links are packed into one field, see [Link.String]. A [Request] has the values of the fields.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"ouro/internal/english"
	"ouro/internal/printable"
)

// Link is a page and its fields. A link in a message of the studio's protocol has no page.
type Link struct {
	Page   string
	Fields []Field // in the order given
}

type Field struct{ Key, Value string }

type Error struct {
	Field string // the wrong field, or "" for the whole link
	Err   error
}

// Error returns the text of the error, shortened because it may quote a large part of the
// link.
func (e *Error) Error() string { return printable.Short(e.Err.Error(), maxMessage) }

func (e *Error) Unwrap() error { return e.Err }

func errorf(field, format string, args ...any) error {
	return &Error{field, fmt.Errorf(format, args...)}
}

const maxText = 1 << 16 // bytes, packed or unpacked; positions of the largest boards are shorter

const (
	maxQuoted  = 80   // most bytes of a wrong value that an error quotes
	maxMessage = 1000 // most bytes of an error
)

func quote(text string) string { return `"` + printable.Short(text, maxQuoted) + `"` }

// Pages are the pages that a link can name. Text after a slash, as in tour/maze, is for the page
// itself.
var Pages = []string{"watch", "compare", "position", "replay", "play", "hunter", "bench", "arena", "server", "tour"}

// Parse parses a link: the fragment of an address, with or without "#", or a query alone. It checks
// the names of the page and the fields, and that no field is repeated unless it is repeatable.
// [Link.Resolve] checks the values.
func Parse(text string) (Link, error) {
	var l Link
	if len(text) > maxText {
		return l, errorf("", "the link has %d bytes; the limit is %d", len(text), maxText)
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

// checkPage checks the name of a page. The empty name is the studio's start page.
func checkPage(page string) error {
	name, _, _ := strings.Cut(page, "/")
	if page == "" || slices.Contains(Pages, name) && isPath(page) {
		return nil
	}
	return errorf("", "unknown page %s%s", quote(page), english.Suggestion(name, Pages))
}

// isPath reports whether the name of a page needs no escapes in an address.
func isPath(page string) bool {
	return !strings.ContainsFunc(page, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '/'
	})
}

func (l *Link) check() error {
	for i, f := range l.Fields {
		if !slices.Contains(keys, f.Key) {
			return errorf(f.Key, "unknown field %s%s", quote(f.Key), english.Suggestion(f.Key, keys))
		}
		twice := slices.ContainsFunc(l.Fields[:i], func(g Field) bool { return g.Key == f.Key })
		if twice && !slices.Contains(repeatable, f.Key) {
			return errorf(f.Key, "%s is given twice: %s and %s", f.Key, quote(l.Get(f.Key)), quote(f.Value))
		}
	}
	return nil
}

func (l *Link) Get(key string) string {
	for _, f := range l.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

func (l *Link) All(key string) []string {
	var all []string
	for _, f := range l.Fields {
		if f.Key == key {
			all = append(all, f.Value)
		}
	}
	return all
}

// String returns the text that [Parse] parses: the fragment without "#" or, if the link has
// no page, the query. A long query is packed if that makes it shorter.
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

// keys are the fields that links may have. Fields above the empty line have the names and
// meanings of command-line flags.
var keys = []string{
	"rules",        // rules of the game with their options
	"board",        // size of the board: COLUMNSxROWS
	"level",        // name of a level, or its rows from the top, separated by /
	"start",        // start of the snake in the level: COLUMN,ROW, from 0 at the top left
	"start-length", // length of the straight snake at the start
	"solver",       // solver of a lone snake; several solvers are compared, each in its own game
	"snake",        // one snake in a game of several: SOLVER or NAME=SOLVER
	"seed",         // seed of everything random
	"game",         // number of the game within the seed, from 0
	"nodes",        // search nodes for each move
	"time",         // time for each move
	"cpu",          // processor time for each move
	"speed",        // turns a second; 0 is as fast as possible
	"hint",         // solver that suggests moves to a person who plays
	"hunters",      // hunters in Snake Hunter, 1 or 2
	"bots",         // how many of the hunters are bots
	"snakes",       // snakes in every level of Snake Hunter, 1 to 4; 0 means each level's own number
	"start-level",  // first level of Snake Hunter, from 1

	"position", // start of the game, instead of that of the rules
	"turn",     // turn to show
	"play",     // whether the game runs from this turn: true or false
	"show",     // overlays to draw: labels, separated by commas
	"seat",     // snake to show, from 0
	"tree",     // variations on the page Position, see studio/web/views/position/tree.js
	"node",     // node of the variations to show
	"marks",    // arrows and circles on nodes: NODE:MARKS, separated by commas
	"comment",  // comment on a node: NODE:TEXT
	"games",    // games of each solver in the bench
	"by",       // what games side by side have in common at each step: moves or meals
}

var repeatable = []string{"solver", "snake", "comment"} // fields that a link may have several times

// A query consists of key=value pairs separated by "&". The characters of isPlain are not escaped:
// specs, sizes and positions consist of them, and no program escapes them in an address. A space is
// "+", and any other byte is escaped. studio/web/store/address.js writes the same text;
// testdata/vectors.json has examples with which the tests of both are run.

func isPlain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~:,/=", c) >= 0
}

func writeQuery(fields []Field) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteByte('&')
		}
		escape(&b, f.Key)
		b.WriteByte('=')
		escape(&b, f.Value)
	}
	return b.String()
}

func escape(b *strings.Builder, text string) {
	const hex = "0123456789ABCDEF"
	for _, c := range []byte(text) {
		switch {
		case isPlain(c):
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
}

func parseQuery(text string) ([]Field, error) {
	if text == "" {
		return nil, nil
	}
	var fields []Field
	for pair := range strings.SplitSeq(text, "&") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return nil, errorf("", "%s is not key=value", quote(pair))
		}
		var f Field
		var err error
		if f.Key, err = unescape(key); err == nil {
			f.Value, err = unescape(value)
		}
		if err != nil {
			return nil, errorf("", "%s: %w", quote(pair), err)
		}
		fields = append(fields, f)
	}
	return fields, nil
}

func unescape(text string) (string, error) {
	plain, err := url.QueryUnescape(text)
	if err == nil && !utf8.ValidString(plain) {
		err = errNotText
	}
	return plain, err
}

// A packed query has the single field z. Its value is the query, compressed by DEFLATE (RFC 1951) and
// encoded as base64url. Browsers pack queries with CompressionStream("deflate-raw").

const packFrom = 300 // queries of this many bytes or more are packed

// pack packs a long query if that makes it shorter.
func pack(query string) string {
	if len(query) < packFrom {
		return query
	}
	var b bytes.Buffer
	b.WriteString("z=")
	text := base64.NewEncoder(base64.RawURLEncoding, &b)
	w, err := flate.NewWriter(text, flate.BestCompression)
	if err != nil {
		panic(err) // BestCompression is a valid level
	}
	_, _ = io.WriteString(w, query) // writes to memory do not fail
	_ = w.Close()
	_ = text.Close()
	if b.Len() >= len(query) {
		return query
	}
	return b.String()
}

// unpack replaces the field z by the fields that are packed in it. It fails if they have more than
// maxText bytes.
func (l *Link) unpack() error {
	if len(l.All("z")) == 0 {
		return nil
	}
	if len(l.Fields) > 1 {
		return errorf("z", "z: this field contains all fields of the link; remove the other fields")
	}
	query, err := unpack(l.Fields[0].Value)
	if err != nil {
		return errorf("z", "z: %w; the link was cut or changed", err)
	}
	if l.Fields, err = parseQuery(query); err != nil {
		return err
	}
	if len(l.All("z")) > 0 {
		return errorf("z", "z: the packed link contains another packed link")
	}
	return nil
}

func unpack(text string) (string, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", errors.New("it is not base64url")
	}
	r := bytes.NewReader(packed)
	query, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxText+1))
	switch {
	case len(query) > maxText:
		return "", errors.New("it unpacks to more than 65536 bytes")
	case err != nil || r.Len() > 0:
		return "", errors.New("it is not DEFLATE data")
	case !utf8.Valid(query):
		return "", errNotText
	}
	return string(query), nil
}
