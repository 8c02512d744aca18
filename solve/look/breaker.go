package look

import "ouro"

type mood uint8

const (
	calm     mood = iota // as published
	restless             // random steps that keep the tail in reach
	reckless             // the same, but it takes any meal in reach
)

// breaker detects loops and ends them.
//
// A position is the sequence of the body's cells. When one repeats since the last meal, or after
// half as many moves again as the board has cells without a meal (some loops are too long to
// be detected in time), the snake becomes restless for as many moves as the board has cells:
// instead of the longest path it takes random steps from which the tail can be reached (its end
// included, which is always safe), and it eats as soon as the virtual snake ends with its tail
// in reach, or right beside it, which is just as safe under our rules. Then it is reckless until
// the meal: it takes the shortest path to the food unconditionally. Each meal makes it calm
// again, with one exception: it steps on the end of the tail if that is the only step that keeps
// the tail in reach; otherwise a meal right beside the tail would enclose it after all.
//
// So no loop is certain: a calm snake does not stay calm for ever, a restless one walks at random
// for a limited time, and a reckless one takes a path to the food or walks at random.
//
// The memory is bounded: it holds at least the last 2N positions before it forgets all.
type breaker struct {
	dice     *ouro.PCG
	patience int // moves without a meal while calm
	limit    int // moves while restless

	seen  []uint64 // digests of positions, open addressing, 0 if empty
	count int
	meal  uint64 // state after the last meal: length and food
	last  uint64 // digest of the last position
	turn  int    // its turn
	moves int    // since it is not calm; 0 if it is
}

func newBreaker(g *ouro.Grid, seed uint64) *breaker {
	size := 1
	for size < 4*g.Size() {
		size *= 2
	}
	return &breaker{
		dice:     ouro.NewPCG(seed),
		patience: 3 * g.Size() / 2,
		limit:    g.Size(),
		seen:     make([]uint64, size),
	}
}

// mood records the position. A repeated call for the same turn changes nothing.
func (b *breaker) mood(t ouro.Turn) mood {
	body := &t.Snake().Body
	meal := uint64(body.Len())
	for _, c := range t.State.Food {
		meal = ouro.Mix(meal, uint64(c))
	}
	if meal != b.meal {
		b.meal, b.moves, b.last = meal, 0, 0
		b.forget()
	}
	position := uint64(1)
	for i := range body.Len() {
		position = ouro.Mix(position, uint64(body.At(i)))
	}
	if position == 0 {
		position = 1 // 0 is an empty slot
	}
	if position != b.last || t.State.Turn != b.turn {
		b.last, b.turn = position, t.State.Turn
		if b.moves > 0 {
			b.moves++
		} else if b.returns(position) || t.Snake().Hunger >= b.patience {
			b.moves = 1
		}
	}
	switch {
	case b.moves == 0:
		return calm
	case b.moves <= b.limit:
		return restless
	}
	return reckless
}

// returns records a position and reports whether it occurred before.
func (b *breaker) returns(position uint64) bool {
	mask := uint64(len(b.seen) - 1)
	i := position & mask
	for ; b.seen[i] != 0; i = (i + 1) & mask {
		if b.seen[i] == position {
			return true
		}
	}
	if b.count == len(b.seen)/2 {
		b.forget()
		i = position & mask
	}
	b.seen[i] = position
	b.count++
	return false
}

func (b *breaker) forget() {
	clear(b.seen)
	b.count = 0
}
