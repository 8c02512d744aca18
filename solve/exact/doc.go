// Package exact computes the optimum of classic Snake on small boards, with or without walls:
// the highest probability of winning and, among the strategies that reach it, the smallest
// expected number of moves. [Solve] computes it for a board, [Ask] for one position, [Visit]
// for all positions, length by length; [Measure] estimates the work. The optimal moves can be
// saved as a [Table], which [Tablebase] plays.
//
// # What is computed
//
// The rules are those of classic Snake: the tail leaves its cell in the same move, a meal lengthens
// the snake at once, and the next food appears on a uniformly random free cell. The package omits
// the rule that a game ends after 3·W·H moves without a meal. On most boards, optimal play from a
// start stays far below that limit (at most 31 of 48 moves on 4x4, 17 of 45 on 3x5). On 3x6, where
// 54 moves are allowed, 68 moves between two meals are possible, but they did not occur in 20,000
// games. A position given to [Ask] may need more moves than the limit; see Answer.Meal.
//
// The moves of a position are the expected number of moves of the games that are won. If a win is
// certain, all games are won. If not, the number compares only strategies with the same probability
// of winning, and the length of lost games does not count.
//
// # Method
//
// Retrograde analysis over the length of the snake. Between two meals nothing is random, and every
// move costs one. Each length is therefore a shortest-path problem with many sources: the meals,
// whose costs are averages over the next length, see stage. Bodies are the nodes of a trie, so that
// all moves are index arithmetic. The trie keeps only one of several symmetric bodies.
//
// Cost: 6x6 has 109 million bodies and 1.07 billion positions. A position takes about 50
// nanoseconds and 4 bytes, a body 16 bytes; only the positions of one length are in memory.
// With uncertain wins, which all boards with walls need, the time is about three times as
// long, and a position takes 8 bytes. A single position needs only its own and greater
// lengths: on 6x6, 0.5 GB for length 32, and 3.5 GB for all lengths. See MeasureFrom.
//
// Precision: expected moves are multiples of 2^-22. Each average is rounded to the nearest
// multiple, so the error is at most 1.2e-7 times the number of meals. Probabilities are
// multiples of 1/34!, which is exact on boards of at most 36 free cells. Results do not depend
// on the number of workers.
//
// The edges of a board may be joined, if its sides are at least 3. The computation then uses
// rotations and reflections, but no shifts.
//
// A meal may add several segments, see Options.Grow and growth. Positions then also differ in the
// number of segments that still lie on the cell of the tail. This multiplies the number of
// positions, at most by the number of cells. Such games have no tables and no checkpoints. Several
// food at once are not supported, because their places multiply the number of positions.
//
// Free cells are numbered without gaps, so the work depends on their number, not on the size of the
// grid. The computation uses all symmetries of the walls.
//
// Source: ours. Retrograde analysis is an old idea of chess endgames (Bellman 1965, Thompson
// 1986).
package exact
