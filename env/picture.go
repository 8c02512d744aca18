package env

import (
	"encoding/binary"
	"fmt"
	"image"

	"ouro"
	"ouro/picture"
	"ouro/picture/paint"
)

// pictureFormats are the names of the formats of a PICTURE, in the order of their numbers, which
// begin with 1.
var pictureFormats = []string{"rgb", "text", "record"}

const (
	formatRGB    = 1
	formatText   = 2
	formatRecord = 3
)

// maxPicture is the maximum size of a PICTURE of pixels, in bytes.
const maxPicture = 1 << 24

// pictureHead is the number of bytes of width and height at the start of a PICTURE of pixels.
const pictureHead = 8

// renderer draws pictures of boards.
type renderer struct {
	size    int // size of a cell in the pictures of painter, in pixels
	painter *paint.Painter
}

// position returns the current position of a board.
func (v *Vec) position(board int) (*ouro.State, error) {
	switch {
	case board < 0 || board >= len(v.boards):
		return nil, fmt.Errorf("board %d: want 0 to %d", board, len(v.boards)-1)
	case !v.begun:
		return nil, ErrNotBegun
	}
	return v.boards[board].state, nil
}

// Text returns the current position of a board as text, as picture.Of draws it.
func (v *Vec) Text(board int) (string, error) {
	s, err := v.position(board)
	if err != nil {
		return "", err
	}
	return picture.Of(s), nil
}

// Picture returns the current position of a board as the payload of a PICTURE: width, height and
// three bytes for each pixel. size is the size of a cell in pixels; 0 means a size that suits the
// board.
func (v *Vec) Picture(board, size int) ([]byte, error) {
	s, err := v.position(board)
	if err != nil {
		return nil, err
	}
	style := paint.Style{Size: size}
	if err := style.Check(); err != nil {
		return nil, err
	}
	bounds := style.Bounds(s.Grid)
	if n := pictureHead + 3*bounds.Dx()*bounds.Dy(); n > maxPicture {
		return nil, fmt.Errorf("size %d: a picture of %dx%d pixels needs %d bytes, and the limit is %d; choose a smaller size",
			size, bounds.Dx(), bounds.Dy(), n, maxPicture)
	}
	if v.gallery.painter == nil || v.gallery.size != size {
		v.gallery.size = size
		if v.gallery.painter, err = paint.NewPainter(style); err != nil {
			return nil, err
		}
	}
	img, err := v.gallery.painter.Picture(s)
	if err != nil {
		return nil, err
	}
	return pixelsOf(img), nil
}

func pixelsOf(img *image.Paletted) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := make([]byte, 0, pictureHead+3*w*h)
	out = binary.LittleEndian.AppendUint32(out, uint32(w))
	out = binary.LittleEndian.AppendUint32(out, uint32(h))
	colors := make([][3]byte, len(img.Palette))
	for i, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		colors[i] = [3]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)}
	}
	for y := range h {
		for _, i := range img.Pix[y*img.Stride:][:w] {
			out = append(out, colors[i][:]...)
		}
	}
	return out
}

// renderBytes is the size of the payload of a RENDER.
const renderBytes = 12

func (c *client) render(n int) error {
	if n != renderBytes {
		return brokenError("RENDER: a payload of %d bytes: want %d", n, renderBytes)
	}
	var payload [renderBytes]byte
	if err := readPayload(c.r, frameRender, payload[:]); err != nil {
		return err
	}
	number := func(offset int) int { return int(binary.LittleEndian.Uint32(payload[offset:])) }
	board, format, size := number(0), number(4), number(8)
	var answer []byte
	var err error
	switch {
	case format == formatRGB:
		answer, err = c.v.Picture(board, size)
	case (format == formatText || format == formatRecord) && size != 0:
		err = fmt.Errorf("size %d: must be 0 for a text or a record", size)
	case format == formatText:
		var text string
		text, err = c.v.Text(board)
		answer = []byte(text)
	case format == formatRecord:
		var record *ouro.Record
		if record, err = c.v.Record(board); err == nil {
			answer, err = record.MarshalText()
		}
	default:
		err = fmt.Errorf("format %d: want 1 rgb, 2 text or 3 record", format)
	}
	if err != nil {
		return c.refuse(err, false)
	}
	return c.send(framePicture, answer)
}
