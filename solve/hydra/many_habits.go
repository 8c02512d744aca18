package hydra

import (
	"math"

	"ouro"
	"ouro/sim"
)

// Habits estimate the prior of each move of a snake.
//
// Idea: each thing within five cells of a snake's head, seen in the snake's direction, makes moving
// straight on, right or left a little more or less likely. The weights are fitted to the moves that
// hydra made in games against itself (scripts/hydratrain --habits).
//
// Guarantee: mirrored positions have mirrored priors; rotated boards have equal priors. Cost: about
// 0.2 microseconds for a snake, a quarter of the search. Source: ours; AlphaZero introduced priors
// in a tree search (Silver and others, 2017).
type Habits struct {
	board
	edges  []logits // by the head's cell and direction: the sum for all cells off the board
	hazard []thing
	things []thing // things on the board
	body   []ouro.Cell
}

// The kinds of things around a head, in the order of the weights.
const (
	habitOff     = iota                     // off the board
	habitMine                               // my body; one kind for each class of leaving time
	habitTheirs  = habitMine + habitTimes   // another snake's body
	habitLonger  = habitTheirs + habitTimes // the head of another snake at least as long
	habitShorter = habitLonger + 1
	habitFood    = habitShorter + 1
	habitHazard  = habitFood + 1
	HabitThings  = habitHazard + 1
)

// habitTimes is the number of classes of leaving times: a body leaves a cell with the next move;
// within three, seven or fifteen moves; later.
const habitTimes = 5

const (
	habitReach = 5 // number of cells to each side of a head
	habitSide  = 2*habitReach + 1

	// HabitInputs is the number of inputs: each thing on each cell, and a constant.
	HabitInputs = habitSide*habitSide*HabitThings + 1
)

// HabitWeights are the logits that each input adds to moving straight on and to turning right, in
// thousandths. A turn to the left uses the weight of the mirrored input.
type HabitWeights [HabitInputs][2]int16

// LearnedHabits returns the weights that hydra plays with. A test of scripts/hydratrain,
// which writes them, checks that they are up to date.
func LearnedHabits() *HabitWeights { return &habitWeights }

// logits are, in thousandths, the logits of moving straight on, right, back (unused) and left.
type logits [4]int32

func (u *logits) add(more *logits) {
	u[0] += more[0]
	u[1] += more[1]
	u[3] += more[3]
}

// habitTable has the logits of each input.
type habitTable [HabitInputs]logits

// habitTrust is the share of the learned logits that is used, in percent. A smaller share makes the
// search explore unlikely moves more often. The value was chosen by games (docs/results/hydra.md).
const habitTrust = 70

func newHabitTable(w *HabitWeights) *habitTable {
	t := new(habitTable)
	for i := range t {
		left := w[HabitMirror(i)][1]
		t[i] = logits{habitTrust * int32(w[i][0]) / 100, habitTrust * int32(w[i][1]) / 100, 0, habitTrust * int32(left) / 100}
	}
	return t
}

var learnedHabits = newHabitTable(&habitWeights)

// HabitMirror returns the input that i becomes in the mirrored position.
func HabitMirror(i int) int {
	cell, kind := i/HabitThings, i%HabitThings
	if i == HabitInputs-1 {
		return i
	}
	ahead, left := cell/habitSide, cell%habitSide
	return (ahead*habitSide+habitSide-1-left)*HabitThings + kind
}

// thing is a thing on a cell of the board.
type thing struct {
	x, y int8
	seat int8 // the owner, or NoSeat
	kind int8 // kind of thing; for a body, habitMine plus the class of its leaving time
	head bool
}

// Load prepares h for a position and for all positions that Make and Unmake reach from it.
func (h *Habits) Load(p *sim.Position) {
	before := h.grid
	h.board.Load(p)
	size := p.Grid().Size()
	if h.grid != before {
		h.edges = make([]logits, 4*size)
		var seen []uint16
		for i := range h.edges {
			seen = h.appendEdge(h.eye(ouro.Cell(i/4), ouro.Dir(i&3)), seen[:0])
			for _, at := range seen {
				h.edges[i].add(&learnedHabits[at])
			}
		}
	}
	h.hazard = h.hazard[:0]
	for c := range ouro.Cell(size) {
		if p.Cost(c) > 1 {
			h.hazard = append(h.hazard, h.thingOn(c, ouro.NoSeat, habitHazard))
		}
	}
}

// thingOn returns a thing of this kind on c.
func (h *Habits) thingOn(c ouro.Cell, seat, kind int) thing {
	at := h.places[c]
	return thing{at.x, at.y, int8(seat), int8(kind), false}
}

// FindThings lists the things on the board of p, for the inputs of all its snakes.
func (h *Habits) FindThings(p *sim.Position) {
	h.things = h.things[:0]
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		h.body = p.Body(seat, h.body[:0])
		before := ouro.NoCell
		for i, c := range h.body {
			if c == before {
				continue // segments that are stacked on a cell count once
			}
			before = c
			item := h.thingOn(c, seat, habitMine+leavingClass(p.FreeAt(c)))
			item.head = i == 0
			h.things = append(h.things, item)
		}
	}
	h.body = p.AppendFood(h.body[:0])
	for _, c := range h.body {
		h.things = append(h.things, h.thingOn(c, ouro.NoSeat, habitFood))
	}
	h.things = append(h.things, h.hazard...)
}

// leavingClass returns the class of leaving time of a body that leaves a cell with this move.
func leavingClass(move int) int {
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

// eye is the position of a head and its direction in columns and rows.
type eye struct{ x, y, dx, dy int }

func (h *Habits) eye(head ouro.Cell, facing ouro.Dir) eye {
	at, step := h.places[head], steps[facing]
	return eye{int(at.x), int(at.y), step[0], step[1]}
}

// steps are the changes of column and row for each direction.
var steps = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// appendEdge appends the inputs of all cells off the board that a snake sees.
func (h *Habits) appendEdge(e eye, to []uint16) []uint16 {
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

// input returns the number of the input for a kind of thing on a cell, relative to a head.
func input(ahead, left, kind int) uint16 {
	return uint16(((ahead+habitReach)*habitSide+left+habitReach)*HabitThings + kind)
}

// see returns the input of a thing as a snake sees it, and whether the thing is near enough.
// On a board that wraps, the nearest image of the thing counts.
func (h *Habits) see(p *sim.Position, seat int, e eye, item *thing) (uint16, bool) {
	x, y := int(item.x)-e.x, int(item.y)-e.y
	if h.grid.Wraps {
		x, y = nearest(x, h.grid.W), nearest(y, h.grid.H)
	}
	ahead, left := x*e.dx+y*e.dy, y*e.dx-x*e.dy
	if max(ahead, -ahead, left, -left) > habitReach {
		return 0, false
	}
	kind := int(item.kind)
	if owner := int(item.seat); owner != ouro.NoSeat && owner != seat {
		switch {
		case !item.head:
			kind += habitTheirs - habitMine
		case p.Len(owner) < p.Len(seat):
			kind = habitShorter
		default:
			kind = habitLonger
		}
	}
	return input(ahead, left, kind), true
}

// nearest returns the shorter of the two ways around a wrapping board of this side.
func nearest(way, side int) int {
	switch {
	case 2*way > side:
		return way - side
	case 2*way < -side:
		return way + side
	}
	return way
}

// AppendInputs appends all inputs of a snake to dst. Call FindThings first.
func (h *Habits) AppendInputs(p *sim.Position, seat int, dst []uint16) []uint16 {
	e := h.eye(p.Head(seat), p.Facing(seat))
	dst = append(h.appendEdge(e, dst), HabitInputs-1)
	for i := range h.things {
		if at, near := h.see(p, seat, e, &h.things[i]); near {
			dst = append(dst, at)
		}
	}
	return dst
}

// setPriors sets the priors of the non-fatal moves of a snake so that their sum is 1. Call
// FindThings first. A salt other than 0 varies the priors.
func (h *Habits) setPriors(p *sim.Position, seat int, salt uint64, tries *[4]try) {
	facing := p.Facing(seat)
	sum := h.logits(p, seat)
	moves := p.Moves(seat)
	most := int32(math.MinInt32)
	for d := range ouro.Dir(4) {
		if moves.Has(d) {
			turn := &sum[(d-facing)&3]
			if salt != 0 {
				*turn += int32(ouro.Mix(salt, uint64(d))%saltLogits) - saltLogits/2
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
		tries[d].prior = float32(parts[d]) / float32(max(1, all))
	}
}

// logits returns the sum of the logits of all inputs of a snake. The sum is 0 under rules where
// every move grows, because the weights were learned with bodies that leave their cells.
func (h *Habits) logits(p *sim.Position, seat int) (sum logits) {
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

// saltLogits is how far the logits of two threads may differ, in thousandths.
const saltLogits = 1000

// shares has, by the difference of two logits in thousandths, the probability of a move relative to
// that of the most probable move.
var shares = func() (all [8000]uint32) {
	for i := range all {
		all[i] = uint32(math.Round((1 << 20) * math.Exp(-float64(i)/1000)))
	}
	return all
}()
