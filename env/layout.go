package env

import (
	"errors"
	"fmt"
	"unsafe"
)

// Section is one part of the memory of a Vec.
type Section struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`

	bytes int
}

// Layout describes the memory of a Vec.
type Layout struct {
	Sections []Section
	State    int // bytes that a client reads
	Whole    int // all bytes, including the actions that a client writes
}

// Offsets are multiples of align, so that each section begins on another cache line.
const align = 64

// Names of the sections.
const (
	secObservations = "observations"
	secRewards      = "rewards"
	secTerminated   = "terminated"
	secTruncated    = "truncated"
	secMasks        = "masks"
	secOver         = "over"
	secEnding       = "ending"
	secTurn         = "turn"
	secGame         = "game"
	secLengths      = "lengths"
	secReturns      = "returns"
	secFinal        = "final_observations"
	secActions      = "actions"
)

var typeBytes = map[string]int{"uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "float32": 4}

// newLayout returns the layout for a Config. Its numbers have been checked, so their
// product fits an int.
func newLayout(cfg *Config) Layout {
	b, s := cfg.Boards, cfg.seats()
	pixels := "uint8"
	if cfg.Float32 {
		pixels = "float32"
	}
	observations := []int{b, s, len(cfg.Planes), cfg.Game.H, cfg.Game.W}
	var l Layout
	l.add(secObservations, pixels, observations...)
	l.add(secRewards, "float32", b, s)
	l.add(secTerminated, "uint8", b, s)
	l.add(secTruncated, "uint8", b, s)
	l.add(secMasks, "uint8", b, s, 4)
	l.add(secOver, "uint8", b)
	l.add(secEnding, "uint8", b)
	l.add(secTurn, "uint32", b)
	l.add(secGame, "uint64", b)
	l.add(secLengths, "uint16", b, s)
	l.add(secReturns, "float32", b, s)
	if cfg.Autoreset == SameStep {
		l.add(secFinal, pixels, observations...)
	}
	l.State = l.Whole
	l.add(secActions, "uint8", b, s)
	return l
}

func (l *Layout) add(name, kind string, shape ...int) {
	n := typeBytes[kind]
	for _, side := range shape {
		n *= side
	}
	l.Sections = append(l.Sections, Section{name, kind, shape, l.Whole, n})
	l.Whole += (n + align - 1) / align * align
}

func (l *Layout) section(mem []byte, name string) []byte {
	for _, s := range l.Sections {
		if s.Name == name {
			return mem[s.Offset : s.Offset+s.bytes : s.Offset+s.bytes]
		}
	}
	return nil
}

var errOrder = errors.New("environments need a machine with little-endian numbers")

// view returns memory as a slice of numbers. It must be aligned, see newMemory.
func view[T uint8 | uint16 | uint32 | uint64 | float32](mem []byte) []T {
	if len(mem) == 0 {
		return nil
	}
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(mem))), len(mem)/int(unsafe.Sizeof(zero)))
}

// newMemory returns n bytes that are aligned for numbers of any size.
func newMemory(n int) []byte {
	words := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)[:n]
}

// checkMemory returns why mem is not suitable for a Vec.
func (l *Layout) checkMemory(mem []byte) error {
	one := uint16(1)
	switch {
	case *(*byte)(unsafe.Pointer(&one)) != 1:
		return errOrder
	case len(mem) < l.Whole:
		return fmt.Errorf("memory of %d bytes: want %d", len(mem), l.Whole)
	case uintptr(unsafe.Pointer(unsafe.SliceData(mem)))%8 != 0:
		return errors.New("memory is not aligned to 8 bytes")
	}
	return nil
}
