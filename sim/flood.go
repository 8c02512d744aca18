package sim

import "ouro"

// Claim is the result of a Flood for one snake. The snake owns the cells that it captures and the
// cell of its head. The cell of the head counts only in Wide, Front and Steps.
type Claim struct {
	Room   int  // number of captured cells
	Near   int  // cells captured with the first nearSteps moves
	Wide   int  // squares of 2x2 owned cells, except across an edge
	Front  int  // owned cells next to cells of other snakes
	Hazard int  // captured cells with hazards
	Food   int  // captured cells with food
	Meal   int  // number of the move with which the snake captures its first food, or 0
	Tail   bool // whether the snake owns the cell of its tail, so that it can follow its tail
	Theirs bool // whether the snake owns the cell of another snake's tail
	Shut   bool // whether the snake cannot circle: Steps is less than its length, or snakes grow with every move
	Steps  int  // upper bound of the number of moves within owned cells that enter no cell twice
}

// nearSteps is the number of moves that Claim.Near counts.
const nearSteps = 5

// Flood divides a board among the living snakes, many cells at once. It is fast enough for every leaf
// of a search: for two snakes on 11x11, it costs a sixth of Area.Territory (BenchmarkFlood and
// BenchmarkArea). Unlike Area.Territory, a Flood lets snakes wait. Only one goroutine at a time may
// use a Flood.
//
// # Definition
//
// All snakes expand at once, move by move; d counts the moves from 1.
//
//   - Each snake begins with the cell of its head.
//   - A cell opens with the move that FreeAt returns. So the cells of a body open one after the
//     other, from the tail on. Each segment that is stacked on the tail delays them by one move.
//     Walls never open. Meals and deaths on the way are ignored.
//   - If snakes grow with every move, or if tails leave trails, the only cell of a body that opens is
//     the one that the tail leaves in move 1. A cell with a trail opens in the first move that meets
//     no layer of the trail.
//   - With move d, a snake captures each open cell without an owner that is beside a cell that the
//     snake owned before. If several snakes can capture a cell, the longest one does; if two are
//     longest, no snake ever captures the cell. So a snake can wait for a cell beside its own cells
//     to open, unlike in Area.Territory.
//   - A snake can wait only as long as it can move. Each move enters a cell of the other colour of a
//     chessboard. So the numbers of the snake's cells of both colours bound Steps, the number of its
//     moves that enter no cell twice. On a board that cannot be coloured like a chessboard, Steps is
//     the number of captured cells. The snake can enter a cell again only when its body has left
//     the cell, after as many moves as the snake is long. If snakes grow with every move, the body
//     never leaves the cell.
//   - A snake is dead after move d if it captures nothing with move d, Steps is less than d, and the
//     snake is Shut. It captures nothing more and keeps its cells.
//   - The flood ends when no snake can capture anything.
//
// A snake that is Shut lives at most Steps moves in its own cells. To live longer, the snake needs
// cells that other snakes give up or leave by dying, or cells that equally long snakes reach at
// the same time. If snakes grow with every move, every snake is Shut.
//
// Boards of up to 11x11 have their own representation (flood_pairs.go), with one loop for two
// snakes and another loop for all other cases. Larger boards use a word for each row
// (flood_rows.go). TestFloodAgainstTwin checks that the results are equal.
//
// A new field of Claim must also be computed in claims of flood_test.go. If the field depends on the
// cells at the end, compute it in both methods claim of flood_pairs.go and flood_rows.go. If it
// depends on when cells are captured, compute it next to Near and Meal in the loops of these files.
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
	tail   uint32   // ply in which the head was on the place of the tail
	length uint32
	head   uint16 // the place of the head
	near   int    // Claim.Near
	meal   int    // Claim.Meal
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

// Measure sets f.Claims for the living snakes of p. Load must have prepared f for p.
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

// lastOpening returns a number of moves after which no place of a body opens.
func lastOpening(p *Position, flows []flow) uint32 {
	if p.opensOnlyTails() || len(flows) == 0 {
		return 1
	}
	return flows[0].length
}

// opensOnlyTails reports whether bodies open only the places that their tails leave with the next
// move.
func (p *Position) opensOnlyTails() bool { return p.grow || p.trails.on }

// vacatedPlace returns the place of the body that opens with move d, or 0. Call vacatedPlace once for
// each move, in order. If stays is true, only a place that the tail leaves with move 1 opens.
func (a *flow) vacatedPlace(d uint32, stays bool) (place uint16) {
	a.ply++
	if int32(a.ply-a.tail) < 0 || d >= a.length || d > 1 && stays {
		return 0
	}
	return a.ring[a.ply&uint32(len(a.ring)-1)] >> 2
}

func isShut(steps int, length uint32, grow bool) bool { return steps < int(length) || grow }

// isDead reports whether a snake that captured nothing with move d is dead after that move. steps is
// the bound Claim.Steps for its cells.
func isDead(d uint32, steps int, length uint32, grow bool) bool {
	return steps < int(d) && isShut(steps, length, grow)
}

// maxAlternating returns an upper bound of the number of moves that a head can make without entering a
// cell twice, if each move changes the colour. sameColour is the number of cells with the colour of
// the head's cell, including that cell. otherColour is the number of cells of the other colour.
func maxAlternating(sameColour, otherColour int) int { return min(2*sameColour-1, 2*otherColour) }

// isColourless reports whether the cells of a board cannot be coloured like a chessboard. This is so
// on a board that wraps and has an odd side.
func isColourless(g *ouro.Grid) bool { return g.Wraps && (g.W|g.H)&1 != 0 }

// Owners runs a flood and appends the owner of each cell, or NoSeat, to owners[:0]. A snake owns the
// cell of its head. Owners is for viewers and costs more than Measure.
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
