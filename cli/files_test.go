package cli_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/hunter"
	"ouro/internal/needs"
	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

// runOn runs a command line on another file system. DIR in the line is replaced by dir.
func runOn(t *testing.T, sys outfile.System, dir, line string) (code int, errs string) {
	t.Helper()
	var out, stderr bytes.Buffer
	args := strings.Fields(strings.ReplaceAll(line, "DIR", dir))
	code = cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &out, Err: &stderr, Files: sys})
	return code, stderr.String()
}

// TestFailingWrites makes one call to the file system fail in each run of a command that writes
// files; trials cover every call. The command prints the error and ends with exit code 1. Each
// file has either its old or its complete new contents. No other file remains, except a partial
// log that the error names.
func TestFailingWrites(t *testing.T) {
	for _, line := range []string{
		"game --snake greedy --snake random --seed 4 --plain --output DIR/a.jsonl --record DIR/b.ouro",
		"arena run greedy random --games 2 --workers 1 --no-times --games-csv DIR/a.csv --pairs-csv DIR/b.csv --records DIR/games",
		"bench --solver bfs --games 2 --workers 1 --board 6x6 --no-times --games-csv DIR/a.csv --meals DIR/b.csv --plot DIR/c.svg --records DIR/games",
		"hunter --bots 1 --start-level 8 --nodes 1 --record DIR/a.ouro",
		"exact --board 2x3 --save DIR/a.table --checkpoint DIR",
	} {
		testFailingWrites(t, line, needs.Many(6, 1))
	}
}

// testFailingWrites makes every step-th call of a command fail.
func testFailingWrites(t *testing.T, line string, step int) {
	t.Helper()
	want := t.TempDir()
	if code, errs := runOn(t, nil, want, line); code != command.ExitDone {
		t.Fatalf("ouro %s: %s", line, errs)
	}
	whole := tree(t, want)
	for n := 1; ; n += step {
		dir := t.TempDir()
		for name := range whole {
			if filepath.Dir(name) == "." {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		sys := outfiletest.FailAt(n)
		code, errs := runOn(t, sys, dir, line)
		if !sys.Failed() {
			if n < 4*len(whole) {
				t.Errorf("ouro %s: only %d calls could fail", line, n-1)
			}
			return
		}
		if code != command.ExitFailed || !strings.Contains(errs, outfiletest.ErrInjected.Error()) {
			t.Errorf("ouro %s: call %d failed: exit code %d: %s", line, n, code, errs)
		}
		for name, text := range tree(t, dir) {
			base := strings.TrimSuffix(name, outfile.Partial)
			switch {
			case text == "old" || text == whole[name]:
			case strings.HasSuffix(base, ".checkpoint") || strings.HasSuffix(base, ".table") && base != name: // kept for the next run
			case base != name && strings.HasPrefix(whole[base], text) && strings.HasSuffix(text, "\n") && strings.Contains(errs, name):
			case strings.HasSuffix(name, ".ouro") && strings.Contains(text, "\nend unfinished "): // the game until the failure
			case strings.Contains(errs, "ouro: partial, ") && !strings.HasSuffix(name, ".ouro") && strings.HasSuffix(text, "\n"): // the games until the failure
			default:
				t.Errorf("ouro %s: call %d failed: %s holds %d bytes: %.60q; the error is %s", line, n, name, len(text), text, errs)
			}
		}
	}
}

// tree returns the contents of all files below a folder. It omits the times in logs, which
// differ between runs.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = latency.ReplaceAllString(string(text), "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFullOutput: every command returns an error if a write to standard output fails, even if the
// code of the command does not check that write.
func TestFullOutput(t *testing.T) {
	for _, line := range []string{
		"list", "list --json", "help", "help exit-codes", "watch cell --json", "perft --depth 3", "boggle --grid abc/def", "exact --board 2x3", "atlas --cells 5",
		"game --snake greedy --snake random --plain", "game --snake greedy --snake random --output -",
		"bench --solver bfs --games 2 --board 6x6", "hunter --bots 1 --start-level 8 --nodes 1", "maze --moves 10",
	} {
		for n := range 3 {
			var errs bytes.Buffer
			code := cli.Main(t.Context(), strings.Fields(line), command.IO{In: strings.NewReader(""), Out: &fullAfter{room: n}, Err: &errs})
			if code != command.ExitFailed || !strings.Contains(errs.String(), errFull.Error()) {
				if n == 0 || code != command.ExitDone { // some commands print everything in one write
					t.Errorf("ouro %s: after %d writes: exit code %d: %s", line, n, code, errs.String())
				}
			}
		}
	}
}

// latency matches the time of an answer in a log.
var latency = regexp.MustCompile(`"latency":"[0-9]*"`)

// fullAfter is a writer that accepts room writes and then fails.
type fullAfter struct{ room int }

var errFull = errors.New("disk full")

func (f *fullAfter) Write(p []byte) (int, error) {
	if f.room--; f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestStandardOutputTakesOne: if a file goes to standard output, all other text goes to standard
// error.
func TestStandardOutputTakesOne(t *testing.T) {
	code, out, errs := clitest.Run(t, "game", "--snake", "greedy", "--snake", "random", "--record", "-")
	if code != command.ExitDone || !strings.HasPrefix(out, "ouro record ") || strings.Contains(out, " after ") || !strings.Contains(errs, " after ") {
		t.Errorf("exit code %d\n%.200s\n%s", code, out, errs)
	}
	code, _, errs = clitest.Run(t, "game", "--snake", "greedy", "--snake", "random", "--record", "-", "--output", "/dev/stdout")
	if code != command.ExitUsage || !strings.Contains(errs, "only one output can be standard output; name a file for each of the others") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}

// TestAFileTakesOne: two outputs of a command cannot be the same file, even under two names.
func TestAFileTakesOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game")
	link := name + ".link"
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"game", "greedy", "random", "--record", name, "--output", link},
		{"bench", "bfs", "--games", "1", "--games-csv", link, "--meals", name},
	} {
		if code, _, errs := clitest.Run(t, args...); code != command.ExitUsage || !strings.Contains(errs, "named for two outputs") {
			t.Errorf("%v: exit code %d: %s", args, code, errs)
		}
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file exists: %v", err)
	}
}

// TestNothingKeptIsWrittenOver: a command overwrites neither its results file nor a file
// that it reads, even if an output has another name for that file. Both files stay
// complete.
func TestNothingKeptIsWrittenOver(t *testing.T) {
	t.Chdir(t.TempDir())
	clitest.WithOwnStore(t)
	for _, line := range []string{
		"bench bfs --board 6x6 --games 2 --store a.db",
		"arena run greedy hungry --games 2 --nodes 100 --plain --store b.db",
		"game greedy random --plain --record r.ouro",
	} {
		if code, _, errs := clitest.Run(t, strings.Fields(line)...); code != command.ExitDone {
			t.Fatalf("%s: exit code %d: %s", line, code, errs)
		}
	}
	_, config, _ := clitest.Run(t, strings.Fields("arena run greedy hungry --games 2 --nodes 100 --print-config")...)
	for name, text := range map[string]string{
		"cup.toml":  config,
		"room.txt":  "XXXXXXX\nX     X\nX S   X\nXXXXXXX\n",
		"rooms.txt": hunter.FormatLevels(hunter.Levels()[:1]),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link("a.db", "hard.db"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b.db", "soft.db"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"report 1 --store a.db --out a.db",
		"report 1 --store a.db --out ./hard.db",
		"results export --store a.db --to a.db",
		"results show 1 --store a.db --games-csv a.db-wal",
		"bench bfs --board 6x6 --games 3 --store a.db --games-csv a.db",
		"bench bfs --board 6x6 --games 3 --store new.db --games-csv ./new.db",
		"bench bfs --rules hunter --games 1 --store a.db --games-csv a.db",
		"arena run greedy hungry --games 2 --nodes 100 --store b.db --pairs-csv b.db --plain",
		"arena run greedy hungry --games 2 --nodes 100 --store b.db --games-csv soft.db --plain",
		"arena run greedy hungry --games 2 --nodes 100 --store b.db --html b.db --plain",
		"arena run --config cup.toml --plain --store b.db --games-csv cup.toml",
		"results report 1 --store b.db --out soft.db",
		"export r.ouro --svg r.ouro",
		"export --solver bfs --level room.txt --svg room.txt",
		"bench bfs --level room.txt --games 1 --games-csv room.txt",
		"hunter --bots 1 --levels rooms.txt --record rooms.txt",
	} {
		t.Run(line, func(t *testing.T) {
			if code, _, errs := clitest.Run(t, strings.Fields(line)...); code != command.ExitUsage || !strings.Contains(errs, "choose another file for its output") {
				t.Errorf("exit code %d: %s", code, errs)
			}
		})
	}
	for _, line := range []string{"results show 1 --store a.db", "results show 1 --store b.db", "replay r.ouro", "arena run --config cup.toml --plain"} {
		if code, _, errs := clitest.Run(t, strings.Fields(line)...); code != command.ExitDone {
			t.Errorf("%s: exit code %d: %s", line, code, errs)
		}
	}
	if _, err := os.Stat("new.db"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("new.db exists: %v", err)
	}
}

// TestCheckedFirst: if an output file cannot be written, the error comes before the work. The work
// of these commands would take hours.
func TestCheckedFirst(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"bench --solver ouroboros --board 60x60 --games 100000 --games-csv DIR/no/x.csv",
		"bench --solver ouroboros --board 60x60 --games 100000 --meals DIR",
		"bench --solver ouroboros --board 60x60 --games 100000 --plot DIR/no/x.svg",
		"game --snake spot --snake spot --time 1h --plain --record DIR/no/x.ouro",
		"game --snake spot --snake spot --time 1h --plain --output DIR",
		"bench bfs --rules hunter --games 1000000 --games-csv DIR/no/x.csv",
		"arena run spot spot --games 1000000 --pairs-csv DIR/no/x.csv",
		"exact --board 6x6 --save DIR/no/x.table",
	} {
		if code, errs := runOn(t, nil, dir, line+" --timeout 20s"); code != command.ExitFailed || !strings.Contains(errs, dir) {
			t.Fatalf("ouro %s: exit code %d: %s", line, code, errs)
		}
	}
}

// TestRecordsOfAnotherExperiment: a record never replaces the record of another game. The
// same games may be written again, in one run or in several runs.
func TestRecordsOfAnotherExperiment(t *testing.T) {
	dir := t.TempDir()
	const first = "bench --solver bfs --board 6x6 --games 2 --records DIR/games"
	const tournament = "arena run greedy random --games 2 --records DIR/cup"
	for _, c := range []struct {
		line string
		Code int
	}{
		{first, command.ExitDone},
		{first, command.ExitDone},
		{first + " --first 2", command.ExitDone},
		{first + " --workers 1 --json", command.ExitDone},
		{first + " --seed 2", command.ExitUsage},
		{first + " --nodes 7", command.ExitUsage},
		{first + " --cpu 1m", command.ExitUsage},
		{"bench --solver bfs --board 6x7 --games 2 --records DIR/games", command.ExitUsage},
		{"bench --solver cell --board 6x6 --games 2 --records DIR/games", command.ExitDone}, // the records have other names than before
		{tournament, command.ExitDone},
		{tournament + " --games 4", command.ExitDone},
		{"arena run random greedy --games 2 --records DIR/cup", command.ExitUsage},
		{"bench bfs --rules hunter:level=8 --games 1 --records DIR/hunts", command.ExitDone},
		{"bench bfs --rules hunter:bots=2,level=8 --games 1 --records DIR/hunts", command.ExitUsage},
	} {
		before := tree(t, dir)
		code, errs := runOn(t, nil, dir, c.line)
		if code != c.Code || code == command.ExitUsage && !strings.Contains(errs, "is already the record of another game; choose another directory") {
			t.Errorf("ouro %s: exit code %d, want %d: %s", c.line, code, c.Code, errs)
		}
		after := tree(t, dir)
		for name, text := range before {
			if after[name] != text {
				t.Errorf("ouro %s has changed %s", c.line, name)
			}
		}
	}
	for folder, want := range map[string]int{"games": 6, "cup": 4, "hunts": 1} {
		if names, err := filepath.Glob(filepath.Join(dir, folder, "*.ouro")); err != nil || len(names) != want {
			t.Errorf("%s has the records %v, %v; want %d", folder, names, err, want)
		}
	}
}
