package cli

import (
	"errors"
	"testing"

	"ouro/arena"
)

// TestAnswerOfWhoLeaves: a tournament that the person leaves is no failure, but where
// a question was asked, leaving is no yes either.
func TestAnswerOfWhoLeaves(t *testing.T) {
	for format, want := range map[arena.Format]error{arena.RoundRobin: nil, arena.Gauntlet: nil, arena.FreeForAll: nil, arena.SPRT: errNo} {
		tour := arena.Default()
		tour.Format = format
		tour.Snakes = []arena.Snake{{Snake: "greedy"}, {Snake: "bfs"}}
		s, err := tour.Setting()
		if err != nil {
			t.Fatal(err)
		}
		c, err := arena.NewCourse(s, arena.Finished(nil))
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(c); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}
