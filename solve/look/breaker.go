package look

import (
	"ouro"
)

// mood says how the snake lives.
type mood uint8

const (
	calm     mood = iota // as published
	restless             // random steps that keep the tail in reach
	reckless             // the same, but any meal in reach is taken
)

// breaker notices that the snake goes round in circles and tells it to get out.
//
// A position is the cells of the body in their order. When one returns since
// the last meal, or when half as many moves again as the board has cells went
// by without a meal (some loops are too long to be seen closing in time), the
// snake becomes restless for as many moves as the board has cells: instead of
// the longest way it takes random steps from which the tail can be reached (the
// leaving tip included: that is always safe), and it eats as soon as the
// virtual snake ends with its tail in reach, or right beside it, which under
// our rules is just as safe. After that it is reckless until the meal: it takes
// the shortest way to the food without asking what comes then. With every meal
// it becomes calm again, but for one thing: it steps on the leaving tip where
// that is the only step that keeps the tail in reach, or a meal right beside
// the tail would shut it in after all.
//
// So no loop is certain: a calm snake does not stay calm for ever, a restless
// one walks at random for a limited time, and a reckless one either has a way
// to the food and takes it, or walks at random on.
//
// The memory is bounded: it holds the last positions only, but at least 2N of
// them before it forgets all and starts anew.
type breaker struct {
	dice     *ouro.PCG
	patience int // moves without a meal that a calm snake bears
	limit    int // moves of restlessness

	seen  []uint64 // digests of positions by open addressing, 0 for none
	count int
	meal  uint64 // what the last meal left: length and food
	last  uint64 // digest of the position last asked about
	turn  int    // and its turn
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

// mood takes note of the position. Being asked again about the same turn
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
		position = 1 // 0 marks an empty place
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

// returns notes a position and tells whether it was there before.
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
