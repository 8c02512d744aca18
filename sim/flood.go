package sim

import "ouro"

// Claim is what a Flood finds out about a snake: the part of the board that is its
// own if all run for it at once. Cells of its own are its head's and those that come
// to it; the head's counts in Wide, Front and the bound of Steps alone.
type Claim struct {
	Room   int  // cells that come to it
	Near   int  // those of them that do within the first five moves
	Wide   int  // squares of two by two cells of its own, none across an edge
	Front  int  // cells of its own beside those of others
	Hazard int  // those with hazards
	Food   int  // those with food
	Meal   int  // the move with which the first of them comes, 0 if there is none
	Tail   bool // where its own tail is comes to it (or its head is there): it can follow it
	Theirs bool // and where the tail of another is
	Shut   bool // Steps is less than its length, or every move grows: it cannot go round
	Steps  int  // moves that it can make at most without entering a cell of its own twice
}

// nearSteps is what counts as near.
const nearSteps = 5

// Flood shares out a board among the living snakes, many cells at once. It is what
// a search asks of each position at its end: of two snakes on 11x11 it costs a sixth
// of what Area.Territory does, and knows of waiting. Flood is used by one goroutine
// at a time.
//
// # What it means
//
// All run at once, move by move; d counts the moves from 1.
//
//   - Each snake begins with the cell of its head.
//   - A cell is open from move FreeAt on, so a body opens from its tail, a move later
//     for each segment that is stacked there. Walls never open, and where every move
//     grows only what the tail leaves with move 1. That somebody eats on the way is
//     not foreseen, nor that somebody dies.
//   - Where tails leave trails, a body too opens only what its tail leaves with move 1,
//     and a trail with the first move that meets no layer of it.
//   - With move d a cell that is open and nobody's comes to the snake that has a cell
//     beside it, from the moves before. If there are several, it comes to the longest,
//     and if two of these are equal, to nobody for ever. So a snake may wait for what
//     opens beside its own cells, unlike in Area.Territory, where all run straight on.
//   - It can wait only as long as it can move. A head takes turns between the two
//     colours of a chess board, so the number of its cells of each colour bounds its
//     moves without entering one twice: Steps. It can enter one again when its own
//     body has left it, which takes as many moves as it is long; where every move
//     grows, never. So if nothing comes to it with move d, and Steps of its cells is
//     less than d and than its length, it is dead by then, and nothing comes to it any
//     more. Its cells stay its own.
//   - It ends when nothing can come to anybody.
//
// A snake that is Shut lives no longer than Steps moves in cells of its own: for more,
// others have to leave it some of theirs, of those that equals came to at once, or
// die. Where every move grows everybody is shut in the end.
//
// Boards of up to 11x11 have a form of their own (flood_pairs.go), with a loop for two
// snakes (flood_two.go) and one for others (flood_many.go); larger ones take a word for
// each row (flood_rows.go). All mean the same: TestFloodAgainstTwin.
//
// To ask for something more: a field of Claim; its computation in claim of flood_pairs.go
// and of flood_rows.go, if it is about the cells of a snake when all is over, or beside
// Near and Meal in flood_two.go, flood_many.go and flood_rows.go, if it is about when
// they come; and in claims of flood_test.go.
type Flood struct {
	Claims [MaxSnakes]Claim // by seat; of the living

	board *board
	pairs *pairs // the form for this board; one of the two
	rows  *rows
	flows [MaxSnakes]flow // of the living, the longest first
}

// flow is a snake while it spreads, but for its cells.
type flow struct {
	seat   int
	ring   []uint16 // the steps of its head by ply
	ply    uint32   // in which its head was on what opens with this move
	tail   uint32
	length uint32
	head   uint16 // place
	near   int
	meal   int
	dead   bool
}

// Load makes f ready for a position and for all that Make and Unmake make of it.
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

// Measure fills in Claims.
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

// line sets up the living, the longest first.
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

// end is the number of moves after which nothing opens any more.
func end(p *Position, flows []flow) uint32 {
	if p.stays() || len(flows) == 0 {
		return 1
	}
	return flows[0].length
}

// stays tells whether a body opens nothing but what its tail leaves with the next move:
// where every move grows, and where it leaves a trail there.
func (p *Position) stays() bool { return p.grow || p.trails.on }

// opens is the place that the snake's body leaves with the d-th move, 0 if there is
// none: move by move, d counts from 1.
func (a *flow) opens(d uint32, stays bool) (place uint16) {
	a.ply++
	if int32(a.ply-a.tail) < 0 || d >= a.length || d > 1 && stays {
		return 0
	}
	return a.ring[a.ply&uint32(len(a.ring)-1)] >> 2
}

// cornered tells whether Shut is true of a snake that can make a number of moves.
func cornered(steps int, length uint32, grow bool) bool { return steps < int(length) || grow }

// dead tells whether such a snake is dead if nothing has come to it with move d.
func dead(d uint32, steps int, length uint32, grow bool) bool {
	return steps < int(d) && cornered(steps, length, grow)
}

// alternating is how many moves a head can make without coming to a cell twice, if
// it has some cells of the colour of the one that it is on, and some of the other.
func alternating(same, other int) int { return min(2*same-1, 2*other) }

// colourless tells whether a board has no colours like those of a chess board.
func colourless(g *ouro.Grid) bool { return g.Wraps && (g.W|g.H)&1 != 0 }
