// Package env plays many boards at once, for training policies: it provides what a snake
// sees as planes of numbers, the legal moves, and the reward of each move.
//
// A [Vec] holds the boards, as docs/environments.md describes them: [Vec.Reset] starts
// games by their seeds, [Vec.Step] makes a joint move on every board. All results are in
// one block of memory, described by [Vec.Layout]. A [Server] speaks the protocol of that
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
