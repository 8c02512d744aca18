package cycle

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"ouro"
)

func drawn(t *testing.T, rows ...string) Board {
	t.Helper()
	level, err := ouro.ParseLevel(strings.Join(rows, "\n"))
	if err != nil && !strings.Contains(err.Error(), "walls cut") {
		t.Fatal(err)
	}
	g := ouro.MustGrid(len(rows[0]), len(rows))
	b := Open(g)
	for y, row := range rows {
		for x, sign := range row {
			b.Free[g.At(x, g.H-1-y)] = sign != 'X'
		}
	}
	if level != nil {
		for c, free := range BoardOf(level.State()).Free {
			if free != b.Free[c] {
				t.Fatalf("BoardOf has cell %d free: %v", c, free)
			}
		}
	}
	return b
}

func TestReasons(t *testing.T) {
	for _, test := range []struct {
		want string
		rows []string
	}{
		{"the board has three free cells, and the shortest cycle visits four", []string{"  ", " X"}},
		{"walls separate four free cells from the others", []string{"  X  ", "  X  "}},
		{"the cell (2,1) has one free neighbour", []string{"  X", "   ", "  X"}},
		{"the cell (1,1) is the only connection between two parts of the board", []string{"  X", "   ", "X  "}},
		{"two more dark cells than light ones", []string{"    ", " X  ", "  X ", "    "}},
		{"the five dark cells near (3,5) need 10 edges to light neighbours, but at most 9 are possible", []string{"X   X", "     ", " X X ", "     ", "     ", "  X  "}},
		{"more than two neighbours of the cell (0,2) need it", []string{"X   ", "  X ", "    ", " X  ", "   X"}},
		{"other cells need the neighbours of the cell (1,4), which leaves it only one neighbour", []string{"   ", "   ", " X ", " X ", "   ", "   "}},
		{"the number of free cells is odd, and no cell can be omitted such that the cycle may visit it instead of another", []string{"   ", " X ", "   ", " X ", "   "}},
	} {
		_, err := Find(drawn(t, test.rows...))
		var none *NoCycleError
		if !errors.As(err, &none) || err.Error() != "no cycle: "+test.want {
			t.Errorf("%q:\n%v, want\n%s", test.rows, err, test.want)
		}
	}
}

// TestFindWithinFewSteps: a search that has used all of its steps does not claim that there is no
// cycle.
func TestFindWithinFewSteps(t *testing.T) {
	for _, b := range []Board{
		drawn(t, "      ", "      ", "  XX  ", "  XX  ", "      ", "      "),
		Open(ouro.MustGrid(5, 5)),
	} {
		for steps := range int64(2000) {
			c, err := FindAlong(b, nil, steps)
			switch {
			case errors.Is(err, ErrNotFound):
			case err != nil:
				t.Fatalf("%d steps: %v", steps, err)
			default:
				if err := c.Verify(b); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := FindAlong(b, nil, 2000); err != nil {
			t.Error(err)
		}
	}
	dice, stopped := rand.New(rand.NewPCG(3, 3)), 0
	for range 3000 {
		b := Open(ouro.MustGrid(5+dice.IntN(4), 5+dice.IntN(4)))
		for range 1 + dice.IntN(6) {
			b.Free[dice.IntN(len(b.Free))] = false
		}
		if _, err := Find(b); err != nil {
			continue
		}
		for steps := int64(16); steps < 1<<14; steps *= 2 {
			_, err := FindAlong(b, nil, steps)
			if errors.Is(err, ErrNotFound) {
				stopped++
			} else if err != nil {
				t.Fatalf("%v of a board with a cycle: %d steps: %v", b.Free, steps, err)
			}
		}
	}
	if stopped < 100 {
		t.Errorf("only %d searches used all of their steps", stopped)
	}
}
