package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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
	"ouro/lab"
	"ouro/roster"
	"ouro/saved"
	"ouro/verify"
)

func mustPlayer(t *testing.T, s *Setting) Player {
	t.Helper()
	p, err := NewPlayer(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first is the first game of a group.
func first(s *Setting, group int) lab.Task {
	return lab.Task{Group: group, Seed: ouro.GameSeed(s.Tournament.Seed, group), Seats: s.Seatings[0]}
}

// TestGamesOfAllRules: of every game that there is one can be played, the same each
// time, and what is written of it can be derived again.
func TestGamesOfAllRules(t *testing.T) {
	rules := []string{HuntName + ":level=8,snakes=2,bots=2"}
	for _, r := range roster.Rules() {
		rules = append(rules, r.Name)
	}
	for _, name := range rules {
		entry := huntRules()
		if !strings.HasPrefix(name, HuntName) {
			var err error
			if entry, err = roster.FindRules(name); err != nil {
				t.Fatal(err)
			}
		}
		tour := of(FreeForAll, entry.Solvers[0].String(), "bfs")
		if entry.Home == roster.Battlesnake {
			tour = of(FreeForAll, "greedy", "coward")
		}
		tour.Rules, tour.Nodes = name, 100
		s := mustSetting(t, tour)
		moves := 0
		task := first(s, 3)
		task.Clock = func(int, time.Duration) { moves++ }
		looked := 0
		p, err := mustPlayer(t, s).Play(t.Context(), task, func(*ouro.State) { looked++ })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g := &p.Game
		if err := s.check(g); err != nil || g.Group != 3 || g.Seating != 0 || len(g.Seats) != len(task.Seats) || g.Turns == 0 || moves == 0 {
			t.Errorf("%s: %+v, %d moves, %v", name, g, moves, err)
		}
		if s.Hunt == nil && looked != g.Turns {
			t.Errorf("%s: shown %d times in %d turns", name, looked, g.Turns)
		}
		again, err := mustPlayer(t, s).Play(t.Context(), first(s, 3), nil)
		if err != nil || !reflect.DeepEqual(ordered([]Game{p.Game}), ordered([]Game{again.Game})) {
			t.Errorf("%s: played again it is %+v, not %+v, %v", name, again.Game, p.Game, err)
		}
		text, err := p.Record.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if more, err := again.Record.MarshalText(); err != nil || !bytes.Equal(text, more) {
			t.Errorf("%s: played again it has another record, %v", name, err)
		}
		texts := [][]byte{text}
		if entry.Home == roster.Battlesnake {
			texts = append(texts, p.Log)
		} else if p.Log != nil {
			t.Errorf("%s: there is a log", name)
		}
		for _, text := range texts {
			file, err := saved.Open(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			report, err := verify.Check(t.Context(), file)
			if err != nil || report.Differences != nil || report.Turns != g.Turns {
				t.Errorf("%s: %s: %+v, %v, want %d turns", name, file.Kind, report, err, g.Turns)
			}
		}
		total := 0
		for _, seat := range g.Seats {
			total += seat.thought(t)
			if seat.Mishaps > 0 {
				t.Errorf("%s: %+v", name, seat)
			}
		}
		if total != moves {
			t.Errorf("%s: %d moves took some time, of %d", name, total, moves)
		}
	}
}

// thought is the number of moves whose time was taken.
func (s *Seat) thought(t *testing.T) (n int) {
	t.Helper()
	text, err := json.Marshal(s.Think)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Times [][2]int }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for _, pair := range doc.Times {
		n += pair[1]
	}
	return n
}

// TestHuntIsMeasured: the tournament's game of Snake Hunter is that of package
// hunter, with its figures, and the driver wins if the bots do not.
func TestHuntIsMeasured(t *testing.T) {
	tour := of(RoundRobin, "backtrack:depth=6", "bfs")
	tour.Rules, tour.Games, tour.Nodes = "hunter:level=8,snakes=4", 8, 50
	s := mustSetting(t, tour)
	dir := mustPlay(t, s)
	games := played(t, dir)
	won := 0
	for _, g := range games {
		spec := s.Entrants[g.Seats[0].Snake].Spec
		makers, err := roster.Makers([]ouro.Spec{spec})
		if err != nil {
			t.Fatal(err)
		}
		cfg := hunter.Config{Seed: g.Seed, Hunters: 1, Snakes: 4, Nodes: 50, Levels: hunter.Levels()[7:], Drivers: []hunter.Driver{{Spec: spec, Make: makers[0]}}}
		r, _, err := hunter.Run(t.Context(), cfg, hunter.Bots(g.Seed, 1))
		if err != nil {
			t.Fatal(err)
		}
		if want := []int{r.Level, r.Score, r.Deaths, r.Kills, r.Ticks}; !slices.Equal(g.Measures, want) || (g.Winner == 0) == r.Won() {
			t.Errorf("%+v, want %v, of bots %s", g, want, r.Phase)
		}
		if g.Winner == 0 {
			won++
		}
	}
	if len(games) != 8 || won == 0 || len(HuntMeasures()) != len(games[0].Measures) {
		t.Errorf("%d games, %d won", len(games), won)
	}
	if _, err := VerifyFolder(t.Context(), dir, func(line int, what string) { t.Errorf("line %d: %s", line, what) }); err != nil {
		t.Error(err)
	}
	f, err := OpenFolder(nil, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestBadHunts are settings that make no tournament of Snake Hunter.
func TestBadHunts(t *testing.T) {
	for want, change := range map[string]func(t *Tournament){
		"bots=3":            func(t *Tournament) { t.Rules = "hunter:bots=3" },
		"unknown option":    func(t *Tournament) { t.Rules = "hunter:foo=3" },
		"by nodes":          func(t *Tournament) { t.Time = time.Second },
		"levels are its":    func(t *Tournament) { t.Board = "9x9" },
		"Battlesnake":       func(t *Tournament) { t.Snakes[0].Snake = "http://127.0.0.1:1" },
		"unknown solver":    func(t *Tournament) { t.Snakes[0].Snake = "nobody" },
		"unknown option \"": func(t *Tournament) { t.Snakes[0].Snake = "bfs:x=1" },
	} {
		tour := of(RoundRobin, "bfs", "dfs")
		tour.Rules = "hunter"
		change(tour)
		if _, err := tour.Setting(); err == nil {
			t.Errorf("%s: it is a setting", want)
		} else {
			wantContains(t, "the error", err.Error(), want)
		}
	}
}

// TestSameGamesByAnyWorkers: how many games are played at once changes nothing.
func TestSameGamesByAnyWorkers(t *testing.T) {
	var want []Game
	for _, workers := range []int{1, 2, 7} {
		tour := duels("greedy", "coward", "spot")
		tour.Workers = workers
		got := played(t, mustPlay(t, mustSetting(t, tour)))
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("with %d workers the games are\n%+v, want\n%+v", workers, got, want)
		}
	}
}

// TestFaultySnakes: snakes of every kind of fault, several at once, neither end a
// tournament nor spoil the games of others. What went wrong is told of each, and
// who won is as the rules say.
func TestFaultySnakes(t *testing.T) {
	abort := func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) }
	up := says(`{"move":"up"}`)
	faulty := []struct {
		name   string
		answer func(http.ResponseWriter, *http.Request, int)
		want   string
		late   bool
	}{
		{"crash", abort, "error: http://127.0.0.1:", false},
		{"stall", func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }, "late: ", true},
		{"babble", says("hello"), "not JSON", false},
		{"liar", says(`{"move":{"up":true}}`), "want a string", false},
		{"half", says(`{"move":"u`), "not JSON", false},
		{"cheat", says(`{"move":"jump"}`), `move "jump" is not`, false},
		{"flood", says(strings.Repeat(" ", 1<<20) + `{"move":"up"}`), "larger than", false},
		{"broken", func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusTeapot) }, "bad status 418", false},
		{"weak", func(w http.ResponseWriter, r *http.Request, n int) { // dies, and comes back
			if n >= 2 && n < 5 {
				abort(w, r, n)
			}
			up(w, r, n)
		}, "error: http://127.0.0.1:", false},
	}
	tour := of(Gauntlet, "honest=greedy", "other=coward")
	tour.Snakes = []Snake{{"honest", "greedy"}, {"other", "coward"}}
	tour.Board, tour.GuestTimeout, tour.Workers, tour.Games = "7x7", time.Second, 4, 20
	for _, f := range faulty {
		tour.Snakes = append(tour.Snakes, Snake{f.name, visitor(t, f.answer)})
	}
	s := mustSetting(t, tour)
	dir := mustPlay(t, s)
	games := played(t, dir)
	if len(games) != s.Games() || len(games) != 20 {
		t.Fatalf("%d games of %d", len(games), s.Games())
	}
	mishaps := map[string]int{}
	for _, g := range games {
		for seat, at := range g.Seats {
			name := tour.Snakes[at.Snake].Name
			if name == "honest" {
				if at.Mishaps > 0 {
					t.Errorf("%s: %+v", name, at)
				}
				if opponent := g.Seats[1-seat].Snake; opponent > 1 && g.Winner != seat {
					t.Errorf("against %s it is %s, winner %d", tour.Snakes[opponent].Name, g.Ending, g.Winner)
				}
			}
			if at.Snake < 2 {
				continue
			}
			f := faulty[at.Snake-2]
			mishaps[name] += at.Mishaps
			if at.Mishaps > 0 && !strings.Contains(at.FirstMishap, f.want) || (at.Late > 0) != f.late {
				t.Errorf("%s: %+v, want %s", name, at, f.want)
			}
			if name != "weak" && at.Mishaps != at.Died {
				t.Errorf("%s had %d mishaps in the %d turns of its life", name, at.Mishaps, at.Died)
			}
		}
	}
	for _, f := range faulty {
		if mishaps[f.name] == 0 {
			t.Errorf("%s: nothing went wrong", f.name)
		}
	}
	if mishaps["weak"] != 3 {
		t.Errorf("the one that came back had %d mishaps, want 3", mishaps["weak"])
	}
	if _, err := VerifyFolder(t.Context(), dir, func(line int, what string) { t.Errorf("line %d: %s", line, what) }); err != nil {
		t.Error(err)
	}
}

// TestGuestThatIsGone: one that answers nothing before the first game is an error
// that names it; one that is gone later loses its games, and the others go on.
func TestGuestThatIsGone(t *testing.T) {
	var gone atomic.Bool
	died := visitor(t, says(`{"move":"up"}`))
	proxy := visitorFor(t, func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, `{"apiversion":"1","move":"up"}`)
		if r.URL.Path == "/move" {
			gone.Store(true)
		}
	})
	tour := of(RoundRobin)
	tour.Snakes = []Snake{{"honest", "greedy"}, {"gone", proxy}, {"here", died}}
	tour.Board, tour.Games, tour.Workers = "7x7", 6, 1
	s := mustSetting(t, tour)
	games := played(t, mustPlay(t, s))
	if len(games) != 6 {
		t.Fatalf("%d games", len(games))
	}
	for i, g := range games {
		for _, at := range g.Seats {
			if at.Snake == 1 && (at.Mishaps == 0 || i > 0 && !strings.Contains(at.FirstMishap, "turn 0: error: snake gone does not say who it is")) {
				t.Errorf("game %d: %+v", i, at)
			}
			if at.Snake != 1 && at.Mishaps > 0 {
				t.Errorf("game %d: %+v", i, at)
			}
		}
	}
	_, err := NewPlayer(t.Context(), s) // it is gone still
	if err == nil {
		t.Fatal("nobody says that it is gone")
	}
	wantContains(t, "the error", err.Error(), "snake gone does not say who it is", "ouro doctor "+proxy)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewPlayer(ctx, s); err != ctx.Err() { //nolint:errorlint // itself
		t.Errorf("stopped: %v", err)
	}
}

// TestBadSolvers: solvers of this program that panic, answer nonsense, or cannot
// even be made have no answer, and the tournament goes on.
func TestBadSolvers(t *testing.T) {
	for _, rules := range []string{"standard", "classic"} {
		tour := of(FreeForAll, "bfs", "dfs", "random", "greedy")
		if rules == "standard" {
			tour = of(FreeForAll, "greedy", "coward", "hungry", "random")
		}
		tour.Rules, tour.Nodes, tour.Games = rules, 100, 4
		tour.Retries = 3 // which are of no use
		s := mustSetting(t, tour)
		s.Entrants[0].Make = func(ouro.Setup) (ouro.Solver, error) { panic("no such luck") }
		s.Entrants[1].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("oh") }), nil
		}
		s.Entrants[2].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: 77}, nil }), nil
		}
		want := []string{"turn 1: panic: no such luck", "turn 1: panic: oh", "turn 1: invalid: Dir(77)", ""}
		dir := filepath.Join(t.TempDir(), "cup")
		if err := runIn(t.Context(), nil, dir, s); err != nil {
			t.Fatal(err)
		}
		for _, g := range played(t, dir) {
			for _, at := range g.Seats {
				lived := g.Turns
				if at.Died > 0 {
					lived = at.Died
				}
				if at.FirstMishap != want[at.Snake] || want[at.Snake] != "" && at.Mishaps != lived || g.Discarded != nil {
					t.Errorf("%s: %+v in %d turns, want %s; %q", rules, at, g.Turns, want[at.Snake], g.Discarded)
				}
			}
		}
	}
}

// TestRetries: a game in which a snake had no answer is played again, so often and
// not more, and what went wrong is kept.
func TestRetries(t *testing.T) {
	for _, c := range []struct {
		retries, faults int // of the first answers so many are none
		discarded       int
		mishaps         bool
	}{{0, 1, 0, true}, {1, 1, 1, false}, {3, 1, 1, false}, {2, 1000, 2, true}} {
		url := visitor(t, func(w http.ResponseWriter, _ *http.Request, n int) {
			if n < c.faults {
				w.WriteHeader(http.StatusTeapot)
			}
			fmt.Fprint(w, `{"move":"up"}`)
		})
		tour := of(RoundRobin)
		tour.Snakes = []Snake{{"honest", "greedy"}, {"clumsy", url}}
		tour.Board, tour.Retries = "7x7", c.retries
		s := mustSetting(t, tour)
		p, err := mustPlayer(t, s).Play(t.Context(), first(s, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		g := &p.Game
		if len(g.Discarded) != c.discarded || (g.Seats[1].Mishaps > 0) != c.mishaps {
			t.Errorf("%+v: %+v", c, g)
		}
		for _, text := range g.Discarded {
			wantContains(t, "what is kept", text, "clumsy had no answer of its own on ", "turn 1: error", "bad status 418")
		}
	}
}

// TestLateSolver: a solver that does not stop in time is late, its games go on,
// and late moves are counted apart from others.
func TestLateSolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tour := of(RoundRobin, "greedy", "coward")
		tour.Board, tour.Time, tour.Retries = "7x7", 20*time.Millisecond, 1
		s := mustSetting(t, tour)
		moves := 0
		s.Entrants[1].Make = func(ouro.Setup) (ouro.Solver, error) {
			return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
				if moves++; t.State.Turn%2 == 0 {
					time.Sleep(90 * time.Millisecond) // into the fourth turn, and not to its end
				}
				return ouro.Decision{Dir: 9}, nil
			}), nil
		}
		p, err := mustPlayer(t, s).Play(t.Context(), first(s, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		seat := p.Game.Seats[1]
		if seat.Late == 0 || seat.Late >= seat.Mishaps || !strings.HasPrefix(seat.FirstMishap, "turn 1: late") || len(p.Game.Discarded) != 1 {
			t.Errorf("%+v, %q", seat, p.Game.Discarded)
		}
		time.Sleep(time.Second) // it has returned by then
	})
}

// TestStoppedGame: a game that is stopped is an error and nothing else, also with
// a guest that does not answer.
func TestStoppedGame(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := visitor(t, func(_ http.ResponseWriter, r *http.Request, _ int) {
		cancel()
		<-r.Context().Done()
	})
	tour := of(RoundRobin)
	tour.Snakes = []Snake{{"honest", "greedy"}, {"silent", url}}
	tour.GuestTimeout = time.Minute
	s := mustSetting(t, tour)
	player := mustPlayer(t, s)
	began := time.Now()
	p, err := player.Play(ctx, first(s, 0), nil)
	if err == nil || ctx.Err() == nil || p.Record != nil {
		t.Errorf("%+v, %v", p, err)
	}
	if time.Since(began) > 30*time.Second {
		t.Error("the guest was waited for")
	}
}

// TestOpenings: the games of a group start where the tournament says, all in the
// same place, and their records say so.
func TestOpenings(t *testing.T) {
	before := mustSetting(t, duels("greedy", "coward"))
	dir := mustPlay(t, before)
	tour := duels("hungry", "coward")
	tour.Openings = filepath.Join(dir, recordsName) + "@3..5"
	s, err := tour.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir = mustPlay(t, s)
	starts := map[string]int{}
	for _, g := range played(t, dir) {
		file, err := readRecord(dir, &g)
		if err != nil {
			t.Fatal(err)
		}
		if p := file.Record.Game.Position; p == nil || p.Turn < 3 || p.Turn > 5 {
			t.Fatalf("it starts from %v", p)
		}
		starts[fmt.Sprint(g.Group, file.Record.Game.Position)]++
	}
	for start, n := range starts {
		if n != 2 {
			t.Errorf("%d games start from %s, want 2", n, start)
		}
	}
	if len(starts) != s.Groups {
		t.Errorf("%d groups have %d starts", s.Groups, len(starts))
	}
	if _, err := VerifyFolder(t.Context(), dir, func(line int, what string) { t.Errorf("line %d: %s", line, what) }); err != nil {
		t.Error(err)
	}
	f, err := OpenFolder(nil, dir, s) // as to go on
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.Games()); n != s.Games() || f.Notes() != nil {
		t.Errorf("%d of %d games are there again, %q", n, s.Games(), f.Notes())
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	tour.Openings = filepath.Join(dir, "nowhere")
	if _, err := NewPlayer(t.Context(), mustSetting(t, tour)); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("openings that are not there: %v", err)
	}
}
