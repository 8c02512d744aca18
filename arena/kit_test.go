package arena

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/lab"
	"ouro/saved"
	"ouro/verify"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place identifies a game of a tournament.
type place struct{ group, seating int }

func placeOf(group, seating int32) place { return place{int(group), int(seating)} }

// memoryStore keeps games in memory, in place of a store.
type memoryStore struct {
	mu    sync.Mutex
	games map[place]*lab.Finished
	kept  func(n int) // called after each game with the number of kept games; may be nil
}

// on returns a plan that uses the memoryStore as its store.
func (s *memoryStore) on(plan lab.Plan) lab.Plan {
	if s.games == nil {
		s.games = map[place]*lab.Finished{}
	}
	plan.Known = func(t lab.Task) (*lab.Finished, bool) {
		f, ok := s.games[place{t.Group, t.Seating}]
		return f, ok
	}
	plan.Keep = func(f *lab.Finished) error {
		data, err := f.MarshalBinary()
		if err != nil {
			return err
		}
		read := new(lab.Finished)
		if err := read.UnmarshalBinary(data); err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		id := placeOf(f.Tally.Group, f.Tally.Seating)
		if s.games[id] != nil {
			return fmt.Errorf("game %v is kept twice", id)
		}
		if s.games[id] = read; s.kept != nil {
			s.kept(len(s.games))
		}
		return nil
	}
	return plan
}

// inOrder returns the games of the memoryStore by group and seating.
func (s *memoryStore) inOrder() (all []*lab.Finished) {
	for _, f := range s.games {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *lab.Finished) int {
		return cmp.Or(int(a.Tally.Group-b.Tally.Group), int(a.Tally.Seating-b.Tally.Seating))
	})
	return all
}

// scriptedPlan returns the plan of a setting with invented games. Their results depend only on
// their seeds and seats; their durations are random. Of ten games, on average two are drawn, and
// snake 0 wins the number in wins.
func scriptedPlan(s *Setting, wins int, played func(lab.Task)) lab.Plan {
	plan := s.Plan()
	plan.Play = func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		if played != nil {
			played(t)
		}
		r := rand.New(rand.NewPCG(t.Seed, uint64(t.Seating)))
		for range rand.IntN(30) {
			runtime.Gosched()
		}
		g := lab.Tally{Ending: ouro.Drawn, Winner: -1, Turns: int32(10 + r.IntN(100))}
		for range t.Seats {
			g.Seats = append(g.Seats, lab.Seat{Length: 3, Died: g.Turns, Cause: ouro.HitWall})
		}
		if roll := r.IntN(10); roll < 8 {
			g.Ending, g.Winner = ouro.Won, 0
			if (t.Seats[0] == 0) != (roll < wins) {
				g.Winner = int8(len(t.Seats) - 1)
			}
			g.Seats[g.Winner].Died, g.Seats[g.Winner].Cause = 0, ouro.Alive
		}
		return lab.Finished{Tally: g}, ctx.Err()
	}
	return plan
}

// run plays a plan to its end.
func run(t *testing.T, plan lab.Plan) *lab.Report {
	t.Helper()
	r, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// playablePlan returns the plan that plays the tournament of a setting.
func playablePlan(t *testing.T, s *Setting, live *Live) lab.Plan {
	t.Helper()
	plan, err := s.Play(t.Context(), live)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// mustPlay plays a tournament, and returns its games in order.
func mustPlay(t *testing.T, s *Setting) []*lab.Finished {
	t.Helper()
	var games memoryStore
	run(t, games.on(playablePlan(t, s, nil)))
	return games.inOrder()
}

// tallies returns the tallies of the games.
func tallies(games []*lab.Finished) (all []lab.Tally) {
	for _, f := range games {
		all = append(all, f.Tally)
	}
	return all
}

func recordOf(t *testing.T, f *lab.Finished) string {
	t.Helper()
	text, err := f.Record.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantVerified checks every turn of a game's record, and of its log if the game has one.
func wantVerified(t *testing.T, f *lab.Finished) {
	t.Helper()
	texts := []string{recordOf(t, f)}
	if f.Log != nil {
		log, err := f.Log.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(log))
	}
	begin := 0
	for _, text := range texts {
		file, err := saved.Open(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if file.Record != nil {
			begin = file.Record.Begin()
		}
		report, err := verify.Check(t.Context(), file)
		if err != nil || report.Differences != nil || begin+report.Turns != int(f.Tally.Turns) {
			t.Errorf("game %d of group %d: %s: %+v, %v, want %d turns", f.Tally.Seating, f.Tally.Group, file.Kind, report, err, int(f.Tally.Turns)-begin)
		}
	}
}

// duels returns a tournament of quick games on a small board.
func duels(snakes ...string) *Tournament {
	t := tournamentOf(RoundRobin, snakes...)
	t.Board, t.Games, t.Nodes = "7x7", 12, 200
	return t
}

// remoteSnake starts a server of a remote snake and returns its address. answer handles the
// requests for moves; n is the number of the request, from 0.
func remoteSnake(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, n int)) string {
	t.Helper()
	var requests atomic.Int64
	return startServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `{"apiversion":"1"}`)
		case "/move":
			_, _ = io.Copy(io.Discard, r.Body)
			answer(w, r, int(requests.Add(1))-1)
		}
	})
}

// startServer starts a server and returns its address.
func startServer(t *testing.T, serve http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return server.URL
}

// replyWith returns a handler that always answers with the same text.
func replyWith(text string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, _ int) { fmt.Fprint(w, text) }
}

func wantContains(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s is %q, want it to contain %q", what, got, w)
		}
	}
}

// withoutTimes returns the tables, Markdown, CSV and JSON of a report without times.
func withoutTimes(t *testing.T, r *lab.Report) map[string]string {
	t.Helper()
	return writeAll(t, FiguresOf(r.WithoutTimes()))
}
