package paint_test

import (
	"bytes"
	"image/png"
	"testing"

	"ouro/picture/paint"
)

// TestPainter: a Painter, which caches the pictures of cells, draws the same pictures as PNG.
func TestPainter(t *testing.T) {
	t.Parallel()
	for _, style := range []paint.Style{{}, {Size: 5, Theme: paint.Light}} {
		history := game(t, "standard", 7, 7, 3, 12, "greedy", "random", "coward")
		p, err := paint.NewPainter(style)
		if err != nil {
			t.Fatal(err)
		}
		film := paint.Of(history, nil, nil)
		for turn := 0; turn <= history.Turns(); turn++ {
			s := history.At(turn)
			got, err := p.Picture(s)
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := paint.PNG(t.Context(), &file, film, s.Turn, style); err != nil {
				t.Fatal(err)
			}
			want, err := png.Decode(&file)
			if err != nil {
				t.Fatal(err)
			}
			if got.Bounds() != want.Bounds() || got.Bounds() != style.Bounds(s.Grid) {
				t.Fatalf("bounds %v, PNG %v, Style %v", got.Bounds(), want.Bounds(), style.Bounds(s.Grid))
			}
			for y := range got.Rect.Dy() {
				for x := range got.Rect.Dx() {
					if got.At(x, y) != want.At(x, y) {
						t.Fatalf("turn %d, pixel %d,%d: %v, PNG %v", turn, x, y, got.At(x, y), want.At(x, y))
					}
				}
			}
		}
	}
	if _, err := paint.NewPainter(paint.Style{Size: 1}); err == nil {
		t.Error("NewPainter accepts cells of one pixel")
	}
}
