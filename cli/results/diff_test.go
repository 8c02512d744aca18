package results_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/store"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// someBuilds creates a results file with games of three builds and returns its name. The second
// build plays like the first. In the third, the games of cell are longer, but not those of bfs.
func someBuilds(t *testing.T) string {
	file := "kept.db"
	begun := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	cell, bfs := clitest.BenchDefinition(t, "cell", "4x4", 1), clitest.BenchDefinition(t, "bfs", "4x4", 1)
	for i, build := range []string{"aaaa", "bbbb", "cccc"} {
		var alter func(*lab.Finished)
		if build == "cccc" {
			alter = clitest.Slower
		}
		clitest.Build{File: file, Commit: build, Begun: begun.AddDate(0, 0, i), Alter: alter}.Keep(t, cell, 60)
		clitest.Build{File: file, Commit: build, Begun: begun.AddDate(0, 0, i).Add(time.Hour)}.Keep(t, bfs, 60)
	}
	return file
}

// TestDiffOfBuilds: diff reports a harmful change as worse, and a change without effect as the same.
// With a limit, the exit code states whether B keeps it.
func TestDiffOfBuilds(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, someBuilds(t))
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff"), "A is build bbbbbbb of 2026-11-02, B is ccccccc", "B is: 1 worse, 1 same.")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff cell"), "B is worse: won 0.0 points", "moves +", "on 60 paired games, of which none has identical moves")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "diff cell --worse-than 1%"), "LIMIT 1%: B is clearly worse: moves")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff cell --worse-than 50%"), "limit 50%: kept.")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "diff --worse-than moves=1%"), "LIMIT moves=1%: broken by cell")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff cell --builds aaaa..bbbb --worse-than 0% --strict"), "The same: 60 paired games with identical moves.", "kept.")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "diff cell --builds cccc..bbbb --worse-than won=1% --strict"), "B is better", "not proven to be within the limit: won")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff cell@cccc cell@aaaa"), "B is better")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff bfs cell@aaaa"), "bfs and cell: classic 4x4", "B is better: won +")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff --full --markdown"), "| figure |")
	for args, says := range map[string]string{
		"diff cell --builds aaaa..dddd":    `no build "dddd"`,
		"diff cell --builds aaaa":          "OLD..NEW",
		"diff cell --worse-than x":         "percentage",
		"diff cell --strict":               "--worse-than",
		"diff cell nobody":                 `no experiment or solver "nobody"`,
		"diff nobody":                      "no games of nobody match",
		"diff cell --worse-than speed=1":   "known: won, moves",
		"diff cell bfs --builds aaaa..bbb": "SOLVER or none",
	} {
		code, out, errs := clitest.Run(t, append([]string{"results"}, strings.Fields(args)...)...)
		if code != command.ExitFailed && code != command.ExitUsage || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%s: code %d, %s%s", args, code, out, errs)
		}
	}
	var doc struct {
		Comparisons []struct {
			Verdict string
			Passed  bool
			Failed  []string
		}
		Passed bool
	}
	if err := json.Unmarshal([]byte(clitest.Results(t, command.ExitNo, "diff --worse-than 1% --json")), &doc); err != nil || doc.Passed || len(doc.Comparisons) != 2 ||
		doc.Comparisons[0].Verdict != "worse" || doc.Comparisons[0].Passed || !slices.Equal(doc.Comparisons[0].Failed, []string{"moves"}) || !doc.Comparisons[1].Passed {
		t.Errorf("%+v, %v", doc, err)
	}
}

// TestDiffOfOtherGames: diff compares games with different seeds as two samples, and its output
// states that. It compares neither games on different boards nor solvers that played each other.
func TestDiffOfOtherGames(t *testing.T) {
	t.Chdir(t.TempDir())
	file := "kept.db"
	t.Setenv(flags.StoreVariable, file)
	now := time.Now()
	a := clitest.Build{File: file, Commit: "a", Begun: now}.Keep(t, clitest.BenchDefinition(t, "cell", "4x4", 1), 30)
	b := clitest.Build{File: file, Commit: "b", Begun: now.Add(time.Second)}.Keep(t, clitest.BenchDefinition(t, "cell", "4x4", 2), 40)
	c := clitest.Build{File: file, Commit: "b", Begun: now.Add(time.Minute)}.Keep(t, clitest.BenchDefinition(t, "cell", "6x4", 2), 5)
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, fmt.Sprintf("diff %s %s", a.Short(), b.Short())), "on 30 and 40 games that are not paired", "Welch")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, fmt.Sprintf("diff %s %s", a.Short(), c.Short())), "no comparable games")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, fmt.Sprintf("diff %s %s", a.Short(), a.Short())), "are both in experiment "+a.Short())
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "diff"), "of one build")
	if code, _, errs := clitest.Run(t, strings.Fields("arena run greedy hungry --games 4 --store kept.db")...); code != command.ExitDone {
		t.Fatal(errs)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "diff greedy hungry"), "have played each other; ouro results show")
}

// TestShowIsWhatWasPrinted: for stored games, ouro results show prints the same table as the command
// that played them, byte for byte except for times.
func TestShowIsWhatWasPrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "kept.db")
	for _, c := range []struct{ line, show string }{
		{"bench cell bfs --board 4x4 --games 20 --no-times", "show 1 2 --no-times"},
		{"arena run greedy hungry coward --format ffa --games 6 --no-times", "show last --no-times"},
		{"bench bfs wander --rules hunter:level=8 --games 3", "show 4 5"},
		{"arena run greedy hungry --games 4 --board 7x7 --no-times", "show last --no-times"},
	} {
		for _, form := range []string{"", " --csv", " --markdown"} {
			_, want, errs := clitest.Run(t, strings.Fields(c.line+form)...)
			if !strings.Contains(clitest.Results(t, command.ExitDone, c.show+form), want) {
				t.Errorf("%s%s: %s prints\n%s\nand the command\n%s%s", c.line, form, c.show, clitest.Results(t, command.ExitDone, c.show+form), want, errs)
			}
		}
	}
	text := clitest.Results(t, command.ExitDone, "show 1 --games-csv games.csv")
	clitest.WantParts(t, text, "experiment ", "build: ouro devel", "ouro bench cell bfs --board 4x4", "20 games", "20 rows, all unchanged")
	if lines := strings.Count(clitest.Read(t, "games.csv"), "\n"); lines != 21 {
		t.Errorf("games.csv has %d lines", lines)
	}
	clitest.Tamper(t, "kept.db", `UPDATE games SET turns = turns + 1 WHERE experiment = 1 AND grp = 3`)
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "show 1"), "PARTIAL", "1 of them CHANGED", "game 3, seating 0 of experiment", "the game is omitted")
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "show 1 last --csv"), "the same games")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "show zzzz"), "unknown experiment")
}

// TestVerifyFindsWhatWasChanged: verify finds changed rows, even if the checksums of these rows are
// correct.
func TestVerifyFindsWhatWasChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "kept.db")
	if code, _, errs := clitest.Run(t, strings.Fields("bench cell --board 4x4 --games 12")...); code != command.ExitDone {
		t.Fatal(errs)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify --all"), "12 rows, 12 games played again; all equal")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify --sample 0"), ": 12 rows; all equal")
	now := time.Now()
	d := clitest.BenchDefinition(t, "cell", "4x4", 3)
	clitest.Build{File: "kept.db", Commit: "a", Begun: now}.Keep(t, d, 8)
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify last --sample 3"), "8 rows, 3 games derived from the records (another build played them); all equal")
	other := clitest.Build{File: "kept.db", Commit: "b", Begun: now.Add(time.Second), Alter: func(f *lab.Finished) {
		if f.Tally.Group == 5 {
			f.Tally.Turns--
		}
		if f.Tally.Group == 6 {
			clitest.Slower(f)
		}
	}}.Keep(t, d, 8)
	out := clitest.Results(t, command.ExitNo, "verify last --all")
	clitest.WantParts(t, out, other.Short()[:7]+" game 5: turns ", "game 6: ", "2 differences")
	clitest.Tamper(t, "kept.db", `UPDATE games SET detail = CAST(detail || x'00' AS BLOB) WHERE experiment = 1 AND grp = 7`)
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify 1"), "game 7: changed outside of ouro", "1 difference")

	// A wrong row of this build. verify finds it by playing the game again.
	own, err := buildinfo.Current()
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), "kept.db")
	if err != nil {
		t.Fatal(err)
	}
	d = clitest.BenchDefinition(t, "cell", "4x4", 4)
	plan, err := d.Plan()
	if err != nil {
		t.Fatal(err)
	}
	e := experiment.StoredExperiments(&d, &plan)[0]
	e.Build, e.Created = own, now.Add(time.Hour)
	run, err := s.StartRun(context.Background(), e, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups = 4
	plan.Keep = func(f *lab.Finished) error {
		if f.Tally.Group == 2 {
			f.Meals[1].Moves, f.Meals[2].Moves = f.Meals[1].Moves+1, f.Meals[2].Moves-1
		}
		return run.Keep(f)
	}
	if _, err := lab.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify last --all"), "game 2: its meals differ", "4 games played again", "1 difference")
}

// TestListAndForget: flags find experiments by their properties. A forgotten experiment is gone,
// and an import of its export restores it.
func TestListAndForget(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, someBuilds(t))
	lines := func(args string) int {
		return strings.Count(clitest.Results(t, command.ExitDone, "list "+args), "\n") - 1
	}
	for args, want := range map[string]int{
		"": 6, "cell": 3, "ce": 3, "--board 4x4": 6, "--board 5x5": 0, "--build bbbb": 2, "--rules classic bfs": 3, "--kind bench": 6, "--kind game": 0,
		"--since 2026-11-02": 4, "--until 2026-11-02": 4, "--since 2026-11-02 --until 2026-11-02": 2, "--since 1h": 0, "--solver cell,bfs": 0, "--solver cell --solver bfs": 6,
	} {
		if got := lines(args); got != max(0, want) {
			t.Errorf("list %s: %d lines, want %d:\n%s", args, got, want, clitest.Results(t, command.ExitDone, "list "+args))
		}
	}
	for line := range strings.Lines(clitest.Results(t, command.ExitDone, "list")) {
		if len([]rune(line)) > 81 {
			t.Errorf("more than 80 columns: %s", line)
		}
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "list --since yesterday"), "2026-11-22", "7d")
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "forget last"), "--yes")
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "forget --yes"), "missing EXPERIMENT")
	clitest.Results(t, command.ExitDone, "export --build cccc --to c.jsonl")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "forget --build cccc --yes"), "removed: 2 experiments with 120 games")
	if got := lines(""); got != 4 {
		t.Errorf("after forget the file has %d experiments, want 4", got)
	}
	before := clitest.Results(t, command.ExitDone, "diff")
	clitest.WantParts(t, before, "A is build aaaaaaa", "B is bbbbbbb")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "import c.jsonl"), "2 experiments with 120 games, 0 of them already stored")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "import c.jsonl c.jsonl"), "120 of them already stored")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "diff cell"), "B is worse")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "import missing.jsonl"), "no such file")
	if err := os.WriteFile("prose.jsonl", []byte("Dear Ouro\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "import prose.jsonl"), "prose.jsonl")
}

// TestPlotOfBuilds: the plot has a row for each build, the oldest first. Two drawings of the same
// results are equal.
func TestPlotOfBuilds(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, someBuilds(t))
	out := clitest.Results(t, command.ExitDone, "plot cell --plot a.svg --plot a.png")
	a, b, c := strings.Index(out, "aaaaaaa"), strings.Index(out, "bbbbbbb"), strings.Index(out, "ccccccc")
	if a < 0 || a > b || b > c || !strings.Contains(out, "●") {
		t.Errorf("builds in this order:\n%s", out)
	}
	clitest.Results(t, command.ExitDone, "plot cell --plot b.svg")
	if text := clitest.Read(t, "a.svg"); text != clitest.Read(t, "b.svg") || !strings.Contains(text, "ccccccc") {
		t.Error("the drawings differ, or name no build")
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "plot bfs --figure won --dates --plot c.svg"), "won %")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "plot bfs --figure think"), "think µs")
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "plot --figure wn"), "known: won, moves, length")
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "plot --plot x.gif"), ".svg or .png")
}

// TestResultsMistakes: an error about a results file explains what is wrong.
func TestResultsMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.WithOwnStore(t)
	clitest.WantParts(t, clitest.Results(t, command.ExitUsage, "list --store none"), "want --store FILE, or OURO_STORE=FILE")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "list"), "nothing is stored yet; ouro arena run stores its tournaments in this file")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "list --store missing.db"), "no such file")
	if err := os.WriteFile("prose.db", []byte("Dear Ouro, this is no database at all.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "list --store prose.db"), "not a results file")
	s, err := store.Open(t.Context(), "empty.db")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "list --store empty.db"), "the results file is empty")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "list cell --store empty.db"), "no experiment matches")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "show last --store empty.db"), "the results file is empty")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "diff --store empty.db"), "no games to compare")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "verify --store empty.db"), "no experiment to verify")

	// Commands that only read create no file. Neither does an import that fails.
	if err := os.WriteFile("nothing.db", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"list", "show last", "verify", "diff a b", "export", "plot"} {
		clitest.WantParts(t, clitest.Results(t, command.ExitFailed, line+" --store nothing.db"), "nothing.db: the file is empty")
	}
	if info, err := os.Stat("nothing.db"); err != nil || info.Size() != 0 {
		t.Errorf("a command that only reads has changed nothing.db: %v", err)
	}
	clitest.Results(t, command.ExitFailed, "import prose.db --store new.db")
	if there, _ := filepath.Glob("new.db*"); there != nil {
		t.Errorf("an import that failed has created %v", there)
	}
	clitest.Results(t, command.ExitFailed, "import prose.db --store empty.db")
	if _, err := os.Stat("empty.db"); err != nil {
		t.Error(err)
	}
}

// TestResultsCompletion: the shell completes ids, solvers and builds from the results file
// that the command line names.
func TestResultsCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	file := someBuilds(t)
	t.Setenv(flags.StoreVariable, "")
	for typed, want := range map[string]string{
		"results show --store " + file + " ":           "last",
		"results list --store " + file + " c":          "cell",
		"results diff --store " + file + " b":          "bfs",
		"results list --store " + file + " --build ":   "ccccccc",
		"results list --kind ":                         "hunter",
		"results list --store missing.db --build ":     "",
		"results import --store " + file + " ":         "jsonl",
		"results verify --store " + file + " la":       "last",
		"results forget --store missing.db ":           "",
		"results show --store " + file + " impossible": "",
	} {
		_, out, _ := clitest.Run(t, append([]string{"__complete"}, strings.Split(typed, " ")...)...)
		first, _, _ := strings.Cut(out, "\n")
		if want == "" && strings.HasPrefix(first, ":") {
			continue
		}
		if want == "" || !slices.ContainsFunc(strings.Split(out, "\n"), func(line string) bool { name, _, _ := strings.Cut(line, "\t"); return name == want }) {
			t.Errorf("ouro %s<TAB>: want %q: %s", typed, want, out)
		}
	}
}
