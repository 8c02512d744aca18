// Package ouro is the vocabulary of Snake: the board, the snakes on it, what
// rules and solvers are, and how a game is written down.
//
// Start with [State], the whole position of a game; [Rules] says what a joint
// move does to it; a [Solver] steers one snake. One State and one Solver
// contract serve every game of this module.
//
// The package holds no I/O, no clock and no goroutine, and imports nothing but
// the standard library. Strategies live in solve/, rules in rule/, the runner
// of one game in play/ and the table that knows them all in roster/.
package ouro
