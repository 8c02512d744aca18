package hydra

import (
	"math"

	"ouro"
	"ouro/sim"
)

// Habits know at a glance what a snake is likely to do, before anything is tried.
//
// Idea: everything within five cells of a head, where it lies as seen in the direction
// in which the snake goes, makes going on and turning to either side a little more or
// less likely. How much is found from the moves that hydra made in games against itself
// (scripts/hydratrain --habits).
//
// Guarantee: a position seen in a mirror is answered in a mirror, and a board that is
// turned makes no difference.
// Cost: about 0.2 microseconds for a snake, a quarter of what the search takes.
// Source: ours; that a search tries likely moves first and others less is of AlphaZero
// (Silver and others, 2017).
type Habits struct {
	board
	edges  []urges // what lies off the board adds, by cell of the head and direction
	hazard []thing
	things []thing // on the board
	body   []ouro.Cell
}

// What lies around a head, in the order of the weights.
const (
	habitOff     = iota                     // off the board
	habitMine                               // my own body, by when it leaves
	habitTheirs  = habitMine + habitTimes   // that of another
	habitLonger  = habitTheirs + habitTimes // a head that is not shorter
	habitShorter = habitLonger + 1
	habitFood    = habitShorter + 1
	habitHazard  = habitFood + 1
	HabitThings  = habitHazard + 1
)

// habitTimes are the times when a body leaves a cell: with the next move, within three
// moves, seven, fifteen, later.
const habitTimes = 5

const (
	habitReach = 5 // cells to each side that are seen
	habitSide  = 2*habitReach + 1

	// HabitInputs is the number of what can be seen: each thing on each cell, and at
	// last what is always seen.
	HabitInputs = habitSide*habitSide*HabitThings + 1
)

// HabitWeights are what everything that is seen adds to going on and to turning right, in
// thousandths of a logit. It adds as much to turning left if it lies in the mirror.
type HabitWeights [HabitInputs][2]int16

// LearnedHabits are the weights that hydra plays with. A test of scripts/hydratrain, which
// writes them, asks whether they are as it would write them.
func LearnedHabits() *HabitWeights { return &habitWeights }

// urges are thousandths of a logit for going on, turning right, none, and turning left.
type urges [4]int32

func (u *urges) add(more *urges) {
	u[0] += more[0]
	u[1] += more[1]
	u[3] += more[3]
}

// habitTable is the urges of each input.
type habitTable [HabitInputs]urges

// habitTrust is how much of the habits is believed, in percent: the less, the more is
// tried that seems unlikely. Found by games.
const habitTrust = 70

func newHabitTable(w *HabitWeights) *habitTable {
	t := new(habitTable)
	for i := range t {
		left := w[HabitMirror(i)][1]
		t[i] = urges{habitTrust * int32(w[i][0]) / 100, habitTrust * int32(w[i][1]) / 100, 0, habitTrust * int32(left) / 100}
	}
	return t
}

var learnedHabits = newHabitTable(&habitWeights)

// HabitMirror is the input that is seen in a mirror instead.
func HabitMirror(i int) int {
	cell, what := i/HabitThings, i%HabitThings
	if i == HabitInputs-1 {
		return i
	}
	ahead, left := cell/habitSide, cell%habitSide
	return (ahead*habitSide+habitSide-1-left)*HabitThings + what
}

// thing is what lies on a cell.
type thing struct {
	x, y int8
	seat int8 // whose it is, if somebody's
	what int8 // habitMine and the time when it leaves, if it is somebody's
	head bool
}

// Load makes h ready for a position and for all that Make and Unmake make of it.
func (h *Habits) Load(p *sim.Position) {
	before := h.grid
	h.board.Load(p)
	size := p.Grid().Size()
	if h.grid != before {
		h.edges = make([]urges, 4*size)
		var seen []uint16
		for i := range h.edges {
			seen = h.seeEdge(h.eye(ouro.Cell(i/4), ouro.Dir(i&3)), seen[:0])
			for _, at := range seen {
				h.edges[i].add(&learnedHabits[at])
			}
		}
	}
	h.hazard = h.hazard[:0]
	for c := range ouro.Cell(size) {
		if p.Cost(c) > 1 {
			h.hazard = append(h.hazard, h.on(c, ouro.NoSeat, habitHazard))
		}
	}
}

func (h *Habits) on(c ouro.Cell, seat, what int) thing {
	at := h.places[c]
	return thing{at.x, at.y, int8(seat), int8(what), false}
}

// Look finds what lies on the board.
func (h *Habits) Look(p *sim.Position) {
	h.things = h.things[:0]
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		h.body = p.Body(seat, h.body[:0])
		before := ouro.NoCell
		for i, c := range h.body {
			if c == before {
				continue // segments that are stacked count once
			}
			before = c
			it := h.on(c, seat, habitMine+leaves(p.FreeAt(c)))
			it.head = i == 0
			h.things = append(h.things, it)
		}
	}
	h.body = p.AppendFood(h.body[:0])
	for _, c := range h.body {
		h.things = append(h.things, h.on(c, ouro.NoSeat, habitFood))
	}
	h.things = append(h.things, h.hazard...)
}

// leaves is the time when a cell is left, of which there are habitTimes.
func leaves(move int) int {
	switch {
	case move <= 1:
		return 0
	case move <= 3:
		return 1
	case move <= 7:
		return 2
	case move <= 15:
		return 3
	}
	return 4
}

// eye is where a snake sees from: how far in columns and rows the next cell is ahead.
type eye struct{ x, y, dx, dy int }

func (h *Habits) eye(head ouro.Cell, facing ouro.Dir) eye {
	at, step := h.places[head], steps[facing]
	return eye{int(at.x), int(at.y), step[0], step[1]}
}

// steps are what each direction adds to column and row.
var steps = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// seeEdge appends what is seen off the board.
func (h *Habits) seeEdge(e eye, to []uint16) []uint16 {
	if h.grid.Wraps {
		return to
	}
	for ahead := -habitReach; ahead <= habitReach; ahead++ {
		for left := -habitReach; left <= habitReach; left++ {
			if h.grid.At(e.x+ahead*e.dx-left*e.dy, e.y+ahead*e.dy+left*e.dx) == ouro.NoCell {
				to = append(to, input(ahead, left, habitOff))
			}
		}
	}
	return to
}

func input(ahead, left, what int) uint16 {
	return uint16(((ahead+habitReach)*habitSide+left+habitReach)*HabitThings + what)
}

// see is the input of a thing, seen by a snake of a seat, and whether it is near enough.
// On a board that wraps it is where it is nearest.
func (h *Habits) see(p *sim.Position, seat int, e eye, it *thing) (uint16, bool) {
	x, y := int(it.x)-e.x, int(it.y)-e.y
	if h.grid.Wraps {
		x, y = nearest(x, h.grid.W), nearest(y, h.grid.H)
	}
	ahead, left := x*e.dx+y*e.dy, y*e.dx-x*e.dy
	if max(ahead, -ahead, left, -left) > habitReach {
		return 0, false
	}
	what := int(it.what)
	if owner := int(it.seat); owner != ouro.NoSeat && owner != seat {
		switch {
		case !it.head:
			what += habitTheirs - habitMine
		case p.Len(owner) < p.Len(seat):
			what = habitShorter
		default:
			what = habitLonger
		}
	}
	return input(ahead, left, what), true
}

// nearest is the same way around a side, or the other if that is shorter.
func nearest(way, side int) int {
	switch {
	case 2*way > side:
		return way - side
	case 2*way < -side:
		return way + side
	}
	return way
}

// See appends all that a snake sees, after Look: the inputs.
func (h *Habits) See(p *sim.Position, seat int, to []uint16) []uint16 {
	e := h.eye(p.Head(seat), p.Facing(seat))
	to = append(h.seeEdge(e, to), HabitInputs-1)
	for i := range h.things {
		if at, near := h.see(p, seat, e, &h.things[i]); near {
			to = append(to, at)
		}
	}
	return to
}

// likely fills in how likely each move of a snake is that does not kill, after Look:
// together they make 1. Salt makes another guess a little different.
func (h *Habits) likely(p *sim.Position, seat int, salt uint64, tries *[4]try) {
	facing := p.Facing(seat)
	sum := h.urges(p, seat)
	moves := p.Moves(seat)
	most := int32(math.MinInt32)
	for d := range ouro.Dir(4) {
		if moves.Has(d) {
			turn := &sum[(d-facing)&3]
			if salt != 0 {
				*turn += int32(ouro.Mix(salt, uint64(d))%saltUrge) - saltUrge/2
			}
			most = max(most, *turn)
		}
	}
	var parts [4]uint32
	all := uint32(0)
	for d := range ouro.Dir(4) {
		if moves.Has(d) {
			parts[d] = shares[min(most-sum[(d-facing)&3], int32(len(shares)-1))]
			all += parts[d]
		}
	}
	for d := range parts {
		tries[d].likely = float32(parts[d]) / float32(max(1, all))
	}
}

// urges are those of all that a snake sees. Where every move grows there are none: what
// was learned is of bodies that leave.
func (h *Habits) urges(p *sim.Position, seat int) (sum urges) {
	if p.AlwaysGrow() {
		return sum
	}
	head, facing := p.Head(seat), p.Facing(seat)
	e := h.eye(head, facing)
	sum = h.edges[4*int(head)+int(facing)]
	sum.add(&learnedHabits[HabitInputs-1])
	for i := range h.things {
		if at, near := h.see(p, seat, e, &h.things[i]); near {
			sum.add(&learnedHabits[at])
		}
	}
	return sum
}

// saltUrge is how much the guesses of two threads differ, in thousandths of a logit.
const saltUrge = 1000

// shares are parts that are less likely than the likeliest, by the thousandths of a logit.
var shares = func() (all [8000]uint32) {
	for i := range all {
		all[i] = uint32(math.Round((1 << 20) * math.Exp(-float64(i)/1000)))
	}
	return all
}()
