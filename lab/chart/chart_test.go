package chart

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"ouro"
	"ouro/lab"
)

// madeUp is a report of 6x6 whose meals are known: "far" gets to all lengths,
// "short" only sometimes beyond ten.
func madeUp() *lab.Report {
	r := &lab.Report{Experiment: lab.Experiment{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6}, Groups: 100}}
	far := lab.Result{Name: "far", Games: 100}
	short := lab.Result{Name: "short", Games: 100}
	for length := 1; length < 36; length++ {
		n := int64(36 - length)
		far.Meals = append(far.Meals, lab.Meals{Length: length, Count: 100, Moves: 100 * n, Distance: 200})
		if length <= 10 {
			short.Meals = append(short.Meals, lab.Meals{Length: length, Count: 100, Moves: 1000, Distance: 400})
		}
	}
	short.Meals = append(short.Meals, lab.Meals{Length: 11, Count: 4, Moves: 400, Distance: 16})
	r.Results = []lab.Result{far, short, {Name: "idle"}}
	return r
}

func TestLines(t *testing.T) {
	lines := mealLines(madeUp())
	if len(lines) != 3 || lines[0].name != "far" || lines[1].name != "short" || lines[2].name != "distance to the food" {
		t.Fatalf("lines: %+v", lines)
	}
	for i, want := range []int{35, 10, 35} {
		if n := len(lines[i].points); n != want {
			t.Errorf("%s: %d points, want %d", lines[i].name, n, want)
		}
	}
	if p := lines[0].points[8]; p.X != 0.25 || p.Y != 27 {
		t.Errorf("length 9: %v, want 27 moves at a quarter", p)
	}
	// At length 1 both had 100 meals, at distances of 2 and of 4.
	if p := lines[2].points[0]; p.Y != 3 {
		t.Errorf("distance at length 1: %v, want 3", p)
	}
}

// TestBinned: however many cells, there are few points, each the mean of all its
// meals, and no meal is left out.
func TestBinned(t *testing.T) {
	for cells := 4; cells <= 64*64; cells += 37 {
		sums := make([]lab.Meals, cells+1)
		for length := 1; length < cells; length++ {
			sums[length] = lab.Meals{Length: length, Count: 10, Moves: int64(10 * length)}
		}
		points := binned(sums, 10, lab.Meals.MeanMoves)
		if len(points) == 0 || len(points) > maxPoints {
			t.Errorf("%d cells: %d points", cells, len(points))
		}
		last := 0.0
		for _, p := range points {
			if math.Abs(p.Y-p.X*float64(cells)) > 1e-9 || p.X <= last || p.X >= 1 {
				t.Errorf("%d cells: point %v after %v", cells, p, last)
			}
			last = p.X
		}
	}
}

// TestStylesDiffer: the first 42 lines can all be told apart.
func TestStylesDiffer(t *testing.T) {
	for i := range len(colours) * len(dashes) {
		for j := range i {
			if i%len(colours) == j%len(colours) && i%len(dashes) == j%len(dashes) {
				t.Errorf("lines %d and %d look the same", i, j)
			}
		}
	}
}

// TestWriteMeals draws in both formats, twice the same.
func TestWriteMeals(t *testing.T) {
	for _, f := range []Format{SVG, PNG} {
		var files [2]bytes.Buffer
		for i := range files {
			if err := WriteMeals(&files[i], f, madeUp()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: two drawings of the same report differ", f)
		}
		if f == PNG {
			if image, err := png.Decode(&files[0]); err != nil || image.Bounds().Dx() < 1400 {
				t.Errorf("png: %v", err)
			}
			continue
		}
		text := files[0].String()
		for _, want := range []string{">far<", ">short<", ">distance to the food<", ">mean moves per meal<", ">100 %<", ">20<", shownFonts} {
			if !strings.Contains(text, want) {
				t.Errorf("svg: there is no %s", want)
			}
		}
		for dec := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLoneMeals: a line of one point is seen, as a dot.
func TestLoneMeals(t *testing.T) {
	draw := func(lengths int) string {
		r := madeUp()
		r.Results = r.Results[:1]
		r.Results[0].Meals = r.Results[0].Meals[:lengths]
		var b bytes.Buffer
		if err := WriteMeals(&b, SVG, r); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if one, two := strings.Count(draw(1), "A"), strings.Count(draw(2), "A"); one != two+2*2 {
		t.Errorf("%d arcs for a snake with meals at one length, %d at two", one, two)
	}
}

func TestNothingToDraw(t *testing.T) {
	r := madeUp()
	r.Results = r.Results[2:]
	if err := WriteMeals(io.Discard, SVG, r); err == nil || !strings.Contains(err.Error(), "no meals") {
		t.Errorf("error %v", err)
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
		if err := WriteMeals(brokenWriter{}, f, madeUp()); err == nil {
			t.Errorf("%s: a failed write is no error", f)
		}
	}
}
