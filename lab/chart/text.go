package chart

import (
	"math"
	"slices"
	"strings"
)

// blocks are heights from empty to full.
var blocks = []rune(" ▁▂▃▄▅▆▇█")

// Spark returns the bars of a chart as a line of text, one character for each bar, or ""
// without bars. The bars must be equally wide.
func (c *Chart) Spark() string {
	if len(c.Bars) == 0 {
		return ""
	}
	n := math.Round(100 / (c.X.At(c.Bars[0].To) - c.X.At(c.Bars[0].From)))
	line := []rune(strings.Repeat(" ", max(1, int(n))))
	for _, bar := range c.Bars {
		at := int(math.Round(c.X.At(bar.From) * n / 100))
		line[min(at, len(line)-1)] = blocks[1+int(math.Round(c.Y.At(bar.Y)*7/100))]
	}
	return string(line)
}

// Interval returns a line of text of this width that shows x and its interval on the
// axis.
func (a Axis) Interval(lo, x, hi float64, width int) string {
	at := func(x float64) int { return int(math.Round(a.At(x) / 100 * float64(width-1))) }
	line := slices.Repeat([]rune{'·'}, width)
	for i := at(lo); i <= at(hi); i++ {
		line[i] = '─'
	}
	line[at(x)] = '●'
	return string(line)
}
