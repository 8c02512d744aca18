package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
)

// oldFolder returns a copy of a directory in which an earlier version stored a tournament of
// four games. Its last line, of a fifth game, is incomplete, as after a power failure.
func oldFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "cup")
	if err := os.CopyFS(dir, os.DirFS("testdata/tournament")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestImportOfFolder: an imported tournament of an earlier version has the same tables as the same
// tournament played by this version. Its games match their records. A second import changes
// nothing.
func TestImportOfFolder(t *testing.T) {
	dir := oldFolder(t)
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "all.db")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "import "+dir), ": 1 experiment with 4 games, 0 of them already stored")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "import "+dir), ": 1 experiment with 4 games, 4 of them already stored")
	code, want, errs := clitest.Run(t, "arena", "run", "greedy", "me=random", "--board", "7x7", "--games", "4", "--no-times", "--title", "of an earlier version", "--store", experiment.NoStore)
	if code != command.ExitDone {
		t.Fatal(errs)
	}
	if table := clitest.Results(t, command.ExitDone, "show last --no-times"); !strings.HasPrefix(table, want+"\n") {
		t.Errorf("show last prints\n%s\nwant\n%s", table, want)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify --all"), "4 rows, 4 games derived from the records", "all equal")

	// The build that played the games is unknown, so none of them counts for a new tournament.
	_, _, errs = clitest.Run(t, "arena", "run", "greedy", "me=random", "--board", "7x7", "--games", "4")
	clitest.WantParts(t, errs, "4 games of experiment", "do not count, because this has changed since")
	if strings.Contains(errs, "are known from") {
		t.Error(errs)
	}

	// The exported records equal the imported ones.
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "export 1 --records out"), "4 games written to out")
	records, err := filepath.Glob(filepath.Join(dir, "records", "*.ouro"))
	if err != nil || len(records) != 4 {
		t.Fatal(records, err)
	}
	exported, err := filepath.Glob("out/*")
	if err != nil || len(exported) != 1 {
		t.Fatal(exported, err)
	}
	for _, name := range records {
		if have := clitest.Read(t, filepath.Join(exported[0], filepath.Base(name))); have != clitest.Read(t, name) {
			t.Errorf("%s is\n%s", filepath.Base(name), have)
		}
	}
	logs, err := filepath.Glob(filepath.Join(exported[0], "*.jsonl"))
	if err != nil || len(logs) != 5 || strings.Count(clitest.Read(t, filepath.Join(exported[0], "games.jsonl")), "\n") != 4 {
		t.Errorf("%v, %v", logs, err)
	}
	if code, _, errs := clitest.Run(t, append([]string{"verify"}, logs[:4]...)...); code != command.ExitDone {
		t.Error(errs)
	}
}

// TestVerifyOfFolder: if a line of the index differs from its record, verify names the game. A line
// that cannot be read ends the import.
func TestVerifyOfFolder(t *testing.T) {
	dir := oldFolder(t)
	index := filepath.Join(dir, "games.jsonl")
	whole := clitest.Read(t, index)
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "all.db")
	lines := strings.SplitAfter(whole, "\n")
	changed := strings.Replace(lines[2], `"length":`, `"length":1`, 1)
	clitest.Write(t, index, strings.Join([]string{lines[0], lines[1], changed, lines[3]}, ""))
	clitest.Results(t, command.ExitDone, "import "+dir)
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify --all"), "game 1: seat 0: length 1", "1 difference")
	for text, says := range map[string]string{
		lines[0] + lines[1] + "hello\n":                                   "games.jsonl line 3: ",
		lines[0] + strings.Replace(lines[1], `"seed":11`, `"seed":10`, 1): "games.jsonl line 2: the game belongs to another tournament",
	} {
		clitest.Write(t, index, text)
		clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "import "+dir+" --store other.db"), says)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "list --store other.db"), "greedy, random 2")
}
