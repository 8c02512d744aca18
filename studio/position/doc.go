// Package position has the kind of channel on which a position is drawn, asked about
// and played on from.
//
// A [Board] is a position as somebody draws it, which need not be one of a game yet:
// [Board.Edit] changes it, [Board.Wrong] says what keeps it from being one. [Move] and
// [Line] play on by the rules, [Ask] asks solvers what they would do.
//
// [Accuracy] is what each move of a game cost: against the optimum, where that can be
// computed, else against the moves that the champion would have made.
package position
