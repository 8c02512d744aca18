package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// TestResultsStartNothing: a results file may come from another user, with experiments
// that claim to be of this build: no command that reads it starts a program.
func TestResultsStartNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is touch")
	}
	here := t.TempDir()
	t.Chdir(here)
	marker := filepath.Join(here, "started")
	evil := "exec:touch " + marker
	tournament := &arena.Tournament{Rules: "classic", Board: "4x4", Games: 2, Seed: 1, Snakes: []arena.Snake{{Snake: "cell"}, {Snake: "bfs"}}}
	setting, err := tournament.Setting()
	if err != nil {
		t.Fatal(err)
	}
	played, err := order.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	played.Tournament = strings.ReplaceAll(played.Tournament, `snake = "bfs"`, `snake = "`+evil+`"`)
	played.Solvers[1] = evil
	bench := benchOrder(t, "cell", "4x4", 1)
	bench.Solvers = []string{evil}
	own, err := buildinfo.Own()
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]order.Order{
		"bench":  bench,
		"game":   {Kind: order.Contest, Rules: "standard", Board: "7x7", StartLength: 3, Solvers: []string{"spot", evil}},
		"hunter": {Kind: order.Hunter, Solvers: []string{evil}, Bots: 1, FirstLevel: 8},
		"hunt":   {Kind: order.Bench, Rules: "hunter:level=8", Solvers: []string{evil}},
		"arena":  played,
	} {
		for _, said := range [][]string{o.Solvers, {"cell"}} {
			file := name + "-" + strings.Fields(said[0])[0][:4] + ".db"
			s, err := store.Open(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			for _, build := range []buildinfo.Identity{own, {Commit: strings.Repeat("a", 40), Sum: "a"}} {
				shelf, err := s.StartRun(t.Context(), store.Experiment{
					Kind: string(o.Kind), Order: o.Text(), Build: build, Title: name, Board: "4x4", Seed: o.Seed, Solvers: said, Reproducible: true, Created: time.Now(),
				}, store.Run{Command: "ouro bench"})
				if err != nil {
					t.Fatal(err)
				}
				seats := 1
				if o.Kind != order.Bench {
					seats = len(o.Solvers)
				}
				game := &lab.Finished{Tally: lab.Tally{Ending: ouro.Died, Turns: 3, Seats: make([]lab.Seat, seats)}}
				if o.Kind == order.Hunter || strings.HasPrefix(o.Rules, "hunter") {
					game.Tally.Measures = make([]int, 5)
				}
				if err := shelf.Keep(game); err != nil {
					t.Fatal(err)
				}
				if err := shelf.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			t.Setenv(storeVariable, file)
			for _, command := range []string{
				"results list", "results show 1 2", "results show last --json", "results diff", "results diff exec", "results diff cell", "results plot", "results plot exec",
				"results verify", "results verify --all", "results export --to out.jsonl", "results export --records out", "results import out.jsonl --store other.db",
				"results report 1 --out report.html", "report 1 2 --markdown --out report.md",
			} {
				_, out, errs := run(t, strings.Fields(command)...)
				if _, err := os.Stat(marker); err == nil {
					t.Errorf("%s, as of %s: ouro %s has started a program:\n%s%s", name, said, command, out, errs)
					_ = os.Remove(marker)
				}
			}
		}
	}
}
