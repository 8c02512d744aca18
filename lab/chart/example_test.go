package chart_test

import (
	"fmt"

	"ouro/lab/chart"
)

// The name of a file says what is drawn.
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
