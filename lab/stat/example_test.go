package stat_test

import (
	"fmt"

	"ouro/lab/stat"
)

// Wilson returns the intervals for 55 won games of 60, and for 10 of 10.
func ExampleWilson() {
	for _, won := range [][2]int{{55, 60}, {10, 10}} {
		iv := stat.Wilson(won[0], won[1], 0.95)
		fmt.Printf("%d of %d: %.1f to %.1f %%\n", won[0], won[1], 100*iv.Lo, 100*iv.Hi)
	}
	// Output:
	// 55 of 60: 81.9 to 96.4 %
	// 10 of 10: 72.2 to 100.0 %
}

// Describe summarizes a sample; Interval returns the interval of its mean.
func ExampleDescribe() {
	s := stat.Describe([]float64{797, 881, 902, 855, 918})
	iv := s.Interval(0.95)
	fmt.Printf("%.1f, from %.1f to %.1f; median %g\n", s.Mean, iv.Lo, iv.Hi, s.Median)
	// Output: 870.6, from 811.7 to 929.5; median 881
}
