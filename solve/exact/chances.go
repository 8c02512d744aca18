package exact

import (
	"cmp"
	"context"
	"slices"

	"ouro/internal/cooperate"
)

// flood computes the probabilities of all positions of a stage: it takes the meals by falling
// probability and searches backwards from each to all positions that have none yet.
type flood struct {
	*stage
	grade uint32 // of the present meals
	stack []place
	buf   [maxWays]way
}

// place is a position whose predecessors have not been searched.
type place struct {
	body uint32
	food uint8
}

// findChances sets the grades, which must be 0, and their probabilities.
func (s *stage) findChances(ctx context.Context, chance []uint64) error {
	order := s.memory.queue[:0]
	for e, c := range chance {
		if c > 0 {
			order = append(order, uint32(e))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		if chance[a] == chance[b] {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(chance[b], chance[a])
	})
	s.chances = append(s.memory.chances[:0], 0)
	f := &flood{stage: s, stack: s.memory.stack[:0]}
	for _, e := range order {
		if chance[e] != s.chances[f.grade] {
			s.chances = append(s.chances, chance[e])
			f.grade++
		}
		head := s.trie.levels[s.length+1].shape[e].head()
		for _, m := range s.trie.headless(s.length+1, e, f.buf[:0]) {
			f.reach(m.body, s.trie.sym[m.sym].cell[head])
		}
		if err := f.run(ctx); err != nil {
			return err
		}
	}
	s.memory.chances, s.memory.stack = s.chances, f.stack
	return nil
}

func (f *flood) reach(body uint32, food uint8) {
	if at := f.at(body, food); f.stage.grade[at] == 0 {
		f.stage.grade[at] = f.grade
		f.stack = append(f.stack, place{body, food})
	}
}

// run searches backwards until the stack is empty.
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
		for _, o := range f.trie.origins(f.length, p.body, f.buf[:0]) {
			if food := f.trie.sym[o.sym].cell[p.food]; shapes[o.body].free()>>food&1 != 0 {
				f.reach(o.body, food)
			}
		}
	}
	return ctx.Err()
}
