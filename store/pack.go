package store

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Packed is a deflated text.
type Packed []byte

// maxText is the length of the longest text that is unpacked: a record of a game of ten
// million turns.
const maxText = 64 << 20

// packers are idle writers, which are large.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is invalid
	}
	return w
}}

// Pack deflates a text; it returns nil for an empty one.
func Pack(text []byte) Packed {
	if len(text) == 0 {
		return nil
	}
	var b bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, err := w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err) // a buffer does not fail
	}
	return b.Bytes()
}

// MarshalText returns the text.
func (p Packed) MarshalText() ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(p)), maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("longer than %d bytes", maxText)
	}
	if err != nil {
		return nil, fmt.Errorf("a packed text: %w", err)
	}
	return text, nil
}
