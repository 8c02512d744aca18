package sim

import "ouro"

// Claim is the result of a Flood for one snake: the cells that it owns if all snakes race
// for the board. It owns the cell of its head, which counts only in Wide, Front and Steps,
// and all cells that it captures.
type Claim struct {
	Room   int  // captured cells
	Near   int  // captured cells of the first nearSteps moves
	Wide   int  // squares of 2x2 owned cells, not across an edge
	Front  int  // owned cells beside those of other snakes
	Hazard int  // captured cells with hazards
	Food   int  // captured cells with food
	Meal   int  // move that captures the first food, or 0
	Tail   bool // it owns the cell of its tail, so it can follow it
	Theirs bool // it owns the cell of the tail of another snake
	Shut   bool // it cannot circle: Steps is less than its length, or every move grows
	Steps  int  // upper bound of the moves that enter no owned cell twice
}

// nearSteps is the number of moves that Near counts.
const nearSteps = 5

// Flood divides a board among the living snakes, many cells at once. A search can use it in
// every leaf: for two snakes on 11x11 it costs a sixth of Area.Territory, and it includes
// waiting. Only one goroutine at a time may use a Flood.
//
// # Definition
//
// All snakes expand at once, move by move; d counts the moves from 1.
//
//   - Each snake begins with the cell of its head.
//   - A cell is open from move FreeAt on, so a body opens from its tail, a move
//     later for each segment that is stacked there. Walls never open. If every
//     move grows, only what the tail leaves with move 1 opens. Meals and deaths
//     on the way are ignored.
//   - If tails leave trails, a body too opens only what its tail leaves with
//     move 1, and a trail opens with the first move that meets no layer of it.
//   - With move d, a snake captures each open cell without an owner that is beside
//     a cell that it owned before. If several snakes could, the longest one does;
//     if two of these are equally long, no snake ever captures the cell. So a snake
//     may wait for cells that open beside its own, unlike in Area.Territory.
//   - A snake can wait only as long as it can move. Moves alternate between the two
//     colours of a chess board, so the number of its cells of each colour bounds
//     its moves without entering one twice: Steps. It can enter a cell again when
//     its body has left it, after as many moves as it is long; if every move
//     grows, never. So if it captures nothing with move d, and Steps of its cells
//     is less than d and less than its length, it is dead by then and captures
//     nothing more. It keeps its cells.
//   - The flood ends when no snake can capture anything.
//
// A snake that is Shut lives at most Steps moves in its own cells. To live longer, it needs
// cells of snakes that die or leave them to it, or cells that equally long snakes reached
// at the same time. If every move grows, each snake is shut in the end.
//
// Boards of up to 11x11 have their own representation (flood_pairs.go), with one loop for
// two snakes and one for others; larger boards use a word for each row (flood_rows.go).
// TestFloodAgainstTwin checks that the results are equal.
//
// A new field of Claim needs its computation in claims of flood_test.go, and in claim of
// flood_pairs.go and of flood_rows.go, if it depends on the cells at the end; or beside
// Near and Meal in their loops, if it depends on when they are captured.
type Flood struct {
	Claims [MaxSnakes]Claim // by seat; of living snakes

	board *board
	pairs *pairs // one of pairs and rows, for the board
	rows  *rows
	flows [MaxSnakes]flow // of living snakes, the longest first
}

// flow is the state of one snake during a flood, except for its cells.
type flow struct {
	seat   int
	ring   []uint16 // the steps of its head by ply
	ply    uint32   // in which its head was on the place that opens with this move
	tail   uint32
	length uint32
	head   uint16 // place
	near   int
	meal   int
	dead   bool
}

// Load prepares f for a position and all positions that Make and Unmake reach from it.
func (f *Flood) Load(p *Position) {
	if f.board != p.board {
		f.board, f.pairs, f.rows = p.board, nil, nil
		if fitsPair(p.board.grid) {
			f.pairs = newPairs(p.board)
		} else {
			f.rows = newRows(p.board.grid)
		}
	}
	if f.pairs != nil {
		f.pairs.load(p)
	} else {
		f.rows.load(p)
	}
}

// Measure computes Claims.
func (f *Flood) Measure(p *Position) {
	switch {
	case f.pairs == nil:
		f.rows.measure(p, f.line(p), &f.Claims)
	case p.alive.Len() == 2 && !f.pairs.wraps && !p.trails.on:
		f.pairs.two(p, &f.Claims)
	default:
		f.pairs.many(p, f.line(p), &f.Claims)
	}
}

// line initialises the flows of living snakes, the longest first.
func (f *Flood) line(p *Position) []flow {
	n := 0
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		seat := rest.First()
		sn := &p.snakes[seat+1]
		i := n
		for ; i > 0 && f.flows[i-1].length < sn.length; i-- {
			f.flows[i] = f.flows[i-1]
		}
		f.flows[i] = flow{seat: seat, ring: p.ring(seat), ply: p.ply - sn.length, tail: sn.tail, length: sn.length, head: sn.at}
		n++
	}
	return f.flows[:n]
}

// end returns the number of moves after which no body opens a place.
func end(p *Position, flows []flow) uint32 {
	if p.stays() || len(flows) == 0 {
		return 1
	}
	return flows[0].length
}

// stays reports whether bodies open only what their tails leave with the next move: if
// every move grows, or tails leave trails.
func (p *Position) stays() bool { return p.grow || p.trails.on }

// opens returns the place that the body leaves with move d, or 0. It must be called for
// each move in order.
func (a *flow) opens(d uint32, stays bool) (place uint16) {
	a.ply++
	if int32(a.ply-a.tail) < 0 || d >= a.length || d > 1 && stays {
		return 0
	}
	return a.ring[a.ply&uint32(len(a.ring)-1)] >> 2
}

func isShut(steps int, length uint32, grow bool) bool { return steps < int(length) || grow }

// isDead reports whether a snake that captured nothing with move d is dead.
func isDead(d uint32, steps int, length uint32, grow bool) bool {
	return steps < int(d) && isShut(steps, length, grow)
}

// alternating returns how many moves a head can make without entering a cell twice, if it
// has this many cells of the colour on which it is, and of the other colour.
func alternating(same, other int) int { return min(2*same-1, 2*other) }

// colourless reports whether the cells of a board cannot be coloured like a chess board.
func colourless(g *ouro.Grid) bool { return g.Wraps && (g.W|g.H)&1 != 0 }

// Owners appends the owner of each cell to owners[:0], or NoSeat; a head owns its cell. It
// is for viewers and costs more than Measure.
func (f *Flood) Owners(p *Position, owners []int) []int {
	flows := f.line(p)
	if f.pairs != nil {
		f.pairs.many(p, flows, &f.Claims)
	} else {
		f.rows.measure(p, flows, &f.Claims)
	}
	owners = owners[:0]
	for place := uint16(1); int(place) <= p.Grid().Size(); place++ {
		owners = append(owners, f.owner(p, flows, place))
	}
	return owners
}

// owner returns the owner of a place, after a flood.
func (f *Flood) owner(p *Position, flows []flow, place uint16) int {
	for i := range flows {
		if f.pairs != nil && f.pairs.mine[i].meets(one(p.board.bit[place])) || f.rows != nil && f.rows.has(&f.rows.mine[i], place) {
			return flows[i].seat
		}
	}
	return ouro.NoSeat
}
