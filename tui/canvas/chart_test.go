package canvas

import (
	"strings"
	"testing"
)

// TestChartOfSeveral: all lines share the axes, and each has its mark at its end. A chart with
// negative values has a line at 0.
func TestChartOfSeveral(t *testing.T) {
	c := New(20, 6)
	chart := Chart{
		Series: []Series{{Values: []int16{0, 1, 2, 3, 4}, Mark: 'A'}, {Values: []int16{0, 0, 0}, Mark: 'B'}, {Values: []int16{0, -1, -2, -3, -4}, Mark: 'C'}},
		Moves:  4, Low: -4, High: 4, Axes: true, Now: 2,
	}
	chart.Draw(c, NewTheme(true, true), At(0, 0, 20, 6))
	rows := strings.Split(c.Plain(), "\n")
	if !strings.HasSuffix(rows[0], "A") || !strings.HasSuffix(rows[4], "C") {
		t.Errorf("the lines have other ends:\n%s", c.Plain())
	}
	if !strings.Contains(rows[2], "B") || !strings.Contains(rows[2], "┈") || []rune(rows[5])[chart.Column(2, 20)] != '▴' {
		t.Errorf("the chart has no line at 0, or the shown move has no mark:\n%s", c.Plain())
	}
	for column := range 20 {
		if at := chart.Column(chart.Move(column, 20), 20); at > column {
			t.Errorf("column %d is of move %d, which is in column %d", column, chart.Move(column, 20), at)
		}
	}
	if chart.Move(0, 20) != 0 || chart.Move(19, 20) != 4 {
		t.Errorf("the ends are moves %d and %d", chart.Move(0, 20), chart.Move(19, 20))
	}
}
