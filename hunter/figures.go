package hunter

import (
	"ouro"
	"ouro/play"
)

// HunterState is what a hunter is at.
type HunterState uint8

// The states of a hunter.
const (
	Active HunterState = iota
	Down               // lost a life and will be back in Wait ticks
	Out                // lost the last life
)

// Hunter is one hunter as seen from outside.
type Hunter struct {
	Cell   ouro.Cell // where he stands, or stood last
	State  HunterState
	Lives  int // left, the present one included
	Wait   int // ticks until he may step again, or until he is back
	Shield int // ticks for which nothing hurts him
	Score  int
	Kills  int
}

// SnakeState is what a snake is at.
type SnakeState uint8

// The states of a snake.
const (
	Alive SnakeState = iota
	Stunned
	Dead
)

// Snake is one snake as seen from outside.
type Snake struct {
	Body  *ouro.Body // read-only; of a stunned snake the figure's cell, of a dead one its last cells
	State SnakeState
	Wait  int // ticks until its next step, or until it wakes
	Hurt  int // ticks for which flames do nothing to it

	view   *ouro.State // the world as its solver sees it, with the body in seat 0
	solver *play.Asker // nil if the Maker failed
}

// Bomb is a bomb that has not gone off.
type Bomb struct {
	Cell  ouro.Cell
	Owner int // the hunter who laid it
	Fuse  int // ticks
}

// Input is what a hunter asks for in one tick. The zero Input asks for nothing.
type Input struct {
	Bomb bool     // lay a bomb, before the step
	Go   bool     // step to Dir
	Dir  ouro.Dir // only with Go
}

// Walk is the Input for a step.
func Walk(d ouro.Dir) Input { return Input{Go: true, Dir: d} }
