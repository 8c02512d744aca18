package battlesnake_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// The files in testdata are logs of the official engine.

type point [2]int

type logSnake struct {
	ID              string  `json:"id"`
	Health          int     `json:"health"`
	Body            []point `json:"body"`
	EliminatedCause string  `json:"eliminatedCause"`
	EliminatedBy    string  `json:"eliminatedBy"`
	EliminatedTurn  int     `json:"eliminatedOnTurn"`
}

type logState struct {
	Turn    int        `json:"turn"`
	Food    []point    `json:"food"`
	Hazards []point    `json:"hazards"`
	Snakes  []logSnake `json:"snakes"`
}

type logLine struct {
	Type string `json:"type"`

	// Only in the first line.
	Ruleset  string `json:"ruleset"`
	Map      string `json:"map"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Seed     int64  `json:"seed"`
	Settings struct {
		FoodSpawnChance   int `json:"foodSpawnChance"`
		MinimumFood       int `json:"minimumFood"`
		DamagePerTurn     int `json:"damagePerTurn"`
		ShrinkEveryNTurns int `json:"shrinkEveryNTurns"`
	} `json:"settings"`
	Initial logState `json:"initial"`

	// In all lines between the first and the last.
	Moves []struct {
		ID   string   `json:"id"`
		Move ouro.Dir `json:"move"`
	} `json:"moves"`
	RulesFood    []point  `json:"rulesFood"`
	RulesHazards []point  `json:"rulesHazards"`
	After        logState `json:"after"`

	// Only in the last line.
	Truncated bool   `json:"truncated"`
	Winner    string `json:"winner"`
	Draw      bool   `json:"draw"`
}

func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var lines []T
	scan := bufio.NewScanner(z)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var line T
		if err := json.Unmarshal(scan.Bytes(), &line); err != nil {
			t.Fatalf("%s line %d: %v", name, len(lines)+1, err)
		}
		lines = append(lines, line)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func logFiles(t testing.TB) []string {
	files, err := filepath.Glob("testdata/transitions/*.jsonl.gz")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d logged games, want 111: %v", len(files), err)
	}
	return files
}

var causeNames = map[string]ouro.Cause{
	"":                     ouro.Alive,
	"snake-collision":      ouro.HitBody,
	"snake-self-collision": ouro.HitSelf,
	"out-of-health":        ouro.Starved,
	"head-collision":       ouro.HeadOn,
	"wall-collision":       ouro.HitWall,
	"hazard":               ouro.Burnt,
}

func rulesOf(t testing.TB, game logLine) battlesnake.Rules {
	set := game.Settings
	return newRules(t, fmt.Sprintf("%s:map=%s,food=%d,minfood=%d,damage=%d,shrink=%d",
		game.Ruleset, game.Map, set.FoodSpawnChance, set.MinimumFood, set.DamagePerTurn, set.ShrinkEveryNTurns))
}

func newRules(t testing.TB, text string) battlesnake.Rules {
	t.Helper()
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// stateOf returns a logged position. Only a head may be off the board.
func stateOf(t testing.TB, rules battlesnake.Rules, w, h int, l logState) *ouro.State {
	t.Helper()
	g, err := rules.Grid(w, h)
	if err != nil {
		t.Fatal(err)
	}
	s := ouro.NewState(g)
	s.Turn = l.Turn
	for _, p := range l.Food {
		s.AddFood(g.At(p[0], p[1]))
	}
	for _, p := range l.Hazards {
		if c := g.At(p[0], p[1]); c != ouro.NoCell {
			s.AddHazard(c)
		}
	}
	for _, ls := range l.Snakes {
		var cells []ouro.Cell
		for _, p := range ls.Body {
			cells = append(cells, g.At(p[0], p[1]))
		}
		seat := s.AddSnake(cells...)
		sn := &s.Snakes[seat]
		sn.Health = ls.Health
		if cause := causeNames[ls.EliminatedCause]; cause != ouro.Alive {
			s.Kill(seat, cause)
			sn.Died = ls.EliminatedTurn
		}
	}
	return s
}

func points(g *ouro.Grid, cells []ouro.Cell) []point {
	list := make([]point, 0, len(cells))
	for _, c := range cells {
		x, y := g.XY(c)
		list = append(list, point{x, y})
	}
	return sorted(list)
}

func sorted(list []point) []point {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b point) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return list
}

func onBoard(g *ouro.Grid, list []point) []point {
	return sorted(slices.DeleteFunc(slices.Clone(list), func(p point) bool { return g.At(p[0], p[1]) == ouro.NoCell }))
}

// body returns the places of a snake. A head off the board has a place beyond the edge.
func body(g *ouro.Grid, sn *ouro.Snake) []point {
	var list []point
	for i := range sn.Body.Len() {
		c := sn.Body.At(i)
		if c != ouro.NoCell {
			x, y := g.XY(c)
			list = append(list, point{x, y})
			continue
		}
		x, y := g.XY(sn.Body.At(1))
		step := map[ouro.Dir]point{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}[sn.Exit]
		list = append(list, point{x + step[0], y + step[1]})
	}
	return list
}
