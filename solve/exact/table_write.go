package exact

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"sync/atomic"

	"ouro/internal/outfile"
)

// tableFile is a table that is being written to a draft beside its final name. The trie is
// written at once, then the directions, from the longest bodies to the shortest.
type tableFile struct {
	*layout
	file  store
	draft *outfile.Draft // nil for a table in memory
	sums  []uint32       // checksums of the written directions, by length

	path         string // the final path
	alreadySaved bool   // the complete table already has its final name, see isSaved
}

// store is a file or memory to which a table is written.
type store interface {
	io.ReaderAt
	io.WriterAt
	Sync() error
}

// createTable begins a table. If keep is set, it continues an existing draft.
func createTable(place *outfile.Target, keep bool, t *trie) (*tableFile, error) {
	draft, err := place.Draft(keep)
	if err != nil {
		return nil, err
	}
	table, err := newTableFile(draft, t)
	if err == nil {
		err = draft.Truncate(table.size)
	}
	if err != nil {
		return nil, errors.Join(err, draft.Discard())
	}
	table.draft, table.path = draft, place.Path()
	return table, nil
}

func newTableFile(file store, t *trie) (*tableFile, error) {
	bodies := make([]int64, t.cells+1)
	for length := range t.levels {
		bodies[length] = int64(t.levels[length].bodies())
	}
	table := &tableFile{layout: newLayout(t.board, bodies), file: file, sums: make([]uint32, t.cells)}
	for length := 1; length <= t.cells-2; length++ {
		if _, err := file.WriteAt(t.records(length), table.trieAt[length]); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// add writes the best directions of the stage s. next has the meals after its positions.
func (f *tableFile) add(ctx context.Context, w workers, s *stage, next meals) error {
	best, err := s.best(ctx, w, next)
	if err != nil {
		return err
	}
	f.sums[s.length] = crc32.Checksum(best, castagnoli)
	_, err = f.file.WriteAt(best, f.bestAt[s.length])
	return err
}

// best packs the best directions of a stage, two bits for each position. The result is valid
// until the next call.
func (s *stage) best(ctx context.Context, w workers, next meals) ([]byte, error) {
	sets, best := s.memory.tableRoom(len(s.moves))
	if err := s.bestSets(ctx, w, next, sets); err != nil {
		return nil, err
	}
	err := w.each(ctx, len(best), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			four := sets[i/2] >> (i % 2 * 16)
			for k := range 4 {
				first := bits.TrailingZeros32(four>>(4*k)&15 | 8)
				best[i] |= byte(first) << (2 * k)
			}
		}
	})
	return best, err
}

// bestSets computes the sets of best directions: four bits for a position, so eight positions in a
// number.
func (s *stage) bestSets(ctx context.Context, w workers, next meals, sets []uint32) error {
	add := func(at int, from, to uint8) {
		atomic.OrUint32(&sets[at/8], 1<<(at%8*4+s.trie.dirTo(from, to)))
	}
	shapes := s.trie.levels[s.length].shape
	err := w.each(ctx, len(next.moves), func(lo, hi int) {
		s.forMeals(lo, hi, next, func(e uint32, at int, m way, food uint8) {
			if s.moves[at] == next.moves[e] {
				add(at, shapes[m.body].head(), food)
			}
		})
	})
	if err != nil {
		return err
	}
	return w.each(ctx, len(shapes), func(lo, hi int) {
		var buf [maxWays]way
		for b := lo; b < hi; b++ {
			predecessors := s.trie.predecessors(s.length, uint32(b), buf[:0])
			for foods := shapes[b].free(); foods != 0; foods &= foods - 1 {
				food := uint8(bits.TrailingZeros64(foods))
				at := b*s.free + shapes[b].rank(food)
				if s.moves[at] == never {
					continue
				}
				for _, o := range predecessors {
					image := &s.trie.sym[o.sym].cell
					before := shapes[o.body]
					if before.free()>>image[food]&1 == 0 {
						continue
					}
					from := int(o.body)*s.free + before.rank(image[food])
					if s.moves[from] == s.moves[at]+oneMove && (s.grade == nil || s.grade[from] == s.grade[at]) {
						add(from, before.head(), image[shapes[b].head()])
					}
				}
			}
		}
	})
}

// check verifies the directions that a draft already has, those of length from and greater lengths.
func (f *tableFile) check(from int) error {
	for length := from; length < f.cells; length++ {
		sum := crc32.New(castagnoli)
		if _, err := io.Copy(sum, io.NewSectionReader(f.file, f.bestAt[length], f.bestBytes(length))); err != nil {
			return err
		}
		if sum.Sum32() != f.sums[length] {
			return fmt.Errorf("%s is not a draft of this table", f.draft.Name())
		}
	}
	return nil
}

// seal writes the header, with the checksums of all blocks.
func (f *tableFile) seal() error {
	sums := make([]uint32, f.blocks)
	buf := make([]byte, blockBytes)
	for i := range sums {
		from, to := f.block(i)
		if _, err := f.file.ReadAt(buf[:to-from], from); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		sums[i] = crc32.Checksum(buf[:to-from], castagnoli)
	}
	_, err := f.file.WriteAt(f.header(sums), 0)
	return err
}

// isSaved reports whether the complete table already has its final name, because an earlier
// run was interrupted right after it was renamed.
func (f *tableFile) isSaved() bool {
	t, err := OpenTable(f.path)
	if err != nil {
		return false
	}
	same := sameWalls(t.level, f.level)
	return errors.Join(t.Verify(), t.Close()) == nil && same
}

// finish gives the complete table its final name.
func (f *tableFile) finish() error {
	if f.alreadySaved {
		return f.draft.Discard()
	}
	if err := f.seal(); err != nil {
		return err
	}
	return f.draft.Finish()
}

// abandon closes the draft, and removes it unless keep is set.
func (f *tableFile) abandon(keep bool) error {
	if keep {
		return f.draft.Leave()
	}
	return f.draft.Discard()
}
