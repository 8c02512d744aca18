// Package solvetest checks that a solver keeps the contract of [ouro.Solver], as testing/fstest
// does for file systems. [Test] plays the solver on all kinds of boards and in games of several
// snakes, in every seat. It also requests decisions after moves that the solver did not choose.
// A [Subject] states what a solver claims beyond the contract, such as that it always wins, and
// the suite tests these claims.
package solvetest

import (
	"fmt"
	"math"
	"testing"

	"ouro"
)

// Subject is a solver to test, with the games to play and the claims to test.
type Subject struct {
	Make    ouro.Maker
	Options ouro.Options

	// Alike are options that must give the same decisions as Options: explicit defaults, or another
	// number of threads.
	Alike ouro.Options

	// Deal sets up a game: the position before the first food appears, and the dice. It returns an
	// error if no snake of this length fits. The suite plays classic Snake on its own boards, and
	// Games.
	Deal func(game ouro.GameSpec, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error)

	// Games are further games, under other rules or with several snakes. The solver plays
	// every seat.
	Games []ouro.GameSpec

	// The solver's claims for classic Snake without walls, by the size of the board; nil claims
	// nothing. If Plays returns false, the Maker may return an error of one line.
	Plays func(w, h int) bool
	Lives func(w, h int) bool // the solver never dies and never encloses its snake
	Wins  func(w, h int) bool // the solver wins every game

	// Offers claims that the solver offers a move in every decision that has enough time and
	// nodes.
	Offers bool

	// Short makes the suite omit boards and games that are similar to others.
	Short bool

	// The solver's claims about Games.
	PlaysGames bool
	Prudent    bool // the solver takes no certainly fatal step while another step exists
}

// sizes are the boards on which the whole suite runs, with many edge cases.
var sizes = [][2]int{
	{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 7}, {4, 4}, {5, 3}, {4, 5}, {5, 5}, {6, 6}, {7, 4}, {7, 7}, {8, 8}, {9, 6},
}

// walled are boards that solvers may refuse but must survive.
var walled = []string{
	"        \n XX  X  \n    XX  \n X      \n   X  X \n        \n",
	"S   \nXXX \n    \n XXX\n    \n",
	"XXX\nX X\nX X\nXXX\n",
}

// large are boards on which a game would take too long to play to its end.
var large = [][2]int{{64, 64}, {2, 64}, {63, 2}, {33, 20}}

const lengths = 3 // the lengths at the start are 1, 2 and 3

// budgets are the node budgets with which decisions must be reproducible; 0 sets no limit.
var budgets = [...]int64{0, 1, 40}

// Test checks the whole contract and the solver's claims.
func Test(t *testing.T, s Subject) {
	sizes, walled, large, games := sizes, walled, large, s.Games
	switch {
	case racing:
		sizes, walled, large = [][2]int{{2, 2}, {3, 3}, {4, 4}, {7, 4}}, walled[:1], large[3:]
		games = games[:min(2, len(games))]
	case s.Short:
		sizes, large = [][2]int{{2, 2}, {2, 3}, {3, 3}, {7, 2}, {4, 4}, {5, 3}, {6, 7}, {8, 8}}, [][2]int{{63, 2}, {33, 20}}
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
			testGame(t, s, classic(level, 1), 1, 50)
			testOutOfTime(t, s, classic(level, 2))
		})
	}
	for _, spec := range games {
		TestGame(t, s, spec)
	}
	if s.Wins != nil || s.Lives != nil {
		t.Run("claims", func(t *testing.T) { testClaims(t, s) })
	}
}

// TestGame checks a single game of s.Games in the same way as [Test].
func TestGame(t *testing.T, s Subject, spec ouro.GameSpec) {
	t.Run(fmt.Sprintf("%s %dx%d for %d", spec.Rules, spec.W, spec.H, spec.Snakes), func(t *testing.T) { testGames(t, s, spec) })
}

func openLevel(w, h int) *ouro.Level {
	return ouro.OpenLevel(ouro.MustGrid(w, h))
}

func classic(level *ouro.Level, length int) ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: level.Grid.W, H: level.Grid.H, Level: level, StartLength: length}
}

func testBoard(t *testing.T, s Subject, level *ouro.Level) {
	games := 60
	if s.Short {
		games = 30
	}
	for seed := range uint64(max(lengths, games/level.Grid.Size())) {
		spec := classic(level, 1+int(seed)%lengths)
		testGame(t, s, spec, seed, math.MaxInt)
		testForeign(t, s, spec, seed, 4*level.Grid.Size())
	}
	for i, nodes := range budgets {
		spec := classic(level, 1+i%lengths)
		testSame(t, s, spec, nodes, 2*level.Grid.Size())
		testOutOfTime(t, s, spec)
	}
	testFull(t, s, level)
}

// testGames runs the suite on games under other rules. It plays only their first moves, within
// which most games of several snakes end.
func testGames(t *testing.T, s Subject, spec ouro.GameSpec) {
	moves := 120
	if s.Short {
		moves = 40
	}
	testGame(t, s, spec, 0, moves)
	testForeign(t, s, spec, 1, moves)
	for _, nodes := range budgets {
		testSame(t, s, spec, nodes, moves/4)
	}
	testOutOfTime(t, s, spec)
}

// testClaims plays one game on each board from 2x2 to maxSide x maxSide, and on some larger ones. If
// Short is set, it plays on all square boards and a third of the others.
func testClaims(t *testing.T, s Subject) {
	for w := 2; w <= maxSide; w++ {
		for h := 2; h <= maxSide; h++ {
			if s.Short && w != h && (w+2*h)%3 != 0 {
				continue
			}
			testGame(t, s, classic(openLevel(w, h), 1+(w+h)%lengths), uint64(w*h), math.MaxInt)
		}
	}
	if racing {
		return
	}
	larger := [][2]int{{13, 11}, {3, 20}, {12, 12}, {16, 5}}
	if s.Short {
		larger = larger[:2]
	}
	for _, size := range larger {
		testGame(t, s, classic(openLevel(size[0], size[1]), 1), 1, math.MaxInt)
	}
}

// testGame plays at most this many moves. If the game ends, it checks the ending against the
// claims.
func testGame(t *testing.T, s Subject, spec ouro.GameSpec, seed uint64, moves int) {
	t.Helper()
	g := newGame(t, s, spec, seed)
	if g == nil {
		return
	}
	ending := g.play(moves)
	switch {
	case claims(s.Wins, spec) && ending != ouro.Won && ending != ouro.Unfinished:
		t.Errorf("%s: the solver claims to win, but %s at length %d", g, ending, g.state.Snakes[0].Body.Len())
	case claims(s.Lives, spec) && (ending == ouro.Died || ending == ouro.Trapped):
		t.Errorf("%s: the solver claims that it never dies, but %s at length %d", g, ending, g.state.Snakes[0].Body.Len())
	}
}

// claims reports whether a claim covers a game. Claims cover only classic Snake on boards
// without walls.
func claims(claim func(w, h int) bool, spec ouro.GameSpec) bool {
	if claim == nil || spec.Level == nil || spec.Rules.Name != "classic" {
		return false
	}
	for _, t := range spec.Level.Terrain {
		if t != ouro.Open {
			return false
		}
	}
	return claim(spec.W, spec.H)
}
