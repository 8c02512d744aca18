package exact

import (
	"cmp"
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
// make it. Only one goroutine at a time may use it.
type Table struct {
	*layout
	name    string
	file    []byte
	checked []bool // by block
	release func() error
	chance  float64
}

// OpenTable opens a table file that [Solve] has written. Close it after use.
func OpenTable(name string) (t *Table, err error) {
	defer (&Table{name: name}).recoverFault(debug.SetPanicOnFault(true), &err)
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
func NewTable(ctx context.Context, l *ouro.Level, o Options) (*Table, error) {
	if o.Grow > 1 {
		return nil, errGrowFile(o.Grow)
	}
	o.All, o.Adversary = true, false
	r, err := newRun(ctx, l, o, 1)
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
	t, err := readTable(file.data)
	if err != nil {
		return nil, err
	}
	t.chance = r.figures[1].Probability
	return t, nil
}

// Chance returns the probability of winning from a random start of length 1. Only tables that
// were computed in memory have it.
func (t *Table) Chance() float64 { return t.chance }

// share returns a table with the same content for another goroutine, valid until t is closed.
func (t *Table) share() *Table {
	return &Table{layout: t.layout, name: t.name, file: t.file, checked: make([]bool, t.blocks), release: func() error { return nil }, chance: t.chance}
}

func readTable(file []byte) (*Table, error) {
	l, err := readLayout(file)
	if err != nil {
		return nil, err
	}
	return &Table{layout: l, file: file, checked: make([]bool, l.blocks), release: func() error { return nil }}, nil
}

func (t *Table) Close() error {
	t.file = nil
	return t.release()
}

func (t *Table) Level() *ouro.Level { return t.level }

// Best returns the best direction for a body, head first, and a food. The cells must be a snake on
// the board that does not cover the food. The direction is arbitrary if no win is possible. An
// error means that the file is corrupt.
func (t *Table) Best(cells []ouro.Cell, food ouro.Cell) (_ ouro.Dir, err error) {
	defer t.recoverFault(debug.SetPanicOnFault(true), &err)
	sym := t.smallest(cells)
	body, err := t.find(cells, int(sym))
	if err != nil {
		return 0, err
	}
	s := &t.sym[sym]
	taken := uint64(0)
	for _, c := range cells {
		taken |= 1 << s.cell[t.number[c]]
	}
	rank := int64(bits.OnesCount64(^taken & (1<<s.cell[t.number[food]] - 1)))
	at := body*int64(t.cells-len(cells)) + rank
	four, err := t.read(t.bestAt[len(cells)]+at/4, 1)
	if err != nil {
		return 0, err
	}
	best := ouro.Dir(four[0] >> (at % 4 * 2) & 3)
	return ouro.Dir(slices.Index(s.dir[:], best)), nil
}

// find returns the number of a body's image under sym, the symmetry that makes the body
// smallest.
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
			return 0, t.corrupt("a body is missing")
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
		sum := binary.LittleEndian.Uint32(t.file[t.countsAt+4*t.cells+4*int(i):])
		if crc32.Checksum(t.file[from:to], castagnoli) != sum {
			return nil, t.corrupt("a checksum is wrong")
		}
		t.checked[i] = true
	}
	return t.file[at : at+n], nil
}

// corrupt returns the error for a corrupt file.
func (t *Table) corrupt(why string) error {
	return fmt.Errorf("table %s: corrupt: %s", t.name, why)
}

// recoverFault converts a fault while reading a missing part of the file to an error: the file has
// become shorter since it was mapped, or its disk fails. Defer it together with
// debug.SetPanicOnFault. oldSetting is the previous setting of SetPanicOnFault.
func (t *Table) recoverFault(oldSetting bool, err *error) {
	debug.SetPanicOnFault(oldSetting)
	v := recover()
	if v == nil {
		return
	}
	if _, fault := v.(interface{ Addr() uintptr }); !fault {
		panic(v)
	}
	*err = t.corrupt("the file has become shorter since it was opened")
}

// Verify checks all checksums of the table.
func (t *Table) Verify() (err error) {
	defer t.recoverFault(debug.SetPanicOnFault(true), &err)
	for i := range t.blocks {
		from, to := t.block(i)
		if _, err := t.read(from, to-from); err != nil {
			return err
		}
	}
	return nil
}

// memoryFile is a store in memory.
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

// layout describes a table file, which holds the best direction for every position of a board. All
// numbers are little-endian:
//
//	16 bytes  "ouro table 1    ", "ouro table 2    " for a board with walls, or "ouro table 3    "
//	          for one with joined edges
//	1, 1      columns and rows
//	any       for a board with walls: a bit for each cell, the lowest first, 1 for a wall
//	4 each    bodies of each length from 1 to all free cells, up to symmetry
//	4 each    checksum (CRC-32C) of each block of 64 KiB of the trie and the directions together;
//	          the last block may be shorter
//	4         checksum of everything before it
//	          the trie of bodies, by length from 1 to all free cells less 2
//	          the best directions, by length from 1 to all free cells less 1
//
// The trie has 36 bytes for each 64 bodies: the number of the first child of the first body,
// then half a byte for each body, low half first, with bit d set if the body's tail continues
// in direction d. Directions are two bits for each position, the lowest bits first; see trie
// and stage for the numbers of bodies and positions. Each length starts at a whole byte. If
// several directions are optimal, the first is stored; where no win is possible, the
// direction has no meaning.
//
// Blocks are verified when they are first read, so that a large table opens at once.
type layout struct {
	*board
	countsAt int     // offset of the numbers of bodies
	bodies   []int64 // by length; bodies[0] is unused
	trieAt   []int64 // offsets in the file, by length
	bestAt   []int64
	blocks   int   // number of blocks
	data     int64 // offset of the first block
	size     int64 // of the file
}

const (
	openMagic    = "ouro table 1    " // of a board without walls
	wallsMagic   = "ouro table 2    " // of a board with walls
	torusMagic   = "ouro table 3    " // of a board with joined edges, with or without walls
	blockBytes   = 64 << 10
	recordBodies = 64
	recordBytes  = 4 + recordBodies/2
	sizeAt       = len(openMagic) // offset of columns and rows
)

func newLayout(b *board, bodies []int64) *layout {
	l := &layout{board: b, countsAt: sizeAt + 2 + len(wallBits(b.level)), bodies: bodies, trieAt: make([]int64, b.cells), bestAt: make([]int64, b.cells)}
	at := int64(0)
	for length := 1; length <= b.cells-2; length++ {
		l.trieAt[length] = at
		at += (bodies[length] + recordBodies - 1) / recordBodies * recordBytes
	}
	for length := 1; length <= b.cells-1; length++ {
		l.bestAt[length] = at
		at += l.bestBytes(length)
	}
	l.blocks = int((at + blockBytes - 1) / blockBytes)
	l.data = int64(l.countsAt + 4*b.cells + 4*l.blocks + 4)
	l.size = l.data + at
	for length := range l.trieAt {
		l.trieAt[length] += l.data
		l.bestAt[length] += l.data
	}
	return l
}

func (l *layout) positions(length int) int64 { return l.bodies[length] * int64(l.cells-length) }
func (l *layout) bestBytes(length int) int64 { return (l.positions(length) + 3) / 4 }

func (l *layout) block(i int) (from, to int64) {
	from = l.data + int64(i)*blockBytes
	return from, min(from+blockBytes, l.size)
}

func (l *layout) header(sums []uint32) []byte {
	head := append([]byte(openMagic), byte(l.grid.W), byte(l.grid.H))
	if walls := wallBits(l.level); walls != nil {
		copy(head, wallsMagic)
		head = append(head, walls...)
	}
	if l.grid.Wraps {
		copy(head, torusMagic)
	}
	for _, n := range l.bodies[1:] {
		head = binary.LittleEndian.AppendUint32(head, uint32(n))
	}
	for _, sum := range sums {
		head = binary.LittleEndian.AppendUint32(head, sum)
	}
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
}

// wallBits returns a bit for each cell, the lowest first, 1 for a wall, or nil for a board
// without walls whose edges are not joined.
func wallBits(l *ouro.Level) []byte {
	if !hasWalls(l) && !l.Grid.Wraps {
		return nil
	}
	set := make([]byte, (l.Grid.Size()+7)/8)
	for c, terrain := range l.Terrain {
		if terrain == ouro.Wall {
			set[c/8] |= 1 << (c % 8)
		}
	}
	return set
}

// readLevel returns the board that the header of a table file describes.
func readLevel(file []byte) (*ouro.Level, error) {
	if len(file) < sizeAt+2 {
		return nil, errNoTable
	}
	newGrid := ouro.NewGrid
	switch string(file[:sizeAt]) {
	case openMagic, wallsMagic:
	case torusMagic:
		newGrid = ouro.NewTorus
	default:
		return nil, errNoTable
	}
	g, err := newGrid(int(file[sizeAt]), int(file[sizeAt+1]))
	if err != nil {
		return nil, fmt.Errorf("corrupt: %w", err)
	}
	l := ouro.OpenLevel(g)
	if string(file[:sizeAt]) != openMagic {
		walls := file[sizeAt+2:]
		if len(walls) < (g.Size()+7)/8 {
			return nil, errEnd
		}
		for c := range l.Terrain {
			if walls[c/8]>>(c%8)&1 != 0 {
				l.Terrain[c] = ouro.Wall
			}
		}
		if !hasWalls(l) && !g.Wraps {
			return nil, errors.New("corrupt: a board without walls in the format for walls")
		}
	}
	if err := cmp.Or(checkLevel(l), checkCells(l)); err != nil {
		return nil, fmt.Errorf("corrupt: %w", err)
	}
	return l, nil
}

var (
	errNoTable = errors.New("not a table of this version, as ouro exact --save writes them")
	errEnd     = errors.New("corrupt: the file ends too early")
)

func readLayout(file []byte) (*layout, error) {
	level, err := readLevel(file)
	if err != nil {
		return nil, err
	}
	b := newBoard(level)
	countsAt := sizeAt + 2 + len(wallBits(level))
	if len(file) < countsAt+4*b.cells {
		return nil, errEnd
	}
	bodies := make([]int64, b.cells+1)
	for length := 1; length <= b.cells; length++ {
		bodies[length] = int64(binary.LittleEndian.Uint32(file[countsAt+4*(length-1):]))
	}
	l := newLayout(b, bodies)
	if l.size != int64(len(file)) {
		return nil, fmt.Errorf("corrupt: %d bytes instead of %d", len(file), l.size)
	}
	end := l.data - 4
	if crc32.Checksum(file[:end], castagnoli) != binary.LittleEndian.Uint32(file[end:]) {
		return nil, errors.New("corrupt: the checksum of its header is wrong")
	}
	return l, nil
}
