package exact

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"ouro/internal/cooperate"
)

// stage holds all positions with snakes of one length. A position is a body and the cell of the food,
// which is numbered by its rank among the free cells. The positions of a body are stored side by
// side.
//
// Optimal play from a position is a number of steps without a meal and then a meal. The figures of
// the position are those of the best reachable meal, by probability and then by moves, plus one
// move for each step. This is a shortest-path problem with many sources, the meals, with initial
// costs, and edges of cost one. The stage solves positions backwards from the meals by the integer
// part of their cost. A step adds exactly one, so no position can improve another with the same
// integer part. Positions with equal integer parts may thus be solved in any order, and
// concurrently.
//
// Bodies are visited in the order of their numbers, that is, of their words. Removing the head keeps
// the order of the remaining letters, so the predecessors come almost in order too, and memory
// access is almost sequential.
type stage struct {
	trie   *trie
	length int
	free   int // number of free cells

	adversary bool // an adversary places the food; then grade is nil

	moves []uint32 // of position body*free + rank; never if the position cannot be won
	grade []uint32 // of a position: its probability is chances[grade]; nil if only certain wins count

	chances []chance // chances[0] is 0; the others decrease

	active, nextActive []uint64 // by body: the positions to solve in this round and in the next; bit c for food on cell c

	memory *memory
	report func(solved int64) // called from time to time
}

func newStage(t *trie, length int, m *memory) *stage {
	bodies := t.levels[length].bodies()
	s := &stage{trie: t, length: length, free: t.cells - length, memory: m}
	s.moves = m.moves[:bodies*s.free]
	s.active, s.nextActive = m.active[:bodies], m.nextActive[:bodies]
	if m.grade != nil {
		s.grade = m.grade[:bodies*s.free]
	}
	return s
}

// solve computes the figures of all positions from the meals that follow them.
func (s *stage) solve(ctx context.Context, w workers, next meals) error {
	err := w.each(ctx, len(s.active), func(lo, hi int) {
		for i := lo * s.free; i < hi*s.free; i++ {
			s.moves[i] = never
		}
		if s.grade != nil {
			clear(s.grade[lo*s.free : hi*s.free])
		}
		clear(s.active[lo:hi])
		clear(s.nextActive[lo:hi])
	})
	if err != nil {
		return err
	}
	if s.grade != nil {
		if err := s.findChances(ctx, next.chance); err != nil {
			return err
		}
	}
	return s.findMoves(ctx, w, next)
}

// at returns the number of the position with this body and food on cell c.
func (s *stage) at(body uint32, c uint8) int {
	return int(body)*s.free + s.trie.levels[s.length].shape[body].rank(c)
}

// findMoves sets the moves of all positions. The grades must be known.
func (s *stage) findMoves(ctx context.Context, w workers, next meals) error {
	err := w.each(ctx, len(next.moves), func(lo, hi int) {
		s.forMeals(lo, hi, next, func(e uint32, at int, _ way, _ uint8) { s.moves[at] = next.moves[e] })
	})
	if err != nil {
		return err
	}
	queue, starts := byWholeMoves(next.moves, s.memory.queue)
	var solved atomic.Int64
	for whole, busy := 0, true; busy || whole < len(starts)-1; whole++ {
		if whole == mostMoves {
			return fmt.Errorf("board %s, length %d: a position needs more than %d moves, the most that can be stored", nameOf(s.trie.level), s.length, mostMoves)
		}
		if whole < len(starts)-1 {
			if err := s.mark(ctx, w, queue[starts[whole]:starts[whole+1]], whole); err != nil {
				return err
			}
		}
		var improved atomic.Bool
		err = w.each(ctx, len(s.active), func(lo, hi int) {
			n, busy := s.sweep(lo, hi)
			solved.Add(n)
			if busy {
				improved.Store(true)
			}
		})
		if err != nil {
			return err
		}
		busy = improved.Load()
		s.active, s.nextActive = s.nextActive, s.active
		s.report(solved.Load())
	}
	return nil
}

// mark marks the positions before these meals to be solved now, except those that have a better
// meal. whole is the integer part of the moves of all these meals.
func (s *stage) mark(ctx context.Context, w workers, meals []uint32, whole int) error {
	return w.each(ctx, len(meals), func(lo, hi int) {
		var buf [8]way
		for _, e := range meals[lo:hi] {
			head := s.trie.levels[s.length+1].shape[e].head()
			for _, m := range s.trie.withoutHead(s.length+1, e, buf[:0]) {
				food := s.trie.sym[m.sym].cell[head]
				if s.moves[s.at(m.body, food)]>>moveBits == uint32(whole) {
					atomic.OrUint64(&s.active[m.body], 1<<food)
				}
			}
		}
	})
}

// forMeals looks at the meals lo to hi-1 and at the positions before each of them. It calls visit
// for each position that no other meal gives a higher probability, with the number of the body
// after the meal, the position, the way to it and the cell of its food.
func (s *stage) forMeals(lo, hi int, next meals, visit func(e uint32, at int, m way, food uint8)) {
	var buf [8]way
	for e := lo; e < hi; e++ {
		if next.moves[e] == never {
			continue
		}
		head := s.trie.levels[s.length+1].shape[e].head()
		for _, m := range s.trie.withoutHead(s.length+1, uint32(e), buf[:0]) {
			food := s.trie.sym[m.sym].cell[head]
			at := s.at(m.body, food)
			if s.grade == nil || s.chances[s.grade[at]] == next.chance[e] {
				visit(uint32(e), at, m, food)
			}
		}
	}
}

// byWholeMoves sorts the meals by the integer part of their moves: the meals with integer
// part k are queue[starts[k]:starts[k+1]], in the order of their numbers.
func byWholeMoves(moves, room []uint32) (queue, starts []uint32) {
	var count [never>>moveBits + 2]uint32
	most := -1
	for _, m := range moves {
		if m != never {
			count[m>>moveBits+1]++
			most = max(most, int(m>>moveBits))
		}
	}
	starts = count[:most+2]
	for k := 1; k < len(starts); k++ {
		starts[k] += starts[k-1]
	}
	queue = room[:starts[most+1]]
	next := slices.Clone(starts)
	for e, m := range moves {
		if m != never {
			queue[next[m>>moveBits]] = uint32(e)
			next[m>>moveBits]++
		}
	}
	return queue, starts
}

// sweep visits the bodies lo to hi-1 and goes one step back from each position that is to be solved
// now. It returns the number of these positions and whether any predecessor improved.
func (s *stage) sweep(lo, hi int) (solved int64, busy bool) {
	shapes := s.trie.levels[s.length].shape
	var buf [maxWays]way
	for b := lo; b < hi; b++ {
		foods := s.active[b]
		if foods == 0 {
			continue
		}
		s.active[b] = 0
		solved += int64(bits.OnesCount64(foods))
		from := s.trie.predecessors(s.length, uint32(b), buf[:0])
		for ; foods != 0; foods &= foods - 1 {
			food := uint8(bits.TrailingZeros64(foods))
			at := b*s.free + shapes[b].rank(food)
			moves := atomic.LoadUint32(&s.moves[at])
			for _, o := range from {
				food := s.trie.sym[o.sym].cell[food]
				before := shapes[o.body]
				if before.free()>>food&1 == 0 {
					continue
				}
				to := int(o.body)*s.free + before.rank(food)
				if s.grade != nil && s.grade[to] != s.grade[at] {
					continue
				}
				if lower(&s.moves[to], moves+oneMove) {
					atomic.OrUint64(&s.nextActive[o.body], 1<<food)
					busy = true
				}
			}
		}
	}
	return solved, busy
}

// lower atomically replaces *p by value if value is smaller, and reports whether it was.
func lower(p *uint32, value uint32) bool {
	for {
		old := atomic.LoadUint32(p)
		if old <= value {
			return false
		}
		if atomic.CompareAndSwapUint32(p, old, value) {
			return true
		}
	}
}

// workers is the number of goroutines that share a loop over flat arrays.
type workers int

// chunk is the number of elements that a worker takes at a time. It is so large that taking a chunk
// costs little, so small that the load is balanced, and a multiple of the number of elements in a
// word of any packed array.
const chunk = 1 << 14

// each calls compute concurrently for ranges that together cover 0 to n-1. It returns when all
// calls have ended, with the error of ctx if ctx has ended by then.
func (w workers) each(ctx context.Context, n int, compute func(lo, hi int)) error {
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			cooperate.Yield()
			lo := int(next.Add(chunk)) - chunk
			if lo >= n {
				return
			}
			compute(lo, min(lo+chunk, n))
		}
	}
	var others sync.WaitGroup
	for range min(int(w), (n+chunk-1)/chunk) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	return ctx.Err()
}
