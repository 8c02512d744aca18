package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"unicode/utf8"
)

// A packed query is the one field z: the query, deflated (RFC 1951) and in the
// alphabet of addresses. Browsers do the same by CompressionStream("deflate-raw").

// packFrom is the length of a query that is packed.
const packFrom = 300

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
		panic(err) // there is such a level
	}
	_, _ = io.WriteString(w, query) // into memory
	_ = w.Close()
	_ = text.Close()
	if b.Len() >= len(query) {
		return query
	}
	return b.String()
}

// unpack puts what was packed in the place of the field z. It reads no more of it
// than a link may have, whatever it would unpack to.
func (l *Link) unpack() error {
	if len(l.All("z")) == 0 {
		return nil
	}
	if len(l.Fields) > 1 {
		return wrong("z", "z has all fields of a link: nothing else goes beside it")
	}
	query, err := unpack(l.Fields[0].Value)
	if err != nil {
		return wrong("z", "z: %w; the link was cut or changed", err)
	}
	if l.Fields, err = parseQuery(query); err != nil {
		return err
	}
	if len(l.All("z")) > 0 {
		return wrong("z", "z: what is packed is packed once more")
	}
	return nil
}

func unpack(text string) (string, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return "", errors.New("not in the alphabet of a packed link")
	}
	r := bytes.NewReader(packed)
	query, err := io.ReadAll(io.LimitReader(flate.NewReader(r), maxText+1))
	switch {
	case len(query) > maxText:
		return "", errors.New("it unpacks to more than a link may have")
	case err != nil || r.Len() > 0:
		return "", errors.New("it does not unpack")
	case !utf8.Valid(query):
		return "", errNotText
	}
	return string(query), nil
}
