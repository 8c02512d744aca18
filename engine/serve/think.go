package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/play"
)

// outcome is the result of the work.
type outcome struct {
	solver   ouro.Solver // of a new game
	decision ouro.Decision
	err      error
}

// think asks the solver for the move of a turn.
func (s *session) think(ctx context.Context, t wire.Turn) error {
	if s.asker == nil {
		return s.fail(t.ID, errors.New("a turn without a game: send new first"))
	}
	if n := len(t.State.Snakes); n != s.game.Seats {
		return s.fail(t.ID, fmt.Errorf("a position of %s in a game of %d", english.Count(n, "snake"), s.game.Seats))
	}
	if t.State.Snakes[s.game.Seat].Cause != ouro.Alive {
		return s.fail(t.ID, fmt.Errorf("the snake in seat %d is dead", s.game.Seat))
	}
	start := s.game.State
	t.State.TurnBack, t.State.AlwaysGrow, t.State.HazardDamage = start.TurnBack, start.AlwaysGrow, start.HazardDamage
	s.busy, s.turn, s.notes, s.hasSent = true, t, nil, false
	s.best.Clear()
	question := ouro.Turn{State: t.State, Seat: s.game.Seat, Nodes: t.Nodes, Best: &s.best}
	if t.Watched {
		question.Trace = ouro.NewTrace(func(n ouro.Note) {
			if len(s.notes) < maxNotes && n.Verb != ouro.NoteTree {
				s.notes = append(s.notes, n)
			}
		})
	}
	limited, cancel := limit(ctx, t.Time)
	s.stop = cancel
	asker := s.asker
	go func() {
		var o outcome
		var fault *play.Fault
		if o.decision, fault = asker.Ask(limited, question); fault != nil {
			o.err = fault
		}
		cancel()
		s.done <- o
	}()
	return nil
}

// limit returns a context for a turn with so many milliseconds; 0 means no limit.
func limit(ctx context.Context, milliseconds float64) (context.Context, context.CancelFunc) {
	if milliseconds <= 0 {
		return context.WithCancel(ctx)
	}
	d := time.Duration(min(milliseconds, maxTime) * float64(time.Millisecond))
	return context.WithTimeout(ctx, d-min(transitTime, d/4))
}

// maxTime is the longest time limit, in milliseconds: a day. Longer ones are shortened to it.
const maxTime = 24 * 60 * 60 * 1000

// offer sends the best move so far, if it has changed.
func (s *session) offer() error {
	d, ok := s.best.Dir()
	if !ok || s.hasSent && d == s.offered {
		return nil
	}
	s.hasSent, s.offered = true, d
	return s.write(wire.AppendBest(s.line[:0], wire.Best{ID: s.turn.ID, Dir: d}))
}

// finish sends the result of the work.
func (s *session) finish(o outcome) error {
	s.busy = false
	t := s.turn
	s.turn = wire.Turn{}
	switch {
	case o.solver != nil:
		s.asker = play.NewAsker(o.solver)
		return s.write(wire.AppendReady(s.line[:0]))
	case o.err != nil:
		return s.fail(t.ID, o.err)
	}
	d := o.decision
	m := wire.Move{ID: t.ID, Dir: d.Dir, Score: d.Score, Depth: d.Depth, Nodes: d.Nodes, Notes: s.notes}
	return s.write(wire.AppendMoveOn(s.line[:0], &m, s.game.State.Grid))
}
