// Package position implements the kind of channel that edits and examines positions.
//
// A [Board] is any position, even one that no game can have: [Board.Edit] changes it,
// [Board.Check] reports why it is impossible. [Board.Move] and [Board.Line] play on by
// the rules, [Board.Ask] asks solvers for a move.
//
// [Accuracy] describes the costs of the moves of a game: against the optimum where that
// can be computed, else against moves of strong solvers.
package position
