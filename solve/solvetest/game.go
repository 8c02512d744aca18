package solvetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ouro"
)

// game is one game in progress, played without package play so that every
// question is under the test's control.
type game struct {
	t      *testing.T
	seed   uint64
	rules  ouro.Rules
	state  *ouro.State
	dice   ouro.Dice
	solver ouro.Solver

	nodes  int64 // node budget of the next questions
	watch  bool  // whether they are watched
	noted  []ouro.Note
	before *ouro.State
}

// newGame is nil where no snake of this length fits or the solver refuses,
// which it must do in one line and only where it may.
func newGame(t *testing.T, s Subject, level *ouro.Level, length int, seed uint64) *game {
	t.Helper()
	rules, start, dice, err := s.Deal(level, length, seed)
	if err != nil {
		return nil
	}
	before := start.Clone()
	solver, err := s.Make(ouro.Setup{Rules: rules, Start: start, Seed: ouro.SolverSeed(seed, 0), Options: s.Options})
	if !start.Equal(before) {
		t.Fatalf("board %s: the Maker changed the start", level.Grid)
	}
	if err != nil {
		if claims(s.Plays, level) {
			t.Fatalf("board %s: it claims to play here, but refuses: %v", level.Grid, err)
		}
		if text := err.Error(); text == "" || strings.Contains(text, "\n") {
			t.Errorf("board %s: it does not refuse in one line: %q", level.Grid, text)
		}
		return nil
	}
	if c, ok := solver.(io.Closer); ok {
		t.Cleanup(func() {
			if err := c.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	g := &game{t: t, seed: seed, rules: rules, state: start.Clone(), dice: dice, solver: solver, before: before}
	rules.Spawn(g.state, dice)
	return g
}

// String tells where the game stands.
func (g *game) String() string {
	return fmt.Sprintf("board %s seed %d turn %d", g.state.Grid, g.seed, g.state.Turn)
}

func (g *game) over() bool {
	_, over := g.rules.Over(g.state)
	return over
}

// play plays on for at most this many moves, watched on every other one.
func (g *game) play(moves int) ouro.Ending {
	g.t.Helper()
	for ; moves > 0 && !g.over(); moves-- {
		g.watch = g.state.Turn%2 == 1
		g.step(g.ask(g.t.Context()).Dir)
	}
	outcome, _ := g.rules.Over(g.state)
	return outcome.Ending
}

func (g *game) step(d ouro.Dir) {
	g.rules.Step(g.state, []ouro.Dir{d})
	g.rules.Spawn(g.state, g.dice)
}

// ask asks for a move and checks what the contract says of every answer. Where
// there is a legal move the answer must be one.
func (g *game) ask(ctx context.Context) ouro.Decision {
	g.t.Helper()
	g.before.CopyFrom(g.state)
	turn := ouro.Turn{State: g.state, Nodes: g.nodes}
	g.noted = g.noted[:0]
	if g.watch {
		turn.Trace = ouro.NewTrace(func(n ouro.Note) { g.noted = append(g.noted, n) })
	}
	d, err := g.solver.Decide(ctx, turn)
	if !g.state.Equal(g.before) {
		g.t.Fatalf("%s: it changed the State", g)
	}
	for _, n := range g.noted {
		if err := checkNote(g.state.Grid, n); err != nil {
			g.t.Fatalf("%s: %s %q: %v", g, n.Verb, n.Label, err)
		}
	}
	switch legal := g.state.Legal(0); {
	case legal.Len() == 0:
	case err != nil:
		g.t.Fatalf("%s: no answer, though %d moves are legal: %v", g, legal.Len(), err)
	case d.Dir > ouro.Left:
		g.t.Fatalf("%s: it answers with no direction: %v", g, d.Dir)
	case !legal.Has(d.Dir):
		g.t.Fatalf("%s: %v is fatal, though %d moves are legal", g, d.Dir, legal.Len())
	}
	return d
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
				return fmt.Errorf("goes from cell %d to %d, which is no neighbour", n.Cells[i-1], c)
			}
		}
	}
	if n.Verb == ouro.NoteHeat && len(n.Heat) != g.Size() {
		return fmt.Errorf("is for %d cells, the board has %d", len(n.Heat), g.Size())
	}
	if (n.Verb == ouro.NoteTree) != (n.Tree != nil) {
		return errors.New("a tree is set exactly if the note is one, but not here")
	}
	return nil
}
