package exact

import (
	"encoding/binary"
	"io"
)

// number is what flat arrays hold.
type number interface{ uint32 | uint64 }

// writeNumbers writes an array, little-endian.
func writeNumbers[T number](w io.Writer, list []T) error {
	buf := make([]byte, 0, 8*chunk)
	for len(list) > 0 {
		part := list[:min(chunk, len(list))]
		list = list[len(part):]
		buf = buf[:0]
		for _, n := range part {
			switch n := any(n).(type) {
			case uint32:
				buf = binary.LittleEndian.AppendUint32(buf, n)
			case uint64:
				buf = binary.LittleEndian.AppendUint64(buf, n)
			}
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// readNumbers fills an array with what writeNumbers has written.
func readNumbers[T number](r io.Reader, list []T) error {
	size := binary.Size(T(0))
	buf := make([]byte, size*chunk)
	for len(list) > 0 {
		n := min(chunk, len(list))
		if _, err := io.ReadFull(r, buf[:n*size]); err != nil {
			return err
		}
		for i := range n {
			if size == 4 {
				list[i] = T(binary.LittleEndian.Uint32(buf[4*i:]))
			} else {
				list[i] = T(binary.LittleEndian.Uint64(buf[8*i:]))
			}
		}
		list = list[n:]
	}
	return nil
}
