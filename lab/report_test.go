package lab_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldenReport returns the report of a small experiment, with invented times. Its solvers win
// always, sometimes or never; one has faults.
func goldenReport(t *testing.T) *lab.Report {
	t.Helper()
	plan := classicPlan(4, 4, 25, winner, greedy, spinner, drunk)
	plan.Budget.Nodes, plan.Meals = 500, true
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	report.AgainstOptimum(41.567374)
	report.AgainstDistance()
	for i := range report.Results {
		scale := time.Duration(math.Pow(60, float64(i)))
		report.Results[i].Times = &lab.Times{
			Mean: 81 * scale, P50: 75 * scale, P99: 312 * scale, Max: 40960 * scale,
			GamesPerSecond: 12345.6 / float64(scale),
		}
	}
	return report
}

func TestGolden(t *testing.T) {
	report := goldenReport(t)
	table := func(r *lab.Report, width int) func(*bytes.Buffer) error {
		return func(b *bytes.Buffer) error { return r.WriteTable(b, width) }
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"table-80.golden":  table(report, 80),
		"table-200.golden": table(report, 200),
		"notimes.golden":   table(report.WithoutTimes(), 80),
		"report.md.golden": func(b *bytes.Buffer) error { return report.WriteMarkdown(b) },
		"report.csv.golden": func(b *bytes.Buffer) error {
			return report.WriteCSV(b)
		},
		"games.csv.golden": func(b *bytes.Buffer) error { return report.WriteGamesCSV(b) },
		"meals.csv.golden": func(b *bytes.Buffer) error { return report.WriteMealsCSV(b) },
		"report.json.golden": func(b *bytes.Buffer) error {
			var line bytes.Buffer
			if err := report.WriteJSON(&line); err != nil {
				return err
			}
			return json.Indent(b, line.Bytes(), "", " ") // writes one figure on each line
		},
	} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkGolden(t, name, got.Bytes())
	}
}

// checkGolden compares got with the golden file of this name.
func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: have\n%s\nwant\n%s", name, got, want)
	}
}

// checkSame returns the report in all formats, without times. If want is not nil, checkSame
// compares the formats with want, which is from a run with fewer workers.
func checkSame(t *testing.T, workers int, r *lab.Report, want []string) []string {
	t.Helper()
	got := formats(t, r.WithoutTimes())
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d workers:\n%s\nfewer:\n%s", workers, got[i], want[i])
		}
	}
	return got
}

// TestTableFits: for widths of at least 80 columns, only lines with a very long name are longer
// than the width.
func TestTableFits(t *testing.T) {
	report := goldenReport(t)
	for _, names := range []string{"cell", "backtrack:depth=20,weights=" + strings.Repeat("1.5/", 20)} {
		report.Results[1].Name, report.Pairs[0].B, report.Pairs[3].A = names, names, names
		for width := 80; width < 220; width += 7 {
			var b bytes.Buffer
			if err := report.WriteTable(&b, width); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > width && !strings.Contains(line, "backtrack:") {
					t.Errorf("width %d: %q", width, line)
				}
				if strings.HasSuffix(line, " ") {
					t.Errorf("width %d: %q ends in a space", width, line)
				}
			}
			if n := strings.Count(b.String(), names); n < 2 {
				t.Errorf("width %d: %s is named %d times", width, names, n)
			}
		}
	}
}

// TestJSONWithoutGames: unknown figures are null.
func TestJSONWithoutGames(t *testing.T) {
	level, err := ouro.ParseLevel("X  \n   \n")
	if err != nil {
		t.Fatal(err)
	}
	report := &lab.Report{
		Experiment: lab.Experiment{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 3, H: 2, StartLength: 2, Level: level}, Groups: 5, First: 7, Partial: true},
		Results:    []lab.Result{{Name: "a", Moves: stat.Describe(nil), MovesMean: stat.Describe(nil).Interval(0.95), Length: stat.Describe(nil)}},
	}
	got, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema":1,"experiment":{"game":"classic","board":"3x2","level":["X  ","   "],"start_length":2,"games":5,"first":7,"seed":0,"budget":"none","partial":true},` +
		`"results":[{"solver":"a","games":0,"won":0,"died":0,"trapped":0,"looped":0,"won_ci95":[0,0],` +
		`"moves":{"n":0,"mean":null,"ci95":null,"sd":null,"min":null,"p25":null,"median":null,"p75":null,"max":null},"length":{"mean":null,"ci95":null,"min":null},"mishaps":0}],"pairs":[]}`
	if string(got) != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
}

// TestGamesCSV: the CSV has a row for every game.
func TestGamesCSV(t *testing.T) {
	report := goldenReport(t)
	report.Games = slices.Delete(report.Games, 2, 11) // as if interrupted
	var b bytes.Buffer
	if err := report.WriteGamesCSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]int)
	for _, row := range rows[1:] {
		byName[row[2]]++
	}
	for i, r := range report.Results {
		games := 0
		for range report.Of(i) {
			games++
		}
		if byName[r.Name] != games || games == 0 {
			t.Errorf("%s: %d rows for %d games", r.Name, byName[r.Name], games)
		}
	}
}

// TestComplete: Complete counts whole groups before the first missing game. The groups have
// two games, and the last group lacks one.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		games [][2]int32 // group and seating
		want  int
	}{
		{[][2]int32{{5, 0}, {5, 1}, {6, 0}, {6, 1}, {7, 0}}, 3},
		{[][2]int32{{5, 0}, {5, 1}, {6, 0}, {6, 1}}, 2},
		{[][2]int32{{5, 0}, {5, 1}, {6, 0}, {7, 0}}, 1},
		{[][2]int32{{5, 0}, {5, 1}, {6, 1}, {7, 0}}, 1},
		{[][2]int32{{5, 0}, {6, 0}, {6, 1}, {7, 0}}, 0},
		{[][2]int32{{5, 1}, {6, 0}}, 0},
		{nil, 0},
	} {
		r := &lab.Report{Experiment: lab.Experiment{First: 5, Groups: 3, Seatings: 2, Games: 5}}
		for _, g := range c.games {
			r.Games = append(r.Games, lab.Tally{Group: g[0], Seating: g[1]})
		}
		if got := r.Complete(); got != c.want {
			t.Errorf("%v: complete %d, want %d", c.games, got, c.want)
		}
	}
}

func TestMarkdownEscapes(t *testing.T) {
	report := goldenReport(t)
	report.Results[0].Name = "winner:x=a|b*c"
	var b bytes.Buffer
	if err := report.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `| winner:x=a\|b\*c |`) {
		t.Error(b.String())
	}
}

// brokenWriter is a writer whose writes all fail.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteErrors(t *testing.T) {
	r := goldenReport(t)
	var w brokenWriter
	for name, err := range map[string]error{
		"table": r.WriteTable(w, 80), "markdown": r.WriteMarkdown(w), "csv": r.WriteCSV(w), "games": r.WriteGamesCSV(w), "meals": r.WriteMealsCSV(w), "json": r.WriteJSON(w),
	} {
		if err == nil {
			t.Errorf("%s: a failed write gave no error", name)
		}
	}
}
