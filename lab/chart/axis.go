package chart

import (
	"math"
	"strconv"
	"time"

	"ouro/lab/sheet"
)

// Axis is a scale from Lo to Hi. If it is logarithmic, Lo must be above 0.
type Axis struct {
	Name   string
	Lo, Hi float64
	Log    bool
	Ticks  []Tick
}

// Tick is a labelled value of an axis.
type Tick struct {
	At   float64
	Text string
	Note string // text at the right end of the tick's row; only charts of the form Rows show it
	Mark bool   // whether a dashed line crosses the drawing here, for example for a bound
}

// At returns the position of x on the axis, in percent of its length. A value beyond an end has
// the position of that end. On an axis without length, every value is at 50.
func (a Axis) At(x float64) float64 {
	if !(a.Hi > a.Lo) {
		return 50
	}
	x = min(max(x, a.Lo), a.Hi)
	if a.Log {
		return tidy(100 * math.Log(x/a.Lo) / math.Log(a.Hi/a.Lo))
	}
	return tidy(100 * (x - a.Lo) / (a.Hi - a.Lo))
}

// Value returns the value at a position in percent: the inverse of At.
func (a Axis) Value(percent float64) float64 {
	if a.Log {
		return a.Lo * math.Pow(a.Hi/a.Lo, percent/100)
	}
	return a.Lo + (a.Hi-a.Lo)*percent/100
}

// tidy rounds to two decimals, because more make no visible difference.
func tidy(x float64) float64 { return math.Round(100*x)/100 + 0 } // + 0 turns -0 into 0

// step returns the distance between ticks: 1, 2 or 5 times a power of ten. It is the smallest
// such distance that divides the axis into at most n parts.
func (a Axis) step(n int) float64 {
	step := math.Pow(10, math.Floor(math.Log10((a.Hi-a.Lo)/float64(n))))
	for _, f := range []float64{1, 2, 5, 10} {
		if (a.Hi-a.Lo)/(f*step) <= float64(n) {
			return f * step
		}
	}
	return step
}

// WithTicks returns the axis with about n ticks at round numbers.
func (a Axis) WithTicks(n int, text func(float64) string) Axis { return a.withStep(a.step(n), text) }

// WithWholeTicks returns the axis with about n ticks at whole numbers.
func (a Axis) WithWholeTicks(n int, text func(float64) string) Axis {
	return a.withStep(max(1, a.step(n)), text)
}

func (a Axis) withStep(step float64, text func(float64) string) Axis {
	a.Ticks = nil
	if !(a.Hi > a.Lo) {
		return a
	}
	for i := math.Ceil(a.Lo/step - 1e-9); i*step <= a.Hi+1e-9*step; i++ {
		a.Ticks = append(a.Ticks, Tick{At: i*step + 0, Text: text(i*step + 0)}) // + 0 turns -0 into 0
	}
	return a
}

// WithLogTicks returns the axis with about n ticks at 1, 2 and 5 times powers of ten. If the axis
// spans too many powers of ten, only powers of ten have ticks.
func (a Axis) WithLogTicks(n int, text func(float64) string) Axis {
	decades := math.Log10(a.Hi / a.Lo)
	factors, every := []float64{1, 2, 5}, 1.0
	if 3*decades > float64(n) {
		factors, every = factors[:1], max(1, math.Ceil(decades/float64(n)))
	}
	a.Ticks = nil
	for power := every * math.Floor(math.Log10(a.Lo)/every); power <= math.Log10(a.Hi)+1e-9; power += every {
		for _, f := range factors {
			x := f * math.Pow(10, power)
			if x >= a.Lo*(1-1e-9) && x <= a.Hi*(1+1e-9) {
				a.Ticks = append(a.Ticks, Tick{At: x, Text: text(x)})
			}
		}
	}
	return a
}

const day = 24 * 3600 // seconds

// dateSteps are the possible distances between the ticks of a time axis, in seconds.
var dateSteps = []float64{3600, 3 * 3600, 6 * 3600, 12 * 3600, day, 2 * day, 7 * day, 14 * day, 30 * day, 91 * day, 365 * day}

// WithDateTicks returns the axis with at most about n ticks, at whole days or hours of UTC. The
// values of the axis are Unix times in seconds.
func (a Axis) WithDateTicks(n int) Axis {
	step := 0.0
	for _, step = range dateSteps {
		if (a.Hi-a.Lo)/step <= float64(n) {
			break
		}
	}
	form := time.DateOnly
	if step < day {
		form = "2 Jan 15:04"
	}
	step *= max(1, math.Ceil((a.Hi-a.Lo)/step/float64(n)))
	return a.withStep(step, func(x float64) string { return time.Unix(int64(x), 0).UTC().Format(form) })
}

// CountAxis returns an axis from 0 to the largest count, with ticks at whole numbers.
func CountAxis(counts []uint64) Axis {
	a := Axis{Hi: 1}
	for _, n := range counts {
		a.Hi = max(a.Hi, float64(n))
	}
	return a.WithWholeTicks(4, Whole)
}

func Whole(x float64) string { return sheet.Fixed(x, 0) }

// Short formats x with at most six digits, without an exponent unless it is very large or small.
func Short(x float64) string {
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-4 || a >= 1e7) {
		format = 'g'
	}
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return strconv.FormatFloat(x, format, -1, 64)
}

// Nanoseconds formats a duration in its largest unit.
func Nanoseconds(x float64) string {
	for _, u := range sheet.Units {
		if x >= float64(u.Size)*(1-1e-9) {
			return Short(x/float64(u.Size)) + u.Name
		}
	}
	return Short(x) + "ns"
}
