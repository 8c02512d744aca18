package paint_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"ouro/picture/paint"
)

// frames returns the pictures of a GIF as a viewer shows them, and their delays in
// hundredths of a second.
func frames(t *testing.T, text []byte) (all []*image.RGBA, delays []int) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("the GIF ends after %d loops", g.LoopCount+1)
	}
	canvas := image.NewRGBA(g.Image[0].Bounds())
	for _, img := range g.Image {
		draw.Draw(canvas, img.Bounds(), img, img.Bounds().Min, draw.Over)
		picture := image.NewRGBA(canvas.Bounds())
		copy(picture.Pix, canvas.Pix)
		all = append(all, picture)
	}
	return all, g.Delay
}

// TestGIFShowsTurns: after each frame of a GIF, the picture equals the PNG of a turn. The picture is
// shown at the time of that turn.
func TestGIFShowsTurns(t *testing.T) {
	for _, c := range []struct {
		rules   string
		w, h    int
		solvers []string
		speed   float64
	}{
		{"classic", 6, 5, []string{"ouroboros"}, 10},
		{"classic", 6, 4, []string{"greedy"}, 30}, // each turn takes 3.33 hundredths
		{"royale:shrink=5", 7, 7, []string{"greedy", "hungry", "floodfill"}, 8},
		{"wrapped", 7, 7, []string{"greedy", "hungry"}, 45},
		{"classic", 6, 6, []string{"ouroboros"}, 170}, // so fast that turns are omitted
	} {
		history := game(t, c.rules, c.w, c.h, 3, 60, c.solvers...)
		for i, theme := range []paint.Theme{paint.Dark, paint.Light} {
			film := paint.Of(history, nil, nil)
			if i == 1 {
				film = paint.WithOverlays(film, inventedNotes(c.w, c.h, len(c.solvers)))
			}
			st := paint.Style{Size: 7, Speed: c.speed, Theme: theme, Coordinates: theme == paint.Light}
			from, to := 2, history.Turns()
			var text bytes.Buffer
			if err := paint.GIF(t.Context(), &text, paint.Clip{Film: film, From: from, To: to}, st); err != nil {
				t.Fatal(err)
			}
			all, delays := frames(t, text.Bytes())
			now := 0
			for i, img := range all {
				step := math.Ceil(c.speed / 50)
				turn := from + int(step*math.Round(float64(now)/100*c.speed/step))
				if i == len(all)-1 {
					if delays[i] < 200 {
						t.Errorf("%s: the last frame is shown for %d hundredths of a second, want at least 200", c.rules, delays[i])
					}
					turn = to
				}
				var still bytes.Buffer
				if err := paint.PNG(t.Context(), &still, film, turn, st); err != nil {
					t.Fatal(err)
				}
				want, err := png.Decode(&still)
				if err != nil {
					t.Fatal(err)
				}
				if x, y, differ := different(img, want); differ {
					t.Fatalf("%s %v at %g a second: frame %d is not turn %d at pixel %d,%d", c.rules, theme, c.speed, i, turn, x, y)
				}
				now += delays[i]
			}
			if len(all) < (to-from)/4-1 || len(all) > to-from+1 {
				t.Errorf("%s: %d frames of %d turns", c.rules, len(all), to-from)
			}
		}
	}
}

func different(a, b image.Image) (x, y int, yes bool) {
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			if color.RGBAModel.Convert(a.At(x, y)) != color.RGBAModel.Convert(b.At(x, y)) {
				return x, y, true
			}
		}
	}
	return 0, 0, a.Bounds() != b.Bounds()
}

// TestTooLong: a picture above a limit is refused before any output. The error names the limit.
func TestTooLong(t *testing.T) {
	film := make(sketches, paint.MaxSVGTurns+2)
	last := len(film) - 1
	var out strings.Builder
	for name, err := range map[string]error{
		"a higher speed (200 is enough) or an SVG": paint.GIF(t.Context(), &out, paint.Clip{Film: film, From: 0, To: last}, paint.Style{}),
		"or a GIF with a high speed":               paint.SVG(t.Context(), &out, paint.Clip{Film: film, From: 0, To: last}, paint.Style{}),
	} {
		if !errors.Is(err, paint.ErrTooLong) || !strings.Contains(err.Error(), name) {
			t.Errorf("want %s: %v", name, err)
		}
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes are written before the error", out.Len())
	}
	film = make(sketches, paint.MaxCastTurns+2)
	if err := paint.Cast(t.Context(), &out, paint.Clip{Film: film, From: 0, To: len(film) - 1}, paint.Style{}); !errors.Is(err, paint.ErrTooLong) {
		t.Error(err)
	}
}

// TestLargestBoard: the files of a long game on the largest board have at most a certain size.
func TestLargestBoard(t *testing.T) {
	history := game(t, "classic", 64, 64, 1, 400, "bfs")
	film := paint.Of(history, nil, nil)
	var size counter
	if err := paint.GIF(t.Context(), &size, paint.Clip{Film: film, From: 0, To: history.Turns()}, paint.Style{Speed: 50}); err != nil || size > 400*700 {
		t.Errorf("%v, %d bytes of 400 frames", err, size)
	}
	size = 0
	if err := paint.SVG(t.Context(), &size, paint.Clip{Film: film, From: 0, To: history.Turns()}, paint.Style{}); err != nil || size > 30_000 {
		t.Errorf("%v, %d bytes of an SVG", err, size)
	}
}

// counter is a Writer that counts bytes.
type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// FuzzRanges: every range of turns gives a picture, or an error that names the valid turns.
func FuzzRanges(f *testing.F) {
	history := game(f, "classic", 4, 4, 1, 1000, "ouroboros")
	film := paint.Of(history, nil, nil)
	f.Add(0, 5, 3, 10.0, 0)
	f.Add(-1, 1<<40, 128, 1e9, 9)
	f.Add(5, 4, -3, -1.0, 1)
	f.Fuzz(func(t *testing.T, from, to, size int, speed float64, theme int) {
		st := paint.Style{Size: size, Speed: speed, Theme: paint.Theme(theme)}
		valid := from >= 0 && to <= history.Turns() && from <= to && st.Check() == nil
		for name, err := range map[string]error{
			"gif":  paint.GIF(t.Context(), io.Discard, paint.Clip{Film: film, From: from, To: to}, st),
			"svg":  paint.SVG(t.Context(), io.Discard, paint.Clip{Film: film, From: from, To: to}, st),
			"cast": paint.Cast(t.Context(), io.Discard, paint.Clip{Film: film, From: from, To: to}, st),
			"png":  paint.PNG(t.Context(), io.Discard, film, to, st),
		} {
			if name == "png" {
				valid := to >= 0 && to <= history.Turns() && st.Check() == nil
				if (err == nil) != valid {
					t.Errorf("png of %d, %+v: %v", to, st, err)
				}
			} else if (err == nil) != valid {
				t.Errorf("%s of %d to %d, %+v: %v", name, from, to, st, err)
			}
		}
	})
}
