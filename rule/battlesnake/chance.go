package battlesnake

import "ouro"

// seeded is what [Dice] can do more than other dice, so that spawns can be those
// of the official engine.
type seeded interface {
	ouro.Dice
	Reseed(turn int)
	Shuffle(n int, swap func(i, j int))
	Ranks(n, k int) []int16
}

// chance is the dice as maps use them.
type chance struct {
	dice   ouro.Dice
	seeded seeded // the same, nil if they cannot be seeded
}

func newChance(d ouro.Dice) chance {
	s, _ := d.(seeded)
	return chance{d, s}
}

// at begins a turn. What was drawn in it before is then drawn again if the dice
// can do that, which replays tells.
func (ch chance) at(turn int) {
	if ch.seeded != nil {
		ch.seeded.Reseed(turn)
	}
}

func (ch chance) replays() bool { return ch.seeded != nil }

// roll is uniform in [0, n).
func (ch chance) roll(n int) int { return ch.dice.Roll(n) }

// between is uniform in [lo, hi].
func (ch chance) between(lo, hi int) int { return lo + ch.dice.Roll(hi-lo+1) }

// shuffle puts cells in random order.
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

// take draws a cell and removes it from the list, whose last one comes in its
// place.
func (ch chance) take(cells *[]ouro.Cell) ouro.Cell {
	list := *cells
	i := ch.dice.Roll(len(list))
	c := list[i]
	list[i] = list[len(list)-1]
	*cells = list[:len(list)-1]
	return c
}
