package watch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// boggle runs the command and returns its exit code and its output.
func boggle(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Main(t.Context(), append([]string{"boggle"}, args...), command.IO{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

func TestBoggleListsWords(t *testing.T) {
	code, out, errs := boggle(t, "--grid", "doq/npo/wer", "--from", "D", "--min", "3")
	want := `+-----------+
|  D  O  Q  |
|  N  P  O  |
|  W  E  R  |
+-----------+
doq/npo/wer

5 letters: 1 word, 2 points
  doper

4 letters: 3 words, 1 point each
  done  door  dope

3 letters: 1 word, 1 point
  don

5 words, 6 points
`
	if code != command.ExitDone || out != want || errs != "" {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}

func TestBoggleDrawsTrails(t *testing.T) {
	for _, c := range []struct {
		grid, path string
		Code       int
		want       string
	}{
		{"doq/npo/wer", "DONER", command.ExitDone, `
+----------------+
|  D1 → O2   q   |
|     ↙          |
|  N3   p    o   |
|     ↘          |
|  w    E4 → R5  |
+----------------+

doner: 5 letters, 2 points; it is not in the list of words
`},
		{"Quxt/eix", "quiet", command.ExitNo, `
+-----------+
|  Qu X  T  |
|  E  I  X  |
+-----------+

quiet is not on the grid
`},
		{"?t/Qui", "quit", command.ExitDone, `
+-------------+
|  ?2  → T3   |
|  ↑          |
|  Qu1   i    |
+-------------+

quit: 4 letters, 1 point
`},
		{"ac/db", "abcd", command.ExitDone, `
+-----------+
|  A1   C3  |
|     ╳ ↑   |
|  D4   B2  |
+-----------+

abcd: 4 letters, 1 point; it is not in the list of words
`},
	} {
		code, out, errs := boggle(t, "--grid", c.grid, "--path", c.path)
		if code != c.Code || out != c.want[1:] || errs != "" {
			t.Errorf("%s on %s: code %d, %s\n%s", c.path, c.grid, code, errs, out)
		}
	}
}

func TestBoggleJSON(t *testing.T) {
	code, out, errs := boggle(t, "--grid", "doq/npo/wer", "--from", "don", "--json")
	var doc struct {
		Schema, Columns, Rows, Points int
		Grid                          string
		ListWords                     int `json:"list_words"`
		Words                         []struct {
			Word   string
			Points int
			Listed bool
			Trail  []int
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("code %d, %v: %s%s", code, err, out, errs)
	}
	if code != command.ExitDone || doc.Schema != 1 || doc.Grid != "doq/npo/wer" || doc.Columns != 3 || doc.Rows != 3 || doc.Points != 2 || doc.ListWords != 172823 {
		t.Errorf("code %d: %+v", code, doc)
	}
	if len(doc.Words) != 2 || doc.Words[1].Word != "done" || !doc.Words[1].Listed || !slices.Equal(doc.Words[1].Trail, []int{0, 1, 3, 7}) {
		t.Errorf("words %+v", doc.Words)
	}
	if code, out, _ := boggle(t, "--grid", "xzx", "--json"); code != command.ExitNo || !strings.Contains(out, `"words": []`) {
		t.Errorf("no word: code %d: %s", code, out)
	}
}

// TestBoggleFitsThePage: no line of the output has more than 100 columns.
func TestBoggleFitsThePage(t *testing.T) {
	_, out, _ := boggle(t, "--board", "16x16", "--seed", "3")
	for line := range strings.Lines(out) {
		if len(line) > 101 || strings.TrimRight(line, " \n")+"\n" != line {
			t.Errorf("line %q", line)
		}
	}
}

func TestBoggleTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if code := cli.Main(ctx, []string{"boggle", "--grid", "a?"}, command.IO{Out: &out, Err: &errs}); code != command.ExitSignal+int(syscall.SIGINT) || out.Len() > 0 {
		t.Errorf("interrupted: code %d, %s%s", code, &out, &errs)
	}
	if strings.Contains(errs.String(), "wildcards") {
		t.Errorf("interrupted: %s", &errs)
	}
	for grid, wild := range map[string]bool{"abc/def": false, "ab?/def": true} { // a grid without wildcards gets no advice to use fewer
		code, out, errs := boggle(t, "--grid", grid, "--timeout", "1ns")
		if code != command.ExitOutOfTime || out != "" || !strings.Contains(errs, "interrupted before") || strings.Contains(errs, "fewer wildcards") != wild {
			t.Errorf("%s out of time: code %d, %s%s", grid, code, out, errs)
		}
	}
}

func TestBoggleErrors(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	large := file("large", "")
	if err := os.Truncate(large, 16<<20+1); err != nil {
		t.Fatal(err)
	}
	ragged, empty := file("ragged", "abc\nde\n"), file("empty", "\n1\n")
	for _, c := range []struct {
		args []string
		Code int
		want string
	}{
		{[]string{"--grid", "ab1/cde"}, command.ExitUsage, "grid row 1 column 3: '1' is not a cell"},
		{[]string{"--grid", "abc/de"}, command.ExitUsage, "grid row 2 column 3: the row ends here"},
		{[]string{"--grid", ""}, command.ExitUsage, "grid is empty"},
		{[]string{ragged}, command.ExitFailed, "ragged: grid row 2 column 3: the row ends here, but row 1 has 3 columns"},
		{[]string{filepath.Join(dir, "missing")}, command.ExitFailed, "missing: no such file"},
		{[]string{"--words", filepath.Join(dir, "missing")}, command.ExitFailed, "missing: no such file"},
		{[]string{"--words", empty}, command.ExitFailed, "empty: the list has no word of the letters a to z"},
		{[]string{"--words", large}, command.ExitFailed, "large: larger than"},
		{[]string{"--board", "17x2"}, command.ExitUsage, `--board "17x2": each side must be 1 to 16`},
		{[]string{"--board", "4"}, command.ExitUsage, `--board "4": want a size such as`},
		{[]string{"--min", "0"}, command.ExitUsage, "--min 0: must be at least 1"},
		{[]string{"--timeout", "-1s"}, command.ExitUsage, "--timeout -1s: must not be negative"},
		{[]string{"--path", "a b"}, command.ExitUsage, `--path "a b": want one word of the letters a to z`},
		{[]string{"--path", "don\nend"}, command.ExitUsage, `: want one word`},
		{[]string{"--path", ""}, command.ExitUsage, `--path "": want one word`},
		{[]string{"--from", "d1"}, command.ExitUsage, `--from "d1": want letters a to z`},
		{[]string{"--path", "ab", "--min", "3"}, command.ExitUsage, "--path and --min cannot be combined"},
		{[]string{ragged, "--seed", "3"}, command.ExitUsage, "--seed cannot be combined with a file"},
		{[]string{"-", "--words", "-"}, command.ExitUsage, "standard input"},
		{[]string{"a", "b"}, command.ExitUsage, `unexpected argument "b"`},
	} {
		code, out, errs := boggle(t, c.args...)
		if code != c.Code || out != "" || !strings.HasPrefix(errs, "ouro: ") || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, c.want) {
			t.Errorf("%q: code %d, want %d and %q: %s%s", c.args, code, c.Code, c.want, out, errs)
		}
	}
}

// TestBoggleOtherList: boggle with another list of words prints the number of skipped lines.
func TestBoggleOtherList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(path, []byte("Doner\ndo\n\ndon't\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := boggle(t, "--grid", "doq/npo/wer", "--words", path)
	if code != command.ExitDone || !strings.HasSuffix(out, "2 letters: 1 word, no points\n  do\n\n2 words, 2 points\n") ||
		!strings.HasSuffix(errs, "skipped 1 line with other characters than the letters a to z\n") {
		t.Errorf("code %d, %s\n%s", code, errs, out)
	}
}

// TestBoggleBest: the grid of --best has at least twice the points of the random grid, and is the
// same each time.
func TestBoggleBest(t *testing.T) {
	points := func(args ...string) (string, int) {
		t.Helper()
		code, out, errs := boggle(t, append(args, "--json")...)
		var answer struct {
			Grid   string
			Points int
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil || code != command.ExitDone || errs != "" {
			t.Fatalf("%q: code %d, %v, %s", args, code, err, errs)
		}
		return answer.Grid, answer.Points
	}
	first, few := points("--best", "--tries", "1")
	if random, _ := points(); first != random {
		t.Errorf("the first grid is %s, want the random grid %s", first, random)
	}
	grid, many := points("--best", "--tries", "500")
	if again, _ := points("--best", "--tries", "500"); again != grid {
		t.Errorf("%s, and then %s", grid, again)
	}
	if many < 2*few {
		t.Errorf("%d points after 500 grids, %d after the first", many, few)
	}
	if _, same := points("--grid", grid); same != many {
		t.Errorf("%s has %d points, --best counts %d", grid, same, many)
	}
}

// TestBoggleBestStops: at the timeout, --best reports its best grid so far.
func TestBoggleBestStops(t *testing.T) {
	code, out, errs := boggle(t, "--best", "--tries", "1000000000", "--timeout", "50ms")
	if code != command.ExitOutOfTime || out != "" || !strings.Contains(errs, "the best so far is ") {
		t.Errorf("code %d, %s%s", code, out, errs)
	}
}
