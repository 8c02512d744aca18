package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/internal/cooperate"
)

// Deal has everything that determines a game except the moves: the rules, the start and the dice.
type Deal struct {
	Rules   ouro.Rules
	Start   *ouro.State // the position before the first spawn or, if Spawned is set, after it
	Dice    ouro.Dice
	Spawned bool
}

// Begin returns the position before the first move, as a new State.
func (d *Deal) Begin() *ouro.State {
	s := d.Start.Clone()
	if !d.Spawned {
		d.Rules.Spawn(s, d.Dice)
	}
	return s
}

// ErrChanged is the error for a record whose checksum is wrong although every turn is as recorded.
var ErrChanged = errors.New("the checksum of the record is wrong although all its turns are right; another part of the record was changed")

// replayTurns is the number of turns between two checks of the context.
const replayTurns = 100

// Replay derives every position of a recorded game from its rules, start and dice, and compares them
// with the record's digests. Replay calls visit with each position, including the start. visit must
// not keep or change the position. A nil visit is not called. The error names the first turn that
// differs: for a changed move or check, this is its own turn; for a changed position, it is the next
// turn. If ctx ends first, the error is that of ctx.
func Replay(ctx context.Context, r *ouro.Record, deal Deal, visit func(*ouro.State)) error {
	if n := len(deal.Start.Snakes); n != len(r.Seats) {
		return fmt.Errorf("replay: %d solvers for %d snakes", len(r.Seats), n)
	}
	rules, s := deal.Rules, deal.Begin()
	if s.Hash() != r.Start || s.Turn != r.Begin() {
		return fmt.Errorf("replay: turn %d: the position before the first move differs from the record", r.Begin())
	}
	if visit != nil {
		visit(s)
	}
	check := ouro.NewTurnChecks(r.Start)
	for turn := r.Begin() + 1; turn <= r.End(); turn++ {
		if outcome, over := rules.Over(s); over {
			return fmt.Errorf("replay: turn %d: a move after the end of the game (%s)", turn, outcome.Ending)
		}
		if turn%replayTurns == 0 {
			cooperate.Yield()
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		joint := r.Joint(turn)
		for seat, d := range joint {
			if (d == ouro.NoDir) == (s.Snakes[seat].Cause == ouro.Alive) {
				return fmt.Errorf("replay: turn %d: seat %d: living snakes must have a move, and dead ones none", turn, seat)
			}
		}
		rules.Step(s, joint)
		rules.Spawn(s, deal.Dice)
		if check.Turn(s, joint) != r.Checks[turn-r.Begin()-1] {
			return fmt.Errorf("replay: turn %d: the move, or the position before it, differs from the record", turn)
		}
		if visit != nil {
			visit(s)
		}
	}
	if outcome, _ := rules.Over(s); s.Hash() != r.Final || outcome != r.Outcome {
		return fmt.Errorf("replay: turn %d: the end differs from the record: %s by replay, %s recorded", s.Turn, outcome.Ending, r.Outcome.Ending)
	}
	if r.Changed {
		return fmt.Errorf("replay: turn %d: %w", r.Begin(), ErrChanged)
	}
	return nil
}

// gameOfRecord returns a game whose solvers make the moves of a record. After the last recorded move,
// they return an error.
func gameOfRecord(r *ouro.Record, deal Deal) (*Game, error) {
	again := ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		turn := t.State.Turn + 1
		if turn > r.End() {
			return ouro.Decision{}, errors.New("the record ends here")
		}
		return ouro.Decision{Dir: r.Joint(turn)[t.Seat]}, nil
	})
	return New(Config{Deal: deal, Seats: slices.Repeat([]ouro.Solver{again}, len(r.Seats))})
}

// Rewind returns a History of a recorded game, for stepping back and forth. Unlike [Replay], Rewind
// does not compare the game with the record.
func Rewind(ctx context.Context, r *ouro.Record, deal Deal) (*History, error) {
	game, err := gameOfRecord(r, deal)
	if err != nil {
		return nil, err
	}
	history := NewHistory(game)
	for range r.Turns() {
		if err := history.Move(ctx); err != nil {
			return nil, err
		}
	}
	return history, nil
}

// Walk records the moves of one snake in a game, and the scores of its solver for each
// direction. To receive scores, set Config.Trace to the method Trace.
type Walk struct {
	Moves  []byte   // the letters of the directions
	Scores []Scores // one for each move

	OnMove func() error // called after each move, unless nil; an error ends Play

	next Scores // scores for the next move
}

// Scores holds the scores of one move, by the letter of the direction. Scores is nil if the solver
// sent no scores.
type Scores map[string]float64

// Trace returns a Trace that receives the scores of the next move.
func (w *Walk) Trace(int) *ouro.Trace {
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb != ouro.NoteMoves || n.Label != ouro.LabelScores {
			return
		}
		w.next = Scores{}
		for d, score := range n.Moves {
			if !math.IsNaN(score) && !math.IsInf(score, 0) {
				w.next[string(ouro.Dir(d).Letter())] = score
			}
		}
	})
}

// Play plays to the end of the game if moves is 0. Otherwise Play makes this many moves, even after
// the end of the game. It stops early only if the snake is dead or has no legal move.
func (w *Walk) Play(ctx context.Context, g *Game, moves int) error {
	for {
		s := g.State()
		_, over := g.Over()
		if moves > 0 {
			over = len(w.Moves) == moves || s.Snakes[0].Cause != ouro.Alive || s.Legal(0).Len() == 0
		}
		if over {
			return nil
		}
		if err := g.Move(ctx); err != nil {
			return err
		}
		w.Moves = append(w.Moves, g.Last(0).Dir.Letter())
		w.Scores = append(w.Scores, w.next)
		w.next = nil
		if w.OnMove != nil {
			if err := w.OnMove(); err != nil {
				return err
			}
		}
	}
}
