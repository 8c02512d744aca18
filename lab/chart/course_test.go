package chart

import (
	"bytes"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

// tuned is a course of two numbers, the second on a logarithmic scale.
func tuned() *Course {
	c := &Course{Title: "spot, 3 steps of 2 groups"}
	for _, log := range []bool{false, true} {
		n := Number{Name: "hungry", Lo: 1, Hi: 1000, Log: log, Start: 40, End: 70, Centres: []float64{40, 50, 60, 70}}
		for _, x := range n.Centres[1:] {
			n.Tried = append(n.Tried, [2]float64{x + 5, x - 5})
		}
		n.Worth = func(x float64) (score, err float64) { return (x - 40) / 1000, 0.01 }
		if log {
			n.Name = "nodes"
			n.Worth = func(float64) (score, err float64) { return math.NaN(), math.NaN() }
		}
		c.Numbers = append(c.Numbers, n)
	}
	return c
}

// TestWriteCourse draws in both formats, twice the same.
func TestWriteCourse(t *testing.T) {
	for _, f := range []Format{SVG, PNG} {
		var files [2]bytes.Buffer
		for i := range files {
			if err := WriteCourse(&files[i], f, tuned()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: two drawings of the same course differ", f)
		}
		if f == PNG {
			if image, err := png.Decode(&files[0]); err != nil || image.Bounds().Dy() < 1000 {
				t.Errorf("png: %v", err)
			}
			continue
		}
		for _, want := range []string{">spot, 3 steps of 2 groups<", ">hungry<", ">nodes<", ">step<", ">score over start, % points<", ">too few steps to tell the score<", ">1000<"} {
			if !strings.Contains(files[0].String(), want) {
				t.Errorf("svg: there is no %s", want)
			}
		}
	}
	if err := WriteCourse(io.Discard, SVG, &Course{}); err == nil || !strings.Contains(err.Error(), "no numbers") {
		t.Errorf("error %v", err)
	}
}

// TestCourseScales: a place on the axis and its number are the same thing, and all
// ticks lie on it.
func TestCourseScales(t *testing.T) {
	for _, n := range []Number{{Lo: -3, Hi: 8}, {Lo: 0.001, Hi: 0.5, Log: true}, {Lo: 1, Hi: 1e8, Log: true}, {Lo: 2, Hi: 7, Log: true}} {
		for u := 0.0; u <= 1; u += 0.125 {
			if x := n.value(u); math.Abs(n.unit(x)-u) > 1e-12 {
				t.Errorf("%v..%v: %v is %v is %v", n.Lo, n.Hi, u, x, n.unit(x))
			}
		}
		labels := 0
		for _, tick := range n.ticks() {
			if tick.Value < -1e-9 || tick.Value > 1+1e-9 {
				t.Errorf("%v..%v: a tick at %v", n.Lo, n.Hi, tick.Value)
			}
			if tick.Label != "" {
				labels++
			}
		}
		if labels < 2 || labels > 12 {
			t.Errorf("%v..%v: %d labels", n.Lo, n.Hi, labels)
		}
	}
}
