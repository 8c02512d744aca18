package arena

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ouro"
	"ouro/lab"
)

// TestWorkersDoNotMatter: a tournament of solvers has the same games and the same report if 1, 2 or
// 7 games are played at once.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, format := range []Format{RoundRobin, Gauntlet, FreeForAll} {
		tour := tournamentOf(format, "greedy", "bfs", "coward")
		tour.Games, tour.Nodes, tour.Board = 30, 50, "7x7"
		var want []lab.Tally
		var texts map[string]string
		for _, workers := range []int{1, 2, 7} {
			tour.Workers = workers
			s := mustSetting(t, tour)
			r := run(t, playablePlan(t, s, nil))
			if len(r.Games) != s.Games() || r.Experiment.Partial {
				t.Errorf("%s: %d of %d games", format, len(r.Games), s.Games())
			}
			if want == nil {
				want, texts = r.Games, withoutTimes(t, r)
			}
			if !reflect.DeepEqual(r.Games, want) || !reflect.DeepEqual(withoutTimes(t, r), texts) {
				t.Errorf("%s with %d workers has other games, or another report", format, workers)
			}
		}
	}
}

// playWithStops plays a plan to its end and keeps its games in a memoryStore. It stops and resumes
// the plan whenever the store has received as many further games as every states.
func playWithStops(t *testing.T, plan lab.Plan, games *memoryStore, every int) (r *lab.Report, runs int) {
	t.Helper()
	for {
		ctx, cancel := context.WithCancel(t.Context())
		before := len(games.games)
		games.kept = func(n int) {
			if n == before+every {
				cancel()
			}
		}
		r, err := lab.Run(ctx, games.on(plan), nil)
		cancel()
		if runs++; err == nil {
			return r, runs
		}
		if !errors.Is(err, context.Canceled) || len(games.games) < before+every {
			t.Fatalf("%v after %d games", err, len(games.games)-before)
		}
	}
}

// TestInterruptedAtEveryGame: a tournament that is stopped and resumed after every game, every
// second game and so on, has the same games as a tournament without stops. It plays no game twice.
func TestInterruptedAtEveryGame(t *testing.T) {
	tour := tournamentOf(RoundRobin, "greedy", "bfs", "coward")
	tour.Games, tour.Workers = 60, 3
	plan := scriptedPlan(mustSetting(t, tour), 5, nil)
	want := run(t, plan)
	for every := 1; every <= 12; every++ {
		var games memoryStore
		r, runs := playWithStops(t, plan, &games, every)
		if !reflect.DeepEqual(r.Games, want.Games) || len(games.games) != len(want.Games) || !reflect.DeepEqual(withoutTimes(t, r), withoutTimes(t, want)) {
			t.Errorf("stopped every %d games: %d games, %d kept, want %d", every, len(r.Games), len(games.games), len(want.Games))
		}
		if runs < 60/(every+3) {
			t.Errorf("stopped every %d games: only %d runs", every, runs)
		}
	}
}

// TestExtended: if a stored tournament is run again with more games, only the missing games are
// played. With fewer games, no game is played, and only the planned games count.
func TestExtended(t *testing.T) {
	tour := tournamentOf(RoundRobin, "greedy", "bfs")
	var games memoryStore
	var begun atomic.Int64
	for _, c := range []struct{ games, played, counted int }{{7, 8, 8}, {8, 0, 8}, {20, 12, 20}, {4, 0, 4}, {19, 0, 20}, {21, 2, 22}} {
		begun.Store(0)
		tour.Games = c.games
		r := run(t, games.on(scriptedPlan(mustSetting(t, tour), 5, func(lab.Task) { begun.Add(1) })))
		if n := len(r.Games); int(begun.Load()) != c.played || n != c.counted || r.Experiment.Partial || FiguresOf(r).Planned != c.counted {
			t.Errorf("%d games: %d played, %d counted, want %+v", c.games, begun.Load(), n, c)
		}
	}
}

// TestMeasuresOfGames: a report accepts a game of Snake Hunter only with all measures, because
// they rank the games. It accepts a game of other rules only without measures.
func TestMeasuresOfGames(t *testing.T) {
	hunt := tournamentOf(RoundRobin, "bfs", "greedy")
	hunt.Rules = HuntName + ":level=8"
	for _, c := range []struct {
		tour     *Tournament
		measures int
		want     string
	}{
		{hunt, len(huntMeasures), ""},
		{hunt, 1, "game 0: the tally of the game has 1 measure, want 5"},
		{hunt, 0, "the tally of the game has 0 measures, want 5"},
		{tournamentOf(RoundRobin, "bfs", "greedy"), 5, "the tally of the game has 5 measures, want 0"},
		{tournamentOf(RoundRobin, "bfs", "greedy"), 0, ""},
	} {
		s := mustSetting(t, c.tour)
		count, err := lab.NewCount(s.Plan())
		if err != nil {
			t.Fatal(err)
		}
		f := &lab.Finished{Tally: lab.Tally{Ending: ouro.Died, Measures: make([]int, c.measures)}}
		for _, snake := range s.Seatings[0] {
			f.Tally.Seats = append(f.Tally.Seats, lab.Seat{Entrant: int32(snake)})
		}
		if err := count.Add(f); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d measures: %v, want %q", c.measures, err, c.want)
		}
	}
}

// TestScore: in a game of several snakes, the score of a seat is the share of opponents that it
// beat. In a game of one snake, the score is 1 if the game was won.
func TestScore(t *testing.T) {
	seats := func(died ...int32) (all []lab.Seat) {
		for _, turn := range died {
			all = append(all, lab.Seat{Died: turn})
		}
		return all
	}
	for _, c := range []struct {
		game lab.Tally
		want []float64
	}{
		{lab.Tally{Ending: ouro.Won, Winner: 1, Seats: seats(5, 0)}, []float64{0, 1}},
		{lab.Tally{Ending: ouro.Drawn, Seats: seats(5, 5)}, []float64{0.5, 0.5}},
		{lab.Tally{Ending: ouro.Won, Winner: 2, Seats: seats(5, 9, 0)}, []float64{0, 0.5, 1}},
		{lab.Tally{Ending: ouro.Drawn, Seats: seats(5, 9, 9)}, []float64{0, 0.75, 0.75}},
		{lab.Tally{Ending: ouro.Won, Seats: seats(0)}, []float64{1}},
		{lab.Tally{Ending: ouro.Looped, Seats: seats(0)}, []float64{0}},
	} {
		for seat, want := range c.want {
			if got := (Kind{}).Score(&c.game, seat); got != want {
				t.Errorf("%+v: seat %d scores %v, want %v", c.game, seat, got, want)
			}
		}
	}
}

// TestPlanIsNotPlayed: the plan for counting a tournament's games cannot play them.
func TestPlanIsNotPlayed(t *testing.T) {
	s := mustSetting(t, tournamentOf(RoundRobin, "greedy", "bfs"))
	if r, err := lab.Run(t.Context(), s.Plan(), nil); !errors.Is(err, errNotOpened) || len(r.Games) > 0 {
		t.Error(err)
	}
}

// TestRunning: the positions of running games can be viewed. A finished game is no longer in
// Live.Games, but its State is the last position.
func TestRunning(t *testing.T) {
	tour := tournamentOf(RoundRobin, "greedy", "bfs")
	tour.Games, tour.Workers = 4, 2
	s := mustSetting(t, tour)
	live := new(Live)
	var viewed atomic.Int64
	var mu sync.Mutex
	all := map[*Running]place{}
	s.Entrants[0].Make = watchedMaker(func() { // called before the snake's first moves
		for _, r := range live.Games() {
			mu.Lock()
			all[r] = place{r.Group, r.Seating}
			mu.Unlock()
			if seen := r.State(); seen != nil {
				viewed.Add(1)
				if seen.Turn > r.Turn() || r.Seed != ouro.GameSeed(tour.Seed, r.Group) || !reflect.DeepEqual(r.Seats, s.Seatings[r.Seating]) {
					t.Errorf("at turn %d, State has turn %d of %+v", r.Turn(), seen.Turn, r.Seats)
				}
			}
		}
	})
	report := run(t, playablePlan(t, s, live))
	if n := len(live.Games()); n > 0 || viewed.Load() == 0 {
		t.Errorf("%d games are still listed; %d positions were viewed", n, viewed.Load())
	}
	if len(all) != 4 {
		t.Errorf("%d games ran, want 4", len(all))
	}
	for r, id := range all {
		turns := int(report.Games[2*id.group+id.seating].Turns)
		if end := r.State(); end == nil || end.Turn != turns || r.Turn() != turns {
			t.Errorf("a game of %d turns ended with %v", turns, end)
		}
	}
}

// watchedMaker returns a Maker of a solver that calls onMove before each of its first three moves.
func watchedMaker(onMove func()) ouro.Maker {
	return func(ouro.Setup) (ouro.Solver, error) {
		return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			if t.State.Turn < 3 {
				onMove()
			}
			return ouro.Decision{Dir: t.State.Legal(t.Seat).At(0)}, nil
		}), nil
	}
}

// TestPlayWithoutLive: games can be played without a Live. A failed game is no longer in
// Live.Games.
func TestPlayWithoutLive(t *testing.T) {
	s := mustSetting(t, duels("greedy", "coward"))
	live := new(Live)
	plan := playablePlan(t, s, live)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := plan.Play(ctx, lab.Task{Seats: s.Seatings[0]}); err == nil || len(live.Games()) > 0 {
		t.Errorf("%v, %d games run", err, len(live.Games()))
	}
	if f, err := playablePlan(t, s, nil).Play(t.Context(), lab.Task{Seats: s.Seatings[0]}); err != nil || f.Tally.Turns == 0 {
		t.Errorf("%+v, %v", f, err)
	}
}
