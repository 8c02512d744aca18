package hunter

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"ouro"
	"ouro/field"
)

// The largest size of a level. With two columns per cell, a terminal of 80x24 has room for a frame
// and a line of text.
const (
	MaxWidth  = 38
	MaxHeight = 19
)

const (
	maxNameLen = 24
	minStep    = 2
	maxStep    = 30
	minSeconds = 10
	maxSeconds = 600
	maxRegrow  = 10_000
	maxLevels  = 32
)

// Level is a board of the game. Its text has five lines, and then a drawing from top to bottom:
//
//	name The cellar
//	snakes 1
//	step 8
//	seconds 90
//	regrow 60
//	XXXXXXXXXXXXX
//	X1   .     aX
//
// snakes is the default number of snakes, step the number of ticks for a step of a snake, and
// seconds the time limit. In each tick, an edible wall grows with a chance of 1 in regrow; 0 means
// never. 'X' is a solid block, '.' an edible wall, ' ' floor. '1' and '2' are the start cells of the
// hunters, and 'a' to 'd' the start cells of the snakes. All six are required, and are floor.
type Level struct {
	Name    string
	Count   int // default number of snakes
	Step    int // ticks for a step of a snake
	Seconds int // time limit
	Regrow  int // in each tick, an edible wall grows with a chance of 1 in Regrow; 0 means never

	Grid    *ouro.Grid
	Terrain []ouro.Terrain        // by Cell
	Hunters [MaxHunters]ouro.Cell // start cells
	Snakes  [MaxSnakes]ouro.Cell  // start cells
}

const startSigns = "12abcd" // signs of hunters, then of snakes

// ParseLevels parses levels with an empty line between them. Errors contain the line and, for a
// drawing, the column, both counted from 1.
func ParseLevels(text string) ([]*Level, error) {
	p := levelParser{rows: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	var levels []*Level
	for {
		l, err := p.level()
		if err != nil {
			return nil, err
		}
		if levels = append(levels, l); len(levels) > maxLevels {
			return nil, fmt.Errorf("levels: more than %d", maxLevels)
		}
		if p.at == len(p.rows) {
			return levels, nil
		}
		p.at++ // skip the empty line
	}
}

// FormatLevels returns the text that ParseLevels parses.
func FormatLevels(levels []*Level) string {
	texts := make([]string, len(levels))
	for i, l := range levels {
		texts[i] = l.String()
	}
	return strings.Join(texts, "\n")
}

func (l *Level) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name %s\nsnakes %d\nstep %d\nseconds %d\nregrow %d\n", l.Name, l.Count, l.Step, l.Seconds, l.Regrow)
	signs := make([]byte, l.Grid.Size())
	for c, t := range l.Terrain {
		signs[c] = " X."[t]
	}
	for i, c := range l.starts() {
		signs[*c] = startSigns[i]
	}
	for y := l.Grid.H - 1; y >= 0; y-- {
		b.Write(signs[y*l.Grid.W : (y+1)*l.Grid.W])
		b.WriteByte('\n')
	}
	return b.String()
}

// starts returns pointers to the start cells, in the order of startSigns.
func (l *Level) starts() (all [MaxHunters + MaxSnakes]*ouro.Cell) {
	for i := range l.Hunters {
		all[i] = &l.Hunters[i]
	}
	for i := range l.Snakes {
		all[MaxHunters+i] = &l.Snakes[i]
	}
	return all
}

type levelParser struct {
	rows []string
	at   int // index of the next row
}

// level parses a level, which ends at an empty row or at the end of the text.
func (p *levelParser) level() (*Level, error) {
	l := &Level{}
	var err error
	if l.Name, err = p.value("name"); err != nil {
		return nil, err
	}
	if !isTitle(l.Name) {
		return nil, fmt.Errorf("level line %d: name %q: want 1 to %d letters, digits, spaces and the signs ' and -, no space at the ends", p.at, l.Name, maxNameLen)
	}
	for _, f := range []struct {
		key    string
		to     *int
		lo, hi int
	}{{"snakes", &l.Count, 1, MaxSnakes}, {"step", &l.Step, minStep, maxStep}, {"seconds", &l.Seconds, minSeconds, maxSeconds}, {"regrow", &l.Regrow, 0, maxRegrow}} {
		text, err := p.value(f.key)
		if err != nil {
			return nil, err
		}
		if *f.to, err = ouro.Number(f.lo, f.hi)(text); err != nil {
			return nil, fmt.Errorf("level line %d: %s %w", p.at, f.key, err)
		}
	}
	return l, p.drawing(l)
}

// value returns the value of the next line, which must begin with key.
func (p *levelParser) value(key string) (string, error) {
	p.at++
	if p.at > len(p.rows) {
		return "", fmt.Errorf("level line %d: want %q, but the text ends", p.at, key)
	}
	found, value, _ := strings.Cut(p.rows[p.at-1], " ")
	if found != key {
		return "", fmt.Errorf("level line %d: want %q, have %q", p.at, key, found)
	}
	return value, nil
}

// drawing parses the drawing of a level, up to an empty row or the end of the text.
func (p *levelParser) drawing(l *Level) error {
	top := p.at
	for p.at < len(p.rows) && p.rows[p.at] != "" {
		p.at++
	}
	rows := p.rows[top:p.at]
	if len(rows) == 0 {
		return fmt.Errorf("level line %d: want a drawing", top+1)
	}
	w, h := len(rows[0]), len(rows)
	if w > MaxWidth || h > MaxHeight {
		return fmt.Errorf("level line %d: a drawing of %dx%d, want %dx%d at most", top+1, w, h, MaxWidth, MaxHeight)
	}
	g, err := ouro.NewGrid(w, h)
	if err != nil {
		return fmt.Errorf("level line %d: %w", top+1, err)
	}
	l.Grid, l.Terrain = g, make([]ouro.Terrain, g.Size())
	starts := l.starts()
	for _, c := range starts {
		*c = ouro.NoCell
	}
	for i, row := range rows {
		if len(row) != w {
			return fmt.Errorf("level line %d: %d columns, the first row has %d", top+i+1, len(row), w)
		}
		for j, sign := range []byte(row) {
			c := g.At(j, h-1-i)
			switch sign {
			case 'X':
				l.Terrain[c] = ouro.Wall
			case '.':
				l.Terrain[c] = ouro.Hedge
			case ' ':
			default:
				k := strings.IndexByte(startSigns, sign)
				if k < 0 {
					return fmt.Errorf("level line %d column %d: unknown character %q (known: X block, . edible wall, space floor, 1 2 hunters, a b c d snakes)", top+i+1, j+1, sign)
				}
				if *starts[k] != ouro.NoCell {
					return fmt.Errorf("level line %d column %d: a second %q", top+i+1, j+1, sign)
				}
				*starts[k] = c
			}
		}
	}
	for i, c := range starts {
		if *c == ouro.NoCell {
			return fmt.Errorf("level line %d: no start %q in the drawing", top+1, startSigns[i])
		}
	}
	return l.check(top)
}

// check returns an error if the level cannot be played. line is the number of lines before the
// drawing.
func (l *Level) check(line int) error {
	place := func(c ouro.Cell) string {
		x, y := l.Grid.XY(c)
		return fmt.Sprintf("level line %d column %d", line+l.Grid.H-y, x+1)
	}
	solid := make([]bool, l.Grid.Size())
	for c, t := range l.Terrain {
		solid[c] = t == ouro.Wall
	}
	reach := field.New(l.Grid)
	reach.Fill(solid, l.Hunters[0])
	for c := range l.Terrain {
		if !solid[c] && reach.At(ouro.Cell(c)) == field.Unreached {
			return fmt.Errorf("%s: the first hunter cannot reach this cell", place(ouro.Cell(c)))
		}
	}
	s := newShelter(l.Grid)
	for i, c := range l.Hunters {
		if !s.canEscape(c, l.Terrain, func(c ouro.Cell) bool { return l.Terrain[c] == ouro.Open }) {
			return fmt.Errorf("%s: hunter %d cannot escape from the first bomb", place(c), i+1)
		}
	}
	return nil
}

// isTitle reports whether s is a valid name of a level: 1 to maxNameLen letters, digits, spaces, ' and
// -, without a space at its ends.
func isTitle(s string) bool {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'- "
	return s != "" && len(s) <= maxNameLen && strings.Trim(s, signs) == "" && strings.TrimSpace(s) == s
}

//go:embed levels/standard.txt
var standardText string

var standard = sync.OnceValue(func() []*Level {
	levels, err := ParseLevels(standardText)
	if err != nil {
		panic("hunter: the embedded levels: " + err.Error())
	}
	return levels
})

// Levels returns the levels of this package, from easy to hard. They are shared and read-only.
func Levels() []*Level { return standard() }
