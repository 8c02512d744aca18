package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ouro/internal/outfile"
)

// duels is a tournament of quick games on a small board.
func duels(snakes ...string) *Tournament {
	t := of(RoundRobin, snakes...)
	t.Board, t.Games, t.Nodes = "7x7", 12, 200
	return t
}

// runIn plays a tournament in a folder, or what is missing of it.
func runIn(ctx context.Context, sys outfile.System, dir string, s *Setting) (err error) {
	f, err := OpenFolder(sys, dir, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	player, err := NewPlayer(ctx, s)
	if err != nil {
		return err
	}
	c, err := NewCourse(s, f)
	if err != nil {
		return err
	}
	return c.Run(ctx, player, nil)
}

// played are the finished games of a folder in their order, without times.
func played(t *testing.T, dir string) []Game {
	t.Helper()
	_, games, err := ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return ordered(games)
}

func ordered(games []Game) []Game {
	games = slices.Clone(games)
	for i := range games {
		games[i].Seats = slices.Clone(games[i].Seats)
		for seat := range games[i].Seats {
			games[i].Seats[seat].Think = nil
		}
	}
	slices.SortFunc(games, func(a, b Game) int { return 1000*(a.Group-b.Group) + a.Seating - b.Seating })
	return games
}

// mustPlay plays a tournament in a new folder.
func mustPlay(t *testing.T, s *Setting) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "cup")
	if err := runIn(t.Context(), nil, dir, s); err != nil {
		t.Fatal(err)
	}
	return dir
}

// visitor is somebody's server with a snake: answer is what it says to a request
// for a move, the n-th from 0.
func visitor(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) string {
	t.Helper()
	var asked atomic.Int64
	return visitorFor(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `{"apiversion":"1"}`)
		case "/move":
			_, _ = io.Copy(io.Discard, r.Body)
			answer(w, r, int(asked.Add(1))-1)
		}
	})
}

// visitorFor is somebody's server.
func visitorFor(t *testing.T, serve http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return server.URL
}

// says is a snake that always answers the same.
func says(text string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprint(w, text) }
}

func wantContains(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s is %q, want it to tell of %q", what, got, w)
		}
	}
}
