package arena

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/internal/needs"
	"ouro/lab"
	"ouro/roster"
	"ouro/saved"
)

func mustMatch(t *testing.T, s *Setting) *match {
	t.Helper()
	m, err := newMatch(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ignore(*ouro.State) {}

// firstTask returns the task of the first game of a group.
func firstTask(s *Setting, group int) lab.Task {
	return lab.Task{Group: group, Seed: ouro.GameSeed(s.Tournament.Seed, group), Seats: s.Seatings[0]}
}

// TestGamesOfAllRules: under all rules, a game can be played, is the same when played again, and
// can be derived from its record.
func TestGamesOfAllRules(t *testing.T) {
	rules := []string{HuntName + ":level=8,snakes=2,bots=2"}
	for _, r := range roster.Rules() {
		rules = append(rules, r.Name)
	}
	for _, name := range rules {
		entry := HuntRules()
		if !strings.HasPrefix(name, HuntName) {
			var err error
			if entry, err = roster.FindRules(name); err != nil {
				t.Fatal(err)
			}
		}
		tour := tournamentOf(FreeForAll, entry.Solvers[0].String(), "bfs")
		if entry.Kind == roster.Battlesnake {
			tour = tournamentOf(FreeForAll, "greedy", "coward")
		}
		tour.Rules, tour.Nodes = name, 100
		s := mustSetting(t, tour)
		moves := 0
		task := firstTask(s, 3)
		task.Clock = func(int, time.Duration) { moves++ }
		observed := 0
		p, err := mustMatch(t, s).Play(t.Context(), task, func(*ouro.State) { observed++ })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g := &p.Tally
		if err := s.Plan().Kind.CheckTally(g); err != nil || len(g.Seats) != len(task.Seats) || g.Turns == 0 || moves == 0 {
			t.Errorf("%s: %+v, %d moves, %v", name, g, moves, err)
		}
		if s.Hunt == nil && observed != int(g.Turns) {
			t.Errorf("%s: observe was called %d times in %d turns", name, observed, g.Turns)
		}
		again, err := mustMatch(t, s).Play(t.Context(), firstTask(s, 3), ignore)
		if err != nil || !reflect.DeepEqual(p.Tally, again.Tally) {
			t.Errorf("%s: played again, the game is %+v, not %+v, %v", name, again.Tally, p.Tally, err)
		}
		if recordOf(t, &p) != recordOf(t, &again) {
			t.Errorf("%s: played again, the game has another record", name)
		}
		if (p.Log != nil) != (entry.Kind == roster.Battlesnake) {
			t.Errorf("%s: the game has a log: %v", name, p.Log != nil)
		}
		wantVerified(t, &p)
		for _, seat := range g.Seats {
			if seat.Faults > 0 {
				t.Errorf("%s: %+v", name, seat)
			}
		}
	}
}

// TestDigests: under any rules, the digest of a game equals that of its record, and games
// of other groups have other digests. All moves have times.
func TestDigests(t *testing.T) {
	seen := map[lab.Digest]string{}
	for _, rules := range []string{"standard", "classic", HuntName + ":level=8"} {
		tour := tournamentOf(RoundRobin, "greedy", "bfs")
		tour.Rules, tour.Games, tour.Nodes = rules, 6, 50
		for _, f := range mustPlay(t, mustSetting(t, tour)) {
			read := lab.Finished{Record: lab.Text(recordOf(t, f))}
			if moves, err := read.KnownMoves(); err != nil || moves != f.Moves || moves == (lab.Digest{}) {
				t.Errorf("%s: digest %x, read %x, %v", rules, f.Moves, moves, err)
			}
			game := fmt.Sprint(rules, " group ", f.Tally.Group) // games of one group can be equal
			if before, twice := seen[f.Moves]; twice && before != game {
				t.Errorf("%s: a game has the digest of a game of %s", game, before)
			}
			seen[f.Moves] = game
			for seat, think := range f.Think {
				if f.Slow[seat] < 1 || f.Slow[seat] > f.Tally.Turns || think.Max() == 0 {
					t.Errorf("%s: seat %d: times %+v, the slowest is %d of %d", rules, seat, think, f.Slow[seat], f.Tally.Turns)
				}
			}
		}
	}
}

// TestHuntIsMeasured: a game of Snake Hunter in a tournament has the measures of the same game
// played by package hunter. The solver wins exactly if the bots do not.
func TestHuntIsMeasured(t *testing.T) {
	tour := tournamentOf(RoundRobin, "backtrack:depth=6", "bfs")
	tour.Rules, tour.Games, tour.Nodes = "hunter:level=8,snakes=4", 8, 50
	s := mustSetting(t, tour)
	games := mustPlay(t, s)
	won := 0
	for _, f := range games {
		g := &f.Tally
		seed := ouro.GameSeed(tour.Seed, int(g.Group))
		spec := s.Entrants[g.Seats[0].Entrant].Spec
		makers, err := roster.Makers([]ouro.Spec{spec})
		if err != nil {
			t.Fatal(err)
		}
		cfg := hunter.Config{Seed: seed, Hunters: 1, Snakes: 4, Nodes: 50, Levels: hunter.Levels()[7:], Drivers: []hunter.Driver{{Spec: spec, Make: makers[0]}}}
		r, _, err := hunter.Run(t.Context(), cfg, hunter.Bots(seed, 1))
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{r.Level, r.Score, r.Deaths, r.Kills, r.Ticks}; !slices.Equal(g.Measures, want) || g.Won(0) == r.Won() {
			t.Errorf("%+v, want %v, of bots %s", g, want, r.Phase)
		}
		wantVerified(t, f)
		if g.Won(0) {
			won++
		}
	}
	if len(games) != 8 || won == 0 || len(huntMeasures) != len(games[0].Tally.Measures) {
		t.Errorf("%d games, %d won", len(games), won)
	}
}

// TestBadHunts: settings that are impossible in Snake Hunter are rejected.
func TestBadHunts(t *testing.T) {
	for want, change := range map[string]func(t *Tournament){
		"bots=3":                 func(t *Tournament) { t.Rules = "hunter:bots=3" },
		"unknown option":         func(t *Tournament) { t.Rules = "hunter:foo=3" },
		"limit moves with nodes": func(t *Tournament) { t.Time = time.Second },
		"its own levels":         func(t *Tournament) { t.Board = "9x9" },
		"Battlesnake":            func(t *Tournament) { t.Snakes[0].Snake = "http://127.0.0.1:1" },
		"unknown solver":         func(t *Tournament) { t.Snakes[0].Snake = "nosuch" },
		"unknown option \"":      func(t *Tournament) { t.Snakes[0].Snake = "bfs:x=1" },
	} {
		tour := tournamentOf(RoundRobin, "bfs", "dfs")
		tour.Rules = "hunter"
		change(tour)
		if _, err := tour.Setting(); err == nil {
			t.Errorf("%s: the setting was accepted", want)
		} else {
			wantContains(t, "the error", err.Error(), want)
		}
	}
}

// TestSameGamesByAnyWorkers: the number of games played at once does not change the games.
func TestSameGamesByAnyWorkers(t *testing.T) {
	var want []lab.Tally
	for _, workers := range []int{1, 2, 7} {
		tour := duels("greedy", "coward", "spot")
		tour.Workers = workers
		got := tallies(mustPlay(t, mustSetting(t, tour)))
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("with %d workers the games are\n%+v, want\n%+v", workers, got, want)
		}
	}
}

// TestFaultySnakes: remote snakes with every kind of fault, several at the same time, neither end a
// tournament nor affect games of other snakes. The faults of each snake are reported, and the rules
// decide who wins.
func TestFaultySnakes(t *testing.T) {
	needs.Trial(t)
	abort := func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) }
	up := replyWith(`{"move":"up"}`)
	faulty := []struct {
		name   string
		answer func(http.ResponseWriter, *http.Request, int)
		want   string
		late   bool
	}{
		{"crash", abort, "error: http://127.0.0.1:", false},
		{"stall", func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }, "late: ", true},
		{"babble", replyWith("hello"), "not JSON", false},
		{"liar", replyWith(`{"move":{"up":true}}`), "want a string", false},
		{"half", replyWith(`{"move":"u`), "not JSON", false},
		{"cheat", replyWith(`{"move":"jump"}`), `move "jump" is not`, false},
		{"flood", replyWith(strings.Repeat(" ", 1<<20) + `{"move":"up"}`), "larger than", false},
		{"broken", func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusTeapot) }, "bad status 418", false},
		{"weak", func(w http.ResponseWriter, r *http.Request, n int) { // fails for three moves and then answers again
			if n >= 2 && n < 5 {
				abort(w, r, n)
			}
			up(w, r, n)
		}, "error: http://127.0.0.1:", false},
	}
	tour := tournamentOf(Gauntlet, "honest=greedy", "other=coward")
	tour.Snakes = []Snake{{"honest", "greedy"}, {"other", "coward"}}
	tour.Board, tour.GuestTimeout, tour.Workers, tour.Games = "7x7", time.Second, 4, 20
	for _, f := range faulty {
		tour.Snakes = append(tour.Snakes, Snake{f.name, remoteSnake(t, f.answer)})
	}
	s := mustSetting(t, tour)
	games := mustPlay(t, s)
	if len(games) != s.Games() || len(games) != 20 {
		t.Fatalf("%d games of %d", len(games), s.Games())
	}
	faults := map[string]int{}
	for _, f := range games {
		wantVerified(t, f)
		g := &f.Tally
		for seat, s := range g.Seats {
			name := tour.Snakes[s.Entrant].Name
			if name == "honest" {
				if s.Faults > 0 {
					t.Errorf("%s: %+v", name, s)
				}
				if opponent := g.Seats[1-seat].Entrant; opponent > 1 && !g.Won(seat) {
					t.Errorf("against %s the game is %s, winner %d", tour.Snakes[opponent].Name, g.Ending, g.Winner)
				}
			}
			if s.Entrant < 2 {
				continue
			}
			f := faulty[s.Entrant-2]
			faults[name] += int(s.Faults)
			if s.Faults > 0 && !strings.Contains(s.FirstFault, f.want) || (s.Late > 0) != f.late {
				t.Errorf("%s: %+v, want %s", name, s, f.want)
			}
			if name != "weak" && s.Faults != s.Died {
				t.Errorf("%s had %d faults in its %d turns", name, s.Faults, s.Died)
			}
		}
	}
	for _, f := range faulty {
		if faults[f.name] == 0 {
			t.Errorf("%s: the snake had no fault", f.name)
		}
	}
	if faults["weak"] != 3 {
		t.Errorf("snake weak had %d faults, want 3", faults["weak"])
	}
}

// TestGuestThatIsGone: if a remote snake does not answer before the first game, Play returns an
// error that names the snake. If the snake stops answering later, it has faults in its games, and
// the other games continue.
func TestGuestThatIsGone(t *testing.T) {
	var gone atomic.Bool
	died := remoteSnake(t, replyWith(`{"move":"up"}`))
	proxy := startServer(t, func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, `{"apiversion":"1","move":"up"}`)
		if r.URL.Path == "/move" {
			gone.Store(true)
		}
	})
	tour := tournamentOf(RoundRobin)
	tour.Snakes = []Snake{{"honest", "greedy"}, {"gone", proxy}, {"here", died}}
	tour.Board, tour.Games, tour.Workers = "7x7", 6, 1
	s := mustSetting(t, tour)
	games := mustPlay(t, s)
	if len(games) != 6 {
		t.Fatalf("%d games", len(games))
	}
	for i, f := range games {
		for _, seat := range f.Tally.Seats {
			if seat.Entrant == 1 && (seat.Faults == 0 || i > 0 && !strings.Contains(seat.FirstFault, "turn 0: error: snake gone does not answer GET /")) {
				t.Errorf("game %d: %+v", i, seat)
			}
			if seat.Entrant != 1 && seat.Faults > 0 {
				t.Errorf("game %d: %+v", i, seat)
			}
		}
	}
	_, err := s.Play(t.Context(), nil) // the snake still does not answer
	if err == nil {
		t.Fatal("Play returned no error for a snake that does not answer")
	}
	wantContains(t, "the error", err.Error(), "snake gone does not answer GET /", "ouro doctor "+proxy)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Play(ctx, nil); err != ctx.Err() { //nolint:errorlint // the error itself
		t.Errorf("stopped: %v", err)
	}
}

// TestBadSolvers: solvers of this program have faults if they panic, return invalid moves or cannot
// be made. The tournament continues.
func TestBadSolvers(t *testing.T) {
	for _, rules := range []string{"standard", "classic"} {
		tour := tournamentOf(FreeForAll, "bfs", "dfs", "random", "greedy")
		if rules == "standard" {
			tour = tournamentOf(FreeForAll, "greedy", "coward", "hungry", "random")
		}
		tour.Rules, tour.Nodes, tour.Games = rules, 100, 4
		tour.Retries = 3 // has no effect, because every attempt would be the same game
		s := mustSetting(t, tour)
		s.Entrants[0].Make = func(ouro.Setup) (ouro.Solver, error) { panic("no such luck") }
		s.Entrants[1].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("oh") }), nil
		}
		s.Entrants[2].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: 77}, nil }), nil
		}
		want := []string{"turn 1: panic: no such luck", "turn 1: panic: oh", "turn 1: invalid: Dir(77)", ""}
		for _, f := range mustPlay(t, s) {
			g := &f.Tally
			for _, seat := range g.Seats {
				lived := g.Turns
				if seat.Died > 0 {
					lived = seat.Died
				}
				if seat.FirstFault != want[seat.Entrant] || want[seat.Entrant] != "" && seat.Faults != lived || f.Discarded != nil {
					t.Errorf("%s: %+v in %d turns, want %s; %q", rules, seat, g.Turns, want[seat.Entrant], f.Discarded)
				}
			}
		}
	}
}

// TestRetries: a game with faults is replayed at most Retries times. Discarded has the faults of
// each earlier attempt.
func TestRetries(t *testing.T) {
	for _, c := range []struct {
		retries, faults int // Retries; number of invalid answers at the beginning
		discarded       int
		hasFaults       bool
	}{{0, 1, 0, true}, {1, 1, 1, false}, {3, 1, 1, false}, {2, 1000, 2, true}} {
		url := remoteSnake(t, func(w http.ResponseWriter, _ *http.Request, n int) {
			if n < c.faults {
				w.WriteHeader(http.StatusTeapot)
			}
			fmt.Fprint(w, `{"move":"up"}`)
		})
		tour := tournamentOf(RoundRobin)
		tour.Snakes = []Snake{{"honest", "greedy"}, {"clumsy", url}}
		tour.Board, tour.Retries = "7x7", c.retries
		s := mustSetting(t, tour)
		p, err := mustMatch(t, s).Play(t.Context(), firstTask(s, 0), ignore)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Discarded) != c.discarded || (p.Tally.Seats[1].Faults > 0) != c.hasFaults {
			t.Errorf("%+v: %+v", c, p)
		}
		for _, text := range p.Discarded {
			wantContains(t, "the reason", text, "clumsy had no valid answer for ", "turn 1: error", "bad status 418")
		}
	}
}

// TestLateSolver: the games of a solver that does not stop in time continue. Its late moves are
// counted separately from other faults.
func TestLateSolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tour := tournamentOf(RoundRobin, "greedy", "coward")
		tour.Board, tour.Time, tour.Retries = "7x7", 20*time.Millisecond, 1
		s := mustSetting(t, tour)
		moves := 0
		s.Entrants[1].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
				if moves++; t.State.Turn%2 == 0 {
					time.Sleep(90 * time.Millisecond) // ends during the fourth turn after this one
				}
				return ouro.Decision{Dir: 9}, nil
			}), nil
		}
		p, err := mustMatch(t, s).Play(t.Context(), firstTask(s, 0), ignore)
		if err != nil {
			t.Fatal(err)
		}
		seat := p.Tally.Seats[1]
		if seat.Late == 0 || int32(seat.Late) >= seat.Faults || !strings.HasPrefix(seat.FirstFault, "turn 1: late") || len(p.Discarded) != 1 {
			t.Errorf("%+v, %q", seat, p.Discarded)
		}
		time.Sleep(time.Second) // lets the last call of Decide return
	})
}

// TestStoppedGame: when the context of a game ends, Play returns only an error, and does not wait
// for a remote snake.
func TestStoppedGame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := remoteSnake(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		cancel()
		<-r.Context().Done()
	})
	tour := tournamentOf(RoundRobin)
	tour.Snakes = []Snake{{"honest", "greedy"}, {"silent", url}}
	tour.GuestTimeout = time.Hour
	s := mustSetting(t, tour)
	player := mustMatch(t, s)
	p, err := player.Play(ctx, firstTask(s, 0), ignore) // takes an hour if it waits for the remote snake
	if err == nil || ctx.Err() == nil || p.Record != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestOpenings: the games of a group start from the same position of a recorded game, which is also
// in their records.
func TestOpenings(t *testing.T) {
	dir := t.TempDir()
	for i, f := range mustPlay(t, mustSetting(t, duels("greedy", "coward"))) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".txt")), []byte(recordOf(t, f)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tour := duels("hungry", "coward")
	tour.Openings = dir + "@3..5"
	s, err := tour.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	starts := map[string]int{}
	for _, f := range mustPlay(t, s) {
		wantVerified(t, f)
		file, err := saved.Open(strings.NewReader(recordOf(t, f)))
		if err != nil {
			t.Fatal(err)
		}
		if p := file.Record.Game.Position; p == nil || p.Turn < 3 || p.Turn > 5 {
			t.Fatalf("the game starts from %v", p)
		}
		starts[fmt.Sprint(f.Tally.Group, file.Record.Game.Position)]++
	}
	for start, n := range starts {
		if n != 2 {
			t.Errorf("%d games start from %s, want 2", n, start)
		}
	}
	if len(starts) != s.Groups {
		t.Errorf("%d groups have %d starts", s.Groups, len(starts))
	}
	tour.Openings = filepath.Join(dir, "nowhere")
	if _, err := mustSetting(t, tour).Play(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a missing file of openings: %v", err)
	}
}
