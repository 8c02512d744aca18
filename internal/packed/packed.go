// Package packed reads what may be packed by gzip. The first two bytes tell, not a name.
package packed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// ErrCut is met where a packed text ends too soon.
var ErrCut = errors.New("the packed file is cut short")

// NewReader reads in, or what is packed there. Its buffer has so many bytes, all of which
// can be peeked at.
func NewReader(in io.Reader, size int) (*bufio.Reader, error) {
	plain := bufio.NewReaderSize(in, size)
	if magic, _ := plain.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return plain, nil
	}
	unpacked, err := gzip.NewReader(plain)
	if err != nil {
		return nil, cut(err, io.EOF, io.ErrUnexpectedEOF)
	}
	return bufio.NewReaderSize(reader{unpacked}, size), nil
}

type reader struct{ unpacked *gzip.Reader }

func (r reader) Read(p []byte) (int, error) {
	n, err := r.unpacked.Read(p)
	return n, cut(err, io.ErrUnexpectedEOF)
}

// cut is err, or ErrCut if it is one of those.
func cut(err error, those ...error) error {
	for _, e := range those {
		if errors.Is(err, e) {
			return ErrCut
		}
	}
	return err
}
