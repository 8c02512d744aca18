package paint

import (
	"math"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture"
)

// track is the path of a snake's head, with the part that the body covers at each turn. An SVG
// draws the path once, as one line, and animates two numbers: the distances of tail and head along
// the line. So thousands of moves need little more than the bends of one line, and the body glides.
//
// A snake gets a new track if its position does not continue its path, for example at the start of
// a level of Snake Hunter. Files can contain any sequence of positions.
type track struct {
	grid  *ouro.Grid
	color palette.RGB
	name  string
	from  int // first turn
	died  int // first turn in which it is dead, or never
	until int // first turn in which it is gone, or never

	cells []ouro.Cell // the path
	heads []int32     // by turn: index in cells of the head
	tails []int32     // by turn: index in cells of the tail

	way way // the line, when all cells are known
}

// never is the turn of an event that does not happen.
const never = math.MaxInt

// newTrack begins a track with the snake's body. A body with a gap counts only from its head to the
// gap.
func newTrack(g *ouro.Grid, sn *picture.Snake, turn int) *track {
	t := &track{grid: g, color: sn.Color, name: sn.Name, from: turn, died: never, until: never}
	n := 1
	for ; n < len(sn.Body) && adjacent(g, sn.Body[n-1], sn.Body[n]); n++ {
	}
	for i := n - 1; i >= 0; i-- {
		t.cells = append(t.cells, sn.Body[i])
	}
	t.heads, t.tails = []int32{int32(n - 1)}, []int32{0}
	return t
}

func adjacent(g *ouro.Grid, a, b ouro.Cell) bool {
	_, ok := g.DirTo(a, b)
	return ok
}

// follow adds the snake's next position to the track. If the position does not continue the track,
// follow adds nothing and returns false.
func (t *track) follow(sn *picture.Snake) bool {
	head := int(t.heads[len(t.heads)-1])
	if c := sn.Body[0]; c != t.cells[head] {
		if !adjacent(t.grid, t.cells[head], c) {
			return false
		}
		head++
	}
	tail := head - len(sn.Body) + 1
	if tail < 0 {
		return false
	}
	for i, c := range sn.Body[1:] {
		if t.cells[head-1-i] != c {
			return false
		}
	}
	if head == len(t.cells) {
		t.cells = append(t.cells, sn.Body[0])
	}
	t.heads, t.tails = append(t.heads, int32(head)), append(t.tails, int32(tail))
	return true
}

// mark says where the head or the tail of a snake is at one time: at is the time in turns, and far
// is the distance along the track. Between two marks, the head or tail moves at constant speed.
type mark struct{ at, far float64 }

// tolerance is the largest error, in cells, that omitting a mark may cause. It exceeds the
// difference in length between a bend and a straight line through a cell.
const tolerance = 0.08

// marks returns the marks of the head or the tail. places is heads or tails.
func (t *track) marks(places []int32) []mark {
	w := &t.way
	m := marker{marks: []mark{{float64(t.from), w.middle[places[0]]}}}
	for i, end := range places[1:] {
		now, was := float64(t.from+i+1), places[i]
		switch {
		case end == was+1 && w.detour[was] > 0: // across the edge of the board
			m.fix(mark{now - 0.5, w.leave[was]})
			m.fix(mark{now - 0.5, w.leave[was] + w.detour[was]})
			m.fix(mark{now, w.middle[end]})
		case end == was || end == was+1:
			m.add(mark{now, w.middle[end]})
		default: // the body was shortened
			m.fix(mark{now, w.middle[was]})
			m.fix(mark{now, w.middle[end]})
		}
	}
	m.flush()
	return m.marks
}

// marker collects marks. It omits a mark if the line between its neighbours passes within tolerance
// of the mark.
type marker struct {
	marks      []mark
	pending    mark    // the newest mark; added to marks unless it is omitted
	hasPending bool    // whether pending is set
	lo, hi     float64 // slopes of lines from the last of marks that pass within tolerance of all omitted marks
}

// add adds a mark that may be omitted.
func (m *marker) add(p mark) {
	if m.hasPending {
		last := m.marks[len(m.marks)-1]
		slope := (p.far - last.far) / (p.at - last.at)
		if slope < m.lo || slope > m.hi {
			m.flush()
		}
	}
	last := m.marks[len(m.marks)-1]
	lo, hi := (p.far-tolerance-last.far)/(p.at-last.at), (p.far+tolerance-last.far)/(p.at-last.at)
	if m.hasPending {
		lo, hi = max(lo, m.lo), min(hi, m.hi)
	}
	m.pending, m.hasPending, m.lo, m.hi = p, true, lo, hi
}

func (m *marker) flush() {
	if m.hasPending {
		m.marks = append(m.marks, m.pending)
	}
	m.hasPending = false
}

// fix adds a mark that must not be omitted.
func (m *marker) fix(p mark) {
	m.flush()
	m.marks = append(m.marks, p)
}

// lengths returns the length of the snake at each mark of its head or tail.
func lengths(heads, tails []mark) []mark {
	var all []mark
	h, e := heads, tails
	for len(h) > 0 || len(e) > 0 {
		at := math.Inf(1)
		if len(h) > 0 {
			at = h[0].at
		}
		if len(e) > 0 {
			at = min(at, e[0].at)
		}
		headBefore, headAfter := position(heads, at, len(heads)-len(h))
		tailBefore, tailAfter := position(tails, at, len(tails)-len(e))
		all = append(all, mark{at, headBefore - tailBefore})
		if after := headAfter - tailAfter; after != headBefore-tailBefore {
			all = append(all, mark{at, after})
		}
		for len(h) > 0 && h[0].at == at {
			h = h[1:]
		}
		for len(e) > 0 && e[0].at == at {
			e = e[1:]
		}
	}
	return all
}

// position returns the distance along the track at a time. i is the index of the first mark at or
// after that time. placeBefore and placeAfter differ only at a jump.
func position(marks []mark, at float64, i int) (placeBefore, placeAfter float64) {
	switch {
	case i == len(marks):
		return marks[i-1].far, marks[i-1].far
	case marks[i].at == at:
		last := i
		for last+1 < len(marks) && marks[last+1].at == at {
			last++
		}
		return marks[i].far, marks[last].far
	case i == 0:
		return marks[0].far, marks[0].far
	}
	a, b := marks[i-1], marks[i]
	far := a.far + (b.far-a.far)*(at-a.at)/(b.at-a.at)
	return far, far
}
