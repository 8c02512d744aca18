package chart

import (
	"math"
	"strings"
	"testing"
	"time"
)

// texts returns the texts of the ticks of an axis. It fails the test if a tick is outside the
// axis or at -0.
func texts(t *testing.T, a Axis) string {
	t.Helper()
	var all []string
	for _, tick := range a.Ticks {
		all = append(all, tick.Text)
		if tick.At < a.Lo-1e-9 || tick.At > a.Hi*(1+1e-9) || tick.At == 0 && math.Signbit(tick.At) {
			t.Errorf("%v..%v: a tick at %v", a.Lo, a.Hi, tick.At)
		}
	}
	return strings.Join(all, " ")
}

// TestTicks: an axis has about as many ticks as requested, at round numbers between its
// ends.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{Hi: 1}, "0 0.2 0.4 0.6 0.8 1"},
		{Axis{Lo: -130, Hi: 180}, "-100 0 100"},
		{Axis{Hi: 7}, "0 2 4 6"},
		{Axis{Lo: 3, Hi: 1003}, "200 400 600 800 1000"},
		{Axis{Lo: 3, Hi: 3}, ""},
	} {
		if got := texts(t, c.axis.WithTicks(6, Short)); got != c.want {
			t.Errorf("%v..%v: %s, want %s", c.axis.Lo, c.axis.Hi, got, c.want)
		}
	}
	for hi := 1.0; hi < 1e7; hi *= 1.7 {
		if n := len(Axis{Hi: hi}.WithTicks(6, Whole).Ticks); n < 3 || n > 8 {
			t.Errorf("0 to %v: %d ticks", hi, n)
		}
	}
}

// TestWholeTicks: ticks of counts are whole numbers, even on a short axis.
func TestWholeTicks(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		want string
	}{
		{Axis{}, ""},
		{Axis{Hi: 1}, "0 1"},
		{Axis{Lo: -1, Hi: 2}, "-1 0 1 2"},
		{Axis{Lo: 0.5, Hi: 2.5}, "1 2"},
		{Axis{Hi: 6}, "0 2 4 6"},
		{Axis{Hi: 1000}, "0 200 400 600 800 1000"},
	} {
		if got := texts(t, c.axis.WithWholeTicks(5, Whole)); got != c.want {
			t.Errorf("%v..%v: %s, want %s", c.axis.Lo, c.axis.Hi, got, c.want)
		}
	}
}

// TestLogTicks: a logarithmic axis has ticks for durations and for numbers.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		text   func(float64) string
		want   string
	}{
		{1e6, 1e7, 6, Nanoseconds, "1ms 2ms 5ms 10ms"},
		{794, 3162, 6, Nanoseconds, "1µs 2µs"},
		{1, 1000, 6, Nanoseconds, "1ns 10ns 100ns 1µs"},
		{1e7, 1.26e10, 6, Nanoseconds, "10ms 100ms 1s 10s"},
		{1, 20, 10, Short, "1 2 5 10 20"},
		{0.001, 0.5, 10, Short, "0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5"},
		{1, 1e8, 12, Short, "1 10 100 1000 10000 100000 1000000 1e+07 1e+08"},
		{1, 1e9, 4, Short, "1 1000 1000000 1e+09"},
	} {
		if got := texts(t, Axis{Lo: c.lo, Hi: c.hi, Log: true}.WithLogTicks(c.n, c.text)); got != c.want {
			t.Errorf("%v..%v: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

// TestDateTicks: the ticks of a time axis are at whole days or, on a short axis, at whole hours.
// The axis has at most one tick more than requested.
func TestDateTicks(t *testing.T) {
	from := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).Unix()
	for _, c := range []struct {
		hours float64
		want  string
	}{
		{1, "22 Nov 12:00 22 Nov 13:00"},
		{12, "22 Nov 12:00 22 Nov 15:00 22 Nov 18:00 22 Nov 21:00 23 Nov 00:00"},
		{4 * 24, "2026-11-23 2026-11-24 2026-11-25 2026-11-26"},
	} {
		a := Axis{Lo: float64(from), Hi: float64(from) + 3600*c.hours}.WithDateTicks(5)
		if got := texts(t, a); got != c.want {
			t.Errorf("%v hours: %s, want %s", c.hours, got, c.want)
		}
	}
	for hours := 1.0; hours < 1e7; hours *= 1.3 {
		if n := len(Axis{Lo: float64(from), Hi: float64(from) + 3600*hours}.WithDateTicks(6).Ticks); n > 7 || hours > 4 && n < 1 {
			t.Errorf("%v hours: %d ticks", hours, n)
		}
	}
}

// TestAxisPositions: Value is the inverse of At, and values beyond an end are at that end.
func TestAxisPositions(t *testing.T) {
	for _, a := range []Axis{{Lo: -3, Hi: 8}, {Lo: 0.001, Hi: 0.5, Log: true}, {Lo: 1, Hi: 1e8, Log: true}} {
		for percent := 0.0; percent <= 100; percent += 12.5 {
			if got := a.At(a.Value(percent)); math.Abs(got-percent) > 1e-9 {
				t.Errorf("%v..%v: %v is at %v", a.Lo, a.Hi, percent, got)
			}
		}
		if a.At(a.Lo-5) != 0 || a.At(a.Hi+5) != 100 {
			t.Errorf("%v..%v: beyond the ends is %v and %v", a.Lo, a.Hi, a.At(a.Lo-5), a.At(a.Hi+5))
		}
	}
	if at := (Axis{Lo: 2, Hi: 2}).At(2); at != 50 {
		t.Errorf("an axis without length has its value at %v", at)
	}
}

func TestNanoseconds(t *testing.T) {
	for x, want := range map[float64]string{1: "1ns", 2000: "2µs", 1500: "1.5µs", 3e9: "3s", 1e12: "1000s"} {
		if got := Nanoseconds(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
