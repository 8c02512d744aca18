package exact

import (
	"context"
	"math"
	"math/bits"
)

// The figures of a position are whole numbers, so that the order in which they
// are added up, and with it the number of workers, changes nothing.

// sure is the probability 1. Its divisors make probabilities exact as long as
// no more than 20 cells are free: where n are, every probability is a multiple
// of 1/n!. With more free cells they are rounded down to a multiple of 1/20!, so
// a win that is not certain never becomes certain by rounding; one that is
// possible is never rounded to impossible either.
const sure = 2432902008176640000 // 20!

// oneMove is one expected move. Averages are rounded to the nearest unit, which
// is wrong by at most half of 2.4e-7 moves for each length, and in both
// directions alike.
const oneMove = 1 << moveBits

const (
	moveBits  = 22
	never     = math.MaxUint32 // moves to a win that there is not
	mostMoves = never>>moveBits - 1
)

// meals are the figures of the positions right after a meal, before the dice
// say where the next food is, by the number of the body: the probability of
// winning, and the expected number of moves of the games that are won,
// including the one of the meal.
type meals struct {
	moves  []uint32
	chance []uint64 // nil: only certain wins have moves
}

// fill sets all alike.
func (m meals) fill(moves uint32, chance uint64) {
	for i := range m.moves {
		m.moves[i] = moves
	}
	for i := range m.chance {
		m.chance[i] = chance
	}
}

// probability is that after the meal that makes body b.
func (m meals) probability(b uint32) float64 {
	switch {
	case m.chance != nil:
		return probability(m.chance[b])
	case m.moves[b] != never:
		return 1
	}
	return 0
}

// average sets the meals that lead to the positions of the stage: averages over
// the places of the food.
func (s *stage) average(ctx context.Context, w workers, to meals) error {
	return w.each(ctx, len(to.moves), func(lo, hi int) {
		for b := lo; b < hi; b++ {
			places := b * s.free
			moves := s.moves[places : places+s.free]
			if s.grade == nil {
				to.moves[b] = certainMeal(moves)
			} else {
				to.moves[b], to.chance[b] = s.meal(moves, s.grade[places:places+s.free])
			}
		}
	})
}

// certainMeal is the average where a win is certain wherever the food is.
func certainMeal(moves []uint32) uint32 {
	sum := uint64(0)
	for _, m := range moves {
		if m == never {
			return never
		}
		sum += uint64(m)
	}
	n := uint64(len(moves))
	return afterMove(uint32((sum + n/2) / n))
}

// meal weighs the moves of each place by the probability of winning there.
func (s *stage) meal(moves, grade []uint32) (mean uint32, chance uint64) {
	var hi, lo, carry uint64
	for _, g := range grade {
		lo, carry = bits.Add64(lo, s.chances[g], 0)
		hi += carry
	}
	if hi|lo == 0 {
		return never, 0
	}
	chance, _ = bits.Div64(hi, lo, uint64(len(grade)))
	chance = max(chance, 1)
	if chance == sure {
		return certainMeal(moves), sure
	}
	drop := bits.Len64(hi) // so many low bits do not count beside such a sum
	var weights, sumHi, sumLo uint64
	for i, g := range grade {
		weight := s.chances[g] >> drop
		weights += weight
		h, l := bits.Mul64(weight, uint64(moves[i]))
		sumLo, carry = bits.Add64(sumLo, l, 0)
		sumHi, _ = bits.Add64(sumHi, h, carry)
	}
	sumLo, carry = bits.Add64(sumLo, weights/2, 0)
	q, _ := bits.Div64(sumHi+carry, sumLo, weights)
	return afterMove(uint32(q)), chance
}

// afterMove adds one move. What is more than the units can hold stays the
// largest number, which settle reports as an error.
func afterMove(moves uint32) uint32 { return min(moves, never-1-oneMove) + oneMove }

func probability(chance uint64) float64 { return float64(chance) / sure }

func expected(moves uint32) float64 {
	if moves == never {
		return math.NaN()
	}
	return float64(moves) / oneMove
}
