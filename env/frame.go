package env

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A frame is a head and a payload, see docs/environments.md.
const headBytes = 8

type frameKind uint8

const (
	frameHello frameKind = 1
	frameReset frameKind = 2
	frameStep  frameKind = 3
	frameClose frameKind = 4

	frameReady frameKind = 129
	frameState frameKind = 130
	frameBye   frameKind = 132
	frameError frameKind = 255
)

var frameNames = map[frameKind]string{frameHello: "HELLO", frameReset: "RESET", frameStep: "STEP", frameClose: "CLOSE"}

// maxHello is the limit of a HELLO, in bytes.
const maxHello = 1 << 16

// BrokenError is about bytes that are not a frame, after which no frame can be found.
type BrokenError struct{ why string }

// Error describes the bytes.
func (e *BrokenError) Error() string { return e.why }

func broken(format string, args ...any) error { return &BrokenError{fmt.Sprintf(format, args...)} }

// readHead reads the head of a frame of a client. It returns io.EOF at the end of the
// input.
func readHead(r io.Reader, head *[headBytes]byte) (frameKind, int, error) {
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = broken("the client's output ends within the head of a frame")
		}
		return 0, 0, err
	}
	kind, n := frameKind(head[4]), binary.LittleEndian.Uint32(head[:])
	switch {
	case frameNames[kind] == "":
		return 0, 0, broken("a frame of type %d: want 1 HELLO, 2 RESET, 3 STEP or 4 CLOSE", head[4])
	case head[5] != 0 || head[6] != 0 || head[7] != 0:
		return 0, 0, broken("%s: bytes 5 to 7 of its head must be zero", frameNames[kind])
	case n > 1<<30: // far above any valid size
		return 0, 0, broken("%s: a payload of %d bytes", frameNames[kind], n)
	}
	return kind, int(n), nil
}

func readPayload(r io.Reader, kind frameKind, payload []byte) error {
	_, err := io.ReadFull(r, payload)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return broken("%s: the client's output ends within it", frameNames[kind])
	}
	return err
}

func putHead(head []byte, kind frameKind, n int) {
	binary.LittleEndian.PutUint32(head, uint32(n))
	head[4], head[5], head[6], head[7] = byte(kind), 0, 0, 0
}

// entryBytes is the size of one entry of a RESET.
const entryBytes = 24

// readEntries reads the payload of a RESET. Vec.Reset checks the boards.
func readEntries(payload []byte, into []Fresh, grounds []Ground) ([]Fresh, error) {
	into = into[:0]
	for n := 0; len(payload) > 0; n, payload = n+1, payload[entryBytes:] {
		f := Fresh{Board: int(binary.LittleEndian.Uint32(payload))}
		g := Ground{
			Stride: uint64(binary.LittleEndian.Uint32(payload[4:])),
			Seed:   binary.LittleEndian.Uint64(payload[8:]),
			Game:   binary.LittleEndian.Uint64(payload[16:]),
		}
		switch {
		case g.Stride > 0:
			grounds[n] = g
			f.Ground = &grounds[n]
		case g.Seed != 0 || g.Game != 0:
			return nil, fmt.Errorf("entry %d: stride 0 means the board's next game, so seed and game must be 0", n)
		}
		into = append(into, f)
	}
	return into, nil
}
