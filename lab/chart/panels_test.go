package chart

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"
)

// write returns the charts as a file. It fails the test unless a second file has the same bytes.
func write(t *testing.T, p *Panels, f Format) []byte {
	t.Helper()
	var files [2]bytes.Buffer
	for i := range files {
		if err := p.Write(&files[i], f); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Errorf("%s: two drawings of the same charts differ", f)
	}
	return files[0].Bytes()
}

// TestSVG: a file is well-formed, has no references, and shows the same drawing as a page.
func TestSVG(t *testing.T) {
	c := fullChart()
	text := string(write(t, &Panels{Title: "<all>", Rows: [][]Chart{{*c, *c}, {*c}}}, SVG))
	wellFormed(t, text)
	for want, n := range map[string]int{c.svgContent(): 3, ">&lt;all&gt;<": 1, ">lone<": 3, "prefers-color-scheme: dark": 1, `xmlns="http://www.w3.org/2000/svg"`: 1, "var(": 0, "NaN": 0} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%s is in the file %d times, want %d:\n%s", want, got, n, text)
		}
	}
}

func decodePNG(t *testing.T, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// count returns the number of pixels of a colour.
func count(img image.Image, c ink) (n int) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if color.NRGBAModel.Convert(img.At(x, y)) == rgba(c, 1) {
				n++
			}
		}
	}
	return n
}

// TestPNG: each shape covers the expected number of pixels of its colour.
func TestPNG(t *testing.T) {
	axis := Axis{Hi: 10}
	for name, c := range map[string]struct {
		chart  Chart
		colour ink
		min    int
		max    int
	}{
		"bar":           {Chart{Bars: []Bar{{0, 10, 5}}, Colour: 3}, 3, 300_000, 400_000}, // 8 tenths of the width and half of the height
		"line of three": {Chart{Lines: []Line{{Colour: 1, Points: []Point{{X: 1, Y: 1}, {X: 5, Y: 5}, {X: 9, Y: 5}}}}}, 1, 2000, 6000},
		"dashed":        {Chart{Lines: []Line{{Colour: 1, Dash: 2, Points: []Point{{X: 1, Y: 5}, {X: 9, Y: 5}}}}}, 1, 500, 1500},
		"dots":          {Chart{Lines: []Line{{Colour: 2, Shape: Dots, Points: []Point{{X: 1, Y: 5}, {X: 9, Y: 5}}}}}, 2, 250, 420},
		"interval":      {Chart{Lines: []Line{{Colour: 2, Shape: Dots, Points: []Point{{X: 5, Y: 5, Lo: 0, Hi: 10}}}}}, 2, 2000, 3500},
		"text":          {Chart{Title: "MMMM"}, strong, 200, 2000},
	} {
		chart := c.chart
		chart.X, chart.Y = axis, axis
		if n := count(decodePNG(t, write(t, &Panels{Rows: [][]Chart{{chart}}}, PNG)), c.colour); n < c.min || n > c.max {
			t.Errorf("%s: %d pixels of its colour, want %d to %d", name, n, c.min, c.max)
		}
	}
	if img := decodePNG(t, write(t, &Panels{Title: "all", Rows: [][]Chart{{*fullChart()}}}, PNG)); img.Bounds().Dx() < 1400 {
		t.Errorf("the image is %d pixels wide, want at least 1400", img.Bounds().Dx())
	}
}

// TestLayout: even with long names and numbers, all parts are inside the file, and each
// chart has room for the texts of its axes.
func TestLayout(t *testing.T) {
	long := strings.Repeat("a long name ", 30)
	c := fullChart()
	c.Title, c.Form = long, Wide
	c.Y.Ticks[0].Text, c.X.Ticks[0].Text = "1000000.25", "a date of some length"
	for i := range 12 {
		l := Styled(i, long[:12*(i+1)])
		c.Lines = append(c.Lines, l)
	}
	l := (&Panels{Title: long, Rows: [][]Chart{{*c, *c}, {*c}}}).layout()
	for _, w := range l.labels {
		if right := w.x + textWidth(w.text, w.size); w.x < 0 || right > fileWidth || w.y > l.height {
			t.Errorf("%q is at %v, %v and ends at %v", w.text, w.x, w.y, right)
		}
	}
	for _, w := range l.labels { // browsers may have a wider font
		for _, s := range l.samples {
			if right := w.x + 1.15*textWidth(w.text, w.size); w.y == s.y+textSize-2 && w.x < s.x && right > s.x {
				t.Errorf("%q ends at %v, behind the line at %v", w.text, right, s.x)
			}
		}
	}
	if len(l.areas) != 3 {
		t.Fatalf("%d areas", len(l.areas))
	}
	for _, a := range l.areas {
		if left := a.x - textWidth("1000000.25", textSize) - 0.5*textSize; left < edge || a.x+a.w+textWidth("a date of some length", textSize)/2 > fileWidth || a.w < 100 || a.y+a.h > l.height {
			t.Errorf("a chart is at %+v", a.frame)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.svg": SVG, "dir.png/b.PNG": PNG, "c.svg.png": PNG} {
		if f, err := FormatOf(name); f != want || err != nil {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	for _, name := range []string{"a.gif", "svg", "", "png/a"} {
		if f, err := FormatOf(name); err == nil || !strings.Contains(err.Error(), ".svg or .png") {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

// brokenWriter fails like a full disk.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, context.Canceled }

func TestWriteError(t *testing.T) {
	for _, f := range []Format{SVG, PNG} {
		if err := fullChart().Write(brokenWriter{}, f); err == nil {
			t.Errorf("%s: Write returned no error although its writer failed", f)
		}
		if err := (&Panels{}).Write(io.Discard, f); err == nil || !strings.Contains(err.Error(), "nothing to draw") {
			t.Errorf("%s: error %v", f, err)
		}
	}
}
