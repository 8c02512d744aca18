package play

import (
	"context"
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/cooperate"
)

// ErrChanged is the error of a record whose checksum is wrong although every turn can be
// derived.
var ErrChanged = errors.New("the record was changed outside its moves (its checksum is wrong)")

// replayTurns is the number of turns between two checks of the context.
const replayTurns = 100

// Replay derives every state of a recorded game from the same rules, start and dice, and
// compares it with the record's digests. visit, if it is not nil, receives each state,
// including the start; it must not keep or change it. The error names the turn: a single
// changed move or check is always found on its own turn, a changed position on the next
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
	check := ouro.NewChecker(r.Start)
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
