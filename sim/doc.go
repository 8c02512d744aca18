// Package sim holds positions made for search: a [Position] steps a game of
// several snakes hundreds of times faster than one could through a State, takes
// moves back, and copies cheaply.
//
// It follows the rules of Battlesnake in all their rulesets: what differs
// between them (a board that wraps, hazards and what they cost, growth with
// every move) is read from the State, and [Position.LeaveTrails] is told. The future
// it plays has no chance in it: no food appears, and hazards stay as they lie, but for
// trails. Nothing allocates but [New], a Load of another board and the first use of a
// greater depth.
//
//	p := sim.New(state)             // once
//	p.Load(state)                   // each turn
//	for _, joint := range ... {
//		p.Make(joint)               // or CopyFrom and Step
//		... p.Alive(), p.Moves(seat), p.Hash() ...
//		p.Unmake()
//	}
//
// [Area] measures the room around a cell and the territory of each head; [Flood] shares
// out the whole board at once, for searches that ask it of every position.
//
// # How a position is laid out
//
// A body is written down as the places of its head, turn by turn: each seat has
// a ring of them, indexed by the number of the turn (ply), the same for all
// seats. The tail is the ply of the oldest place that still counts.
//
//	ply    …  40  41  42  43  44  45
//	ring   …   a   b   c   d   e   f      head f, tail at ply 42: body f e d c
//	               ^   ^           ^
//	            left  tail       head
//
// Segments stacked on the tail (a coiled start, a meal) are not written: the
// length says how many there are. So for every cell with a body on it, the ply
// in which the head came there plus the length of its owner is the ply in which
// the cell is free again, and one addition and one comparison answer whether a
// head may enter, leaving tails included.
//
// # Take back or copy
//
// On 11x11 both cost about the same: with two snakes taking back is somewhat
// cheaper, with four copying is. A tree search makes and takes back: its cost
// does not grow with the board, and its depth needs no memory of positions. A
// playout copies the position once and then uses Step, which keeps no history;
// workers on several cores own a copy each. BenchmarkStep, BenchmarkMake and
// BenchmarkCopy compare them.
package sim
