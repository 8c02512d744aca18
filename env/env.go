// Package env plays many boards at once, for training policies. It provides observations, legal
// moves and the reward of each move. An observation shows a snake's view of the board as planes of
// numbers. A [Vec] holds the boards; docs/environments.md describes them. [Vec.Reset] starts games
// by their seeds, and [Vec.Step] makes a joint move on every board. All results are in one block of
// memory, which a [Layout] describes. A [Server] serves clients by the protocol in
// docs/environments.md. An [Opponent] is a solver that moves snakes that the client does not move.
// Game i of a seed is game i of an experiment with that seed. The same actions give the same
// observations with any number of workers.
package env

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

const (
	MaxBoards = 65536
	MaxGame   = 1 << 62 // largest game number

	// DefaultMemory limits the memory of all boards of a program, in bytes.
	DefaultMemory = 1_000_000_000
)

// Config defines the games of a Vec and their observations.
type Config struct {
	Game      ouro.GameSpec // Game.Snakes counts the client's seats and the opponents
	Opponents []Opponent    // the snakes of the last seats, which the Vec moves
	Boards    int
	Seed      uint64
	Float32   bool    // whether observations are float32 instead of uint8
	Planes    []Plane // planes of an observation; nil means those that the game needs
	Reward    Reward
	Autoreset Autoreset
	MaxTurns  int  // turns after which a game is truncated; 0 means no limit
	Records   bool // whether Vec.Record is possible
	Workers   int  // 0 means one for each processor
}

// Autoreset selects what happens to a board whose game is over.
type Autoreset uint8

// The modes of Gymnasium's vector environments.
const (
	NextStep Autoreset = iota // the next step starts a game and ignores the action
	SameStep                  // the step that ends a game starts the next one
	Off                       // the board does nothing until it is reset
)

var autoresetNames = [...]string{"next", "same", "off"}

func (a Autoreset) String() string { return autoresetNames[a] }

func ParseAutoreset(name string) (Autoreset, error) {
	if i := slices.Index(autoresetNames[:], name); i >= 0 {
		return Autoreset(i), nil
	}
	return 0, fmt.Errorf("unknown autoreset %q%s", name, english.Suggestion(name, autoresetNames[:]))
}

// GameSequence selects the next games of a board: the games Game, Game+Stride, Game+2*Stride and so
// on of Seed.
type GameSequence struct {
	Seed         uint64
	Game, Stride uint64
}

func (g GameSequence) check() error {
	switch {
	case g.Stride == 0:
		return errors.New("stride 0: must be at least 1")
	case g.Game > MaxGame:
		return fmt.Errorf("game %d: must be at most %d", g.Game, uint64(MaxGame))
	}
	return nil
}

// Plane is one plane of an observation: a number for each cell.
type Plane uint8

// The planes; see docs/environments.md. In the view of a seat, its own snake has separate planes;
// the other snakes share planes.
const (
	Body Plane = iota
	Head
	Tail
	OthersBody
	OthersHead
	OthersTail
	Food
	Walls
	Hedges
	Hazards
	Reach

	planeKinds
)

var planeNames = [planeKinds]string{
	"body", "head", "tail", "others_body", "others_head", "others_tail", "food", "walls", "hedges", "hazards", "reach",
}

func (p Plane) String() string { return planeNames[p] }

func ParsePlane(name string) (Plane, error) {
	if i := slices.Index(planeNames[:], name); i >= 0 {
		return Plane(i), nil
	}
	return 0, fmt.Errorf("unknown plane %q%s", name, english.Suggestion(name, planeNames[:]))
}

// planesOf returns the planes that a game needs.
func planesOf(rules *roster.RulesEntry, snakes int) []Plane {
	all := []Plane{Body, Head, Tail}
	if snakes > 1 {
		all = append(all, OthersBody, OthersHead, OthersTail)
	}
	if !rules.EatsWalls() {
		all = append(all, Food)
	}
	all = append(all, Walls)
	if rules.EatsWalls() {
		all = append(all, Hedges)
	}
	if rules.Kind == roster.Battlesnake {
		all = append(all, Hazards)
	}
	return all
}

func checkPlanes(planes []Plane) error {
	for i, p := range planes {
		if slices.Contains(planes[:i], p) {
			return fmt.Errorf("plane %s: listed twice", p)
		}
	}
	return nil
}

// Section is an array in the memory of a Vec.
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
	State    int // number of bytes that a client reads
	Whole    int // number of all bytes, including the actions that a client writes
}

// align is the alignment of sections in bytes, so that each section begins on a new cache line.
const align = 64

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

// newLayout returns the layout for a Config. Check must have accepted the Config; all sizes then
// fit an int.
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

// section returns the memory of a section, or nil if the layout has no such section.
func (l *Layout) section(mem []byte, name string) []byte {
	for _, s := range l.Sections {
		if s.Name == name {
			return mem[s.Offset : s.Offset+s.bytes : s.Offset+s.bytes]
		}
	}
	return nil
}

var errOrder = errors.New("environments need a machine with little-endian numbers")

// view returns memory as a slice of numbers. The memory must be aligned; see newMemory.
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
