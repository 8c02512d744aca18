package position

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
	"ouro/studio/solvers"
)

type MoveResult struct {
	Board   Board
	Joint   []ouro.Dir // by seat; ouro.NoDir for the dead
	Spawned []ouro.Cell
	Outcome ouro.Outcome
	Over    bool
}

// dice are the dice after a move: they depend only on the position and the seed.
func (b Board) dice(seed uint64) ouro.Dice { return ouro.NewPCG(ouro.Mix(b.State.Hash(), seed)) }

// Move makes a joint move and places new food; with food, at that cell.
func (b Board) Move(dirs []ouro.Dir, seed uint64, food *ouro.Cell) (*MoveResult, error) {
	d, err := b.Deal(0)
	if err != nil {
		return nil, err
	}
	joint := b.noMoves()
	for _, seat := range b.Alive() {
		if seat >= len(dirs) || dirs[seat] > ouro.Left {
			return nil, fmt.Errorf("snake %d has no move", seat+1)
		}
		joint[seat] = dirs[seat]
	}
	s := d.Start
	d.Rules.Step(s, joint)
	before := slices.Clone(s.Food)
	d.Rules.Spawn(s, b.dice(seed))
	if food != nil {
		if err := b.placeFood(s, before, *food); err != nil {
			return nil, err
		}
	}
	m := &MoveResult{Board: Board{b.Rules, s}, Joint: joint, Spawned: newFood(before, s.Food)}
	m.Outcome, m.Over = d.Rules.Over(s)
	return m, nil
}

// noMoves returns a joint move without directions.
func (b Board) noMoves() []ouro.Dir {
	return slices.Repeat([]ouro.Dir{ouro.NoDir}, len(b.State.Snakes))
}

// newFood returns the food that was not there before.
func newFood(before, now []ouro.Cell) []ouro.Cell {
	return slices.DeleteFunc(slices.Clone(now), func(c ouro.Cell) bool { return slices.Contains(before, c) })
}

// placeFood moves the new food to a cell.
func (b Board) placeFood(s *ouro.State, before []ouro.Cell, food ouro.Cell) error {
	e, err := roster.FindRules(b.Rules.Name)
	if err != nil {
		return err
	}
	came := newFood(before, s.Food)
	switch {
	case e.EatsWalls() || e.OneFood && len(came) == 0:
		return errors.New("no food appears after this move")
	case food < 0 || int(food) >= s.Grid.Size():
		return fmt.Errorf("cell %d is not on the board %s", food, s.Grid)
	}
	for _, c := range came {
		s.RemoveFood(c)
	}
	if !s.Free(food) {
		x, y := s.Grid.XY(food)
		return fmt.Errorf("food at %d.%d: the cell is not free", x, y)
	}
	s.AddFood(food)
	return nil
}

// maxLine is the most moves of a line.
const maxLine = 5000

// Line lets solvers play on, one for each seat, for a number of moves or to the end, and
// reports each move. The solvers of dead snakes are ignored.
func (b Board) Line(ctx context.Context, store *memory.Store, specs []ouro.Spec, seed uint64, moves int, budget ouro.Budget, report func(*MoveResult) error) error {
	d, err := b.Deal(0)
	if err != nil {
		return err
	}
	if len(specs) != len(b.State.Snakes) {
		return fmt.Errorf("%d solvers for %d snakes", len(specs), len(b.State.Snakes))
	}
	cfg := play.Config{Deal: d, Budget: budget}
	cfg.Dice = b.dice(seed)
	for seat, spec := range specs {
		var solver ouro.Solver = ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil })
		if b.State.Snakes[seat].Cause == ouro.Alive {
			if solver, err = solvers.Make(store, spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: 1}); err != nil {
				return errors.Join(err, play.Close(cfg.Seats...))
			}
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	g, err := play.New(cfg)
	if err != nil {
		return errors.Join(err, play.Close(cfg.Seats...))
	}
	for range min(moves, maxLine) {
		from := Board{b.Rules, g.State().Clone()}
		if err = g.Move(ctx); err != nil {
			break
		}
		m := &MoveResult{Board: Board{b.Rules, g.State().Clone()}, Joint: b.noMoves()}
		for _, seat := range from.Alive() {
			m.Joint[seat] = g.Last(seat).Dir
		}
		m.Spawned = newFood(from.State.Food, m.Board.State.Food)
		m.Outcome, m.Over = g.Over()
		if err = report(m); err != nil || m.Over {
			break
		}
	}
	return errors.Join(err, g.Close())
}
