package arena

import (
	"fmt"
	"testing"
)

// BenchmarkReport makes the report of 20,000 games among twenty snakes, with two and with eight in
// each game.
func BenchmarkReport(b *testing.B) {
	for _, seats := range []int{2, 8} {
		tour := tourOf(RoundRobin, 20_000)
		if seats > 2 {
			tour.Format, tour.Seats = FreeForAll, seats
		}
		for i := range 20 {
			tour.Snakes = append(tour.Snakes, Snake{Name: fmt.Sprint("snake", i)})
		}
		games := randomGames(tour, 20_000/len(tour.Format.seatings(20, seats)))
		b.Run(fmt.Sprintf("seats=%d/games=%d", seats, len(games)), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				reportOf(b, tour, games)
			}
		})
	}
}
