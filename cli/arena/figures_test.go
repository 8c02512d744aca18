package arena

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ouro/arena"
	"ouro/cli/command"
	"ouro/lab"
)

// TestExitCodeAfterLeaving: if the user leaves the screen of a tournament, the command succeeds. A
// sequential test then ends with the error for the answer no.
func TestExitCodeAfterLeaving(t *testing.T) {
	for format, want := range map[arena.Format]error{arena.RoundRobin: nil, arena.Gauntlet: nil, arena.FreeForAll: nil, arena.SPRT: command.ErrNo} {
		tour := arena.Default()
		tour.Format = format
		tour.Snakes = []arena.Snake{{Snake: "greedy"}, {Snake: "bfs"}}
		if got := verdictError(withoutGames(t, tour)); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}

// TestSequentialTotalIsEstimate: the progress of a sequential test shows the number of games as an
// estimate, because the test can end at any time.
func TestSequentialTotalIsEstimate(t *testing.T) {
	tour := arena.Default()
	tour.Format, tour.Games = arena.SPRT, 200
	tour.Rules = "standard"
	tour.Snakes = []arena.Snake{{Snake: "greedy"}, {Snake: "coward"}}
	none := withoutGames(t, tour)
	for done, want := range map[int]string{
		0: "0 of about 200 games, LLR 0.00 (-2.94, 2.94), ? left",
		2: "2 of about 200 games, LLR 0.00 (-2.94, 2.94), 99 s left, 2.0 games/s",
	} {
		figures := progressFigures(none, lab.Progress{Done: done, Total: 200, About: true, Elapsed: time.Second})
		if got := strings.Join(figures, ", "); got != want {
			t.Errorf("%d done: %q, want %q", done, got, want)
		}
	}
}

// withoutGames returns the report of a tournament that has no games yet.
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
