package exact

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"runtime/debug"
	"slices"

	"ouro"
)

// Table has the best direction for every position of one board. [OpenTable] and [NewTable]
// make it. It is for one goroutine at a time.
type Table struct {
	*layout
	name    string
	file    []byte
	checked []bool // by block
	release func() error
}

// OpenTable opens a table file of [Solve]. Close it after use.
func OpenTable(name string) (t *Table, err error) {
	defer (&Table{name: name}).unfault(debug.SetPanicOnFault(true), &err)
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("table %s: not a regular file", name)
	}
	file, release, err := mapFile(name)
	if err != nil {
		return nil, err
	}
	t, err = readTable(file)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", name, errors.Join(err, release()))
	}
	t.name, t.release = name, release
	return t, nil
}

// NewTable computes the table of a board in memory.
func NewTable(ctx context.Context, g *ouro.Grid, o Options) (*Table, error) {
	o.All = true
	r, err := newRun(ctx, g, o, 1)
	if err != nil {
		return nil, err
	}
	file := &memoryFile{}
	if r.table, err = newTableFile(file, r.trie); err != nil {
		return nil, err
	}
	for r.length > 1 {
		if err := r.step(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.table.seal(); err != nil {
		return nil, err
	}
	return readTable(file.data)
}

func readTable(file []byte) (*Table, error) {
	l, err := readLayout(file)
	if err != nil {
		return nil, err
	}
	return &Table{layout: l, file: file, checked: make([]bool, l.blocks), release: func() error { return nil }}, nil
}

// Close releases the file.
func (t *Table) Close() error {
	t.file = nil
	return t.release()
}

// Grid returns the board.
func (t *Table) Grid() *ouro.Grid { return t.grid }

// Best returns the best direction for a body, head first, and food on a cell: the cells must
// be a snake on the board without the food. Where no win is possible the direction has no
// meaning. An error means that the file is corrupt.
func (t *Table) Best(cells []ouro.Cell, food ouro.Cell) (_ ouro.Dir, err error) {
	defer t.unfault(debug.SetPanicOnFault(true), &err)
	sym := t.smallest(cells)
	body, err := t.find(cells, int(sym))
	if err != nil {
		return 0, err
	}
	s := &t.sym[sym]
	taken := uint64(0)
	for _, c := range cells {
		taken |= 1 << s.cell[c]
	}
	rank := int64(bits.OnesCount64(^taken & (1<<s.cell[food] - 1)))
	at := body*int64(t.cells-len(cells)) + rank
	four, err := t.read(t.bestAt[len(cells)]+at/4, 1)
	if err != nil {
		return 0, err
	}
	best := ouro.Dir(four[0] >> (at % 4 * 2) & 3)
	return ouro.Dir(slices.Index(s.dir[:], best)), nil
}

// find returns the number of the image of a body under the symmetry that makes it smallest.
func (t *Table) find(cells []ouro.Cell, sym int) (body int64, err error) {
	head := t.letter(cells, sym, 0)
	for t.heads[body] != head {
		body++
	}
	for length := 1; length < len(cells); length++ {
		record, err := t.read(t.trieAt[length]+body/recordBodies*recordBytes, recordBytes)
		if err != nil {
			return 0, err
		}
		kid, ok := recordKid(record, body%recordBodies, t.letter(cells, sym, length))
		if body = kid; !ok || body >= t.bodies[length+1] {
			return 0, t.corrupt("it does not know a body")
		}
	}
	return body, nil
}

// read returns n verified bytes of the file.
func (t *Table) read(at, n int64) ([]byte, error) {
	for i := (at - t.data) / blockBytes; i <= (at+n-1-t.data)/blockBytes; i++ {
		if t.checked[i] {
			continue
		}
		from, to := t.block(int(i))
		sum := binary.LittleEndian.Uint32(t.file[countsAt+4*t.cells+4*int(i):])
		if crc32.Checksum(t.file[from:to], castagnoli) != sum {
			return nil, t.corrupt("a checksum is wrong")
		}
		t.checked[i] = true
	}
	return t.file[at : at+n], nil
}

func (t *Table) corrupt(why string) error {
	return fmt.Errorf("table %s: corrupt: %s", t.name, why)
}

// unfault converts the fault of reading a missing part of the file to an error: the file was
// shortened after it was mapped, or its disk fails. Defer it together with
// debug.SetPanicOnFault, whose previous setting is before.
func (t *Table) unfault(before bool, err *error) {
	debug.SetPanicOnFault(before)
	v := recover()
	if v == nil {
		return
	}
	if _, fault := v.(interface{ Addr() uintptr }); !fault {
		panic(v)
	}
	*err = t.corrupt("a part of it is gone since it was opened")
}

// Verify verifies the whole file.
func (t *Table) Verify() (err error) {
	defer t.unfault(debug.SetPanicOnFault(true), &err)
	for i := range t.blocks {
		from, to := t.block(i)
		if _, err := t.read(from, to-from); err != nil {
			return err
		}
	}
	return nil
}

type memoryFile struct{ data []byte }

func (f *memoryFile) WriteAt(p []byte, at int64) (int, error) {
	if end := int(at) + len(p); end > len(f.data) {
		f.data = append(f.data, make([]byte, end-len(f.data))...)
	}
	return copy(f.data[at:], p), nil
}

func (f *memoryFile) ReadAt(p []byte, at int64) (int, error) {
	if at >= int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.data[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memoryFile) Sync() error { return nil }
