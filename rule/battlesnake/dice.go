package battlesnake

import "ouro"

// Dice are dice that fall as those of the official engine do: for each turn a
// new generator of math/rand, seeded with the game's seed plus the turn. Making
// one costs nothing, as its words are computed when they are needed. The seed 0
// is a seed like any other; the official engine takes it for none.
type Dice struct {
	seed   int64
	shared *tables

	x       uint64          // the seed of this turn, normalised
	n       int             // numbers drawn in this turn
	numbers [ringLen]uint64 // the latest, number n in place n modulo ringLen, from ringTap on
	order   []int16         // for Ranks
}

// NewDice are dice with this seed, at turn 0.
func NewDice(seed int64) *Dice {
	d := &Dice{shared: sharedTables()}
	d.Begin(seed)
	return d
}

// Begin makes them dice with this seed, at turn 0.
func (d *Dice) Begin(seed int64) {
	d.seed = seed
	d.Reseed(0)
}

// Reseed begins a turn: the rolls that follow depend on nothing but the seed
// and the turn.
func (d *Dice) Reseed(turn int) {
	d.x, d.n = lehmerSeed(d.seed+int64(turn)), 0
}

// Repeat are new dice of the same seed, for deriving a position again: rules
// reseed them in every turn.
func (d *Dice) Repeat() ouro.Dice { return NewDice(d.seed) }

// Roll is uniform in [0, n), and what Intn of math/rand is. n must be from 1 to
// 2³¹-1.
func (d *Dice) Roll(n int) int {
	if n <= 0 || n > 1<<31-1 {
		panic("battle: Roll of no sides, or too many")
	}
	un := uint32(n)
	if un&(un-1) == 0 {
		return int(d.int31() & (un - 1))
	}
	limit := uint32(1<<31-1) - (1<<31)%un
	v := d.int31()
	for v > limit {
		v = d.int31()
	}
	return int(v % un)
}

// Shuffle puts n things in random order as Shuffle of math/rand does.
func (d *Dice) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, d.below(i+1))
	}
}

// Ranks are the first k of the numbers 0 to n-1 after a Shuffle. The list is
// overwritten by the next call. It allocates only when n is larger than ever
// before.
func (d *Dice) Ranks(n, k int) []int16 {
	if cap(d.order) < n {
		d.order = make([]int16, n)
	}
	order := d.order[:n]
	if k == 1 && n > 0 && d.n+n <= ringTap {
		if first, ok := d.first(n); ok {
			order[0] = int16(first)
			return order[:1]
		}
	}
	for i := range order {
		order[i] = int16(i)
	}
	for i := n - 1; i > 0; i-- {
		j := d.below(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order[:min(k, n)]
}

// first is what a Shuffle of n brings to the front. It follows the front back
// through the exchanges, the last of which concerned places 0 and 1, and
// reads the numbers in that order, which it can while none depends on another.
// It gives up, with nothing drawn, when Shuffle might have drawn a number again.
func (d *Dice) first(n int) (place int, ok bool) {
	end := d.n + n - 1
	for i := 1; i < n; i++ {
		v := d.early(end - i)
		product := uint64(uint32(v>>31)) * uint64(i+1)
		if uint32(product) <= uint32(i) {
			return 0, false
		}
		if int(product>>32) == place {
			place = i
		}
	}
	d.n = end
	return place, true
}

// below is uniform in [0, n), by the method of math/rand's Shuffle.
func (d *Dice) below(n int) int {
	un := uint32(n)
	product := uint64(d.uint32()) * uint64(un)
	if low := uint32(product); low < un {
		for reject := -un % un; low < reject; low = uint32(product) {
			product = uint64(d.uint32()) * uint64(un)
		}
	}
	return int(product >> 32)
}

func (d *Dice) int31() uint32  { return uint32(d.uint64() << 1 >> 33) }
func (d *Dice) uint32() uint32 { return uint32(d.uint64() >> 31) }

// uint64 is the next number of the recurrence.
func (d *Dice) uint64() uint64 {
	n := d.n
	d.n++
	if n < ringTap {
		return d.early(n)
	}
	v := d.before(n-ringLen) + d.before(n-ringTap)
	d.numbers[n%ringLen] = v
	return v
}

// before is number n of this turn, already drawn. Below 0 are the words that
// seeding made.
func (d *Dice) before(n int) uint64 {
	switch {
	case n >= ringTap:
		return d.numbers[n%ringLen]
	case n >= 0:
		return d.early(n)
	}
	return d.shared.word(d.x, -1-n)
}

// early is number n < ringTap, which is made of two words. It is not kept.
func (d *Dice) early(n int) uint64 {
	return d.shared.word(d.x, ringLen-1-n) + d.shared.word(d.x, ringTap-1-n)
}
