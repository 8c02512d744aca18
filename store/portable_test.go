package store_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ouro/store"
)

// content returns everything in a store except the numbers of its rows.
func content(t testing.TB, s *store.Store) string {
	t.Helper()
	var b strings.Builder
	all, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		id := e.ID
		e.ID = 0
		runs, err := s.Runs(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		at := map[int64]int{}
		for i := range runs {
			at[runs[i].ID], runs[i].ID = i, 0
		}
		fmt.Fprintf(&b, "%+v\n%+v\n", e, runs)
		for g, err := range s.Games(t.Context(), id) {
			if err != nil {
				t.Fatal(err)
			}
			g.Run = int64(at[g.Run])
			fmt.Fprintf(&b, "%+v\n", *g)
		}
	}
	return b.String()
}

// exportTwo returns a store with two experiments, and its export.
func exportTwo(t testing.TB) (*store.Store, []byte) {
	t.Helper()
	s := open(t, newFile(t))
	for i, solver := range []string{"cell", "bfs"} {
		e := experiment(solver)
		e.Title = "a title\nwith <lines> \u2028 and \x1b"
		for range 2 { // runs
			run := startRun(t, s, e)
			keep(t, run, newFinished(10*i, 0), newFinished(10*i+1, 0))
			i++
		}
	}
	var b bytes.Buffer
	if err := s.Export(t.Context(), &b, 1, 2); err != nil {
		t.Fatal(err)
	}
	return s, b.Bytes()
}

// TestImport: an import restores all exported content, and a second import changes nothing.
// If a store has other games of the same experiments, it has both afterwards.
func TestImport(t *testing.T) {
	from, text := exportTwo(t)
	to := open(t, newFile(t))
	for i, known := range []int{0, 8} {
		got, err := to.Import(t.Context(), bytes.NewReader(text), nil)
		if want := (store.ImportCount{Experiments: 2, Games: 8, Known: known}); err != nil || got != want {
			t.Fatalf("import %d: %+v, %v; want %+v", i, got, err, want)
		}
		if have, want := content(t, to), content(t, from); have != want {
			t.Fatalf("import %d: have\n%s\nwant\n%s", i, have, want)
		}
	}
	more := open(t, newFile(t))
	e := experiment("cell")
	keep(t, startRun(t, more, e), newFinished(1, 0), newFinished(77, 0))
	got, err := more.Import(t.Context(), bytes.NewReader(text), nil)
	if want := (store.ImportCount{Experiments: 2, Games: 8, Known: 1}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if merged, err := more.Experiment(t.Context(), "1"); err != nil || merged.Games != 5 || merged.Last != 77 {
		t.Errorf("%+v, %v", merged, err)
	}
}

func gzipText(t *testing.T, text []byte) string {
	t.Helper()
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestImportPacked: a compressed export can be imported.
func TestImportPacked(t *testing.T) {
	from, text := exportTwo(t)
	to := open(t, newFile(t))
	if got, err := to.Import(t.Context(), strings.NewReader(gzipText(t, text)), nil); err != nil || got.Games != 8 {
		t.Errorf("%+v, %v", got, err)
	}
	if have, want := content(t, to), content(t, from); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// TestImportMistakes: an import reports every mistake in a file, with its line if possible. The
// correct file can be imported afterwards.
func TestImportMistakes(t *testing.T) {
	_, text := exportTwo(t)
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := range lines {
		without := strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "")
		if _, err := open(t, newFile(t)).Import(t.Context(), strings.NewReader(without), nil); err == nil {
			if !strings.Contains(lines[i], `{"run":`) { // a missing run is not noticed if it has no games
				t.Errorf("the file is imported without its line %d: %s", i+1, lines[i])
			}
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":        {"", "file is truncated"},
		"other":        {"{}\n", "line 1: want exported results"},
		"garbage":      {"hello\n", "line 1: not JSON"},
		"a store":      {"SQLite format 3\x00" + strings.Repeat("x", 4096), "this is a results file, not an export"},
		"packed":       {gzipText(t, []byte("{}\n")), "line 1: want exported results"},
		"cut":          {gzipText(t, text)[:len(text)/10], "the gzip file is truncated"},
		"newer":        {`{"ouro_results":{"schema":3}}`, "newer version"},
		"a half":       {string(text[:len(text)/2]), "line "},
		"a title":      {strings.Replace(string(text), `"kind":"bench"`, `"kind":"games"`, 1), "line 2: experiment"},
		"a figure":     {strings.Replace(string(text), `"ending":"won"`, `"ending":"drawn"`, 1), "was changed: its checksum does not match"},
		"empty object": {lines[0] + "{}\n", "line 2: want a line with an experiment"},
		"game first":   {lines[0] + lines[4], "line 2: want a line with an experiment"},
		"no run":       {lines[0] + lines[1] + lines[4], "unknown run"},
	} {
		s := open(t, newFile(t))
		_, err := s.Import(t.Context(), strings.NewReader(c.text), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, err := s.Import(t.Context(), bytes.NewReader(text), nil); err != nil {
			t.Errorf("%s: the mended file: %v", name, err)
		}
	}
}

// FuzzImport: after any import the store can be read, and every row has its sum.
func FuzzImport(f *testing.F) {
	_, text := exportTwo(f)
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add(bytes.Replace(text, []byte(`"winner":0`), []byte(`"winner":-9e9`), 1))
	f.Add(bytes.Replace(text, []byte(`"title":"`), []byte(`"title":"\u0000 \ud800`), 1))
	f.Add(bytes.ReplaceAll(text, []byte(`"command":"`), []byte(`"command":"\u0000`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := open(t, newFile(t))
		_, _ = s.Import(t.Context(), bytes.NewReader(text), nil)
		content(t, s)
		if got := flaws(t, s); len(got) > 0 {
			t.Error(got)
		}
	})
}

// TestImportLimits: a small file that unpacks to a large one gives an error that names the
// limit. It is not read to its end.
func TestImportLimits(t *testing.T) {
	_, text := exportTwo(t)
	lines := strings.SplitAfter(string(text), "\n")
	var solvers strings.Builder
	for range 20_000 {
		solvers.WriteString(`"",`)
	}
	for name, c := range map[string]struct{ text, want string }{
		"blank lines":  {lines[0] + strings.Repeat("\n", 1<<20), "line 2: a blank line; want a JSON document"},
		"spaces":       {lines[0] + strings.Repeat(" ", 32<<20), "bytes unpack to more than "},
		"a long title": {lines[0] + strings.Replace(lines[1], `"title":"`, `"title":"`+strings.Repeat("x", 32<<20), 1), "bytes unpack to more than "},
		"many runs":    {lines[0] + lines[1] + strings.Repeat(lines[2], 20_000), " rows"},
		"many solvers": {lines[0] + strings.Replace(lines[1], `"solvers":[`, `"solvers":[`+solvers.String(), 1), " rows"},
	} {
		s := open(t, newFile(t))
		_, err := s.Import(t.Context(), strings.NewReader(gzipText(t, []byte(c.text))), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: %.200v, want %q", name, err, c.want)
		}
		if got, err := s.Import(t.Context(), strings.NewReader(gzipText(t, text)), nil); err != nil || got.Games != 8 {
			t.Errorf("%s: then %+v, %v", name, got, err)
		}
	}
}

func TestImportReports(t *testing.T) {
	s := open(t, newFile(t))
	run := startRun(t, s, experiment("cell"))
	for i := range store.ImportAtOnce + 1 {
		if err := run.Keep(newFinished(i, 0)); err != nil {
			t.Fatal(err)
		}
	}
	keep(t, run)
	var text strings.Builder
	if err := s.Export(t.Context(), &text, 1); err != nil {
		t.Fatal(err)
	}
	var reported []string
	_, err := open(t, newFile(t)).Import(t.Context(), strings.NewReader(text.String()), func(done store.ImportCount) { reported = append(reported, fmt.Sprint(done.Games)) })
	if want := fmt.Sprintf("%d %d", store.ImportAtOnce-3, store.ImportAtOnce+1); err != nil || strings.Join(reported, " ") != want {
		t.Errorf("%q, %v; want %s", reported, err, want)
	}
}
