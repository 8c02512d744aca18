package hunter

import (
	"fmt"
	"strings"
	"testing"

	"ouro/field"
)

func TestStandardLevels(t *testing.T) {
	levels := Levels()
	if len(levels) < 6 {
		t.Fatalf("%d levels", len(levels))
	}
	if FormatLevels(levels) != standardText {
		t.Error("levels/standard.txt differs from the text that FormatLevels returns for it")
	}
	last := levels[0]
	for _, l := range levels {
		if l.Count < last.Count || l.Step > last.Step {
			t.Errorf("%s has fewer or slower snakes than the previous level", l.Name)
		}
		last = l
		dist := field.New(l.Grid)
		solid := make([]bool, l.Grid.Size())
		for c, terrain := range l.Terrain {
			solid[c] = terrain == 1
		}
		for h, start := range l.Hunters {
			dist.Fill(solid, start)
			for i, c := range l.Snakes {
				if d := dist.At(c); d < 6 {
					t.Errorf("%s: snake %d starts %d steps from hunter %d", l.Name, i+1, d, h+1)
				}
			}
		}
	}
	if last.Count != MaxSnakes {
		t.Errorf("the last level has %d snakes", last.Count)
	}
}

const goodLevel = `name Test
snakes 1
step 8
seconds 90
regrow 0
XXXXXXXXX
X1  .  aX
X2  . bcX
X      dX
XXXXXXXXX
`

func TestParseLevels(t *testing.T) {
	two, err := ParseLevels(goodLevel + "\n" + goodLevel)
	if err != nil || len(two) != 2 || FormatLevels(two) != goodLevel+"\n"+goodLevel {
		t.Errorf("%v, %v", two, err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"name Test", "nam Test", `line 1: want "name", have "nam"`},
		{"name Test", "name ", "line 1: name \"\": want 1 to 24 letters"},
		{"name Test", "name a|b", "line 1: name"},
		{"snakes 1", "snakes 5", `line 2: snakes "5" is not a whole number from 1 to 4`},
		{"step 8", "step 08", `line 3: step "08"`},
		{"step 8", "step 1", `line 3: step "1" is not a whole number from 2 to 30`},
		{"seconds 90", "seconds x", `line 4: seconds "x"`},
		{"regrow 0", "", `line 5: want "regrow", have ""`},
		{"X1  .  aX", "X1  .  aXX", "line 7: 10 columns, the first row has 9"},
		{"X1  .  aX", "X1  ?  aX", "line 7 column 5: unknown character '?'"},
		{"X1  .  aX", "X1  1  aX", "line 7 column 5: a second '1'"},
		{"X1  .  aX", "X   .  aX", "line 6: no start '1' in the drawing"},
		{"X1  .  aX\nX2  . bcX\nX      dX", "X1  . XaX\nX2  . XcX\nX   b XdX", "line 9 column 8: the first hunter cannot reach this cell"},
		{"X2  . bcX", "X2.   bcX", ""},
		{"XXXXXXXXX\nX1", strings.Repeat("X", 39) + "\nX1", "line 6: a drawing of 39x5, want 38x19 at most"},
		{"X      dX\n", "X      dX\n" + strings.Repeat("X       X\n", 16), "line 6: a drawing of 9x21"},
		{"XXXXXXXXX\nX1  .  aX\nX2  . bcX\nX      dX\nXXXXXXXXX\n", "", "line 6: want a drawing"},
		{goodLevel, goodLevel + "\n\n", `line 12: want "name", have ""`},
		{goodLevel, strings.Repeat(goodLevel+"\n", 32) + goodLevel, "more than 32"},
		{goodLevel, "", "line 1"},
	} {
		_, err := ParseLevels(strings.Replace(goodLevel, tt.old, tt.new, 1))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q for %q: error %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}

// TestNoWayOutOfTheFirstBomb: the start cell of a hunter is invalid if a bomb on it reaches every cell
// that the hunter can reach.
func TestNoWayOutOfTheFirstBomb(t *testing.T) {
	text := fmt.Sprintf(strings.Replace(goodLevel, "X1  .  aX\nX2  . bcX", "%s\nX.2   bcX", 1), "X1.    aX")
	if _, err := ParseLevels(text); err == nil || !strings.Contains(err.Error(), "line 7 column 2: hunter 1 cannot escape from the first bomb") {
		t.Errorf("error %v", err)
	}
}

func FuzzParseLevels(f *testing.F) {
	f.Add(goodLevel)
	f.Add(goodLevel + "\n" + goodLevel)
	f.Add(strings.Replace(goodLevel, "Test", "the cellar's 2nd-best", 1))
	f.Fuzz(func(t *testing.T, text string) {
		levels, err := ParseLevels(text)
		if err != nil {
			return
		}
		if again := FormatLevels(levels); strings.TrimSuffix(text, "\n") != strings.TrimSuffix(again, "\n") {
			t.Errorf("read %q, wrote %q", text, again)
		}
	})
}
