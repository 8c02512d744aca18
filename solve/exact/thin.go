package exact

import (
	"encoding/binary"
	"math/bits"
	"runtime"
)

// records returns the bodies of one length in the format of a table, see layout: what find
// needs of a level, in 36 bytes for 64 bodies.
func (t *trie) records(length int) []byte {
	l := &t.levels[length]
	out := make([]byte, (l.bodies()+recordBodies-1)/recordBodies*recordBytes)
	for b, s := range l.shape {
		record := out[b/recordBodies*recordBytes:]
		if b%recordBodies == 0 {
			binary.LittleEndian.PutUint32(record, l.start[b])
		}
		record[4+b%recordBodies/2] |= byte(t.kept(s, 1)) << (b % 2 * 4)
	}
	for _, x := range l.fixed {
		b := int(x.body)
		half := &out[b/recordBodies*recordBytes+4+b%recordBodies/2]
		*half = *half&^(15<<(b%2*4)) | byte(t.kept(l.shape[b], x.by))<<(b%2*4)
	}
	return out
}

// recordKid returns the number of the child of a body in direction d by the records of its
// level, and whether there is one.
func recordKid(record []byte, i int64, d uint8) (kid int64, ok bool) {
	kids := binary.LittleEndian.Uint64(record[4+i/16*8:]) // of 16 bodies
	kid = int64(binary.LittleEndian.Uint32(record))
	for k := range i / 16 {
		kid += int64(bits.OnesCount64(binary.LittleEndian.Uint64(record[4+k*8:])))
	}
	below := i%16*4 + int64(d)
	return kid + int64(bits.OnesCount64(kids&(1<<below-1))), kids>>below&1 != 0
}

// thin reduces a level to what find needs, plus the numbers of the children if the positions
// of the next length are settled, that is from least on. The level of single cells, which is
// small, stays.
func (t *trie) thin(length, least int) {
	if length <= 1 {
		return
	}
	l := &t.levels[length]
	large := l.bodies() > 1<<18
	thinned := level{records: t.records(length), fixed: l.fixed}
	if length == least-1 {
		thinned.start = l.start
	}
	*l = thinned
	if large {
		runtime.GC() // before the next level of the same size is allocated
	}
}
