package chart_test

import (
	"fmt"

	"ouro/lab/chart"
)

// A chart is data; its format is chosen later.
func ExampleChart_Spark() {
	counts := []uint64{1, 3, 8, 5, 0, 2}
	x := chart.Axis{Name: "moves", Lo: 10, Hi: 16}.WithWholeTicks(3, chart.Whole)
	c := chart.Chart{Title: "games", X: x, Y: chart.CountAxis(counts), Bars: chart.Bars(x, counts)}
	fmt.Println(c.Spark())
	// Output: ▂▄█▅ ▃
}

// The name of a file determines its format.
func ExampleFormatOf() {
	for _, name := range []string{"meals.SVG", "meals.png", "meals.pdf"} {
		format, err := chart.FormatOf(name)
		fmt.Println(format, err)
	}
	// Output:
	// svg <nil>
	// png <nil>
	//  plot "meals.pdf": want a file name that ends in .svg or .png
}
