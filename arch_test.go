package ouro_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// levels is the architecture: a package may import only packages of a lower level. The row of a
// folder also applies to the folders below it that have no row.
var levels = []struct {
	folder string
	level  int
}{
	{".", 0},
	{"internal", 1},
	{"internal/buildinfo", 3},
	{"internal/group", 3},
	{"internal/metrics", 2},
	{"internal/outfile/outfiletest", 2},
	{"internal/printable", 2},
	{"internal/shell", 3},
	{"lab/linear", 1},
	{"lab/stat", 1},
	{"lab/sheet", 2},
	{"lab/chart", 3},
	{"arena/rating", 2},
	{"arena/sprt", 2},
	{"atlas", 2},
	{"cycle", 2},
	{"cycle/cycletest", 3},
	{"field", 2},
	{"picture", 3},
	{"rule", 2},
	{"search", 2},
	{"sim", 2},
	{"word", 2},
	{"word/list", 3},
	{"picture/overlay", 2},
	{"picture/paint", 4},
	{"picture/film", 6},
	{"play", 3},
	{"solve", 3},
	{"battlesnake/wire", 3},
	{"battlesnake/guest", 4},
	{"hunter", 4},
	{"lab", 4},
	{"engine", 4},
	{"engine/wire", 3},
	{"engine/check", 6},
	{"roster", 5},
	{"battlesnake/doctor", 6},
	{"battlesnake/feed", 5},
	{"battlesnake/host", 6},
	{"battlesnake/server", 5},
	{"derive", 6},
	{"env", 6},
	{"fleet", 9},
	{"fleet/hub", 2},
	{"fleet/hub/server", 3},
	{"fleet/schedule", 1},
	{"lab/compare", 5},
	{"saved", 5},
	{"store", 5},
	{"arena/opening", 6},
	{"tui/canvas", 6},
	{"verify", 7},
	{"arena", 7},
	{"arena/tune", 9},
	{"identity", 7},
	{"definition", 8},
	{"results", 10},
	{"report", 11},
	{"share", 9},
	{"studio/frames", 6},
	{"studio/link", 6},
	{"studio/memory", 6},
	{"studio/web", 6},
	{"studio/session", 7},
	{"studio/games", 10},
	{"studio/position", 8},
	{"studio/hunt", 8},
	{"studio/bench", 8},
	{"studio/words", 8},
	{"studio/live", 8},
	{"studio/standings", 11},
	{"studio", 12},
	{"studio/server", 13},
	{"studio/site", 13},
	{"studio/studiotest", 13},
	{"studio/engine", 14},
	{"tui/player", 7},
	{"tui/frame", 8},
	{"tui/frame/frametest", 9},
	{"tui/thinking", 9},
	{"tui/battlesnake", 10},
	{"tui/hunt", 10},
	{"tui/solo", 10},
	{"tui/arena", 11},
	{"tui", 11},
	{"cli/command", 14},
	{"cli/flags", 15},
	{"cli/progress", 15},
	{"cli/fleet", 16},
	{"cli/experiment", 17},
	{"cli/arena", 18},
	{"cli/measure", 18},
	{"cli/results", 18},
	{"cli/studio", 18},
	{"cli/remote", 19},
	{"cli/watch", 19},
	{"cli", 20},
	{"cli/clitest", 21},
	{"cmd/ouro", 21},
	{"cmd/ouro-hub", 4},
	{"examples", 15},
	{"scripts/board", 14},
	{"scripts/championfit", 14},
	{"scripts/hydratrain", 14},
	{"scripts/questions", 14},
	{"scripts/saboteur", 14},
	{"scripts/stress", 14},
}

// forbidden lists imports that the levels would allow but the decision records do not. Each
// folder includes the folders below it.
var forbidden = []struct{ from, to, because string }{
	{"solve", "rule", "solvers know rules only through ouro.Rules (decision 2)"},
	{"solve", "solve", "families of solvers never import each other (decision 1)"},
	{"rule", "search", "rules do not search"},
	{"sim", "rule", "tests compare package sim with the rules, so it must not use them"},
}

// levelOf returns the level of a package, from the row with the longest folder that contains it.
func levelOf(path string) (level int, ok bool) {
	rel := strings.TrimPrefix(strings.TrimPrefix(path, "ouro"), "/")
	best := -1
	for _, row := range levels {
		folder := row.folder
		if folder == "." {
			if rel == "" {
				return row.level, true
			}
			continue
		}
		if (rel == folder || strings.HasPrefix(rel, folder+"/")) && len(folder) > best {
			best, level, ok = len(folder), row.level, true
		}
	}
	return level, ok
}

// TestImportsPointDownward: packages import only what the table allows. Test files may import
// anything.
func TestImportsPointDownward(t *testing.T) {
	packages := listPackages(t)
	if len(packages) < 5 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, p := range packages {
		level, ok := levelOf(p.ImportPath)
		if !ok {
			t.Errorf("%s has no row in the table of levels", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if p.ImportPath == "ouro" && strings.Contains(imp, ".") {
				t.Errorf("the root package imports %s: it may import only the standard library", imp)
			}
			if imp != "ouro" && !strings.HasPrefix(imp, "ouro/") {
				continue
			}
			if below, ok := levelOf(imp); !ok || below >= level {
				t.Errorf("%s (level %d) imports %s (level %d)", p.ImportPath, level, imp, below)
			}
			for _, f := range forbidden {
				if within(p.ImportPath, f.from) && within(imp, f.to) {
					t.Errorf("%s imports %s: %s", p.ImportPath, imp, f.because)
				}
			}
		}
	}
}

// TestLinterForbidsTheSame: the linter's configuration forbids exactly the imports in forbidden.
func TestLinterForbidsTheSame(t *testing.T) {
	config, err := os.ReadFile(".golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(config), "root package imports only the standard library\"}\n")
	have, _, _ := strings.Cut(rest, "  exclusions:\n")
	var want strings.Builder
	for _, f := range forbidden {
		fmt.Fprintf(&want, "        %s-%s:\n          files: [\"**/%s/**\", \"!$test\"]\n          deny:\n            - {pkg: \"ouro/%s\", desc: %q}\n",
			f.from, f.to, f.from, f.to, f.because)
	}
	if have != want.String() {
		t.Errorf("the depguard rules of .golangci.yml are\n%swant\n%s", have, want.String())
	}
}

// within reports whether a package is in the folder or below it.
func within(path, folder string) bool {
	return path == "ouro/"+folder || strings.HasPrefix(path, "ouro/"+folder+"/")
}

// TestLevelsAreInUse: each row of levels has a package.
func TestLevelsAreInUse(t *testing.T) {
	packages := listPackages(t)
	for _, row := range levels {
		used := row.folder == "." || slices.ContainsFunc(packages, func(p goPackage) bool { return within(p.ImportPath, row.folder) })
		if !used {
			t.Errorf("%s has no package: remove its row", row.folder)
		}
	}
}

// TestFilesAreOpenedInTwoPlaces: only internal/outfile creates, writes and renames files
// (decision 10). Only internal/infile opens files that a user or visitor names, so that a pipe
// cannot make the program wait.
func TestFilesAreOpenedInTwoPlaces(t *testing.T) {
	reading := `\bos\.(Open|ReadFile)\(|\btls\.LoadX509KeyPair\(|\bnats\.RootCAs\(`
	for _, c := range []struct {
		calls, home string
		others      []string // other files and folders that may make these calls: they open no file that a user names
	}{
		{`\bos\.(Create|CreateTemp|WriteFile|OpenFile|Rename|Link|Symlink|Truncate)\(`, "internal/outfile/", []string{"internal/infile/", "cli/clitest/"}},
		{reading, "internal/infile/", []string{
			"internal/outfile/lock_flock.go",                             // folders
			"internal/metrics/process_darwin.go",                         // /dev/fd
			"internal/buildinfo/",                                        // this program
			"engine/check/times.go",                                      // /proc
			"studio/site/engine.go",                                      // the program that Go has just built
			"cli/clitest/", "studio/studiotest/", "tui/frame/frametest/", // tests
		}},
	} {
		calls, seen := regexp.MustCompile(c.calls), 0
		err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "scripts/") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range calls.FindAllString(string(text), -1) {
				if seen++; !slices.ContainsFunc(append(c.others, c.home), func(f string) bool { return strings.HasPrefix(path, f) }) {
					t.Errorf("%s calls %s), which only %s may", path, found, c.home)
				}
			}
			return err
		})
		if err != nil || seen == 0 {
			t.Errorf("%s: %d calls, %v", c.calls, seen, err)
		}
	}
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
