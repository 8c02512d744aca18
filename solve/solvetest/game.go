package solvetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"ouro"
	"ouro/sim"
)

// game is a game in progress. The suite plays it without package play, to control every call.
// One solver has all seats.
type game struct {
	t       *testing.T
	subject Subject
	spec    ouro.GameSpec
	seed    uint64
	rules   ouro.Rules
	state   *ouro.State
	dice    ouro.Dice
	seats   []ouro.Solver
	joint   []ouro.Dir

	nodes  int64 // node budget of the following calls
	watch  bool  // whether there is a trace
	alone  bool  // whether Turn.Best is nil
	best   ouro.Best
	notes  []ouro.Note
	before *ouro.State
	twin   *sim.Position // set if the solver claims to be Prudent in Games
}

// newGame starts a game. It returns nil if Deal cannot set it up or the solver refuses it. A solver
// may refuse only games outside its claims, with an error of one line.
func newGame(t *testing.T, s Subject, spec ouro.GameSpec, seed uint64) *game {
	t.Helper()
	rules, start, dice, err := s.Deal(spec, seed)
	if err != nil {
		if spec.Level == nil {
			t.Fatal(err)
		}
		return nil
	}
	g := &game{t: t, subject: s, spec: spec, seed: seed, rules: rules, state: start.Clone(), dice: dice, before: start.Clone()}
	for seat := range start.Snakes {
		solver, err := s.Make(ouro.Setup{Rules: rules, Start: start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Options: s.Options})
		if !start.Equal(g.before) {
			t.Fatalf("board %s: the Maker changed the start", start.Grid)
		}
		if err != nil {
			if claims(s.Plays, spec) || spec.Rules.Name != "classic" && s.PlaysGames {
				t.Fatalf("board %s: the solver claims to play here, but refuses: %v", start.Grid, err)
			}
			if text := err.Error(); text == "" || strings.Contains(text, "\n") {
				t.Errorf("board %s: the refusal is not one line: %q", start.Grid, text)
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
		g.seats = append(g.seats, solver)
	}
	g.joint = make([]ouro.Dir, len(g.seats))
	if s.Prudent && spec.Rules.Name != "classic" {
		g.twin = sim.New(start)
	}
	rules.Spawn(g.state, dice)
	return g
}

func (g *game) String() string {
	return fmt.Sprintf("board %s seed %d turn %d", g.state.Grid, g.seed, g.state.Turn)
}

func (g *game) over() bool {
	_, over := g.rules.Over(g.state)
	return over
}

// living returns the seats of the living snakes.
func (g *game) living() (seats []int) {
	for seat := range g.state.Snakes {
		if g.state.Snakes[seat].Cause == ouro.Alive {
			seats = append(seats, seat)
		}
	}
	return seats
}

// play plays at most this many moves and traces every other one.
func (g *game) play(moves int) ouro.Ending {
	g.t.Helper()
	for ; moves > 0 && !g.over(); moves-- {
		g.watch = g.state.Turn%2 == 1
		g.askAll(g.t.Context())
		g.step()
	}
	outcome, _ := g.rules.Over(g.state)
	return outcome.Ending
}

func (g *game) step() {
	g.rules.Step(g.state, g.joint)
	g.rules.Spawn(g.state, g.dice)
}

func (g *game) askAll(ctx context.Context) {
	g.t.Helper()
	for _, seat := range g.living() {
		g.joint[seat] = g.ask(ctx, seat).Dir
	}
}

// ask requests a decision and checks it against the contract. The decision must be legal if
// there is a legal move.
func (g *game) ask(ctx context.Context, seat int) ouro.Decision {
	g.t.Helper()
	g.before.CopyFrom(g.state)
	turn := ouro.Turn{State: g.state, Seat: seat, Nodes: g.nodes}
	if g.best.Clear(); !g.alone {
		turn.Best = &g.best
	}
	g.notes = g.notes[:0]
	if g.watch {
		turn.Trace = ouro.NewTrace(func(n ouro.Note) { g.notes = append(g.notes, n) })
	}
	d, err := g.seats[seat].Decide(ctx, turn)
	if !g.state.Equal(g.before) {
		g.t.Fatalf("%s: the solver changed the State", g)
	}
	for _, n := range g.notes {
		if err := checkNote(g.state.Grid, n); err != nil {
			g.t.Fatalf("%s: %s %q: %v", g, n.Verb, n.Label, err)
		}
	}
	legal := g.state.Legal(seat)
	g.checkOffer(seat)
	_, offered := g.best.Dir()
	switch {
	case legal.Len() == 0:
		return d
	case g.subject.Offers && !offered && !g.alone && g.nodes == 0 && ctx.Err() == nil:
		g.t.Fatalf("%s: the solver has offered no move", g)
	case err != nil:
		g.t.Fatalf("%s: no answer, although %d moves are legal: %v", g, legal.Len(), err)
	case d.Dir > ouro.Left:
		g.t.Fatalf("%s: the answer is not a direction: %v", g, d.Dir)
	case !legal.Has(d.Dir):
		g.t.Fatalf("%s: %v is fatal, although %d moves are legal", g, d.Dir, legal.Len())
	case g.nodes > 0 && d.Nodes > g.nodes:
		g.t.Fatalf("%s: the solver used %d nodes of a budget of %d", g, d.Nodes, g.nodes)
	}
	for _, n := range g.notes {
		if err := g.checkReason(seat, d.Dir, n); err != nil {
			g.t.Fatalf("%s: %s %q: %v", g, n.Verb, n.Label, err)
		}
	}
	if g.twin != nil {
		g.twin.Load(g.state)
		if moves := g.twin.Moves(seat) & legal; moves != 0 && !moves.Has(d.Dir) {
			g.t.Fatalf("%s: %v is certainly fatal, although %d moves are not", g, d.Dir, moves.Len())
		}
	}
	return d
}

// checkOffer checks the last offer, which must be a legal move if there is one.
func (g *game) checkOffer(seat int) {
	g.t.Helper()
	if d, ok := g.best.Dir(); ok && g.state.Legal(seat) != 0 && !g.state.Legal(seat).Has(d) {
		g.t.Errorf("%s: the solver offers %v, which is fatal, although %d moves are legal", g, d, g.state.Legal(seat).Len())
	}
}

// checkReason returns an error if a note does not match the move. A plan must begin with the
// move. If the solver claims to be Prudent, the move must have a score.
func (g *game) checkReason(seat int, d ouro.Dir, n ouro.Note) error {
	head := g.state.Snakes[seat].Body.Head()
	switch {
	case n.Label == ouro.LabelPlan && len(n.Cells) > 1 && (n.Cells[0] != head || n.Cells[1] != g.state.Grid.Next(head, d)):
		return fmt.Errorf("%v does not begin with the move %v", n.Cells, d)
	case n.Label == ouro.LabelScores && g.subject.Prudent && math.IsNaN(n.Moves[d]):
		return fmt.Errorf("%v has no score for the move %v", n.Moves, d)
	}
	return nil
}

// checkNote returns an error if a note does not fit the board.
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
				return fmt.Errorf("goes from cell %d to %d, which is not a neighbour", n.Cells[i-1], c)
			}
		}
	}
	if n.Verb == ouro.NoteHeat && len(n.Heat) != g.Size() {
		return fmt.Errorf("has %d cells, but the board has %d", len(n.Heat), g.Size())
	}
	if (n.Verb == ouro.NoteTree) != (n.Tree != nil) {
		return errors.New("a note has a tree if and only if its verb is tree")
	}
	return nil
}
