package exact

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"ouro/internal/cooperate"
)

// Figures inside of the package are integers, so that they depend neither on the order of additions
// nor on the number of workers.

// oneMove is one move, as an integer. Averages are rounded to the nearest integer: an unbiased error
// of at most 1.2e-7 moves for each length.
const oneMove = 1 << moveBits

const (
	moveBits  = 22
	never     = math.MaxUint32      // moves if no win is possible
	mostMoves = never>>moveBits - 1 // limit of whole moves: a position that takes as many is an error
)

// meals are the figures right after a meal, before the next food appears, by the number of the
// body: the probability of winning, and the expected number of moves in won games, including the
// move of the meal.
type meals struct {
	moves  []uint32
	chance []chance // nil: only certain wins have figures
}

func (m meals) fill(moves uint32, c chance) {
	for i := range m.moves {
		m.moves[i] = moves
	}
	for i := range m.chance {
		m.chance[i] = c
	}
}

// chanceOf returns the chance of winning right after the meal that makes body b.
func (m meals) chanceOf(b uint32) (c chance) {
	switch {
	case m.chance != nil:
		return m.chance[b]
	case m.moves[b] != never:
		return certain
	}
	return c
}

// chanceAt returns the chance of winning from the position with this number.
func (s *stage) chanceAt(at int) (c chance) {
	switch {
	case s.grade != nil:
		return s.chances[s.grade[at]]
	case s.moves[at] != never:
		return certain
	}
	return c
}

// average computes each meal from the positions that follow it, one for each cell of the next food:
// the averages over the cells, or the worst cell if an adversary chooses it. moves has the moves of
// all positions, in the order of the bodies. average calls the parameter chances only if the meals
// have chances. The call returns the chances of n positions and can use room for them.
func (m meals) average(ctx context.Context, w workers, moves []uint32, adversary bool, chances func(from, n int, room []chance) []chance) error {
	return w.each(ctx, len(m.moves), func(lo, hi int) {
		var room [MaxCells]chance
		free := len(moves) / len(m.moves)
		for b := lo; b < hi; b++ {
			next := moves[b*free : (b+1)*free]
			switch {
			case adversary:
				m.moves[b] = worstMeal(next)
			case m.chance == nil:
				m.moves[b] = certainMeal(next)
			default:
				m.moves[b], m.chance[b] = meal(next, chances(b*free, free, room[:]))
			}
		}
	})
}

// average computes the meals that lead to the positions of the stage.
func (s *stage) average(ctx context.Context, w workers, results meals) error {
	return results.average(ctx, w, s.moves, s.adversary, func(from, n int, room []chance) []chance {
		for i, g := range s.grade[from : from+n] {
			room[i] = s.chances[g]
		}
		return room[:n]
	})
}

// worstMeal returns the number of moves that suffice wherever the food appears, or never if some
// cell prevents the win.
func worstMeal(moves []uint32) uint32 { return afterMove(slices.Max(moves)) }

// certainMeal returns the average number of moves if a win is certain wherever the food appears,
// else never.
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

// meal returns the mean number of moves, weighted by the chance, and the mean chance.
func meal(moves []uint32, chances []chance) (mean uint32, c chance) {
	var sum chanceSum
	for _, c := range chances {
		sum.add(c)
	}
	drop := max(0, sum.bits()-64) // number of low bits that are negligible in such a large sum
	switch c = sum.mean(len(chances)); c {
	case chance{}:
		return never, c
	case certain:
		return certainMeal(moves), c
	}
	var weights, sumHi, sumLo, carry uint64
	for i, c := range chances {
		weight := c.shift(drop)
		weights += weight
		h, l := bits.Mul64(weight, uint64(moves[i]))
		sumLo, carry = bits.Add64(sumLo, l, 0)
		sumHi, _ = bits.Add64(sumHi, h, carry)
	}
	sumLo, carry = bits.Add64(sumLo, weights/2, 0)
	q, _ := bits.Div64(sumHi+carry, sumLo, weights)
	return afterMove(uint32(q)), c
}

// afterMove adds one move, except to never. It limits a number that is too large, which solve
// reports as an error.
func afterMove(moves uint32) uint32 {
	if moves == never {
		return never
	}
	return min(moves, never-1-oneMove) + oneMove
}

// expected converts moves to a number of moves, or NaN for never.
func expected(moves uint32) float64 {
	if moves == never {
		return math.NaN()
	}
	return float64(moves) / oneMove
}

// flood computes the probabilities of all positions of a stage. It goes through the meals by
// falling probability, and searches backwards from each of them to all positions that have no
// probability yet.
type flood struct {
	*stage
	grade uint32 // of the meals from which the search starts now
	stack []place
	buf   [maxWays]way
}

// place is a position whose predecessors have not been searched yet.
type place struct {
	body uint32
	food uint8
}

// findChances sets the grades of all positions, which must be 0 before, and the probabilities of
// the grades.
func (s *stage) findChances(ctx context.Context, chances []chance) error {
	order := s.memory.queue[:0]
	for e, c := range chances {
		if c != (chance{}) {
			order = append(order, uint32(e))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		if c := chances[b].compare(chances[a]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	s.chances = append(s.memory.chances[:0], chance{})
	f := &flood{stage: s, stack: s.memory.stack[:0]}
	for _, e := range order {
		if chances[e] != s.chances[f.grade] {
			s.chances = append(s.chances, chances[e])
			f.grade++
		}
		head := s.trie.levels[s.length+1].shape[e].head()
		for _, m := range s.trie.withoutHead(s.length+1, e, f.buf[:0]) {
			f.reach(m.body, s.trie.sym[m.sym].cell[head])
		}
		if err := f.run(ctx); err != nil {
			return err
		}
	}
	s.memory.chances, s.memory.stack = s.chances, f.stack
	return nil
}

// reach gives the position the current grade, unless it has one, and adds it to the stack.
func (f *flood) reach(body uint32, food uint8) {
	if at := f.at(body, food); f.stage.grade[at] == 0 {
		f.stage.grade[at] = f.grade
		f.stack = append(f.stack, place{body, food})
	}
}

// run searches backwards from the positions on the stack.
func (f *flood) run(ctx context.Context) error {
	shapes := f.trie.levels[f.length].shape
	for n := 1; len(f.stack) > 0; n++ {
		if n%chunk == 0 {
			cooperate.Yield()
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		p := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, o := range f.trie.predecessors(f.length, p.body, f.buf[:0]) {
			if food := f.trie.sym[o.sym].cell[p.food]; shapes[o.body].free()>>food&1 != 0 {
				f.reach(o.body, food)
			}
		}
	}
	return ctx.Err()
}
