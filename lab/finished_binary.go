package lab

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/lab/stat"
)

// binaryVersion is the first byte of a Finished in binary. Earlier versions can be read: version 2
// lacks Meal.Shortest, and version 1 also lacks late moves, digest, discarded attempts and log.
const binaryVersion = 3

// MarshalBinary returns the whole game in binary form, in which stores and fleets keep and send
// games.
func (f *Finished) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 256)
	number := func(n int64) { b = binary.AppendVarint(b, n) }
	text := func(s []byte) {
		number(int64(len(s)))
		b = append(b, s...)
	}
	b = append(b, binaryVersion)
	t := &f.Tally
	for _, n := range []int64{int64(t.Group), int64(t.Seating), int64(t.Turns), int64(t.Ending), int64(t.Winner), int64(len(t.Seats))} {
		number(n)
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		for _, n := range []int64{int64(s.Entrant), int64(s.Length), int64(s.Died), int64(s.Distance), int64(s.Cause), int64(s.Offered), int64(s.Late), int64(s.Faults)} {
			number(n)
		}
		text([]byte(s.FirstFault))
	}
	number(int64(len(t.Measures)))
	for _, m := range t.Measures {
		number(int64(m))
	}
	number(int64(len(f.Meals)))
	for _, m := range f.Meals {
		number(int64(m.Distance))
		number(int64(m.Moves))
		number(int64(m.Shortest))
	}
	number(int64(len(f.Think)))
	for _, s := range f.Think {
		if s == nil {
			s = new(stat.Sparse)
		}
		b = s.AppendBinary(b)
	}
	number(int64(len(f.Slow)))
	for _, n := range f.Slow {
		number(int64(n))
	}
	number(int64(f.Took))
	b = append(b, f.Moves[:]...)
	number(int64(len(f.Discarded)))
	for _, attempt := range f.Discarded {
		text([]byte(attempt))
	}
	for _, file := range []encoding.TextMarshaler{f.Record, f.Log} {
		if file == nil {
			b = append(b, 0)
			continue
		}
		content, err := file.MarshalText()
		if err != nil {
			return nil, err
		}
		b = append(b, 1)
		text(content)
	}
	return b, nil
}

// UnmarshalBinary reads the output of MarshalBinary of this or an earlier version, and rejects
// all other data. It does not check record and log, which become Texts.
func (f *Finished) UnmarshalBinary(data []byte) error {
	r := binaryReader{rest: data}
	version := r.byte()
	if (version < 1 || version > binaryVersion) && r.err == nil {
		r.err = fmt.Errorf("version %d: want 1 to %d", version, binaryVersion)
	}
	var g Finished
	t := &g.Tally
	t.Group, t.Seating, t.Turns = r.int32(), r.int32(), r.int32()
	t.Ending = ouro.Ending(r.within(0, int64(ouro.Drawn)))
	t.Winner = int8(r.within(math.MinInt8, math.MaxInt8))
	t.Seats = list[Seat](&r)
	for i := range t.Seats {
		t.Seats[i] = r.seat(version)
	}
	t.Measures = list[int](&r)
	for i := range t.Measures {
		t.Measures[i] = int(r.number())
	}
	g.Meals = list[Meal](&r)
	for i := range g.Meals {
		g.Meals[i] = Meal{Distance: r.int32(), Moves: r.int32()}
		if version > 2 {
			g.Meals[i].Shortest = r.int32()
		}
	}
	g.Think = list[*stat.Sparse](&r)
	for i := range g.Think {
		g.Think[i] = new(stat.Sparse)
		if r.err == nil {
			r.rest, r.err = g.Think[i].ReadBinary(r.rest)
		}
	}
	g.Slow = list[int32](&r)
	for i := range g.Slow {
		g.Slow[i] = r.int32()
	}
	g.Took = time.Duration(r.within(0, math.MaxInt64))
	if version > 1 {
		for i := range g.Moves {
			g.Moves[i] = r.byte()
		}
		g.Discarded = list[string](&r)
		for i := range g.Discarded {
			g.Discarded[i] = string(r.text())
		}
	}
	g.Record = r.file()
	if version > 1 {
		g.Log = r.file()
	}
	if r.err == nil && len(r.rest) > 0 {
		r.fail("%d bytes too many", len(r.rest))
	}
	if r.err != nil {
		return fmt.Errorf("a finished game in binary: %w", r.err)
	}
	*f = g
	return nil
}

// binaryReader reads numbers and texts in sequence. After an error, all values that it returns are
// 0.
type binaryReader struct {
	rest []byte
	err  error
}

func (r *binaryReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.rest = nil
}

func (r *binaryReader) byte() byte {
	if len(r.rest) == 0 {
		r.fail("the data end too soon")
		return 0
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c
}

func (r *binaryReader) number() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 || size > 1 && r.rest[size-1] == 0 { // the number is cut off, too large, or longer than needed
		r.fail("a number is too short, too large or padded")
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *binaryReader) within(lo, hi int64) int64 {
	n := r.number()
	if n < lo || n > hi {
		r.fail("%d: want %d to %d", n, lo, hi)
		return 0
	}
	return n
}

func (r *binaryReader) int32() int32 { return int32(r.within(math.MinInt32, math.MaxInt32)) }

// size reads a number of items that have at least one byte each.
func (r *binaryReader) size() int {
	n := r.number()
	if n < 0 || n > int64(len(r.rest)) {
		r.fail("the data end too soon")
		return 0
	}
	return int(n)
}

// text returns a part of the data, without a copy.
func (r *binaryReader) text() []byte {
	n := r.size()
	text := r.rest[:n:n]
	r.rest = r.rest[n:]
	return text
}

func (r *binaryReader) file() encoding.TextMarshaler {
	switch r.byte() {
	case 0:
		return nil
	case 1:
		return Text(r.text())
	}
	r.fail("the mark of a file is not 0 or 1")
	return nil
}

func (r *binaryReader) seat(version byte) Seat {
	s := Seat{
		Entrant: r.int32(), Length: r.int32(), Died: r.int32(), Distance: r.int32(),
		Cause: ouro.Cause(r.within(0, int64(ouro.Burnt))), Offered: uint16(r.within(0, math.MaxUint16)),
	}
	if version > 1 {
		s.Late = uint16(r.within(0, math.MaxUint16))
	}
	s.Faults, s.FirstFault = r.int32(), string(r.text())
	if !utf8.ValidString(s.FirstFault) {
		r.fail("a text is not UTF-8")
	}
	return s
}

// list reads a number of items and returns an empty slice for them, or nil for 0.
func list[T any](r *binaryReader) []T {
	n := r.size()
	if n == 0 {
		return nil
	}
	return make([]T, n)
}
