package position

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/frames"
)

func (d *editor) opened(turn int) openedData {
	o := openedData{boardData: d.boardData(d.board), Turn: turn}
	for seat := range max(8, len(d.board.State.Snakes)) {
		o.Colors = append(o.Colors, palette.Snake(seat).String())
	}
	if g := d.game; g != nil {
		o.Game = &gameData{First: d.board.State.Turn - turn}
		for seat := range g.Seats {
			var moves strings.Builder
			for i := range g.Turns() {
				letter := byte('.')
				if dir := g.Joint(i)[seat]; dir <= ouro.Left {
					letter = dir.Letter()
				}
				moves.WriteByte(letter)
			}
			o.Game.Moves = append(o.Game.Moves, moves.String())
		}
		if b, outcome, over, err := g.At(d.jobs.ctx, turn); err == nil && over {
			o.over(b, outcome)
		}
		_, _, over, _ := g.At(d.jobs.ctx, g.Turns())
		o.Game.Cut = !over
	}
	return o
}

// boardData describes a board to the page.
func (d *editor) boardData(b Board) boardData {
	data := boardData{
		Rules: b.Rules.String(), Position: b.Text(), Board: frames.BoardOf(b.State.Grid),
		Lane: frames.Of(b.State, b.names()), Alive: b.Alive(),
		Undo: d.undo.back(), Redo: d.undo.forward(),
	}
	if e, err := roster.FindRules(b.Rules.Name); err == nil {
		battle := e.Home == roster.Battlesnake
		data.Has = hasData{e.Snakes, !e.EatsWalls(), e.OneFood, !battle, e.EatsWalls(), battle, battle}
	}
	if err := b.Check(); err != nil {
		data.Wrong = err.Error()
		return data
	}
	data.Champion = d.champion(b)
	data.Exact = exactness{Can: true}
	if err := d.exact.checkExact(b); err != nil {
		data.Exact = exactness{Why: err.Error()}
	} else {
		data.Exact.Quick = d.exact.quick(b)
	}
	return data
}

// champion returns the strongest solver that can play from a board, or "". The search
// makes solvers, so the result is kept for similar boards.
func (d *editor) champion(b Board) string {
	s := b.State
	like := fmt.Sprintf("%s %s %v %v %v %d", b.Rules, s.Grid, s.Grid.Wraps, s.Room() == s.Grid.Size(), s.Hedges() > 0, len(b.Alive()))
	name, known := d.champions[like]
	if !known {
		if spec, err := roster.DefaultSolver(b.Game()); err == nil {
			name = spec.String()
		}
		if len(d.champions) > 100 {
			clear(d.champions)
		}
		d.champions[like] = name
	}
	return name
}

// over marks the board as the end of a game.
func (s *boardData) over(b Board, o ouro.Outcome) {
	s.Wrong = ""
	s.Lane.Ended = &frames.Ended{Ending: o.Ending, Winner: o.Winner, Words: b.names().Outcome(o)}
}

func stepOf(m *MoveResult) stepData {
	s := stepData{Dirs: numbers(m.Joint), Position: m.Board.Text(), Spawned: m.Spawned}
	if m.Over {
		s.Over = m.Board.names().Outcome(m.Outcome)
	}
	return s
}

// numbers returns directions as the page has them.
func numbers(dirs []ouro.Dir) []int {
	all := make([]int, len(dirs))
	for i, d := range dirs {
		if all[i] = int(d); d > ouro.Left {
			all[i] = -1
		}
	}
	return all
}

func thoughtOf(id, index int, o *Opinion) thoughtData {
	t := thoughtData{
		ID: id, Index: index, Solver: o.Spec.String(), Seat: o.Seat, Dir: int(o.Decision.Dir),
		Score: frames.Finite(o.Decision.Score), Depth: o.Decision.Depth, Nodes: o.Decision.Nodes, Took: o.Took.Microseconds(),
	}
	for i := range o.Notes[:min(len(o.Notes), maxNotes)] {
		t.Notes = append(t.Notes, frames.AppendNote(nil, &o.Notes[i], frames.MaxNodes))
	}
	if o.Err != nil {
		t.Error, t.Dir = o.Err.Error(), -1
	}
	return t
}

// maxNotes is the most notes of one opinion.
const maxNotes = 32

func exactOf(id int, b Board, a *exact.Answer) exactData {
	e := exactData{ID: id, Position: b.Text(), Probability: a.Probability, Moves: frames.Finite(a.Moves), Meal: a.Meal}
	if rules, err := roster.FindRules(b.Rules.Name); err == nil && rules.HungerLimit != nil {
		e.Starves = a.Meal+b.State.Snakes[0].Hunger > rules.HungerLimit(b.State.Grid)
	}
	for _, d := range ouro.Dirs {
		c := &a.Choices[d]
		e.Choices = append(e.Choices, choiceData{c.Fatal, c.Eats, a.Best.Has(d), c.Probability, frames.Finite(c.Moves)})
	}
	return e
}

func costOf(c Cost) costData {
	return costData{c.Turn, int(c.Dir), numbers(c.Best), c.Moves, c.Chance, c.Half, c.Unknown}
}
