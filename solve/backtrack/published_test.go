package backtrack_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/rule/maze"
)

// publishedMoves are the moves of the article's full program on these levels, with this
// MAX_DEPTH and without regrowth.
var publishedMoves = []struct {
	level string
	depth int
	moves string
}{
	{"lattice", 8, "RRRRDDRRDDLLLLUURRRRRRRRRDDRRRRUULLUULLLLLLLLLLLDDRRDDRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRR"},
	{"lattice", 11, "RRRRDDDDRRRRRRRUURRDDRRUUUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRDDRRUUUULLLLLLLLLLLLLLLDDRRRRRRRRRRRRRDDRRU"},
	{"orchard", 11, "RRRRRRRRDDDDRRRRRRRRUULLLLLLLLDDDDLLLLLLDDLLUUUURRRRUURRRRRRDDDDRRRRDDRRUUUUUUUULLLLLLLLDDLLDDDDDDRR"},
	{"brickyard", 8, "RRRRRRRRRRRRRRRDDLLLLLLLLLLLLLLLDDRRRRRRRRRRRRRRRU"}, // then it is trapped
}

// TestPublishedMoves: with its options the solver makes the moves of the published program.
func TestPublishedMoves(t *testing.T) {
	for _, p := range publishedMoves {
		s := start(t, p.level)
		solver := solverOf(t, fmt.Sprintf("depth=%d,deadend=100,ties=original,eaten=original,tail=exact", p.depth), s)
		for i := range p.moves {
			d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if d.Dir.Letter() != p.moves[i] {
				t.Fatalf("%s depth %d move %d: %c, the published program goes %c", p.level, p.depth, i+1, d.Dir.Letter(), p.moves[i])
			}
			maze.Rules{}.Step(s, []ouro.Dir{d.Dir})
		}
		if legal := s.Legal(0).Len(); p.level == "brickyard" && legal > 0 {
			t.Errorf("brickyard: %d moves are legal, the published program stands still", legal)
		}
	}
}

func start(tb testing.TB, name string) *ouro.State {
	tb.Helper()
	level, err := maze.Level(name)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := maze.Start(level, 1)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// tieBug is a level on which the article's snake moves to and fro for ever: of the directions
// that reach the edible walls in time it always takes the first.
const tieBug = "" +
	"XXXXXXX\n" +
	"XS    X\n" +
	"X X X.X\n" +
	"X   ..X\n" +
	"XXXXXXX\n"

// TestTieBug: the original never eats all walls of the level, as a position repeats. With a
// discount the snake eats them.
func TestTieBug(t *testing.T) {
	rules := maze.Rules{}
	s := position(t, tieBug)
	solver := solverOf(t, "depth=20,deadend=100,ties=original,eaten=original,tail=exact", s)
	seen := map[string]bool{}
	for {
		if outcome, over := rules.Over(s); over {
			t.Fatalf("the original: %s after %d moves, want a loop", outcome.Ending, s.Turn)
		}
		place := fmt.Sprint(s.Snakes[0].Body.Append(nil), s.Hedges())
		if seen[place] {
			break // the choice depends on the position alone
		}
		seen[place] = true
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
	s = position(t, tieBug)
	solver = solverOf(t, "discount=0.99", s)
	for {
		if outcome, over := rules.Over(s); over {
			if outcome.Ending != ouro.Won {
				t.Errorf("with a discount: %s, want won", outcome.Ending)
			}
			return
		}
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}
