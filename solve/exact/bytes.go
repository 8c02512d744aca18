package exact

import (
	"encoding/binary"
	"io"
	"slices"
)

// number is an element of a flat array.
type number interface{ uint32 | uint64 }

// writeNumbers writes an array, little-endian.
func writeNumbers[T number](w io.Writer, list []T) (err error) {
	var buf []byte
	for part := range slices.Chunk(list, chunk) {
		if buf, err = binary.Append(buf[:0], binary.LittleEndian, part); err != nil {
			return err
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// readNumbers fills an array from the format of writeNumbers.
func readNumbers[T number](r io.Reader, list []T) error {
	buf := make([]byte, binary.Size(T(0))*min(chunk, len(list)))
	for part := range slices.Chunk(list, chunk) {
		buf = buf[:binary.Size(part)]
		if _, err := io.ReadFull(r, buf); err != nil {
			return err
		}
		if _, err := binary.Decode(buf, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}
