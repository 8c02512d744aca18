package sim

import "ouro"

// Claim is the result of a Flood for one snake when all snakes race for the board. The snake owns
// the cells that it captures and the cell of its head. The cell of the head counts only in Wide,
// Front and Steps.
type Claim struct {
	Room   int  // number of captured cells
	Near   int  // cells captured with the first nearSteps moves
	Wide   int  // squares of 2x2 owned cells, except across an edge
	Front  int  // owned cells next to cells of other snakes
	Hazard int  // captured cells with hazards
	Food   int  // captured cells with food
	Meal   int  // the move with which it captures its first food, or 0
	Tail   bool // the snake owns the cell of its tail, so it can follow its tail
	Theirs bool // the snake owns the cell of another snake's tail
	Shut   bool // the snake cannot circle: Steps is less than its length, or snakes grow with every move
	Steps  int  // upper bound of the number of moves that enter no owned cell twice
}

const nearSteps = 5

// Flood divides a board among the living snakes, many cells at once. A search can use it in
// every leaf: for two snakes on 11x11, it costs a sixth of Area.Territory. Unlike
// Area.Territory, it lets snakes wait. Only one goroutine at a time may use a Flood.
//
// # Definition
//
// All snakes expand at once, move by move; d counts the moves from 1.
//
//   - Each snake begins with the cell of its head.
//   - A cell is open from move FreeAt on, so a body opens from its tail, a move
//     later for each segment that is stacked there. Walls never open. If snakes
//     grow with every move, the only cell of a body that opens is the one that
//     the tail leaves in move 1. Meals and deaths on the way are ignored.
//   - If tails leave trails, a body also opens only the cell that the tail leaves in move 1. A cell
//     with a trail opens in the first move that meets no layer of it.
//   - With move d, a snake captures each open cell without an owner that is beside a cell that it
//     owned before. If several snakes can, the longest one captures the cell; if two of the longest
//     are equally long, no snake ever captures it. So a snake may wait for cells that open beside
//     its own, unlike in Area.Territory.
//   - A snake can wait only as long as it can move. Moves alternate between the two
//     colours of a chess board. So the number of its cells of each colour bounds
//     Steps, its moves without entering a cell twice. It can enter a cell again
//     when its body has left the cell, after as many moves as it is long, or never
//     if snakes grow with every move. So if it captures nothing with move d, and
//     Steps is less than d and less than its length, it is dead by then and
//     captures nothing more. It keeps its cells.
//   - The flood ends when no snake can capture anything.
//
// A snake that is Shut lives at most Steps moves in its own cells. To live longer, it needs
// cells that other snakes give up or leave by dying, or cells that equally long snakes reach at
// the same time. If snakes grow with every move, each snake is shut in the end.
//
// Boards of up to 11x11 have their own representation (flood_pairs.go), with one loop for two
// snakes and one for others; larger boards use a word for each row (flood_rows.go).
// TestFloodAgainstTwin checks that the results are equal.
//
// To add a field to Claim, compute it in claims of flood_test.go too. If the field depends on the
// cells at the end, compute it in claim of flood_pairs.go and of flood_rows.go. If it depends on
// when cells are captured, compute it next to Near and Meal in the loops of these files.
type Flood struct {
	Claims [MaxSnakes]Claim // by seat; valid only for living snakes

	board *board
	pairs *pairFlood // either pairs or rows is used, depending on the board
	rows  *rowFlood
	flows [MaxSnakes]flow // the flows of living snakes, the longest snake first
}

// flow is the state of one snake during a flood, without its cells.
type flow struct {
	seat   int
	ring   []uint16 // the steps of the head, by ply
	ply    uint32   // ply in which the head was on the place that opens with this move
	tail   uint32
	length uint32
	head   uint16 // the place of the head
	near   int
	meal   int
	dead   bool
}

// Load prepares f for a position and all positions that Make and Unmake reach from it.
func (f *Flood) Load(p *Position) {
	if f.board != p.board {
		f.board, f.pairs, f.rows = p.board, nil, nil
		if fitsPair(p.board.grid) {
			f.pairs = newPairFlood(p.board)
		} else {
			f.rows = newRowFlood(p.board.grid)
		}
	}
	if f.pairs != nil {
		f.pairs.load(p)
	} else {
		f.rows.load(p)
	}
}

func (f *Flood) Measure(p *Position) {
	switch {
	case f.pairs == nil:
		f.rows.measure(p, f.initFlows(p), &f.Claims)
	case p.alive.Len() == 2 && !f.pairs.wraps && !p.trails.on:
		f.pairs.measureTwo(p, &f.Claims)
	default:
		f.pairs.measureMany(p, f.initFlows(p), &f.Claims)
	}
}

// initFlows returns the initial flows of the living snakes, the longest snake first.
func (f *Flood) initFlows(p *Position) []flow {
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

// lastOpening returns the move from which on bodies open no more places.
func lastOpening(p *Position, flows []flow) uint32 {
	if p.opensOnlyTails() || len(flows) == 0 {
		return 1
	}
	return flows[0].length
}

// opensOnlyTails reports whether bodies open only the places that their tails leave with the next
// move.
func (p *Position) opensOnlyTails() bool { return p.grow || p.trails.on }

// vacatedPlace returns the place that the body leaves with move d, or 0. Call it once for each move, in
// order.
func (a *flow) vacatedPlace(d uint32, stays bool) (place uint16) {
	a.ply++
	if int32(a.ply-a.tail) < 0 || d >= a.length || d > 1 && stays {
		return 0
	}
	return a.ring[a.ply&uint32(len(a.ring)-1)] >> 2
}

func isShut(steps int, length uint32, grow bool) bool { return steps < int(length) || grow }

// isDead reports whether a snake is dead after move d, if it captured nothing with it and its cells
// allow this many steps.
func isDead(d uint32, steps int, length uint32, grow bool) bool {
	return steps < int(d) && isShut(steps, length, grow)
}

// alternating returns the largest number of moves that a head can make without entering a cell
// twice. sameColour is the number of cells with the colour of the head's cell, otherColour the
// number of the rest.
func alternating(sameColour, otherColour int) int { return min(2*sameColour-1, 2*otherColour) }

// colourless reports whether the cells of a board cannot be coloured like a chessboard.
func colourless(g *ouro.Grid) bool { return g.Wraps && (g.W|g.H)&1 != 0 }

// Owners appends the owner of each cell, or NoSeat, to owners[:0]. A snake owns the cell of its
// head. Owners is for viewers and costs more than Measure.
func (f *Flood) Owners(p *Position, owners []int) []int {
	flows := f.initFlows(p)
	if f.pairs != nil {
		f.pairs.measureMany(p, flows, &f.Claims)
	} else {
		f.rows.measure(p, flows, &f.Claims)
	}
	owners = owners[:0]
	for place := uint16(1); int(place) <= p.Grid().Size(); place++ {
		owners = append(owners, f.owner(p, flows, place))
	}
	return owners
}

func (f *Flood) owner(p *Position, flows []flow, place uint16) int {
	for i := range flows {
		if f.pairs != nil && f.pairs.mine[i].intersects(singlePair(p.board.bit[place])) || f.rows != nil && f.rows.has(&f.rows.mine[i], place) {
			return flows[i].seat
		}
	}
	return ouro.NoSeat
}
