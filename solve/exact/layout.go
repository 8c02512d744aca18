package exact

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"ouro"
)

// A table file holds the best direction for every position of a board. All numbers are
// little-endian:
//
//	16 bytes  "ouro table 1    "
//	1, 1      columns and rows
//	4 each    bodies of each length from 1 to all cells, up to symmetry
//	4 each    checksum (CRC-32C) of each block of 64 KiB of what follows after
//	          the next four bytes, the last block being shorter
//	4         checksum of everything above
//	          the trie of bodies, by length from 1 to all cells less 2
//	          the best directions, by length from 1 to all cells less 1
//
// The trie has 36 bytes for 64 bodies: the number of the first child of the first body, then
// half a byte for each, low half first, with bit d set if its tail continues in direction d.
// Directions are two bits for each position, the lowest bits first; see trie and stage for
// the numbers of bodies and positions. Lengths start at whole bytes. Of several optimal
// directions the first is stored; where no win is possible the direction has no meaning.
//
// Blocks are verified when they are first read, so that a large table opens at once.
type layout struct {
	*board
	bodies []int64 // by length; bodies[0] is unused
	trieAt []int64 // offsets in the file, by length
	bestAt []int64
	blocks int   // number of blocks
	data   int64 // offset of the first block
	size   int64 // of the file
}

const (
	tableMagic   = "ouro table 1    "
	blockBytes   = 64 << 10
	recordBodies = 64
	recordBytes  = 4 + recordBodies/2
	countsAt     = len(tableMagic) + 2
)

func newLayout(b *board, bodies []int64) *layout {
	l := &layout{board: b, bodies: bodies, trieAt: make([]int64, b.cells), bestAt: make([]int64, b.cells)}
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
	l.data = int64(countsAt + 4*b.cells + 4*l.blocks + 4)
	l.size = l.data + at
	for length := range l.trieAt {
		l.trieAt[length] += l.data
		l.bestAt[length] += l.data
	}
	return l
}

func (l *layout) positions(length int) int64 { return l.bodies[length] * int64(l.cells-length) }
func (l *layout) bestBytes(length int) int64 { return (l.positions(length) + 3) / 4 }

// block returns where block i begins and ends in the file.
func (l *layout) block(i int) (from, to int64) {
	from = l.data + int64(i)*blockBytes
	return from, min(from+blockBytes, l.size)
}

// header returns the file up to its data.
func (l *layout) header(sums []uint32) []byte {
	head := append([]byte(tableMagic), byte(l.grid.W), byte(l.grid.H))
	for _, n := range l.bodies[1:] {
		head = binary.LittleEndian.AppendUint32(head, uint32(n))
	}
	for _, sum := range sums {
		head = binary.LittleEndian.AppendUint32(head, sum)
	}
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
}

// readLayout parses the header of a table file.
func readLayout(file []byte) (*layout, error) {
	if len(file) < countsAt || string(file[:len(tableMagic)]) != tableMagic {
		return nil, errors.New("not a table of this version, as ouro exact --save writes them")
	}
	w, h := int(file[len(tableMagic)]), int(file[len(tableMagic)+1])
	if w*h > MaxCells {
		return nil, fmt.Errorf("corrupt: a board of %dx%d", w, h)
	}
	g, err := ouro.NewGrid(w, h)
	if err != nil {
		return nil, fmt.Errorf("corrupt: %w", err)
	}
	if len(file) < countsAt+4*g.Size() {
		return nil, errors.New("corrupt: it ends too soon")
	}
	bodies := make([]int64, g.Size()+1)
	for length := 1; length <= g.Size(); length++ {
		bodies[length] = int64(binary.LittleEndian.Uint32(file[countsAt+4*(length-1):]))
	}
	l := newLayout(newBoard(g), bodies)
	if l.size != int64(len(file)) {
		return nil, fmt.Errorf("corrupt: %d bytes instead of %d", len(file), l.size)
	}
	end := l.data - 4
	if crc32.Checksum(file[:end], castagnoli) != binary.LittleEndian.Uint32(file[end:]) {
		return nil, errors.New("corrupt: the checksum of its header is wrong")
	}
	return l, nil
}
