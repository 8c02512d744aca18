package look

import "ouro"

// mood decides how much risk the snake takes; see breaker.
type mood uint8

const (
	calm     mood = iota // the snake plays as the published method does
	restless             // the snake takes random steps that keep its tail within reach
	reckless             // like restless, but the snake takes any meal within reach
)

// breaker detects loops and ends them.
//
// A position is the sequence of the body's cells. The snake becomes restless when a position has
// repeated since the last meal, or after N + N/2 moves without a meal on a board of N cells,
// because some loops are too long to be detected in time. A restless snake takes random steps from
// which the tail can be reached. These include a step to the end of the tail, which is always safe.
// It eats as soon as a copy of the snake that is sent to the food on the planned path ends with its
// head beside its tail, or with its tail within reach. Both are safe under Ouro's rules.
//
// After N restless moves the snake is reckless until the next meal: it takes the shortest path
// to the food unconditionally. Each meal makes it calm again. A calm snake differs from the
// snake of the tutorial in one point: it steps onto the end of the tail if no other step keeps the
// tail within reach. Otherwise a meal right beside the tail would enclose the snake.
//
// So every loop is certain to end: a calm snake does not stay calm for ever, a restless snake
// walks at random for a limited time, and a reckless snake takes a path to the food or walks at
// random.
//
// A breaker remembers at most 4N positions. When its memory is full, which takes at least 2N
// positions, it forgets them all.
type breaker struct {
	dice     *ouro.PCG
	patience int // number of moves without a meal while the snake is calm
	limit    int // number of moves while it is restless

	seen  []uint64 // digests of positions, in open addressing; 0 if empty
	count int
	meal  uint64 // digest of the length and the food, which change with a meal
	last  uint64 // digest of the last position
	turn  int    // turn of the last position
	moves int    // number of moves since it was calm; 0 if it is calm
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

// mood records the position and returns the snake's mood. A repeated call for the same turn
// changes nothing.
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
		position = 1 // 0 marks an empty slot
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

// returns reports whether the position has occurred before, and records it.
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
