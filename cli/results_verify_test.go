package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ouro/arena"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// keepTournament keeps six games of a tournament in a file, as another build played them.
func keepTournament(t *testing.T, file, build, rules string, alter func(*lab.Finished)) {
	t.Helper()
	tour := &arena.Tournament{Rules: rules, Seed: 4, Nodes: 50, Games: 6, Snakes: []arena.Snake{{Snake: "bfs"}, {Name: "me", Snake: "backtrack:depth=2"}}}
	if rules == "standard" {
		tour.Board = "7x7"
	}
	setting, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	o, err := order.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := o.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	e := storedAs(&o, &plan)[0]
	e.Build, e.Created = buildinfo.Identity{Commit: strings.Repeat(build, 40)[:40], Sum: build}, time.Now()
	shelf, err := s.StartRun(t.Context(), e, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups = 3
	plan.Keep = func(f *lab.Finished) error {
		alter(f)
		return shelf.Keep(f)
	}
	if _, err := lab.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if err := shelf.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyTournament: games of tournaments that another build played are derived from
// their records, those of Snake Hunter too, and what differs is named.
func TestVerifyTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(storeVariable, "kept.db")
	for i, rules := range []string{"standard", "hunter:level=8", "maze"} {
		is := "abc"[i : i+1]
		keepTournament(t, "kept.db", is, rules, func(*lab.Finished) {})
		has(t, ran(t, exitDone, "verify last --all"), "6 rows, 6 games derived from the records (another build played them); all equal")
		keepTournament(t, "kept.db", "def"[i:i+1], rules, func(f *lab.Finished) {
			switch {
			case f.Tally.Group == 1 && f.Tally.Seating == 1:
				f.Tally.Turns++
			case f.Tally.Group == 2 && f.Tally.Seating == 0:
				f.Moves[0]++
			}
		})
		out := ran(t, exitNo, "verify last --all")
		has(t, out, "game 1, seating 1: turns ", "game 2: its moves differ", "6 games derived", "2 differences")
	}
	keepTournament(t, "kept.db", "9", "standard", func(f *lab.Finished) { f.Record = nil })
	has(t, ran(t, exitDone, "verify last --all"), "6 games without a record, which cannot be derived (another build played them)")
}

// TestVerifyUnknownSolver: games of a solver that this program does not have are not
// derived, which is no difference.
func TestVerifyUnknownSolver(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(storeVariable, "kept.db")
	s, err := store.Open(t.Context(), "kept.db")
	if err != nil {
		t.Fatal(err)
	}
	o := benchOrder(t, "cell", "4x4", 3)
	o.Solvers = []string{"gone"}
	shelf, err := s.StartRun(t.Context(), store.Experiment{Kind: string(o.Kind), Order: o.Text(), Build: buildinfo.Identity{Sum: "a"}, Title: "classic 4x4", Solvers: o.Solvers, Created: time.Now()}, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if err := shelf.Keep(&lab.Finished{Tally: lab.Tally{Seats: make([]lab.Seat, 1)}, Record: lab.Text("any")}); err != nil {
		t.Fatal(err)
	}
	if err := shelf.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	has(t, ran(t, exitDone, "verify"), `1 row, 1 game that cannot be derived (unknown solver "gone"`, "all equal")
	var doc struct {
		Experiments []struct {
			Why string `json:"not_derived_because"`
		} `json:"experiments"`
	}
	if err := json.Unmarshal([]byte(ran(t, exitDone, "verify --json")), &doc); err != nil || !strings.Contains(doc.Experiments[0].Why, "unknown solver") {
		t.Errorf("%+v, %v", doc, err)
	}
}
