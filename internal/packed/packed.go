// Package packed reads text that may be compressed with gzip, which it detects by the first two
// bytes.
package packed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// ErrCut is the error for a truncated gzip file.
var ErrCut = errors.New("the gzip file is truncated")

// NewReader returns a reader of the uncompressed text, of which up to size bytes can be peeked.
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

// cut returns ErrCut if err is one of the causes, and otherwise err.
func cut(err error, causes ...error) error {
	for _, e := range causes {
		if errors.Is(err, e) {
			return ErrCut
		}
	}
	return err
}
