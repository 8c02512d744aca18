// Package env plays many boards at once, for training policies: it provides what a snake
// sees as planes of numbers, the legal moves, and the reward of each move.
//
// A [Vec] holds the boards, as docs/environments.md describes them: [Vec.Reset] starts
// games by their seeds, [Vec.Step] makes a joint move on every board. All results are in
// one block of memory, described by a [Layout]. A [Server] speaks the protocol of that
// page with clients.
//
// Game i of a seed is the same as in experiments. The same actions give the same
// observations with any number of workers.
package env

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// Limits of a Vec.
const (
	MaxBoards = 65536
	MaxGame   = 1 << 62 // largest number of a game

	// DefaultMemory limits the memory of all boards of a program, in bytes.
	DefaultMemory = 1_000_000_000
)

// Config is what a Vec plays and shows.
type Config struct {
	Game      ouro.GameSpec // Snakes is the number of seats
	Boards    int
	Seed      uint64
	Float32   bool    // observations are float32 instead of uint8
	Planes    []Plane // nil means those that the game needs
	Reward    Reward
	Autoreset Autoreset
	MaxTurns  int // 0 means no limit
	Workers   int // 0 means one for each processor
}

// Autoreset is what a step does with a board whose game is over.
type Autoreset uint8

// The modes of Gymnasium's vector environments.
const (
	NextStep Autoreset = iota // the next step starts a game and ignores the action
	SameStep                  // the step that ends a game starts the next one
	Off                       // nothing until a reset of the board
)

var autoresetNames = [...]string{"next", "same", "off"}

// String returns the name of the mode.
func (a Autoreset) String() string { return autoresetNames[a] }

// ParseAutoreset returns the mode with this name.
func ParseAutoreset(name string) (Autoreset, error) {
	if i := slices.Index(autoresetNames[:], name); i >= 0 {
		return Autoreset(i), nil
	}
	return 0, fmt.Errorf("unknown autoreset %q%s", name, english.Known(name, autoresetNames[:]))
}

// Ground selects the next games of a board: number Game of Seed, and then every Stride-th
// one.
type Ground struct {
	Seed         uint64
	Game, Stride uint64
}

func (g Ground) check() error {
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

// The planes, see docs/environments.md. Each seat has separate planes for its own snake and
// for the others.
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

	planeKinds
)

var planeNames = [planeKinds]string{
	"body", "head", "tail", "others_body", "others_head", "others_tail", "food", "walls", "hedges", "hazards",
}

// String returns the name of the plane in the protocol.
func (p Plane) String() string { return planeNames[p] }

// ParsePlane returns the plane with this name.
func ParsePlane(name string) (Plane, error) {
	if i := slices.Index(planeNames[:], name); i >= 0 {
		return Plane(i), nil
	}
	return 0, fmt.Errorf("unknown plane %q%s", name, english.Known(name, planeNames[:]))
}

// planesOf returns the planes that such games use.
func planesOf(rules *roster.RulesEntry, seats int) []Plane {
	all := []Plane{Body, Head, Tail}
	if seats > 1 {
		all = append(all, OthersBody, OthersHead, OthersTail)
	}
	if !rules.EatsWalls() {
		all = append(all, Food)
	}
	all = append(all, Walls)
	if rules.EatsWalls() {
		all = append(all, Hedges)
	}
	if rules.Home == roster.Battlesnake {
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
