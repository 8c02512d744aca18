package arena

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ouro"
	"ouro/lab"
)

// TestWorkersDoNotMatter: with 1, 2 and 7 games at once a tournament has the same
// games, as also when it is stopped after every so many games, extended, and played
// by real snakes.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, format := range []Format{RoundRobin, Gauntlet, FreeForAll} {
		tour := of(format, "greedy", "bfs", "coward")
		tour.Games, tour.Nodes, tour.Board = 30, 50, "7x7"
		var want []Game
		for _, workers := range []int{1, 2, 7} {
			tour.Workers = workers
			s := mustSetting(t, tour)
			p, err := NewPlayer(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			c := runCourse(t, s, p, &shelf{})
			got := withoutTimes(c.Games())
			if len(got) != s.Games() || !c.Complete() {
				t.Errorf("%s: %d of %d games", format, len(got), s.Games())
			}
			if want == nil {
				want = got
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s with %d workers has other games", format, workers)
			}
		}
	}
}

func withoutTimes(games []Game) []Game {
	for i := range games {
		for seat := range games[i].Seats {
			games[i].Seats[seat].Think = nil
		}
	}
	return games
}

// TestInterruptedAtEveryGame: a tournament that is stopped after 1, 2, 3... games
// and goes on each time has the games of one that was not, none of them played and
// kept twice.
func TestInterruptedAtEveryGame(t *testing.T) {
	tour := of(RoundRobin, "greedy", "bfs", "coward")
	tour.Games, tour.Workers = 60, 3
	s := mustSetting(t, tour)
	want := runCourse(t, s, scripted{wins: 5}, &shelf{}).Games()
	for every := 1; every <= 12; every++ {
		store := &shelf{}
		runs := 0
		for {
			ctx, cancel := context.WithCancel(t.Context())
			before := len(store.games)
			store.kept = func(n int) error {
				if n == before+every {
					cancel()
				}
				return nil
			}
			c, err := NewCourse(s, store)
			if err != nil {
				t.Fatal(err)
			}
			err = c.Run(ctx, scripted{wins: 5}, nil)
			cancel()
			if runs++; err == nil {
				if !reflect.DeepEqual(c.Games(), want) || len(store.games) != len(want) {
					t.Errorf("stopped every %d games: %d games, %d kept, want %d", every, len(c.Games()), len(store.games), len(want))
				}
				break
			}
			if !errors.Is(err, context.Canceled) || len(store.games) < before+every || c.Complete() && len(store.games) < len(want) {
				t.Fatalf("stopped every %d games: %v after %d", every, err, len(store.games))
			}
		}
		if runs < 60/(every+3) {
			t.Errorf("stopped every %d games: only %d runs", every, runs)
		}
	}
}

// TestExtended: with more games a tournament goes on where it was, and with fewer it
// plays none and counts all that are kept.
func TestExtended(t *testing.T) {
	tour := of(RoundRobin, "greedy", "bfs")
	store := &shelf{}
	var begun atomic.Int64
	p := scripted{wins: 5, played: func(lab.Task) { begun.Add(1) }}
	for _, c := range []struct{ games, played, counted int }{{7, 8, 8}, {8, 0, 8}, {20, 12, 20}, {4, 0, 20}, {19, 0, 20}, {21, 2, 22}} {
		begun.Store(0)
		tour.Games = c.games
		course := runCourse(t, mustSetting(t, tour), p, store)
		if n := len(course.Games()); int(begun.Load()) != c.played || n != c.counted || !course.Complete() {
			t.Errorf("%d games: %d played, %d counted, want %+v", c.games, begun.Load(), n, c)
		}
	}
}

// TestFewerAsked: where games of later groups than are asked for were begun, these groups
// are played to their end, so that every game that is kept is one that counts.
func TestFewerAsked(t *testing.T) {
	tour := of(RoundRobin, "greedy", "bfs")
	tour.Games = 20
	store := &shelf{}
	runCourse(t, mustSetting(t, tour), scripted{wins: 5}, store)
	store.games = slices.DeleteFunc(store.games, func(g Game) bool { return g.Group > 7 || g.Group == 7 && g.Seating == 1 || g.Group == 5 })
	tour.Games = 4
	s := mustSetting(t, tour)
	course := runCourse(t, s, scripted{wins: 5}, store)
	if n := len(course.Games()); n != 16 || len(store.games) != 16 || !course.Complete() {
		t.Errorf("%d games count, %d are kept, want 16", n, len(store.games))
	}
	if r := course.Report(); r.Planned != 16 || r.Partial || tour.Games != 4 || s.Groups != 2 {
		t.Errorf("%d planned, partial: %v; what was asked for is now %d games, %d groups", r.Planned, r.Partial, tour.Games, s.Groups)
	}
}

// TestForeignGames: games that are not of the tournament are refused, those kept and
// those just played.
func TestForeignGames(t *testing.T) {
	s := mustSetting(t, of(RoundRobin, "greedy", "bfs"))
	good := runCourse(t, s, scripted{wins: 5}, &shelf{}).Games()[3]
	for _, c := range []struct {
		change func(g *Game)
		want   string
	}{
		{func(g *Game) { g.Group = -1 }, "game 1 of group -1 is not of this tournament: a group has 2 games"},
		{func(g *Game) { g.Seating = 2 }, "game 2 of group 1 is not of this tournament: a group has 2 games"},
		{func(g *Game) { g.Seed++ }, "game 1 of group 1 is not of this tournament: its seed is"},
		{func(g *Game) { g.Seats[0].Snake = 0 }, "game 1 of group 1 is not of this tournament: there sit [0 0], want [1 0]"},
		{func(g *Game) { g.Seats = g.Seats[:1] }, "there sit [1], want [1 0]"},
		{func(g *Game) { g.Measures = []int{7} }, "it has 1 measure, want 0"},
	} {
		g := good
		g.Seats = append([]Seat(nil), good.Seats...)
		c.change(&g)
		if _, err := NewCourse(s, &shelf{games: []Game{g}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	liar := playerFunc(func(context.Context, lab.Task, func(*ouro.State)) (Played, error) { return Played{Game: good}, nil })
	c, err := NewCourse(s, &shelf{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), liar, nil); err == nil || !strings.Contains(err.Error(), "another game was played than was asked for") {
		t.Error(err)
	}
}

type playerFunc func(context.Context, lab.Task, func(*ouro.State)) (Played, error)

func (f playerFunc) Play(ctx context.Context, t lab.Task, look func(*ouro.State)) (Played, error) {
	return f(ctx, t, look)
}

// TestKeptTwice: a game that a store has twice counts once.
func TestKeptTwice(t *testing.T) {
	tour := of(SPRT, "greedy", "bfs")
	tour.Games = 10
	s := mustSetting(t, tour)
	games := runCourse(t, s, scripted{wins: 4}, &shelf{}).Games()
	c, err := NewCourse(s, &shelf{games: append(games, games...)})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Games()); n != 10 {
		t.Errorf("%d games", n)
	}
}

// TestFullDisk: a game that cannot be kept ends the tournament and does not count.
func TestFullDisk(t *testing.T) {
	full := errors.New("no room")
	store := &shelf{}
	store.kept = func(n int) error {
		if n == 5 {
			return full
		}
		return nil
	}
	tour := of(RoundRobin, "greedy", "bfs")
	tour.Workers = 1
	c, err := NewCourse(mustSetting(t, tour), store)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), scripted{wins: 5}, nil); !errors.Is(err, full) || len(c.Games()) != 4 || c.Complete() {
		t.Errorf("%v, %d games", err, len(c.Games()))
	}
}

// TestRunning: games that are being played can be looked at, and are gone when they
// are over; who looks at them still sees how they ended.
func TestRunning(t *testing.T) {
	tour := of(RoundRobin, "greedy", "bfs")
	tour.Games, tour.Workers = 4, 2
	s := mustSetting(t, tour)
	real, err := NewPlayer(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var c *Course
	var looked atomic.Int64
	var mu sync.Mutex
	all := map[*Running]int{} // and the turns of its game
	watching := playerFunc(func(ctx context.Context, task lab.Task, look func(*ouro.State)) (Played, error) {
		p, err := real.Play(ctx, task, func(st *ouro.State) {
			look(st)
			for _, r := range c.Running() {
				if r.Group != task.Group || r.Seating != task.Seating {
					continue
				}
				if seen := r.State(); seen != nil {
					looked.Add(1)
					if seen == st || seen.Turn > st.Turn || seen.Turn < st.Turn-1 || r.Turn() != st.Turn || r.Seed != task.Seed {
						t.Errorf("turn %d is seen as %d, %d", st.Turn, seen.Turn, r.Turn())
					}
				}
			}
		})
		mu.Lock()
		defer mu.Unlock()
		for _, r := range c.Running() {
			if r.Group == task.Group && r.Seating == task.Seating {
				all[r] = p.Game.Turns
			}
		}
		return p, err
	})
	if c, err = NewCourse(s, &shelf{}); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), watching, nil); err != nil {
		t.Fatal(err)
	}
	if n := len(c.Running()); n > 0 || looked.Load() == 0 {
		t.Errorf("%d games run still; looked %d times", n, looked.Load())
	}
	if len(all) != 4 {
		t.Errorf("%d games ran, want 4", len(all))
	}
	for r, turns := range all {
		if end := r.State(); end == nil || end.Turn != turns {
			t.Errorf("a game of %d turns ended with %v", turns, end)
		}
	}
}
