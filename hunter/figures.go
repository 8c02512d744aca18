package hunter

import (
	"ouro"
	"ouro/play"
)

// HunterState is the state of a hunter.
type HunterState uint8

// The states of a hunter.
const (
	Active HunterState = iota
	Down               // lost a life and returns in Wait ticks
	Out                // lost the last life
)

// Hunter is the visible state of a hunter.
type Hunter struct {
	Cell   ouro.Cell // current or last cell
	State  HunterState
	Lives  int // left, the current one included
	Wait   int // ticks until the next possible step, or until the return
	Shield int // ticks without harm
	Score  int
	Kills  int
}

// SnakeState is the state of a snake.
type SnakeState uint8

// The states of a snake.
const (
	Alive SnakeState = iota
	Stunned
	Dead
)

// Snake is the visible state of a snake.
type Snake struct {
	Body  *ouro.Body // read-only; of a stunned snake the figure's cell, of a dead one its last cells
	State SnakeState
	Wait  int // ticks until its next step, or until it wakes up
	Hurt  int // ticks without harm from flames

	view   *ouro.State // the world for its solver, with the body in seat 0
	solver *play.Asker // nil if the Maker failed
}

// Bomb is a bomb that has not exploded.
type Bomb struct {
	Cell  ouro.Cell
	Owner int // hunter
	Fuse  int // ticks
}

// Input is the action of a hunter in one tick. The zero Input does nothing.
type Input struct {
	Bomb bool     // lay a bomb, before the step
	Go   bool     // step to Dir
	Dir  ouro.Dir // only with Go
}

// Walk returns the Input for a step.
func Walk(d ouro.Dir) Input { return Input{Go: true, Dir: d} }
