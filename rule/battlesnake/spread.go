package battlesnake

import "ouro"

// The maps of this file spread hazards from an origin, a cell drawn before the first move. Dice
// that can repeat draws draw the origin again; with other dice, the board shows it.

// origin returns the origin: the result of drawOrigin if there are no hazards yet or the dice can
// repeat draws, else the first hazard.
func origin(s *ouro.State, ch chance, drawOrigin func() ouro.Cell) ouro.Cell {
	if !ch.canRepeat() && len(s.Hazards) > 0 {
		return s.Hazards[0]
	}
	ch.beginTurn(0)
	return drawOrigin()
}

// Numbers of turns between two hazards.
const (
	spiralPeriod        = 3
	scatterPeriod       = 2
	growBoxPeriod       = 12
	expandBoxPeriod     = 20
	expandScatterPeriod = 2
)

// spiral adds the next cell of a clockwise spiral, if it is on the board.
func spiral(_ *config, s *ouro.State, ch chance) {
	if s.Turn%spiralPeriod != 0 {
		return
	}
	g := s.Grid
	start := origin(s, ch, func() ouro.Cell {
		x := ch.between(g.W*3/10, g.W-1-g.W*3/10)
		y := ch.between(g.H*3/10, g.H-1-g.H*3/10)
		return g.At(x, y)
	})
	addSpiral(s, start)
}

// addSpiral adds this turn's cell of a spiral around start.
func addSpiral(s *ouro.State, start ouro.Cell) {
	x, y := s.Grid.XY(start)
	dx, dy := spiralStep(s.Turn/spiralPeriod - 1)
	if c := s.Grid.At(x+dx, y+dy); c != ouro.NoCell {
		s.AddHazard(c)
	}
}

// spiralStep returns the offset from cell 0 of a spiral to its cell n. Ring r has 8r cells. Its
// first cell is the one after the upper left corner.
func spiralStep(n int) (dx, dy int) {
	if n == 0 {
		return 0, 0
	}
	n--
	r := 1
	for ; n >= 8*r; r++ {
		n -= 8 * r
	}
	switch along := n % (2 * r); n / (2 * r) {
	case 0:
		return along + 1 - r, r
	case 1:
		return r, r - 1 - along
	case 2:
		return r - 1 - along, -r
	default:
		return -r, along + 1 - r
	}
}

// scatter puts a hazard on a random cell without one, until all cells have one.
func scatter(_ *config, s *ouro.State, ch chance) {
	n := s.Turn/scatterPeriod - 1
	if s.Turn%scatterPeriod != 0 || n >= s.Grid.Size() {
		return
	}
	p := cellSet{w: s.Grid.W, h: s.Grid.H}
	if ch.canRepeat() {
		ch.beginTurn(0)
		s.AddHazard(p.cell(int(ch.seeded.Ranks(s.Grid.Size(), n+1)[n])))
		return
	}
	p.removeCells(s, s.Hazards)
	if room := p.count(); room > 0 {
		s.AddHazard(p.cell(ch.roll(room)))
	}
}

// nearMiddle returns a random cell with at least margin columns to its left and margin-1 to its
// right, and with margin rows below and margin-1 above.
func nearMiddle(g *ouro.Grid, margin int, ch chance) ouro.Cell {
	x := ch.between(margin, g.W-margin)
	y := ch.between(margin, g.H-margin)
	return g.At(x, y)
}

// expandBox adds the next square ring around the origin.
func expandBox(_ *config, s *ouro.State, ch chance) {
	if (s.Turn-1)%expandBoxPeriod != 0 || len(s.Hazards) == s.Grid.Size() {
		return
	}
	start := origin(s, ch, func() ouro.Cell { return nearMiddle(s.Grid, 2, ch) })
	addRingAround(s, start)
}

func addRingAround(s *ouro.State, start ouro.Cell) {
	p := ringAround(s.Grid, start, s.Turn/expandBoxPeriod)
	for i := range p.count() {
		s.AddHazard(p.cell(i))
	}
}

// expandScatter adds a random cell of the innermost square ring that is not full.
func expandScatter(_ *config, s *ouro.State, ch chance) {
	g := s.Grid
	if (s.Turn-1)%expandScatterPeriod != 0 || len(s.Hazards) == g.Size() {
		return
	}
	start := origin(s, ch, func() ouro.Cell { return nearMiddle(g, 1, ch) })
	if s.Turn == 1 {
		s.AddHazard(start)
		return
	}
	n := s.Turn/expandScatterPeriod - 1
	for r := 1; r < max(g.W, g.H); r++ {
		p := ringAround(g, start, r)
		size := p.count()
		if ch.canRepeat() {
			k := min(n+1, size)
			ranks := ch.seeded.Ranks(size, k)
			if n < size {
				s.AddHazard(p.cell(int(ranks[n])))
				return
			}
			n -= size
			continue
		}
		p.removeCells(s, s.Hazards)
		if room := p.count(); room > 0 {
			s.AddHazard(p.cell(ch.roll(room)))
			return
		}
	}
}

func ringAround(g *ouro.Grid, c ouro.Cell, r int) cellSet {
	p := cellSet{w: g.W, h: g.H}
	cx, cy := g.XY(c)
	for x := range g.W {
		p.taken[x] = ^uint64(0)
		if far := max(x-cx, cx-x); far < r {
			p.add(x, cy-r, cy-r)
			p.add(x, cy+r, cy+r)
		} else if far == r {
			p.add(x, cy-r, cy+r)
		}
	}
	return p
}

type box struct{ left, right, bottom, top int }

func wholeBoard(g *ouro.Grid) box { return box{right: g.W - 1, top: g.H - 1} }

func (b box) has(x, y int) bool { return x >= b.left && x <= b.right && y >= b.bottom && y <= b.top }

// growBox grows the box of hazards by one row or column, at a random side with room. Sides are
// numbered clockwise from the left.
func growBox(_ *config, s *ouro.State, ch chance) {
	g := s.Grid
	if (s.Turn-1)%growBoxPeriod != 0 || len(s.Hazards) == g.Size() {
		return
	}
	if !ch.canRepeat() && len(s.Hazards) > 0 {
		b := boxAround(g, s.Hazards)
		if side, ok := b.grow(g, ch); ok {
			b.fill(s, side)
		}
		return
	}
	ch.beginTurn(0)
	start := nearMiddle(g, 2, ch)
	if s.Turn == 1 || !ch.canRepeat() {
		s.AddHazard(start)
		return
	}
	b := boxAround(g, []ouro.Cell{start})
	var side ouro.Dir
	for range (s.Turn - 1) / growBoxPeriod {
		var ok bool
		if side, ok = b.grow(g, ch); !ok {
			return
		}
	}
	b.fill(s, side)
}

func boxAround(g *ouro.Grid, cells []ouro.Cell) box {
	b := box{left: g.W, bottom: g.H}
	for _, c := range cells {
		x, y := g.XY(c)
		b.left, b.right = min(b.left, x), max(b.right, x)
		b.bottom, b.top = min(b.bottom, y), max(b.top, y)
	}
	return b
}

// grow moves a random side outwards and returns this side, or false if no side has room.
func (b *box) grow(g *ouro.Grid, ch chance) (ouro.Dir, bool) {
	var room [4]ouro.Dir
	n := 0
	for _, side := range boxSides {
		if next := *b; next.push(g, side) {
			room[n] = side
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	side := room[ch.roll(n)]
	return side, b.push(g, side)
}

var boxSides = [4]ouro.Dir{ouro.Left, ouro.Up, ouro.Right, ouro.Down}

// push moves a side outwards by one, if there is room, and reports whether it moved.
func (b *box) push(g *ouro.Grid, side ouro.Dir) bool {
	next := *b
	switch side {
	case ouro.Left:
		next.left--
	case ouro.Up:
		next.top++
	case ouro.Right:
		next.right++
	default:
		next.bottom--
	}
	if next.left < 0 || next.bottom < 0 || next.right >= g.W || next.top >= g.H {
		return false
	}
	*b = next
	return true
}

func (b box) fill(s *ouro.State, side ouro.Dir) {
	switch side {
	case ouro.Left:
		b.right = b.left
	case ouro.Right:
		b.left = b.right
	case ouro.Up:
		b.bottom = b.top
	default:
		b.top = b.bottom
	}
	for x := b.left; x <= b.right; x++ {
		for y := b.bottom; y <= b.top; y++ {
			s.AddHazard(s.Grid.At(x, y))
		}
	}
}

// royaleHazards is the map royale: from turn Shrink on, all cells outside a rectangle are
// hazards, and every Shrink turns a random side of the rectangle moves inwards, even after
// opposite sides have met. Under the ruleset royale it does nothing, because the ruleset has
// already drawn the same hazards.
func royaleHazards(c *config, s *ouro.State, ch chance) {
	if !c.ruleset.shrinks {
		shrinkRoyale(c, s, ch, false)
	}
}

// shrinkRoyale sets the hazards of royaleHazards. If clears is set, as in the ruleset royale, it
// removes all other hazards, even before turn Shrink.
func shrinkRoyale(c *config, s *ouro.State, ch chance, clears bool) {
	if s.Turn < c.Shrink {
		if clears {
			s.ClearHazards()
		}
		return
	}
	left := safeBox(c, s, ch)
	s.ClearHazards()
	left.surround(s, 0)
}

// surround puts hazards on all cells outside the box, from row bottom on.
func (b box) surround(s *ouro.State, bottom int) {
	for x := range s.Grid.W {
		for y := bottom; y < s.Grid.H; y++ {
			if !b.has(x, y) {
				s.AddHazard(s.Grid.At(x, y))
			}
		}
	}
}

// safeBox returns the rectangle without hazards. With dice that can repeat draws, it repeats all
// changes of the rectangle since the start. With other dice, it draws only the change of this turn.
// It then reads the earlier changes from the full rows and columns at the edges.
func safeBox(c *config, s *ouro.State, ch chance) box {
	b := wholeBoard(s.Grid)
	draws := s.Turn / c.Shrink
	if !ch.canRepeat() {
		b.shrinkToFree(s)
		draws = 0
		if s.Turn%c.Shrink == 0 {
			draws = 1
		}
	}
	ch.beginTurn(0)
	for range draws {
		b = b.shrunk(ch.roll(4))
	}
	return b
}

func (b box) shrunk(side int) box {
	switch side {
	case 0:
		b.left++
	case 1:
		b.right--
	case 2:
		b.bottom++
	case 3:
		b.top--
	}
	return b
}

// shrinkToFree moves the sides inwards past columns and rows that are full of hazards.
func (b *box) shrinkToFree(s *ouro.State) {
	full := func(x0, x1, y0, y1 int) bool {
		for x := x0; x <= x1; x++ {
			for y := y0; y <= y1; y++ {
				if s.Hazard(s.Grid.At(x, y)) == 0 {
					return false
				}
			}
		}
		return true
	}
	right, top := s.Grid.W-1, s.Grid.H-1
	for b.left <= right && full(b.left, b.left, 0, top) {
		b.left++
	}
	for b.right >= b.left && full(b.right, b.right, 0, top) {
		b.right--
	}
	for b.bottom <= top && full(0, right, b.bottom, b.bottom) {
		b.bottom++
	}
	for b.top >= b.bottom && full(0, right, b.top, b.top) {
		b.top--
	}
}
