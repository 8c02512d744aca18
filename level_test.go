package ouro_test

import (
	"slices"
	"strings"
	"testing"

	"ouro"
)

func TestParseLevel(t *testing.T) {
	const text = " .X\nS  \n"
	for _, form := range []string{text, strings.TrimSuffix(text, "\n"), strings.ReplaceAll(text, "\n", "\r\n")} {
		level, err := ouro.ParseLevel(form)
		if err != nil {
			t.Fatalf("%q: %v", form, err)
		}
		want := []ouro.Terrain{ouro.Open, ouro.Open, ouro.Open, ouro.Open, ouro.Hedge, ouro.Wall} // bottom row first
		if level.Grid.W != 3 || level.Grid.H != 2 || !slices.Equal(level.Terrain, want) || level.Start != 0 {
			t.Errorf("%q: %s, terrain %v, start %d", form, level.Grid, level.Terrain, level.Start)
		}
		if level.String() != text {
			t.Errorf("%q is drawn as %q", form, level.String())
		}
		s := level.State()
		if s.Room() != 5 || s.Terrain(4) != ouro.Hedge || s.Terrain(5) != ouro.Wall {
			t.Errorf("%q: the state has room %d, terrain %d and %d", form, s.Room(), s.Terrain(4), s.Terrain(5))
		}
	}
}

func TestStartOnAnEdibleWall(t *testing.T) {
	const text = " .X\ns. \n"
	level, err := ouro.ParseLevel(text)
	if err != nil {
		t.Fatal(err)
	}
	if level.Start != 0 || level.Terrain[0] != ouro.Hedge || level.String() != text {
		t.Errorf("start %d on terrain %v, drawn as %q", level.Start, level.Terrain, level.String())
	}
}

func TestParseLevelErrors(t *testing.T) {
	cases := map[string]string{
		"":                      "level: ",
		" \n":                   "level: ",
		"   \n  \n":             "line 2: 2 columns, line 1 has 3",
		"   \n \n":              "line 2: 1 columns, line 1 has 3",
		"  \n  \n\n":            "line 3: 0 columns, line 1 has 2",
		"  \n x\n":              "line 2 column 2: unknown character 'x'",
		"  \n \x00\n":           `unknown character '\x00'`,
		"S \n S\n":              "line 2 column 2: a second start, the first is at line 1 column 1",
		"s \n S\n":              "line 2 column 2: a second start, the first is at line 1 column 1",
		" X \n X \n":            "column 3: walls cut this cell off",
		"é  \n   \n":            "line 1 column 1: unknown character 'é'",
		"   \n é \n":            "line 2 column 2: unknown character 'é'",
		"    \n漢字\n":            "line 2: 2 columns, line 1 has 4",
		"\xff \n  \n":           "line 1 column 1: unknown character '\ufffd'",
		"XX\nXX\n":              "no free cell",
		"  \r\r\n  \r\r\n":      `unknown character '\r'`,
		strings.Repeat(" ", 99): "level: ",
	}
	for text, want := range cases {
		if _, err := ouro.ParseLevel(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want an error with %q, have %v", text, want, err)
		}
	}
}

// FuzzParseLevel: a text either gives an error of one line, or a level that is drawn as the same
// text, except for line ends.
func FuzzParseLevel(f *testing.F) {
	for _, text := range []string{"", "  \n  \n", " .X\nS  \n", "  \r\n  \r\n", "S \n S", "s.\n..", "XX\nXX\n", "   \n  \n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		level, err := ouro.ParseLevel(text)
		if err != nil {
			mustBeOneLine(t, err)
			return
		}
		want := strings.TrimSuffix(strings.ReplaceAll(text+"\n", "\r\n", "\n"), "\n")
		if drawn := level.String(); drawn != want && drawn != want+"\n" {
			t.Errorf("%q is drawn as %q", text, drawn)
		}
	})
}
