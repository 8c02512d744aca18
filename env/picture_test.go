package env_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/png"
	"testing"

	"ouro"
	"ouro/env"
	"ouro/picture"
	"ouro/picture/paint"
	"ouro/roster"
)

const (
	render, pictured = 5, 133
	asPixels, asText = 1, 2
	asRecord         = 3
)

func wish(board, format, size uint32) []byte {
	var p []byte
	for _, n := range []uint32{board, format, size} {
		p = binary.LittleEndian.AppendUint32(p, n)
	}
	return p
}

func TestRender(t *testing.T) {
	t.Parallel()
	l := connect(t, &env.Server{Defaults: env.DefaultHello()})
	l.hello(`{"version":1,"rules":"standard","board":"7x7","boards":3,"seats":1,"opponents":["random"],"seed":4}`)
	l.refuse(render, wish(0, asText, 0), false, "reset first")
	l.ask(reset, nil, state)
	for i := range uint32(3) {
		s := firstPosition(t, game(t, "standard", 7, 7, 0, 2, ""), 4, int(i))
		if got := string(l.ask(render, wish(i, asText, 0), pictured)); got != picture.Of(s) {
			t.Errorf("board %d is drawn as\n%s, want\n%s", i, got, picture.Of(s))
		}
		for _, size := range []uint32{0, 9} {
			if diff := differsDrawn(t, l.ask(render, wish(i, asPixels, size), pictured), s, int(size)); diff != "" {
				t.Errorf("board %d, size %d: %s", i, size, diff)
			}
		}
	}
	l.ask(step, make([]byte, 3), state) // a picture has not disturbed the order of the answers
	for _, wrong := range []struct {
		payload []byte
		want    string
	}{
		{wish(3, asText, 0), "board 3: want 0 to 2"},
		{wish(0, 4, 0), "format 4: want 1 rgb, 2 text or 3 record"},
		{wish(0, asPixels, 1), "size 1: must be 2 to 128 pixels a cell"},
		{wish(0, asPixels, 1<<31), "size 2147483648: must be 2 to 128"},
		{wish(0, asText, 9), "size 9: must be 0 for a text or a record"},
		{wish(0, 3, 0), "no game is recorded: set records in HELLO"},
	} {
		l.refuse(render, wrong.payload, false, wrong.want)
	}
	l.ask(bye0, nil, bye)

	l, ended := connectTo(t, &env.Server{Defaults: env.DefaultHello()})
	l.hello(`{"version":1,"board":"64x64"}`)
	l.ask(reset, nil, state)
	l.refuse(render, wish(0, asPixels, 128), false, "choose a smaller size")
	l.refuse(render, nil, true, "RENDER: a payload of 0 bytes: want 12")
	if err := <-ended; err == nil {
		t.Error("the server has not reported the wrong frame")
	}
}

func firstPosition(t *testing.T, spec ouro.GameSpec, seed uint64, i int) *ouro.State {
	t.Helper()
	deal, err := roster.Deal(spec, ouro.GameSeed(seed, i))
	if err != nil {
		t.Fatal(err)
	}
	return deal.Begin()
}

func differsDrawn(t *testing.T, got []byte, s *ouro.State, size int) string {
	t.Helper()
	var file bytes.Buffer
	film := paint.Of(one{s}, nil, nil)
	if err := paint.PNG(t.Context(), &file, film, s.Turn, paint.Style{Size: size}); err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	w, h := int(binary.LittleEndian.Uint32(got)), int(binary.LittleEndian.Uint32(got[4:]))
	if w != want.Bounds().Dx() || h != want.Bounds().Dy() || len(got) != 8+3*w*h {
		return fmt.Sprintf("%d bytes for %dx%d pixels, PNG %v", len(got), w, h, want.Bounds())
	}
	for y := range h {
		for x := range w {
			r, g, b, _ := want.At(x, y).RGBA()
			at := got[8+3*(y*w+x):]
			if uint32(at[0]) != r>>8 || uint32(at[1]) != g>>8 || uint32(at[2]) != b>>8 {
				return fmt.Sprintf("pixel %d,%d: %v, PNG %v", x, y, at[:3], want.At(x, y))
			}
		}
	}
	return ""
}

type one struct{ s *ouro.State }

func (o one) Turns() int         { return 0 }
func (o one) At(int) *ouro.State { return o.s }
