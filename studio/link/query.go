package link

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// A query is key=value pairs between "&". Written, it keeps the characters that
// specs, sizes and positions are made of and that every program leaves alone in an
// address; a space is "+", everything else is escaped by its bytes.
// studio/web/store/address.js reads and writes the same, testdata/vectors.json has
// examples for both.

// plain tells the bytes that stand for themselves.
func plain(c byte) bool {
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
		case plain(c):
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
			return nil, wrong("", "%s is not key=value", quoted(pair))
		}
		var f Field
		var err error
		if f.Key, err = unescape(key); err == nil {
			f.Value, err = unescape(value)
		}
		if err != nil {
			return nil, wrong("", "%s: %w", quoted(pair), err)
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
