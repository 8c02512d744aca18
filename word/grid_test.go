package word_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/word"
)

func TestParseGrid(t *testing.T) {
	for text, want := range map[string]string{
		"doq/npo/wer":         "doq/npo/wer",
		"DOQ/NPO/WER":         "doq/npo/wer",
		"d o q\nn p o\nw e r": "doq/npo/wer",
		"ab\r\ncd\r\n":        "ab/cd",
		"Qua/b?":              "Qua/b?",
		"Quqa/qUbc/QUde":      "",
		"Quqa/qUb/QUd":        "Quqa/qub/qud",
		"?":                   "?",
		"a\tb\n\n\n":          "ab",
	} {
		g, err := word.ParseGrid(text)
		switch {
		case want == "" && err == nil:
			t.Errorf("%q: want an error", text)
		case want != "" && (err != nil || g.String() != want):
			t.Errorf("%q: %v, %v, want %s", text, g, err, want)
		}
	}
}

func TestParseGridErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "grid is empty",
		" \n\n":                          "grid is empty",
		"ab1/cde":                        "grid row 1 column 3: '1' is not a cell (want a letter a to z, Qu, or ? for any letter)",
		"abc/dé":                         "grid row 2 column 2: 'é' is not a cell (want a letter a to z, Qu, or ? for any letter)",
		"abc/de":                         "grid row 2 column 3: the row ends here, but row 1 has 3 columns",
		"ab/cde":                         "grid row 2 column 3: row 1 has only 2",
		"ab//cd":                         "grid row 2 column 1: the row is empty",
		"/ab":                            "grid row 1 column 1: the row is empty",
		"ab/":                            "grid row 2 column 1: the row is empty",
		"\xff":                           "grid row 1 column 1: '�' is not a cell (want a letter a to z, Qu, or ? for any letter)",
		strings.Repeat("a", 17):          "grid row 1 column 17: more than 16 columns",
		strings.Repeat("ab/", 16) + "ab": "grid row 17 column 1: more than 16 rows",
	} {
		if g, err := word.ParseGrid(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v, want %s", text, g, err, want)
		}
	}
}

func FuzzParseGrid(f *testing.F) {
	for _, text := range []string{"doq/npo/wer", "Qu?\nabc\r\n", "a b c", "Qquu/QUqu", "a/1", "\xff/", strings.Repeat("a/", 20)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := word.ParseGrid(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "grid ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q", err)
			}
			return
		}
		if g.Cells() != g.Rows()*g.Columns() || g.Rows() < 1 || g.Rows() > word.MaxSide || g.Columns() < 1 || g.Columns() > word.MaxSide {
			t.Errorf("%d cells in %d rows and %d columns", g.Cells(), g.Rows(), g.Columns())
		}
		again, err := word.ParseGrid(g.String())
		if err != nil || again.String() != g.String() || again.Rows() != g.Rows() {
			t.Errorf("%q is printed as %q, which is parsed as %v, %v", text, g, again, err)
		}
	})
}

func TestRandom(t *testing.T) {
	for seed, want := range []string{"uipe/rlyf/oibt/olnu", "eiae/lohi/Qutls/oaas", "ktne/tssy/cfnd/sewz"} {
		if g := word.Random(4, 4, ouro.NewPCG(uint64(seed))); g.String() != want {
			t.Errorf("seed %d: %s, want %s", seed, g, want)
		}
	}
	g := word.Random(16, 16, ouro.NewPCG(1))
	if g.Rows() != 16 || g.Columns() != 16 || strings.Count(g.String(), "e") < 20 {
		t.Errorf("16x16: %s", g)
	}
}

func TestNewGridPanics(t *testing.T) {
	for name, call := range map[string]func(){
		"size": func() { word.NewGrid(2, 2, []word.Face{'a'}) },
		"face": func() { word.NewGrid(1, 1, []word.Face{'A'}) },
		"set":  func() { word.NewGrid(1, 1, []word.Face{'a'}).Set(0, '1') },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

func ExampleGrid_DrawTrail() {
	g, err := word.ParseGrid("doq/npo/wer")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _, err := word.ParseList("doner")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := word.NewFinder(list).Find(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g.DrawTrail(found[0].Trail, 80))
	// Output:
	// +----------------+
	// |  D1 → O2   q   |
	// |     ↙          |
	// |  N3   p    o   |
	// |     ↘          |
	// |  w    E4 → R5  |
	// +----------------+
}
