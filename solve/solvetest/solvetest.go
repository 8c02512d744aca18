// Package solvetest checks that a solver keeps the contract of [ouro.Solver],
// as testing/fstest does for file systems. [Test] plays the solver on boards of
// all kinds and asks it in positions that it did not bring about; whoever
// claims more than the contract, such as always to win, says so in the
// [Subject].
package solvetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ouro"
)

// Subject is a solver to test.
type Subject struct {
	Make    ouro.Maker
	Options ouro.Options

	// Deal sets up a game on this board, drawn as ouro.ParseLevel reads it:
	// the position before the first spawn, and the dice.
	Deal func(level *ouro.Level, startLength int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error)

	// Plays tells whether the solver must play a board without walls; where it
	// need not, its Maker may refuse, in one line.
	Plays func(w, h int) bool
	// Wins tells whether it claims to win every game on that board.
	Wins func(w, h int) bool
}

// sizes of boards, small ones first: the corners of every idea.
var sizes = [][2]int{
	{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 7}, {4, 4}, {5, 3}, {4, 5}, {5, 5}, {6, 6}, {7, 4}, {7, 7}, {8, 8}, {9, 6}, {10, 10},
}

// walled is a board that solvers may refuse, but must not stumble over.
const walled = "        \n XX  X  \n    XX  \n X      \n   X  X \n        \n"

// Test checks the whole contract.
func Test(t *testing.T, s Subject) {
	for _, size := range sizes {
		level := openLevel(size[0], size[1])
		for _, length := range []int{1, 2, 3} {
			t.Run(fmt.Sprintf("%s length %d", level.Grid, length), func(t *testing.T) { testBoard(t, s, level, length) })
		}
	}
	t.Run("walls", func(t *testing.T) {
		level, err := ouro.ParseLevel(walled)
		if err != nil {
			t.Fatal(err)
		}
		testBoard(t, s, level, 1)
	})
	t.Run("64x64", func(t *testing.T) {
		level := openLevel(64, 64)
		if g := newGame(t, s, level, 1, 1); g != nil {
			g.play(t, 300)
		}
	})
}

func openLevel(w, h int) *ouro.Level {
	g := ouro.MustGrid(w, h)
	return &ouro.Level{Grid: g, Terrain: make([]ouro.Terrain, g.Size()), Start: ouro.NoCell}
}

// seeds is the number of games on a board: fewer where they are long.
func seeds(g *ouro.Grid) uint64 { return uint64(max(2, 60/g.Size())) }

func testBoard(t *testing.T, s Subject, level *ouro.Level, length int) {
	for seed := range seeds(level.Grid) {
		g := newGame(t, s, level, length, seed)
		if g == nil {
			return // refused, or no such start
		}
		outcome := g.play(t, math.MaxInt)
		if g.wins && outcome.Ending != ouro.Won {
			t.Errorf("seed %d: claims to win here, but %s at length %d", seed, outcome.Ending, g.state.Snakes[0].Body.Len())
		}
		testForeign(t, s, level, length, seed)
	}
	testSame(t, s, level, length)
	testOutOfTime(t, s, level, length)
}

// game is one game in progress, played without package play so that every
// question is under the test's control.
type game struct {
	name   string
	rules  ouro.Rules
	state  *ouro.State
	dice   ouro.Dice
	solver ouro.Solver
	wins   bool
	noted  []ouro.Note
	nodes  int64
	watch  bool
}

// newGame is nil where the board knows no such start or the solver refuses,
// which it must do in one line and only where it may.
func newGame(t *testing.T, s Subject, level *ouro.Level, length int, seed uint64) *game {
	t.Helper()
	rules, start, dice, err := s.Deal(level, length, seed)
	if err != nil {
		return nil // the board is too small for the snake
	}
	w, h := level.Grid.W, level.Grid.H
	open := !slices.Contains(level.Terrain, ouro.Wall)
	before := start.Hash()
	solver, err := s.Make(ouro.Setup{Rules: rules, Start: start, Seed: ouro.SolverSeed(seed, 0), Options: s.Options})
	if start.Hash() != before {
		t.Fatalf("seed %d: the Maker changed the start", seed)
	}
	if err != nil {
		if open && s.Plays(w, h) {
			t.Fatalf("refuses board %s: %v", level.Grid, err)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("refuses in more than one line: %q", err)
		}
		return nil
	}
	state := start.Clone()
	rules.Spawn(state, dice)
	return &game{
		name: fmt.Sprintf("board %s seed %d", level.Grid, seed), rules: rules, state: state, dice: dice, solver: solver,
		wins: open && s.Wins(w, h),
	}
}

// play plays on for at most this many moves, watched on every other one, and
// checks each decision.
func (g *game) play(t *testing.T, moves int) ouro.Outcome {
	t.Helper()
	for ; ; moves-- {
		outcome, over := g.rules.Over(g.state)
		if over || moves == 0 {
			return outcome
		}
		g.watch = g.state.Turn%2 == 1
		g.step(g.ask(t, t.Context()))
	}
}

func (g *game) step(d ouro.Dir) {
	g.rules.Step(g.state, []ouro.Dir{d})
	g.rules.Spawn(g.state, g.dice)
}

// ask asks for a move in a position that has a legal one, and checks what the
// contract says of every answer.
func (g *game) ask(t *testing.T, ctx context.Context) ouro.Dir {
	t.Helper()
	before := g.state.Hash()
	turn := ouro.Turn{State: g.state, Nodes: g.nodes}
	g.noted = g.noted[:0]
	if g.watch {
		turn.Trace = ouro.NewTrace(func(n ouro.Note) { g.noted = append(g.noted, n) })
	}
	d, err := g.solver.Decide(ctx, turn)
	if err != nil {
		t.Fatalf("%s turn %d: no answer where there is a legal move: %v", g.name, g.state.Turn, err)
	}
	if g.state.Hash() != before {
		t.Fatalf("%s turn %d: changed the State", g.name, g.state.Turn)
	}
	if d.Dir > ouro.Left {
		t.Fatalf("%s turn %d: answers with no direction: %v", g.name, g.state.Turn, d.Dir)
	}
	if c := g.state.Grid.Next(g.state.Snakes[0].Body.Head(), d.Dir); !g.state.Enterable(0, c) {
		t.Fatalf("%s turn %d: %v is fatal, and there is a legal move", g.name, g.state.Turn, d.Dir)
	}
	for _, n := range g.noted {
		if err := checkNote(g.state.Grid, n); err != nil {
			t.Fatalf("%s turn %d: note %q: %v", g.name, g.state.Turn, n.Label, err)
		}
	}
	return d.Dir
}

// checkNote tells what is wrong with a note, if anything.
func checkNote(g *ouro.Grid, n ouro.Note) error {
	if n.Label == "" {
		return errors.New("has no label")
	}
	for i, c := range n.Cells {
		if c < 0 || int(c) >= g.Size() {
			return fmt.Errorf("cell %d is not on the board", c)
		}
		if n.Verb == ouro.NotePath && i > 0 {
			if _, ok := g.DirTo(n.Cells[i-1], c); !ok {
				return fmt.Errorf("path goes from cell %d to %d, which is no neighbour", n.Cells[i-1], c)
			}
		}
	}
	if n.Verb == ouro.NoteHeat && len(n.Heat) != g.Size() {
		return fmt.Errorf("heat for %d cells, the board has %d", len(n.Heat), g.Size())
	}
	return nil
}

// testForeign mixes the solver's moves with somebody else's and with turns for
// which it was not asked, and then asks it in a position of another game.
func testForeign(t *testing.T, s Subject, level *ouro.Level, length int, seed uint64) {
	t.Helper()
	g := newGame(t, s, level, length, seed)
	if g == nil {
		return
	}
	other := ouro.NewPCG(seed)
	for range 4 * level.Grid.Size() {
		if _, over := g.rules.Over(g.state); over {
			break
		}
		if other.Roll(2) == 0 {
			g.step(g.ask(t, t.Context()))
		} else {
			g.step(randomLegal(g.state, other))
		}
	}
	_, start, dice, err := s.Deal(level, length, seed+1000)
	if err != nil {
		return
	}
	g.state, g.dice = start.Clone(), dice
	g.rules.Spawn(g.state, g.dice)
	g.play(t, level.Grid.Size())
}

// randomLegal is a random legal move, of which there must be one.
func randomLegal(s *ouro.State, dice ouro.Dice) ouro.Dir {
	var legal []ouro.Dir
	for _, d := range ouro.Dirs {
		if s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d)) {
			legal = append(legal, d)
		}
	}
	return legal[dice.Roll(len(legal))]
}

// testSame: the same Setup, states and Nodes give the same decisions, watched
// or not.
func testSame(t *testing.T, s Subject, level *ouro.Level, length int) {
	t.Helper()
	for _, nodes := range []int64{0, 1, 40} {
		a, b := newGame(t, s, level, length, 7), newGame(t, s, level, length, 7)
		if a == nil {
			return
		}
		a.nodes, b.nodes, b.watch = nodes, nodes, true
		for range 4 * level.Grid.Size() {
			if _, over := a.rules.Over(a.state); over {
				break
			}
			da, db := a.ask(t, t.Context()), b.ask(t, t.Context())
			if da != db {
				t.Fatalf("%s turn %d, %d nodes: decides %v alone and %v when watched", a.name, a.state.Turn, nodes, da, db)
			}
			a.step(da)
			b.step(db)
		}
	}
}

// testOutOfTime: when time is up before it begins, the answer is a legal move
// all the same.
func testOutOfTime(t *testing.T, s Subject, level *ouro.Level, length int) {
	t.Helper()
	g := newGame(t, s, level, length, 3)
	if g == nil {
		return
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 * level.Grid.Size() {
		if _, over := g.rules.Over(g.state); over {
			return
		}
		g.step(g.ask(t, ended))
	}
}
