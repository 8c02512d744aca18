package sheet

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ouro/lab/stat"
)

// None is the text for a figure with too few values.
const None = "-"

// Fixed formats x with this number of decimals.
func Fixed(x float64, digits int) string {
	if math.IsNaN(x) {
		return None
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// Signed is Fixed with a sign, except for 0.
func Signed(x float64, digits int) string {
	if math.IsNaN(x) {
		return None
	}
	if text := fmt.Sprintf("%+.*f", digits, x); strings.Trim(text, "+-0.") != "" {
		return text
	}
	return fmt.Sprintf("%.*f", digits, 0.0)
}

// Digits returns the number of decimals to show for a figure with this interval.
func Digits(iv stat.Interval) int {
	if half := iv.Half(); half > 0 && half < 1 {
		return 2
	}
	return 1
}

// Mean formats a mean with its symmetric interval.
func Mean(mean float64, iv stat.Interval) string {
	if math.IsNaN(mean) {
		return None
	}
	digits := Digits(iv)
	return Fixed(mean, digits) + " ± " + Fixed(iv.Half(), digits)
}

// Rate formats k of n in percent. It shows 0 only for 0 of n, and 100 only for n of n.
func Rate(k, n int) string {
	if n == 0 {
		return None
	}
	rate := 100 * float64(k) / float64(n)
	for digits := 1; ; digits++ {
		text := Fixed(rate, digits)
		if digits == 6 || (k == 0) == (strings.Trim(text, "0.") == "") && (k == n) == strings.HasPrefix(text, "100") {
			return text
		}
	}
}

func SignedInterval(iv stat.Interval, digits int) string {
	return "[" + Signed(iv.Lo, digits) + ", " + Signed(iv.Hi, digits) + "]"
}

func FixedInterval(iv stat.Interval, digits int) string {
	return "[" + Fixed(iv.Lo, digits) + ", " + Fixed(iv.Hi, digits) + "]"
}

func PercentInterval(iv stat.Interval) string {
	return FixedInterval(stat.Interval{Lo: 100 * iv.Lo, Hi: 100 * iv.Hi}, 1)
}

// Significant formats x with three significant digits, or with all digits before the point if x
// has more.
func Significant(x float64) string {
	switch {
	case x >= 100 || x == 0:
		return Fixed(x, 0)
	case x >= 10:
		return Fixed(x, 1)
	case x >= 1:
		return Fixed(x, 2)
	}
	return fmt.Sprintf("%.3g", x)
}

// Units are the units of durations above a nanosecond, largest first.
var Units = []struct {
	Size time.Duration
	Name string
}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}}

// Duration formats d with three digits.
func Duration(d time.Duration) string {
	for _, u := range Units {
		if d >= u.Size {
			return Significant(float64(d)/float64(u.Size)) + u.Name
		}
	}
	return fmt.Sprintf("%dns", d.Nanoseconds())
}

// Span formats the smallest and the largest value of a sample.
func Span(s *stat.Summary) string {
	if s.N == 0 {
		return None
	}
	return fmt.Sprintf("%.0f..%.0f", s.Min, s.Max)
}
