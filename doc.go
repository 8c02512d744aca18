// Package ouro defines the types that all of Ouro shares: the board, the snakes on it,
// rules, solvers and game records.
//
// Start with [State], the position of a game. [Rules] compute what a joint move does to
// it, and a [Solver] steers one snake. All games of this module use this State and this
// Solver.
//
// The package does no I/O, reads no clock, starts no goroutine and imports only the
// standard library. Solvers are in solve/, rules in rule/, the runner of one game in play/
// and the table of all solvers and rules in roster/.
package ouro
