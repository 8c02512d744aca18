package paint_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"ouro/picture/paint"
)

// TestCoordinates: with coordinates, a picture has the same board as without, and the numbers of
// columns and rows beside the board. Cells of 2 and 7 pixels have no room for every number.
func TestCoordinates(t *testing.T) {
	h := game(t, "classic", 12, 6, 1, 30, "cell")
	film := paint.Of(h, nil, nil)
	for _, size := range []int{2, 7, 24, 60} {
		var pictures [2]image.Image
		for i := range pictures {
			var file bytes.Buffer
			if err := paint.PNG(t.Context(), &file, film, 20, paint.Style{Size: size, Coordinates: i == 1}); err != nil {
				t.Fatal(err)
			}
			var err error
			if pictures[i], err = png.Decode(&file); err != nil {
				t.Fatal(err)
			}
		}
		without, with := pictures[0], pictures[1]
		left := with.Bounds().Dx() - without.Bounds().Dx()
		edge := max(2, size/3)
		board := image.NewRGBA(image.Rect(0, 0, 12*size, 6*size))
		draw.Draw(board, board.Bounds(), without, image.Pt(edge, edge), draw.Src)
		for y := range 6 * size {
			for x := range 12 * size {
				if board.At(x, y) != board.ColorModel().Convert(with.At(edge+left+x, edge+y)) {
					t.Fatalf("size %d: the board differs at (%d,%d)", size, x, y)
				}
			}
		}
		ink := func(r image.Rectangle) (n int) {
			page := with.At(0, 0)
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					if with.At(x, y) != page {
						n++
					}
				}
			}
			return n
		}
		whole := with.Bounds()
		for x := range 12 {
			column := image.Rect(edge+left+x*size, edge*2+6*size, edge+left+(x+1)*size, whole.Dy())
			if size >= 7 && x%2 == 0 && ink(column) == 0 {
				t.Errorf("size %d: column %d has no number", size, x)
			}
		}
		if ink(image.Rect(0, edge, left, edge+6*size)) == 0 {
			t.Errorf("size %d: the rows have no numbers", size)
		}
	}
	text := svg(t, film, 0, 10, paint.Style{Coordinates: true})
	if n := strings.Count(text, "<text"); n != 12+6 || !strings.Contains(text, ">11</text>") {
		t.Errorf("an SVG has %d numbers, want 18", n)
	}
}
