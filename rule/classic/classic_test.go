package classic_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

var update = flag.Bool("update", false, "write the golden files")

type script []int

func (s *script) Roll(n int) int {
	r := (*s)[0] % n
	*s = (*s)[1:]
	return r
}

func position(w, h int, food ouro.Cell, snake ...ouro.Cell) *ouro.State {
	s := ouro.NewState(ouro.MustGrid(w, h))
	s.AddSnake(snake...)
	if food != ouro.NoCell {
		s.AddFood(food)
	}
	return s
}

// TestRules: on a 3x3 board the cells are
//
//	6 7 8
//	3 4 5
//	0 1 2
func TestRules(t *testing.T) {
	for _, c := range []struct {
		name   string
		food   ouro.Cell
		snake  []ouro.Cell
		move   ouro.Dir
		after  []ouro.Cell
		cause  ouro.Cause
		ending ouro.Ending
	}{
		{"a snake of one steps", 8, []ouro.Cell{4}, ouro.Up, []ouro.Cell{7}, ouro.Alive, ouro.Unfinished},
		{"a snake of one may go anywhere, back too", 8, []ouro.Cell{4}, ouro.Down, []ouro.Cell{1}, ouro.Alive, ouro.Unfinished},
		{"a meal grows at once, the tail stays", 5, []ouro.Cell{4, 3}, ouro.Right, []ouro.Cell{5, 4, 3}, ouro.Alive, ouro.Unfinished},
		{"the tail leaves", 8, []ouro.Cell{4, 3, 0}, ouro.Right, []ouro.Cell{5, 4, 3}, ouro.Alive, ouro.Unfinished},
		{"the cell that the tail leaves may be entered", 8, []ouro.Cell{1, 0, 3, 4}, ouro.Up, []ouro.Cell{4, 1, 0, 3}, ouro.Alive, ouro.Unfinished},
		{"a snake of two must not turn back", 8, []ouro.Cell{4, 3}, ouro.Left, []ouro.Cell{4, 3}, ouro.HitSelf, ouro.Died},
		{"a snake of three must not turn back", 8, []ouro.Cell{4, 3, 0}, ouro.Left, []ouro.Cell{4, 3, 0}, ouro.HitSelf, ouro.Died},
		{"a body that stays must not be entered", 8, []ouro.Cell{1, 0, 3, 4, 5}, ouro.Up, []ouro.Cell{1, 0, 3, 4, 5}, ouro.HitSelf, ouro.Died},
		{"the edge is a wall", 8, []ouro.Cell{0}, ouro.Left, []ouro.Cell{0}, ouro.HitWall, ouro.Died},
		{"the last food wins", 8, []ouro.Cell{7, 6, 3, 4, 5, 2, 1, 0}, ouro.Right, []ouro.Cell{8, 7, 6, 3, 4, 5, 2, 1, 0}, ouro.Alive, ouro.Won},
		{"a living snake without a legal move is trapped", 0, []ouro.Cell{3, 6, 7, 4, 1, 2}, ouro.Down, []ouro.Cell{0, 3, 6, 7, 4, 1, 2}, ouro.Alive, ouro.Trapped},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := position(3, 3, c.food, c.snake...)
			var rules classic.Rules
			if outcome, over := rules.Over(s); over {
				t.Fatalf("over before the move: %v", outcome)
			}
			rules.Step(s, []ouro.Dir{c.move})
			if got := s.Snakes[0].Body.Append(nil); fmt.Sprint(got) != fmt.Sprint(c.after) {
				t.Errorf("snake %v, want %v", got, c.after)
			}
			if s.Snakes[0].Cause != c.cause {
				t.Errorf("cause %v, want %v", s.Snakes[0].Cause, c.cause)
			}
			if outcome, _ := rules.Over(s); outcome.Ending != c.ending {
				t.Errorf("ending %v, want %v", outcome.Ending, c.ending)
			}
			if s.Turn != 1 {
				t.Errorf("turn %d: want 1", s.Turn)
			}
		})
	}
}

func TestLooped(t *testing.T) {
	s := position(3, 2, 5, 0)
	var rules classic.Rules
	for i := range 18 {
		if outcome, over := rules.Over(s); over {
			t.Fatalf("over after %d moves: %v", i, outcome)
		}
		rules.Step(s, []ouro.Dir{[]ouro.Dir{ouro.Right, ouro.Left}[i%2]})
	}
	if outcome, over := rules.Over(s); !over || outcome.Ending != ouro.Looped {
		t.Errorf("after 18 moves on 3x2: %v %v", outcome, over)
	}
}

// TestSpawn: the roll is the index of a free cell in order. There is one food at a time, or
// none if no cell is free.
func TestSpawn(t *testing.T) {
	var rules classic.Rules
	for roll, want := range []ouro.Cell{1, 2, 5, 6, 7, 8} {
		s := position(3, 3, ouro.NoCell, 4, 3, 0)
		rules.Spawn(s, &script{roll})
		if len(s.Food) != 1 || s.Food[0] != want {
			t.Errorf("roll %d: food %v, want %d", roll, s.Food, want)
		}
		rules.Spawn(s, &script{}) // a roll of an empty script panics
	}
	full := position(2, 2, ouro.NoCell, 0, 1, 3, 2)
	rules.Spawn(full, &script{})
	if len(full.Food) != 0 {
		t.Error("food on a full board")
	}
}

// TestStart: different rolls give different starts, and together all possible ones.
func TestStart(t *testing.T) {
	level, err := ouro.ParseLevel("   \n X \n   \n")
	if err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]int{1: 8, 2: 16, 3: 8} {
		seen := map[string]bool{}
		for roll := range want {
			s, err := classic.Start(level, length, &script{roll})
			if err != nil {
				t.Fatal(err)
			}
			cells := s.Snakes[0].Body.Append(nil)
			for i := 2; i < len(cells); i++ {
				if cells[i]-cells[i-1] != cells[1]-cells[0] {
					t.Errorf("length %d: %v is not straight", length, cells)
				}
			}
			seen[fmt.Sprint(cells)] = true
		}
		if len(seen) != want {
			t.Errorf("length %d: %d places, want %d", length, len(seen), want)
		}
		again, err := classic.Start(level, length, &script{want}) // rolls modulo the number of places
		if err != nil || !seen[fmt.Sprint(again.Snakes[0].Body.Append(nil))] {
			t.Errorf("length %d: more than %d places", length, want)
		}
	}
}

func TestStartErrors(t *testing.T) {
	open, err := classic.OpenLevel(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	hedged, err := ouro.ParseLevel("   \n . \n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		level  *ouro.Level
		length int
		want   string
	}{
		{open, 0, "start length 0: must be at least 1"},
		{open, 4, "start length 4: no straight snake of that length fits on the board 3x3"},
		{hedged, 1, "level: classic Snake has no edible walls '.' (use X and space)"},
	} {
		if _, err := classic.Start(c.level, c.length, ouro.NewPCG(1)); err == nil || err.Error() != c.want {
			t.Errorf("length %d: error %v, want %s", c.length, err, c.want)
		}
	}
	drawn, err := ouro.ParseLevel("   \n S \n   \n")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		s, err := classic.Start(drawn, 2, ouro.NewPCG(seed))
		if err != nil || s.Snakes[0].Body.Head() != 4 {
			t.Errorf("seed %d: the head is not where the level draws it: %v", seed, err)
		}
	}
}

// TestSeedGolden plays fixed games: a seed always gives the same game. When the code
// changes, do not change the golden file.
func TestSeedGolden(t *testing.T) {
	var b strings.Builder
	for _, size := range [][2]int{{2, 2}, {5, 4}, {10, 10}} {
		for i := range 3 {
			b.WriteString(randomGame(t, size[0], size[1], 1+i, ouro.GameSeed(42, i)))
		}
	}
	const name = "testdata/games.golden"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the seeds give other games:\n%s", b.String())
	}
}

func randomGame(t *testing.T, w, h, length int, seed uint64) string {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	dice, random := ouro.GameDice(seed), ouro.NewPCG(ouro.SolverSeed(seed, 0))
	s, err := classic.Start(level, length, dice)
	if err != nil {
		return fmt.Sprintf("%dx%d length %d: %v\n", w, h, length, err)
	}
	var rules classic.Rules
	rules.Spawn(s, dice)
	var moves strings.Builder
	for {
		outcome, over := rules.Over(s)
		if over {
			return fmt.Sprintf("%dx%d length %d: %s %s %016x\n", w, h, length, moves.String(), outcome.Ending, s.Hash())
		}
		legal := s.Legal(0)
		d := legal.At(random.Roll(legal.Len()))
		moves.WriteByte(d.Letter())
		rules.Step(s, []ouro.Dir{d})
		rules.Spawn(s, dice)
	}
}
