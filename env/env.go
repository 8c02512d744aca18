// Package env plays many boards at once for people who train policies: what a snake
// sees as planes of numbers, which moves are legal, what a move was worth.
//
// A [Vec] is the boards, as docs/environments.md describes them: [Vec.Reset] starts
// games by their seeds, [Vec.Step] makes a joint move on every board. All that a
// client may know lies in one piece of memory, whose parts are told by [Vec.Layout].
// A [Server] speaks the protocol of that page with clients.
//
// Game i of a seed is the game that experiments play for it: it is dealt by package
// roster. The same actions give the same observations with any number of workers.
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
	MaxGame   = 1 << 62 // the largest number of a game

	// DefaultMemory is what all boards of a program may take where nobody says
	// otherwise.
	DefaultMemory = 1_000_000_000
)

// Config is what a Vec plays and shows.
type Config struct {
	Game      ouro.GameSpec // Snakes is the number of seats
	Boards    int
	Seed      uint64
	Float32   bool    // observations are float32 and not uint8
	Planes    []Plane // nil are those that the game needs
	Reward    Reward
	Autoreset Autoreset
	MaxTurns  int // 0 is no limit
	Workers   int // 0 is one for each processor
}

// Autoreset says what a step does with a board whose game is over.
type Autoreset uint8

// The ways of Gymnasium's vector environments.
const (
	NextStep Autoreset = iota // the next step starts a game, whatever the action
	SameStep                  // the step that ends a game starts the next one
	Off                       // nothing, until somebody resets the board
)

var autoresetNames = [...]string{"next", "same", "off"}

// String is the name of the way.
func (a Autoreset) String() string { return autoresetNames[a] }

// ParseAutoreset is the way with this name.
func ParseAutoreset(name string) (Autoreset, error) {
	if i := slices.Index(autoresetNames[:], name); i >= 0 {
		return Autoreset(i), nil
	}
	return 0, fmt.Errorf("unknown autoreset %q%s", name, english.Known(name, autoresetNames[:]))
}

// Ground is where a board's next game comes from: which game of which seed, and how
// many games later the one after it.
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
