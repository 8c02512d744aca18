// Package exact computes the optimum of classic Snake on small boards without
// walls: the highest probability of winning, and, among the ways to play that
// reach it, the smallest expected number of moves. [Solve] does it for a board,
// [Ask] for one position, [Visit] for any number of them, [Measure] tells
// beforehand how much work it is. The best moves can be saved as a [Table], which
// [Tablebase] plays.
//
// # What is computed
//
// The rules are those of classic Snake: the tail's tip leaves in the same move,
// a meal makes one longer at once, the next food appears uniformly at random on
// a free cell. One rule is left out: a game that goes 3·W·H moves without a meal
// ends there, and the computation knows no such end. From a start, best play
// comes nowhere near it on most boards (31 of 48 moves on 4x4, 17 of 45 on 3x5,
// whatever the dice say); on 3x6 a way of 68 moves where 54 are allowed is
// possible, but was never seen in 20,000 games. A position that is asked for may
// need more than the rules allow, and Answer.Meal tells.
//
// The moves of a position are the expected moves of those games that are won. As
// long as a win is certain these are all games. Where it is not, the comparison
// of two ways to play with the same probability is still the right one: how long
// lost games last does not count.
//
// # How
//
// Backwards over the length of the snake. Between two meals there is no chance
// and every move costs one, so a length is a shortest-way problem with many
// starting points, the meals, whose costs are averages over the next length, see
// stage. Bodies are the nodes of a trie, so that all moves are index arithmetic,
// and of bodies that are images of each other only one is kept, see trie.
//
// Cost: 6x6 has 109 million bodies and 1.07 billion positions. A position costs
// some 50 nanoseconds and 4 bytes, a body 16 bytes; of the positions, only one
// length at a time is in memory. With uncertain wins it is about three times the
// time, and 8 bytes. A position alone needs only the lengths from its own on: of 6x6,
// 0.5 GB from length 32 on, and 3.5 for all. See MeasureFrom.
//
// Precision: expected moves are whole multiples of 2^-22, each average rounded to
// the nearest, so the error is at most 1.2e-7 times the number of meals and in
// practice far smaller. Probabilities are multiples of 1/20!, which is exact as
// long as no more than 20 cells are free. Results do not depend on the number of
// workers.
//
// Source: ours. Retrograde analysis of positions is an old idea of chess
// endgames (Bellman 1965, Thompson 1986).
package exact
