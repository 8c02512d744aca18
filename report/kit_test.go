package report

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/share"
	"ouro/store"
	"ouro/studio/frames"
)

// every is the number of turns between two full positions on a tape; see package share.
const every = 1024

// tapeDoc is a tape in JSON.
type tapeDoc struct {
	Title   string            `json:"title"`
	Seats   []share.Seat      `json:"seats"`
	Board   frames.Board      `json:"board"`
	First   int               `json:"first"`
	Every   int               `json:"every"`
	Keys    []*frames.Lane    `json:"keys"`
	Changes []json.RawMessage `json:"changes"`
}

var update = flag.Bool("update", false, "write the golden files anew")

// specs parses solvers.
func specs(t testing.TB, text string) []ouro.Spec {
	t.Helper()
	all, err := ouro.ParseSpecs(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// classic returns a game on a board of this size.
func classic(w, h int) ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
}

// kit is a store with methods that fill it.
type kit struct {
	t     testing.TB
	store *store.Store

	as       store.Experiment    // title, build and programs of the experiments
	machine  string              // machine of the runs
	command  string              // command of the runs; "" makes one from the solvers
	change   func(*lab.Finished) // unless nil, changes each game before it is stored
	playing  func(ctx context.Context, t lab.Task) (lab.Finished, error)
	from, to int // groups to play
}

// newKit returns a kit with an empty store. Its experiments have this many groups.
func newKit(t testing.TB, groups int) *kit {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "results.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &kit{
		t: t, store: s, to: groups, machine: "2 cores of a test",
		as: store.Experiment{Build: buildinfo.Identity{Commit: "0123456789abcdef", Version: "v1"}, Reproducible: true},
	}
}

// bench plays a bench into the store, as ouro bench does, and returns its report.
func (k *kit) bench(game ouro.GameSpec, solvers string, budget ouro.Budget) *lab.Report {
	k.t.Helper()
	return k.keep(definition.OfBench(game, 7, budget, specs(k.t, solvers)))
}

// tournament plays a tournament into the store, as ouro arena run does.
func (k *kit) tournament(t *arena.Tournament) *lab.Report {
	k.t.Helper()
	s, err := t.Setting()
	if err != nil {
		k.t.Fatal(err)
	}
	d, err := definition.OfArena(s)
	if err != nil {
		k.t.Fatal(err)
	}
	return k.keep(d)
}

// keep plays a definition into the store and returns its report.
func (k *kit) keep(d definition.Definition) *lab.Report {
	k.t.Helper()
	plan, err := d.Open(k.t.Context())
	if err != nil {
		k.t.Fatal(err)
	}
	plan.First, plan.Groups, plan.Workers, plan.Records = k.from, k.to-k.from, 2, true
	if k.playing != nil {
		plan.Play = k.playing
	}
	definitions := []definition.Definition{d}
	if d.Kind == definition.Bench {
		definitions = nil
		for i := range d.Solvers {
			definitions = append(definitions, d.Alone(i))
		}
	}
	var runs store.ActiveRuns
	for _, one := range definitions {
		e := k.as
		e.Title = cmp.Or(e.Title, plan.Title, e.Rules)
		e.Kind, e.Definition, e.Rules, e.Board, e.Seed, e.Solvers = string(one.Kind), one.Text(), plan.Game.Rules.String(), fmt.Sprintf("%dx%d", plan.Game.W, plan.Game.H), d.Seed, one.Solvers
		run, err := k.store.StartRun(k.t.Context(), e, store.Run{Command: cmp.Or(k.command, "ouro play "+strings.Join(one.Solvers, " ")), Machine: k.machine})
		if err != nil {
			k.t.Fatal(err)
		}
		runs = append(runs, run)
	}
	plan.Known, plan.Keep = runs.Known, func(f *lab.Finished) error {
		if k.change != nil {
			k.change(f)
		}
		return runs.Keep(f)
	}
	r, err := lab.Run(k.t.Context(), plan, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	if err := runs.Close(); err != nil {
		k.t.Fatal(err)
	}
	return r
}

// all returns the experiments of the store.
func (k *kit) all() []store.Experiment {
	k.t.Helper()
	found, err := k.store.Find(k.t.Context(), store.Query{})
	if err != nil {
		k.t.Fatal(err)
	}
	return found
}

// report returns the report on all experiments of the store.
func (k *kit) report(o Options) *Report {
	k.t.Helper()
	o.Games = cmp.Or(o.Games, DefaultGames)
	o.Program = buildinfo.Info{Version: "v1", Go: "go1", OS: "linux", Arch: "amd64"}
	r, err := Make(k.t.Context(), k.store, k.all(), o)
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

// tour returns a tournament of snakes with these names.
func tour(format arena.Format, names ...string) *arena.Tournament {
	t := arena.Default()
	t.Format, t.Seed, t.Rules, t.Board, t.Nodes = format, 7, "standard", "11x11", 50
	solvers := []string{"spot", "greedy", "hungry", "coward", "floodfill", "random", "spot:hungry=60", "hungry"}
	for i, name := range names {
		t.Snakes = append(t.Snakes, arena.Snake{Name: name, Snake: solvers[i]})
	}
	return t
}

// randomGame plays a random game. Snakes with lower numbers live longer, and snake 1 has
// faults.
func randomGame(_ context.Context, t lab.Task) (lab.Finished, error) {
	dice := rand.New(rand.NewPCG(t.Seed, uint64(t.Seating)))
	f := lab.Finished{Tally: lab.Tally{Ending: ouro.Drawn, Winner: -1}}
	for seat, snake := range t.Seats {
		died := int32(1 + dice.IntN(240/(snake+2)))
		s := lab.Seat{Length: int32(3 + dice.IntN(20)), Died: died, Cause: ouro.Cause(1 + dice.IntN(5))}
		if snake == 1 {
			s.Faults, s.Late, s.FirstFault = 2, 1, "turn 3: late: no answer in time"
		}
		if died > f.Tally.Turns {
			f.Tally.Turns, f.Tally.Ending, f.Tally.Winner = died, ouro.Won, int8(seat)
		}
		f.Tally.Seats = append(f.Tally.Seats, s)
	}
	winner := &f.Tally.Seats[f.Tally.Winner]
	winner.Died, winner.Cause = 0, ouro.Alive
	return f, nil
}

// writeReport returns the page and the Markdown of a report.
func writeReport(t testing.TB, r *Report) (page, markdown string) {
	t.Helper()
	var h, m strings.Builder
	if err := r.WriteHTML(&h); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&m); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"NaN", "ZgotmplZ", "%!", "Inf", "<no value>"} {
		if strings.Contains(withoutScript(h.String()), bad) || strings.Contains(m.String(), bad) {
			t.Errorf("the report contains %s", bad)
		}
	}
	return h.String(), m.String()
}

// withoutScript returns a page without its script and its style.
func withoutScript(page string) string {
	return regexp.MustCompile(`(?s)<script.*?</script>|<style>.*?</style>|content="default-src[^"]*"`).ReplaceAllString(page, "")
}

// golden compares a text with a file, ignoring dates.
func golden(t *testing.T, name, have string) {
	t.Helper()
	have = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d( to .*)? UTC`).ReplaceAllString(have, "DATE")
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(have), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if have != string(want) {
		t.Errorf("%s: have\n%s\nwant\n%s", name, have, want)
	}
}

// hashOf returns the source expression with which a content security policy allows a script
// or style of this text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
