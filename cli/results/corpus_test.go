package results_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/studio/link"
)

// corpus is a directory of files that an earlier version of the program wrote.
const corpus = "testdata/corpus"

// TestCorpus: this version can open the records, logs, tables, stores, exports, tournaments and
// links of an earlier version, with all their games.
func TestCorpus(t *testing.T) {
	t.Parallel()
	at := func(name string) string { return filepath.Join(corpus, name) }
	for _, c := range []struct{ line, want string }{
		{"verify " + at("classic.ouro"), `189 turns`},
		{"verify " + at("maze.ouro"), `150 turns`},
		{"verify " + at("duel.ouro"), `35 turns`},
		{"verify " + at("duel.jsonl.gz"), `35 turns`},
		{"verify " + at("hunt.ouro"), `9423 ticks`},
		{"replay " + at("duel.ouro"), `greedy .*met the head of spot`},
		{"watch tablebase:file=" + at("3x3.table") + " --board 3x3 --seed 1", `tablebase`},
		{"watch tablebase:file=" + at("walls.table") + " --level " + at("walls.txt") + " --seed 1", `won after \d+ moves at length 8 of 8`},
	} {
		t.Run(c.line, func(t *testing.T) {
			code, out, errs := clitest.Run(t, strings.Fields(c.line)...)
			if code != command.ExitDone || !regexp.MustCompile(c.want).MatchString(out) {
				t.Errorf("code %d: %s%s", code, out, errs)
			}
		})
	}
	for name, want := range map[string]string{"store": "6", "arena": "4", "game": "2", "hunter": "2", "exact": "1"} {
		t.Run(name, func(t *testing.T) {
			old := filepath.Join(t.TempDir(), "old.db")
			unpack(t, at(name+".db.gz"), old)
			checkGames(t, old, want)
			imported := filepath.Join(t.TempDir(), "new.db")
			if code, out, errs := clitest.Run(t, "results", "import", at(name+".jsonl.gz"), "--store", imported); code != command.ExitDone {
				t.Fatalf("import: code %d: %s%s", code, out, errs)
			}
			checkGames(t, imported, want)
		})
	}
	t.Run("tournament", func(t *testing.T) {
		imported := filepath.Join(t.TempDir(), "new.db")
		if code, out, errs := clitest.Run(t, "results", "import", at("tournament"), "--store", imported); code != command.ExitDone {
			t.Fatalf("import: code %d: %s%s", code, out, errs)
		}
		checkGames(t, imported, "4")
	})
	t.Run("links", func(t *testing.T) {
		text, err := os.ReadFile(at("links.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			l, err := link.Parse(line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			a, err := l.Resolve()
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if again := a.Link("").String(); again != line {
				t.Errorf("%s is written as %s", line, again)
			}
		}
	})
}

// checkGames fails the test unless a store has this total number of games, and ouro results verify
// finds no difference.
func checkGames(t *testing.T, file, want string) {
	t.Helper()
	code, out, errs := clitest.Run(t, "results", "list", "--json", "--store", file)
	games := 0
	for _, m := range regexp.MustCompile(`"games": *(\d+)`).FindAllStringSubmatch(out, -1) {
		n := 0
		for _, digit := range m[1] {
			n = 10*n + int(digit-'0')
		}
		games += n
	}
	if code != command.ExitDone || want != strconv.Itoa(games) {
		t.Errorf("%d games are listed, want %s: code %d: %s%s", games, want, code, out, errs)
	}
	if code, out, errs := clitest.Run(t, "results", "verify", "--store", file); code != command.ExitDone {
		t.Errorf("verify: code %d: %s%s", code, out, errs)
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	packed, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
