package arena

import (
	"path/filepath"
	"testing"

	"ouro/lab"
)

// BenchmarkKeeping plays quick games of two snakes, which are kept or not: the
// difference is what keeping costs.
func BenchmarkKeeping(b *testing.B) {
	tour := duels()
	tour.Snakes = []Snake{{"a", "floodfill"}, {"b", "floodfill"}}
	s, err := tour.Setting()
	if err != nil {
		b.Fatal(err)
	}
	player, err := NewPlayer(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	bench := func(name string, store func(b *testing.B) Store) {
		b.Run(name, func(b *testing.B) {
			kept := store(b)
			b.ResetTimer()
			for i := range b.N {
				p, err := player.Play(b.Context(), lab.Task{Group: i, Seating: i % 2, Seed: uint64(i % 100), Seats: s.Seatings[i%2]}, nil)
				if err == nil {
					err = kept.Keep(p)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
	bench("not", func(*testing.B) Store { return new(shelf) })
	bench("kept", func(b *testing.B) Store {
		f, err := OpenFolder(nil, filepath.Join(b.TempDir(), "cup"), s)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = f.Close() })
		return f
	})
}
