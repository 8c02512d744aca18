package classic_test

import (
	"testing"

	"ouro"
	"ouro/rule/classic"
)

var variants = []classic.Rules{
	{}, {Wrap: true}, {Food: 3}, {Grow: 3}, {Wrap: true, Food: 2, Grow: 2}, {Food: classic.MaxFood, Grow: classic.MaxGrow},
}

// TestNew: rules made from a spec have this spec, without the options that are the default.
func TestNew(t *testing.T) {
	for text, want := range map[string]string{
		"classic":                           "classic",
		"classic:wrap=false,food=1":         "classic",
		"classic:grow=1":                    "classic",
		"classic:wrap=true":                 "classic:wrap=true",
		"classic:grow=5,food=3":             "classic:food=3,grow=5",
		"classic:grow=64,wrap=true,food=64": "classic:wrap=true,food=64,grow=64",
		"classic:food=0":                    "",
		"classic:food=65":                   "",
		"classic:grow=-1":                   "",
		"classic:wrap=1":                    "",
		"classic:walls=true":                "",
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := classic.New(spec.Options)
		switch {
		case want == "" && err == nil:
			t.Errorf("%s: want an error", text)
		case want != "" && (err != nil || rules.Spec().String() != want):
			t.Errorf("%s: %s, %v, want %s", text, rules.Spec(), err, want)
		}
	}
}

// FuzzNew: New rejects options, or makes rules whose spec makes the same rules.
func FuzzNew(f *testing.F) {
	for _, text := range []string{"wrap=true", "food=3,grow=2", "food=64", "grow=0", "wrap=true,wrap=true", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ouro.ParseSpec("classic:" + text)
		if err != nil {
			return
		}
		rules, err := classic.New(spec.Options)
		if err != nil {
			return
		}
		again, err := classic.New(rules.Spec().Options)
		if err != nil || again != rules {
			t.Errorf("%s: %v, and its spec %s is %v, %v", spec, rules, rules.Spec(), again, err)
		}
		if rules.Food < 0 || rules.Food > classic.MaxFood || rules.Grow < 0 || rules.Grow > classic.MaxGrow {
			t.Errorf("%s: %v", spec, rules)
		}
	})
}

// TestWrap: on a board with joined edges, a head that leaves at one edge enters at the opposite
// one, and a straight start is shorter than the way round the board.
func TestWrap(t *testing.T) {
	rules := classic.Rules{Wrap: true}
	level, err := classic.OpenLevel(4, 3)
	if err != nil {
		t.Fatal(err)
	}
	if level, err = rules.Board(level); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from ouro.Cell
		move ouro.Dir
		to   ouro.Cell
	}{{0, ouro.Left, 3}, {3, ouro.Right, 0}, {0, ouro.Down, 8}, {11, ouro.Up, 3}} {
		s := level.State()
		s.AddSnake(c.from)
		rules.Step(s, []ouro.Dir{c.move})
		if head := s.Snakes[0].Body.Head(); head != c.to || s.Snakes[0].Cause != ouro.Alive {
			t.Errorf("%v from cell %d leads to %d, want %d", c.move, c.from, head, c.to)
		}
	}
	if s, err := classic.Start(level, 4, ouro.NewPCG(1)); err != nil || !s.Grid.Wraps {
		t.Errorf("a start of length 4: %v", err)
	}
	if _, err := classic.Start(level, 5, ouro.NewPCG(1)); err == nil {
		t.Error("a start of length 5 goes round the board")
	}
}

// TestGrow: a meal adds Grow segments. They begin on the cell of the tail and leave it one after
// the other, one in each move. The snake never becomes longer than the board.
func TestGrow(t *testing.T) {
	rules := classic.Rules{Grow: 3}
	s := position(3, 3, 1, 0)
	for i, want := range []struct {
		move  ouro.Dir
		len   int
		cells int // under the body
	}{{ouro.Right, 4, 2}, {ouro.Right, 4, 3}, {ouro.Up, 4, 4}, {ouro.Left, 4, 4}} {
		rules.Step(s, []ouro.Dir{want.move})
		body := &s.Snakes[0].Body
		if cells := cellsUnder(s); body.Len() != want.len || cells != want.cells {
			t.Errorf("after move %d: %d segments on %d cells, want %d on %d", i+1, body.Len(), cells, want.len, want.cells)
		}
	}
	s = position(3, 2, 2, 1, 0, 3)
	rules.Step(s, []ouro.Dir{ouro.Right})
	if n := s.Snakes[0].Body.Len(); n != 6 {
		t.Errorf("%d segments on a board of 6 cells", n)
	}
	if _, over := rules.Over(s); over {
		t.Error("the game is over before the snake covers all cells")
	}
}

func cellsUnder(s *ouro.State) (n int) {
	for c := range ouro.Cell(s.Grid.Size()) {
		if s.Segments(c) > 0 {
			n++
		}
	}
	return n
}

// TestResumeUnderOptions: Resume accepts each position of a game under the same rules. Under
// other rules, Resume returns an error that says what does not fit these rules.
func TestResumeUnderOptions(t *testing.T) {
	for _, rules := range variants {
		dice := ouro.NewPCG(3)
		level, err := classic.OpenLevel(4, 4)
		if err != nil {
			t.Fatal(err)
		}
		if level, err = rules.Board(level); err != nil {
			t.Fatal(err)
		}
		s, err := classic.Start(level, 1, dice)
		if err != nil {
			t.Fatal(err)
		}
		rules.Spawn(s, dice)
		for range 60 {
			if _, over := rules.Over(s); over {
				break
			}
			if _, err := rules.Resume(s); err != nil {
				t.Errorf("%s: %s: %v", rules.Spec(), s, err)
			}
			other := rules
			other.Wrap = !other.Wrap
			if _, err := other.Resume(s); err == nil {
				t.Errorf("%s resumes a position of %s", other.Spec(), rules.Spec())
			}
			legal := s.Legal(0)
			rules.Step(s, []ouro.Dir{legal.At(dice.Roll(legal.Len()))})
			rules.Spawn(s, dice)
		}
	}
}
