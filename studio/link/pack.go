package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"unicode/utf8"
)

// A packed query is the single field z: the query, compressed by DEFLATE (RFC 1951) and
// encoded as base64url. Browsers do the same with CompressionStream("deflate-raw").

// packFrom is the shortest query in bytes that is packed.
const packFrom = 300

// pack returns the packed query if it is long and packing makes it shorter, else the
// query.
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

// unpack replaces the field z by the fields that are packed in it. It unpacks at most
// maxText bytes.
func (l *Link) unpack() error {
	if len(l.All("z")) == 0 {
		return nil
	}
	if len(l.Fields) > 1 {
		return errorf("z", "z: it holds all fields of the link; remove the others")
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
