// Package plot draws figures for pages: charts of lines, bars, dots and squares as SVG
// with HTML around it. Places in a drawing are percent of its width and height, so that
// a drawing is as wide as there is room and its words keep their size; nothing has a
// style of its own, so that a page may forbid them.
//
// [Template] draws a [Chart] and [Style] is its looks, in the colours of the page.
package plot

import (
	"fmt"
	"math"
	"time"

	"ouro/lab/sheet"
)

// Tick is a value on an axis.
type Tick struct {
	At   float64 // from the left or the bottom
	Text string
	Zero bool // the value is 0
	Mark bool // a line that means something
}

// Down is how far the tick is from the top.
func (t Tick) Down() float64 { return Tidy(100 - t.At) }

// Tidy leaves digits out that nobody sees.
func Tidy(x float64) float64 { return math.Round(100*x) / 100 }

// Axis maps values to places.
type Axis struct{ Lo, Hi float64 }

// At is the place of x; what is beyond an end is at it.
func (a Axis) At(x float64) float64 {
	if a.Hi <= a.Lo {
		return 50
	}
	return Tidy(100 * (min(max(x, a.Lo), a.Hi) - a.Lo) / (a.Hi - a.Lo))
}

// Down is the place of y from the top.
func (a Axis) Down(y float64) float64 { return Tidy(100 - a.At(y)) }

// Step is the distance of about n round numbers on the axis: 1, 2 or 5 times a power of
// ten.
func (a Axis) Step(n int) float64 {
	step := math.Pow(10, math.Floor(math.Log10((a.Hi-a.Lo)/float64(n))))
	for _, f := range []float64{1, 2, 5, 10} {
		if (a.Hi-a.Lo)/(f*step) <= float64(n) {
			return f * step
		}
	}
	return step
}

// WholeStep is the same of whole numbers.
func (a Axis) WholeStep(n int) float64 { return max(1, a.Step(n)) }

// round are the multiples of step on the axis.
func (a Axis) round(step float64) (values []float64) {
	for i := math.Ceil(a.Lo/step - 1e-9); i*step <= a.Hi+1e-9*step; i++ {
		values = append(values, i*step+0) // no -0
	}
	return values
}

// Ticks are about n round numbers on the axis; none where it has no length.
func (a Axis) Ticks(n int, text func(float64) string) []Tick { return a.ticks(a.Step(n), text) }

// WholeTicks are the same of whole numbers: of what is counted there are no halves.
func (a Axis) WholeTicks(n int, text func(float64) string) []Tick {
	return a.ticks(a.WholeStep(n), text)
}

func (a Axis) ticks(step float64, text func(float64) string) (ticks []Tick) {
	if !(a.Hi > a.Lo) {
		return nil
	}
	for _, x := range a.round(step) {
		ticks = append(ticks, Tick{At: a.At(x), Text: text(x), Zero: x == 0})
	}
	return ticks
}

// Whole writes whole numbers.
func Whole(x float64) string { return sheet.Fixed(x, 0) }

// Decades are round durations on a logarithmic axis of nanoseconds: 1, 2 and 5 times
// powers of ten, or these powers alone where the axis is long.
func (a Axis) Decades() (ticks []Tick) {
	factors := []float64{1, 2, 5}
	if a.Hi-a.Lo > 1.5 {
		factors = factors[:1]
	}
	for power := math.Floor(a.Lo); power <= a.Hi; power++ {
		for _, f := range factors {
			d := f * math.Pow(10, power)
			if at := math.Log10(d); at >= a.Lo && at <= a.Hi {
				ticks = append(ticks, Tick{At: a.At(at), Text: shortDuration(time.Duration(math.Round(d)))})
			}
		}
	}
	return ticks
}

// shortDuration is a round duration.
func shortDuration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= unit.size {
			return fmt.Sprint(int64(d/unit.size), unit.name)
		}
	}
	return fmt.Sprint(int64(d), "ns")
}
