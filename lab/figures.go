package lab

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ouro"
	"ouro/lab/stat"
)

// none stands where a sample is too small to tell.
const none = "-"

func fixed(x float64, digits int) string {
	if math.IsNaN(x) {
		return none
	}
	return fmt.Sprintf("%.*f", digits, x)
}

func signed(x float64, digits int) string {
	if math.IsNaN(x) {
		return none
	}
	if text := fmt.Sprintf("%+.*f", digits, x); strings.Trim(text, "+-0.") != "" {
		return text
	}
	return fmt.Sprintf("%.*f", digits, 0.0) // zero has no sign
}

// digitsFor is how many decimals a figure deserves by its interval.
func digitsFor(iv stat.Interval) int {
	if half := iv.Half(); half > 0 && half < 1 {
		return 2
	}
	return 1
}

// meanText is a mean with its interval, which is symmetrical.
func meanText(mean float64, iv stat.Interval) string {
	if math.IsNaN(mean) {
		return none
	}
	digits := digitsFor(iv)
	return fixed(mean, digits) + " ± " + fixed(iv.Half(), digits)
}

// rateText is k of n in percent. Only none is 0 and only all is 100.
func rateText(k, n int) string {
	if n == 0 {
		return none
	}
	rate := 100 * float64(k) / float64(n)
	for digits := 1; ; digits++ {
		text := fixed(rate, digits)
		if digits == 6 || (k == 0) == (strings.Trim(text, "0.") == "") && (k == n) == strings.HasPrefix(text, "100") {
			return text
		}
	}
}

func percentInterval(iv stat.Interval) string {
	return fmt.Sprintf("[%.1f, %.1f]", 100*iv.Lo, 100*iv.Hi)
}

// marked is the interval of a difference, and whether it excludes 0.
func marked(d Difference, text func(float64) string) string {
	if math.IsNaN(d.Interval.Lo) {
		return none
	}
	mark := " "
	if d.Clear() {
		mark = "*"
	}
	return "[" + text(d.Interval.Lo) + ", " + text(d.Interval.Hi) + "]" + mark
}

// significant writes three digits, or all that stand before the point.
func significant(x float64) string {
	switch {
	case x >= 100 || x == 0:
		return fixed(x, 0)
	case x >= 10:
		return fixed(x, 1)
	case x >= 1:
		return fixed(x, 2)
	}
	return fmt.Sprintf("%.3g", x)
}

func durationText(d time.Duration) string {
	for _, u := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= u.size {
			return significant(float64(d)/float64(u.size)) + u.name
		}
	}
	return fmt.Sprintf("%dns", d.Nanoseconds())
}

func spanText(s *stat.Summary) string {
	if s.N == 0 {
		return none
	}
	return fmt.Sprintf("%.0f..%.0f", s.Min, s.Max)
}

func boardText(g ouro.GameSpec) string { return fmt.Sprintf("%dx%d", g.W, g.H) }
