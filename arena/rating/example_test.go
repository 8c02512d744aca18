package rating_test

import (
	"fmt"

	"ouro/arena/rating"
)

// Three snakes play each other in pairs. Each pair plays each of its starts twice, with the seats
// exchanged.
func ExamplePlackettLuce() {
	var bouts []rating.Bout
	start := 0
	pair := func(a, b int, placesOfA ...int) {
		start++
		for _, place := range placesOfA { // 1 won, 2 drew, 3 lost
			bouts = append(bouts, rating.Bout{Group: start, Snakes: []int{a, b}, Places: []int{place, 2}})
		}
	}
	for range 10 {
		pair(0, 1, 1, 1)
		pair(0, 1, 1, 3)
		pair(0, 2, 1, 1)
		pair(1, 2, 1, 3)
	}
	r, err := rating.PlackettLuce(3, bouts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, elo := range r.Elo {
		fmt.Printf("snake %d: %+4.0f +- %.0f\n", i, elo, r.Interval(i, 0.95).Half())
	}
	fmt.Printf("0 is better than 2 with %.1f %%\n", 100*r.LOS(0, 2))
	// Output:
	// snake 0: +196 +- 68
	// snake 1:  -55 +- 52
	// snake 2: -141 +- 45
	// 0 is better than 2 with 100.0 %
}
