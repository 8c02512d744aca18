package maze_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/maze"
)

func level(t testing.TB, text string) *ouro.Level {
	t.Helper()
	l, err := ouro.ParseLevel(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func start(t testing.TB, l *ouro.Level) *ouro.State {
	t.Helper()
	s, err := maze.Start(l, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// steps makes a move for each of the letters, which are directions.
func steps(t *testing.T, r maze.Rules, s *ouro.State, letters string) {
	t.Helper()
	for _, letter := range letters {
		if o, over := r.Over(s); over {
			t.Fatalf("move %d of %s: the game is over: %+v", s.Turn, letters, o)
		}
		r.Step(s, []ouro.Dir{ouro.Dir(strings.IndexRune("URDL", letter))})
	}
}

func TestStart(t *testing.T) {
	if _, err := maze.Start(level(t, " .\n. \n"), 1); !errors.Is(err, maze.ErrNoStart) {
		t.Errorf("a level without a start: %v", err)
	}
	if _, err := maze.Start(level(t, "S.\n. \n"), 2); err == nil || !strings.Contains(err.Error(), "start length 2") {
		t.Errorf("start length 2: %v", err)
	}
	s := start(t, level(t, "s.\n. \n"))
	if s.Terrain(s.Snakes[0].Body.Head()) != ouro.Hedge || s.Hedges() != 3 || !s.TurnBack {
		t.Errorf("start on an edible wall: terrain %v, %d edible walls, turn back %v", s.Terrain(2), s.Hedges(), s.TurnBack)
	}
}

func TestEndings(t *testing.T) {
	for name, c := range map[string]struct {
		level, moves string
		want         ouro.Outcome
		cause        ouro.Cause
	}{
		"all eaten":         {"S.\n. \n", "RDL", ouro.Outcome{Ending: ouro.Won}, ouro.Alive},
		"into the edge":     {"S.\n. \n", "U", ouro.Outcome{Ending: ouro.Died, Winner: -1}, ouro.HitWall},
		"into a block":      {"SX\n. \n", "R", ouro.Outcome{Ending: ouro.Died, Winner: -1}, ouro.HitWall},
		"into itself":       {"S..\n ..\n . \n", "RRDLU", ouro.Outcome{Ending: ouro.Died, Winner: -1}, ouro.HitSelf},
		"trapped":           {"S..X\nXXX.\n", "RR", ouro.Outcome{Ending: ouro.Trapped, Winner: -1}, ouro.Alive},
		"turned on a spot":  {"S.\nX.\n", "RLRD", ouro.Outcome{Ending: ouro.Won}, ouro.Alive},
		"no way from start": {"SX\nX.\n", "", ouro.Outcome{Ending: ouro.Trapped, Winner: -1}, ouro.Alive},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, playable(c.level))
			steps(t, maze.Rules{}, s, c.moves)
			if o, over := (maze.Rules{}).Over(s); !over || o != c.want || s.Snakes[0].Cause != c.cause {
				t.Errorf("over %v: %+v, cause %v", over, o, s.Snakes[0].Cause)
			}
		})
	}
}

// playable returns a level, even one that ParseLevel rejects because parts of it are unreachable.
func playable(text string) *ouro.Level {
	rows := strings.Fields(strings.ReplaceAll(text, " ", "_"))
	l := &ouro.Level{Grid: ouro.MustGrid(len(rows[0]), len(rows))}
	l.Terrain = make([]ouro.Terrain, l.Grid.Size())
	for i, row := range rows {
		for x, ch := range row {
			c := l.Grid.At(x, len(rows)-1-i)
			switch ch {
			case 'X':
				l.Terrain[c] = ouro.Wall
			case '.':
				l.Terrain[c] = ouro.Hedge
			case 'S':
				l.Start = c
			}
		}
	}
	return l
}

func TestFullBoardIsWon(t *testing.T) {
	r := maze.Rules{Regrow: maze.Floor}
	s := start(t, level(t, "s.\n..\n"))
	steps(t, r, s, "RDL")
	if o, over := r.Over(s); !over || o.Ending != ouro.Won {
		t.Errorf("over %v: %+v", over, o)
	}
}

func TestLooped(t *testing.T) {
	s := start(t, level(t, "S \n .\n"))
	steps(t, maze.Rules{}, s, strings.Repeat("RL", maze.HungerLimit(s.Grid)/2))
	if o, over := (maze.Rules{}).Over(s); !over || o.Ending != ouro.Looped || s.Turn != 12 {
		t.Errorf("over %v after %d moves: %+v", over, s.Turn, o)
	}
}

func TestNew(t *testing.T) {
	for text, want := range map[string]maze.Regrow{
		"maze": maze.None, "maze:regrow=none": maze.None, "maze:regrow=floor": maze.Floor, "maze:regrow=original": maze.Original,
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := maze.New(spec.Options); err != nil || r.Regrow != want {
			t.Errorf("%s: %v, %v", text, r, err)
		}
	}
	for text, want := range map[string]string{"maze:regrow=all": "want none or floor or original", "maze:grow=none": "regrow"} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := maze.New(spec.Options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRegrowth: edible walls regrow at the right rate, on all cells where they may and on
// no others.
func TestRegrowth(t *testing.T) {
	l := level(t, "SX...\n  X  \n X   \n     \n")
	for _, regrow := range []maze.Regrow{maze.None, maze.Floor, maze.Original} {
		s := start(t, l)
		s.Advance(0, s.Grid.At(0, 2), true)
		s.Advance(0, s.Grid.At(1, 2), true)
		s.Turn = 1
		r, dice := maze.Rules{Regrow: regrow}, ouro.NewPCG(1)
		const spawns = 20_000
		grown := map[ouro.Cell]int{}
		total := 0
		for range spawns {
			before := s.Clone()
			r.Spawn(s, dice)
			for c := range ouro.Cell(s.Grid.Size()) {
				if s.Terrain(c) != before.Terrain(c) {
					grown[c]++
					total++
					s.SetTerrain(c, before.Terrain(c))
				}
			}
		}
		var want []ouro.Cell
		switch regrow {
		case maze.None:
		case maze.Floor: // on a cell inside the border, without a block or a body
			want = []ouro.Cell{s.Grid.At(3, 2), s.Grid.At(2, 1), s.Grid.At(3, 1)}
		case maze.Original:
			want = []ouro.Cell{s.Grid.At(1, 2), s.Grid.At(2, 2), s.Grid.At(3, 2), s.Grid.At(1, 1), s.Grid.At(2, 1), s.Grid.At(3, 1)}
		}
		for c, n := range grown {
			if !slices.Contains(want, c) {
				t.Errorf("regrow %d: %d edible walls on cell %d", regrow, n, c)
			}
		}
		for _, c := range want { // four standard deviations
			if mean := spawns / 20 / len(want); grown[c] < mean*3/4 || grown[c] > mean*5/4 {
				t.Errorf("regrow %d: %d edible walls on cell %d, want about %d", regrow, grown[c], c, mean)
			}
		}
		if regrow != maze.None && (total < 880 || total > 1120) {
			t.Errorf("regrow %d: %d edible walls in %d moves, want about one in twenty", regrow, total, spawns)
		}
	}
}

func TestNothingGrowsAtFirstNorInsideNothing(t *testing.T) {
	r, dice := maze.Rules{Regrow: maze.Original}, ouro.NewPCG(1)
	s := start(t, level(t, "S   \n    \n    \n"))
	for range 1000 {
		r.Spawn(s, dice)
	}
	if s.Hedges() != 0 {
		t.Error("edible walls grew before the first move")
	}
	s = start(t, level(t, "S \n  \n  \n"))
	s.Turn = 1
	for range 1000 {
		r.Spawn(s, dice)
	}
	if s.Hedges() != 0 {
		t.Error("edible walls grew in the outermost ring")
	}
}

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		regrow maze.Regrow
		hash   uint64
	}{{maze.None, 0xff26fe7bc4239970}, {maze.Floor, 0x46a1b95d78053daf}, {maze.Original, 0x4ccd006c698ec9c3}} {
		r := maze.Rules{Regrow: c.regrow}
		l, err := maze.Level("lattice")
		if err != nil {
			t.Fatal(err)
		}
		s, dice := start(t, l), ouro.NewPCG(7)
		joint := make([]ouro.Dir, 1)
		for range 200 {
			legal := s.Legal(0)
			if legal.Len() == 0 {
				break
			}
			joint[0] = legal.At(dice.Roll(legal.Len()))
			r.Step(s, joint)
			r.Spawn(s, dice)
		}
		if got := s.Hash(); got != c.hash {
			t.Errorf("regrow %d: after %d moves the state has hash %#x, want %#x", c.regrow, s.Turn, got, c.hash)
		}
	}
}

func TestLevels(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range maze.Levels() {
		s := start(t, n.Level)
		if seen[n.Name] || s.Hedges() < 5 || s.Legal(0).Len() == 0 {
			t.Errorf("%s: %d edible walls, legal moves %v, twice %v", n.Name, s.Hedges(), s.Legal(0), seen[n.Name])
		}
		seen[n.Name] = true
		if l, err := maze.Level(n.Name); err != nil || l.String() != n.Level.String() {
			t.Errorf("%s by name: %v", n.Name, err)
		}
	}
	if l, _ := maze.Level("lattice"); l.Grid.W != 18 || l.Grid.H != 7 {
		t.Errorf("lattice is %s, want the article's 18x7", l.Grid)
	}
	if _, err := maze.Level("nosuch"); err == nil || !strings.Contains(err.Error(), "known: nook, lattice") {
		t.Errorf("unknown level: %v", err)
	}
}

func TestNothingAllocates(t *testing.T) {
	for _, regrow := range []maze.Regrow{maze.None, maze.Floor, maze.Original} {
		r, dice := maze.Rules{Regrow: regrow}, ouro.NewPCG(1)
		l, err := maze.Level("orchard")
		if err != nil {
			t.Fatal(err)
		}
		first := start(t, l)
		s, joint := first.Clone(), make([]ouro.Dir, 1)
		if n := testing.AllocsPerRun(5000, func() {
			if _, over := r.Over(s); over {
				s.CopyFrom(first)
			}
			legal := s.Legal(0)
			joint[0] = legal.At(dice.Roll(legal.Len()))
			r.Step(s, joint)
			r.Spawn(s, dice)
		}); n != 0 {
			t.Errorf("regrow %d: %v allocations a move", regrow, n)
		}
	}
}
