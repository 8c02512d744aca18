package cli

import (
	"errors"
	"testing"

	"ouro/arena"
	"ouro/lab"
)

// TestAnswerOfWhoLeaves: a tournament that the user leaves is no failure, but where a
// question was asked, leaving is no yes either.
func TestAnswerOfWhoLeaves(t *testing.T) {
	for format, want := range map[arena.Format]error{arena.RoundRobin: nil, arena.Gauntlet: nil, arena.FreeForAll: nil, arena.SPRT: errNo} {
		tour := arena.Default()
		tour.Format = format
		tour.Snakes = []arena.Snake{{Snake: "greedy"}, {Snake: "bfs"}}
		if got := answer(withoutGames(t, tour)); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}

// withoutGames is the report of a tournament before its first game.
func withoutGames(t *testing.T, tour *arena.Tournament) *lab.Report {
	t.Helper()
	s, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	games, err := lab.Open(s.Plan())
	if err != nil {
		t.Fatal(err)
	}
	return games.Report()
}
