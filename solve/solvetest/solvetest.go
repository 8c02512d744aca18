// Package solvetest checks that a solver keeps the contract of [ouro.Solver],
// as testing/fstest does for file systems. [Test] plays the solver on boards of
// all kinds and asks it in positions that it did not bring about. A solver that
// claims more than the contract, such as always to win, says so in its
// [Subject] and is held to it.
package solvetest

import (
	"fmt"
	"math"
	"testing"

	"ouro"
)

// Subject is a solver to test.
type Subject struct {
	Make    ouro.Maker
	Options ouro.Options

	// Deal sets up a game of one snake on this board: the position before the
	// first spawn, and the dice. An error means that no such snake fits.
	Deal func(level *ouro.Level, startLength int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error)

	// What the solver claims, by size of boards without walls; nil claims
	// nothing. Where it need not play, its Maker may refuse, in one line.
	Plays func(w, h int) bool
	Lives func(w, h int) bool // never dies nor shuts itself in
	Wins  func(w, h int) bool // wins every game
}

// sizes are the boards of the whole suite: those in which ideas have corners.
var sizes = [][2]int{
	{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 7}, {4, 4}, {5, 3}, {4, 5}, {5, 5}, {6, 6}, {7, 4}, {7, 7}, {8, 8}, {9, 6},
}

// walled are boards that solvers may refuse, but must not stumble over.
var walled = []string{
	"        \n XX  X  \n    XX  \n X      \n   X  X \n        \n",
	"S   \nXXX \n    \n XXX\n    \n",
	"XXX\nX X\nX X\nXXX\n",
}

// large are the boards on which a game is too long to be played to its end.
var large = [][2]int{{64, 64}, {2, 64}, {63, 2}, {33, 20}}

const lengths = 3 // of snakes at the start: 1, 2 and 3

// Test checks the whole contract, and what the solver claims.
func Test(t *testing.T, s Subject) {
	sizes, walled, large := sizes, walled, large
	if racing {
		sizes, walled, large = [][2]int{{2, 2}, {3, 3}, {4, 4}, {7, 4}}, walled[:1], large[3:]
	}
	for _, size := range sizes {
		level := openLevel(size[0], size[1])
		t.Run(level.Grid.String(), func(t *testing.T) { testBoard(t, s, level) })
	}
	for i, text := range walled {
		level, err := ouro.ParseLevel(text)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("walls %d", i+1), func(t *testing.T) { testBoard(t, s, level) })
	}
	for _, size := range large {
		level := openLevel(size[0], size[1])
		t.Run(level.Grid.String(), func(t *testing.T) {
			testGame(t, s, level, 1, 1, 100)
			testOutOfTime(t, s, level, 2)
		})
	}
	if s.Wins != nil || s.Lives != nil {
		t.Run("claims", func(t *testing.T) { testClaims(t, s) })
	}
}

func openLevel(w, h int) *ouro.Level {
	g := ouro.MustGrid(w, h)
	return &ouro.Level{Grid: g, Terrain: make([]ouro.Terrain, g.Size()), Start: ouro.NoCell}
}

// testBoard is the suite on one board; there are more games where they are
// short.
func testBoard(t *testing.T, s Subject, level *ouro.Level) {
	for seed := range uint64(max(2*lengths, 60/level.Grid.Size())) {
		length := 1 + int(seed)%lengths
		testGame(t, s, level, length, seed, math.MaxInt)
		testForeign(t, s, level, length, seed)
	}
	for length := 1; length <= lengths; length++ {
		testSame(t, s, level, length)
		testOutOfTime(t, s, level, length)
	}
	testFull(t, s, level)
}

// testClaims plays one game on each board from 2x2 to 9x9 and some larger ones.
func testClaims(t *testing.T, s Subject) {
	for w := 2; w <= maxSide; w++ {
		for h := 2; h <= maxSide; h++ {
			testGame(t, s, openLevel(w, h), 1+(w+h)%lengths, uint64(w*h), math.MaxInt)
		}
	}
	if racing {
		return
	}
	for _, size := range [][2]int{{12, 12}, {13, 11}, {3, 20}, {16, 5}} {
		testGame(t, s, openLevel(size[0], size[1]), 1, 1, math.MaxInt)
	}
}

// testGame plays a game for at most this many moves and holds its end to the
// solver's claims.
func testGame(t *testing.T, s Subject, level *ouro.Level, length int, seed uint64, moves int) {
	t.Helper()
	g := newGame(t, s, level, length, seed)
	if g == nil {
		return
	}
	ending := g.play(moves)
	body := g.state.Snakes[0].Body.Len()
	switch {
	case claims(s.Wins, level) && ending != ouro.Won && ending != ouro.Unfinished:
		t.Errorf("%s: it claims to win, but %s at length %d", g, ending, body)
	case claims(s.Lives, level) && (ending == ouro.Died || ending == ouro.Trapped):
		t.Errorf("%s: it claims to live, but %s at length %d", g, ending, body)
	}
}

// claims tells whether a claim holds for a board, which none does with walls.
func claims(claim func(w, h int) bool, l *ouro.Level) bool {
	for _, t := range l.Terrain {
		if t != ouro.Open {
			return false
		}
	}
	return claim != nil && claim(l.Grid.W, l.Grid.H)
}
