package link

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// A query is key=value pairs separated by "&". It is written with the characters that
// specs, sizes and positions consist of and that no program escapes in an address; a
// space is "+", and any other byte is escaped. studio/web/store/address.js does the same;
// testdata/vectors.json has examples for both.

// isPlain reports whether a byte is written without an escape.
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
	isPlain, err := url.QueryUnescape(text)
	if err == nil && !utf8.ValidString(isPlain) {
		err = errNotText
	}
	return isPlain, err
}
