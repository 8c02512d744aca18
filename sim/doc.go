// Package sim implements positions for searches. A [Position] plays the moves of a game with
// several snakes hundreds of times faster than a State, can undo them, and is cheap to copy.
//
// A Position follows the rules of all Battlesnake rulesets. It reads their differences (a
// board that wraps, hazards and their damage, growth with every move) from the State. For the
// map snail_mode, [Position.LeaveTrails] must be called. Nothing random happens in a
// Position: no food appears, and no hazards change except trails. Memory is allocated only by
// [New], by a Load of another board, and when a search first reaches a greater depth.
//
//	p := sim.New(state)             // once
//	p.Load(state)                   // each turn
//	for _, joint := range ... {
//		p.Make(joint)               // or CopyFrom and Step
//		... p.Alive(), p.Moves(seat), p.Hash() ...
//		p.Unmake()
//	}
//
// [Area] measures the room around a cell and the territory of each head. [Flood] divides
// the whole board at once, fast enough for every position of a search.
//
// # Layout of a position
//
// A body is stored as the places of its head, turn by turn: each seat has a ring of them,
// indexed by the number of the turn (ply), which is the same for all seats. The tail is the
// ply of the oldest place of the body.
//
//	ply    …  40  41  42  43  44  45
//	ring   …   a   b   c   d   e   f      head f, tail at ply 42: body f e d c
//	               ^   ^           ^
//	            left  tail       head
//
// Segments that are stacked on the tail (at the start, or after a meal) are not stored; they
// follow from the length. The ply in which a head entered a cell, plus the length of the
// snake, is the ply in which the cell is free again. So one addition and one comparison
// decide whether a head may enter a cell, even the cell of a tail that leaves.
//
// # Undo or copy
//
// On 11x11, both cost about the same: undoing is somewhat cheaper with two snakes, copying
// with four. A tree search uses Make and Unmake. Their cost does not depend on the size of
// the board, and they need no memory for positions. A playout copies the position once and
// then uses Step, which stores no history. Each thread of a parallel search needs its own
// copy. BenchmarkStep, BenchmarkMake and BenchmarkCopy compare the costs.
package sim
