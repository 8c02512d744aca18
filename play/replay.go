package play

import (
	"context"
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/cooperate"
)

// ErrChanged says that a record is not the text that was written: its checksum
// is wrong although every turn can be derived.
var ErrChanged = errors.New("the record was changed outside its moves (its checksum is wrong)")

// replayTurns is how many turns are derived between two looks at the context.
const replayTurns = 100

// Replay derives every state of a recorded game again, from the same rules,
// start and dice, and compares it with the record's digests. visit, unless
// nil, sees each state, from the start on; it must not keep or change it. An
// error names the turn: a single changed move or check is always found on its
// own turn, a changed position on the turn after it. When ctx ends first, the
// error is ctx's.
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
			return fmt.Errorf("replay: turn %d: a move after the game's end (%s)", turn, outcome.Ending)
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
				return fmt.Errorf("replay: turn %d: seat %d: a snake has a move exactly if it lives, but not here", turn, seat)
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
