package battlesnake

import (
	"fmt"
	"math/rand"
	"sync"

	"ouro"
)

// Dice repeats the draws of the official engine: each turn has a new generator of math/rand, seeded
// with the sum of the game's seed and the turn. A new generator is cheap, because it computes the
// words of its state only when it needs them. Here seed 0 is an ordinary seed; the official engine
// treats it as no seed.
type Dice struct {
	seed   int64
	shared *tables

	x       uint64          // the seed of this turn, normalised
	n       int             // numbers drawn in this turn
	numbers [ringLen]uint64 // drawn numbers from number ringTap on; number n is at index n modulo ringLen
	order   []int16         // for Ranks
}

func NewDice(seed int64) *Dice {
	d := &Dice{shared: sharedTables()}
	d.Begin(seed)
	return d
}

// Begin resets the dice to this seed, at turn 0.
func (d *Dice) Begin(seed int64) {
	d.seed = seed
	d.Reseed(0)
}

// Reseed begins a turn: the next rolls depend only on the seed and the turn.
func (d *Dice) Reseed(turn int) {
	d.x, d.n = lehmerSeed(d.seed+int64(turn)), 0
}

// Repeat returns new dice with the same seed, to derive a position again. Rules reseed dice in
// every turn.
func (d *Dice) Repeat() ouro.Dice { return NewDice(d.seed) }

// Roll returns a uniform number in [0, n), the same number as Intn of math/rand. n must be from 1 to
// 2³¹-1.
func (d *Dice) Roll(n int) int {
	if n <= 0 || n > 1<<31-1 {
		panic(fmt.Sprintf("battlesnake: Roll of %d sides", n))
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

// Shuffle puts n elements in random order, as Shuffle of math/rand does.
func (d *Dice) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, d.uniform(i+1))
	}
}

// Ranks shuffles the numbers 0 to n-1 and returns the first k. The next call overwrites the
// result. Ranks allocates only if n is larger than ever before.
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
		j := d.uniform(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order[:min(k, n)]
}

// first returns the element that a Shuffle of n elements moves to index 0. It follows this element
// back from index 0 through the swaps, from the last swap to the first. So it reads the random
// numbers in reverse order. If Shuffle could reject one of these numbers and draw another, ok is
// false, and no number counts as drawn.
func (d *Dice) first(n int) (place int, ok bool) {
	end := d.n + n - 1
	for i := 1; i < n; i++ {
		v := d.earlyNumber(end - i)
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

// uniform returns a uniform number in [0, n), by the method of math/rand's Shuffle.
func (d *Dice) uniform(n int) int {
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

func (d *Dice) uint64() uint64 {
	n := d.n
	d.n++
	if n < ringTap {
		return d.earlyNumber(n)
	}
	v := d.drawnNumber(n-ringLen) + d.drawnNumber(n-ringTap)
	d.numbers[n%ringLen] = v
	return v
}

// drawnNumber returns number n of this turn, which was already drawn. For a negative n, it returns
// a word of the seeding.
func (d *Dice) drawnNumber(n int) uint64 {
	switch {
	case n >= ringTap:
		return d.numbers[n%ringLen]
	case n >= 0:
		return d.earlyNumber(n)
	}
	return d.shared.word(d.x, -1-n)
}

// earlyNumber computes number n < ringTap from two words. It does not store it.
func (d *Dice) earlyNumber(n int) uint64 {
	return d.shared.word(d.x, ringLen-1-n) + d.shared.word(d.x, ringTap-1-n)
}

// seeded is implemented by dice that can repeat the draws of a turn, such as Dice.
type seeded interface {
	ouro.Dice
	Reseed(turn int)
	Shuffle(n int, swap func(i, j int))
	Ranks(n, k int) []int16
}

// chance is the dice of a turn, with the draws that maps need. seeded is the same dice, or nil if
// they cannot be reseeded.
type chance struct {
	dice   ouro.Dice
	seeded seeded
}

func newChance(d ouro.Dice) chance {
	s, _ := d.(seeded)
	return chance{d, s}
}

// beginTurn reseeds the dice for a turn, so that its draws repeat. Without seeded dice it does
// nothing.
func (ch chance) beginTurn(turn int) {
	if ch.seeded != nil {
		ch.seeded.Reseed(turn)
	}
}

func (ch chance) canRepeat() bool { return ch.seeded != nil }

func (ch chance) roll(n int) int { return ch.dice.Roll(n) }

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

// take draws a cell and removes it from the list. The order of the other cells may change.
func (ch chance) take(cells *[]ouro.Cell) ouro.Cell {
	list := *cells
	i := ch.dice.Roll(len(list))
	c := list[i]
	list[i] = list[len(list)-1]
	*cells = list[:len(list)-1]
	return c
}

// The generator of math/rand is the additive recurrence
//
//	x(n) = x(n-607) + x(n-273)
//
// over 64 bits. Seeding computes the 607 words before x(0), each from three consecutive numbers of
// the generator x -> 48271·x mod 2³¹-1 and a secret constant. Computing all words takes longer than
// a turn of the game, so Dice computes each word when it needs it, with three multiplications.
const (
	ringLen = 607
	ringTap = 273

	lehmerMod  = 1<<31 - 1
	lehmerMul  = 48271
	lehmerSkip = 20 // numbers skipped before the numbers for the words

	zeroSeed = 89482311 // replaces seeds that are 0 mod 2³¹-1
)

// tables is shared by all generators. Index i belongs to x(-1-i).
type tables struct {
	factors [ringLen][3]uint64 // powers of lehmerMul, for the three numbers of a word
	secrets [ringLen]uint64
}

// sharedTables computes the factors and the secrets. The secrets follow from the first numbers of
// the standard library's generator: its recurrence, run backwards from them, gives the words of the
// seeding, in which only the secrets are unknown.
var sharedTables = sync.OnceValue(func() *tables {
	t := new(tables)
	power := uint64(1)
	for range lehmerSkip {
		power = lehmerStep(power, lehmerMul)
	}
	for i := range ringLen { // seeding starts at index ringTap
		factors := &t.factors[(i+ringTap)%ringLen]
		for j := range factors {
			power = lehmerStep(power, lehmerMul)
			factors[j] = power
		}
	}
	const seed = 1
	source := rand.New(rand.NewSource(seed))
	var x, words [ringLen]uint64
	for n := range x {
		x[n] = source.Uint64()
	}
	for n := ringLen - 1; n >= 0; n-- {
		tap := n - ringTap
		if tap >= 0 {
			words[ringLen-1-n] = x[n] - x[tap]
		} else {
			words[ringLen-1-n] = x[n] - words[-1-tap]
		}
	}
	for i := range t.secrets {
		t.secrets[i] = words[i] ^ t.word(seed, i)
	}
	return t
})

// word returns x(-1-i) after seeding with x, which is from 1 to lehmerMod-1.
func (t *tables) word(x uint64, i int) uint64 {
	f := &t.factors[i]
	return lehmerStep(x, f[0])<<40 ^ lehmerStep(x, f[1])<<20 ^ lehmerStep(x, f[2]) ^ t.secrets[i]
}

// lehmerStep returns x·f mod 2³¹-1. Neither x nor f may be a multiple of 2³¹-1. It has no
// branch, because the processor would mispredict half of the cases.
func lehmerStep(x, f uint64) uint64 {
	p := x * f
	p = p&lehmerMod + p>>31 // now p is less than 2·lehmerMod, and not lehmerMod itself
	return (p + p>>31) & lehmerMod
}

// lehmerSeed returns the start value of a seed, as math/rand computes it.
func lehmerSeed(seed int64) uint64 {
	seed %= lehmerMod
	if seed < 0 {
		seed += lehmerMod
	}
	if seed == 0 {
		seed = zeroSeed
	}
	return uint64(seed)
}
