package battlesnake

import "ouro"

// seeded is implemented by [Dice]: dice that can repeat the draws of the official engine.
type seeded interface {
	ouro.Dice
	Reseed(turn int)
	Shuffle(n int, swap func(i, j int))
	Ranks(n, k int) []int16
}

// chance is the dice as maps use them. seeded is the same dice, or nil if they cannot be
// reseeded.
type chance struct {
	dice   ouro.Dice
	seeded seeded
}

func newChance(d ouro.Dice) chance {
	s, _ := d.(seeded)
	return chance{d, s}
}

// beginTurn reseeds the dice for a turn, so that its draws repeat. It does nothing if the
// dice cannot be reseeded, see replays.
func (ch chance) beginTurn(turn int) {
	if ch.seeded != nil {
		ch.seeded.Reseed(turn)
	}
}

// replays reports whether the dice can repeat the draws of a turn.
func (ch chance) replays() bool { return ch.seeded != nil }

// roll returns a uniform number in [0, n).
func (ch chance) roll(n int) int { return ch.dice.Roll(n) }

// between returns a uniform number in [lo, hi].
func (ch chance) between(lo, hi int) int { return lo + ch.dice.Roll(hi-lo+1) }

func (ch chance) shuffle(cells []ouro.Cell) {
	swap := func(i, j int) { cells[i], cells[j] = cells[j], cells[i] }
	if ch.seeded != nil {
		ch.seeded.Shuffle(len(cells), swap)
		return
	}
	for i := len(cells) - 1; i > 0; i-- {
		swap(i, ch.dice.Roll(i+1))
	}
}

// take draws a cell and removes it from the list. It does not keep the order of the rest.
func (ch chance) take(cells *[]ouro.Cell) ouro.Cell {
	list := *cells
	i := ch.dice.Roll(len(list))
	c := list[i]
	list[i] = list[len(list)-1]
	*cells = list[:len(list)-1]
	return c
}
