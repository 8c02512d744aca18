package cli

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/picture"
	"ouro/tui"
)

// battleScreen is a game of Battlesnake as the terminal program shows it.
type battleScreen struct {
	cast
	positions positions
	incidents func() []ouro.Incident             // in their order
	over      func() (ouro.Outcome, bool)        // after the last turn there is
	took      func(turn, seat int) time.Duration // of an answer; nil is never known
	next      func(context.Context) error        // nil where all turns are there

	broken error // what ended the game before its end
}

// positions are the turns of a game, as [play.Tape] keeps them: from 0 to
// Turns, and each valid until the next call of At.
type positions interface {
	Turns() int
	At(turn int) *ouro.State
}

func (b *battleScreen) Turns() int { return b.positions.Turns() }

func (b *battleScreen) Over() bool {
	_, over := b.over()
	return over || b.next == nil
}

func (b *battleScreen) Next(ctx context.Context) error {
	err := b.next(ctx)
	if err != nil && ctx.Err() == nil {
		b.broken = err
	}
	return err
}

func (b *battleScreen) At(turn int) tui.BattleTurn {
	s := b.positions.At(turn).Clone()
	t := tui.BattleTurn{State: s, Snakes: make([]tui.BattleSnake, len(s.Snakes)), Winner: ouro.NoSeat}
	past := b.past(s.Turn)
	for seat := range t.Snakes {
		show := &t.Snakes[seat]
		if b.took != nil {
			show.Latency = b.took(turn, seat)
		}
		if sn := &s.Snakes[seat]; sn.Cause != ouro.Alive {
			show.Fate = b.brief(sn)
		}
	}
	for i := len(past) - 1; i >= 0 && past[i].Turn == s.Turn; i-- {
		t.Snakes[past[i].Seat].Mishap = true
	}
	t.Events = b.events(s, past)
	if turn == b.Turns() && b.Over() {
		outcome, _ := b.over()
		t.Result, t.Winner = fmt.Sprintf("%s after %s", b.outcome(outcome), english.Count(s.Turn, "turn")), outcome.Winner
	}
	return t
}

// past are the incidents up to a turn.
func (b *battleScreen) past(turn int) []ouro.Incident {
	all := b.incidents()
	return all[:sort.Search(len(all), func(i int) bool { return all[i].Turn > turn })]
}

// events are the deaths so far and the last mishaps, in their order.
func (b *battleScreen) events(s *ouro.State, past []ouro.Incident) []string {
	type event struct {
		turn int
		text string
	}
	var all []event
	const enough = 8 // a guest that never answers is told of no more often
	for _, in := range past[max(0, len(past)-enough):] {
		all = append(all, event{in.Turn, b.mishap(in)})
	}
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause != ouro.Alive {
			all = append(all, event{sn.Died, fmt.Sprintf("%s %s %s", picture.Letter(seat), b.names[seat], b.death(sn))})
		}
	}
	slices.SortStableFunc(all, func(x, y event) int { return x.turn - y.turn })
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = fmt.Sprintf("turn %d: %s", e.turn, e.text)
	}
	return texts
}
