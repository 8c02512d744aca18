package store_test

import (
	"fmt"
	"strings"
	"testing"

	"ouro/store"
)

// TestImportLimits: a small file that unpacks to a large one is an error that names the
// limit, and is not read to its end.
func TestImportLimits(t *testing.T) {
	_, text := exported(t)
	lines := strings.SplitAfter(string(text), "\n")
	var solvers strings.Builder
	for range 20_000 {
		solvers.WriteString(`"",`)
	}
	for name, c := range map[string]struct{ text, want string }{
		"blank lines":  {lines[0] + strings.Repeat("\n", 1<<20), "line 2: it is blank, want a document"},
		"spaces":       {lines[0] + strings.Repeat(" ", 32<<20), "bytes unpack to more than "},
		"a long title": {lines[0] + strings.Replace(lines[1], `"title":"`, `"title":"`+strings.Repeat("x", 32<<20), 1), "bytes unpack to more than "},
		"many runs":    {lines[0] + lines[1] + strings.Repeat(lines[2], 20_000), " rows"},
		"many solvers": {lines[0] + strings.Replace(lines[1], `"solvers":[`, `"solvers":[`+solvers.String(), 1), " rows"},
	} {
		s := open(t, newFile(t))
		_, err := s.Import(t.Context(), strings.NewReader(gzipped(t, []byte(c.text))), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: %.200v, want %q", name, err, c.want)
		}
		if got, err := s.Import(t.Context(), strings.NewReader(gzipped(t, text)), nil); err != nil || got.Games != 8 {
			t.Errorf("%s: then %+v, %v", name, got, err)
		}
	}
}

// TestImportReports: an import reports its progress.
func TestImportReports(t *testing.T) {
	s := open(t, newFile(t))
	sh := shelf(t, s, experiment("cell"))
	for i := range store.ImportAtOnce + 1 {
		if err := sh.Keep(finished(i, 0)); err != nil {
			t.Fatal(err)
		}
	}
	keep(t, sh)
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
