package ouroboros

import (
	"math"
)

// samplesFor returns the number of next foods that meanDistance tries when there are this many
// candidates. Among more candidates, the one that seems best is more often only lucky. So comparing
// more candidates takes more samples.
func samplesFor(candidates int64) int { return int(min(8+candidates/32, 24)) }

// ahead evaluates the position after a plan's meal, on its own ring: whether the win is
// certain, and how far away the next food is.
type ahead struct {
	*planner
	start       []square // the ring right after the meal
	startHole   square
	orderedThen int      // number of youngest segments of after that lie on start in order
	after       []square // the body after the meal
	safe        refuge
	inner       *ahead // evaluates the next meal; nil at the last one
	foods       []square

	bare, spare []square // used by addReadings

	fitted   bool    // the ring was fitted to the body; rings of detours may be fitted, too
	weaver   *weaver // shared by the aheads of all meals; copy a result before the weaver is used again
	explorer explorer
	dice     dice
	way      []square

	columns, rows []int   // used by shape: number of free squares in each
	points        []point // by square
}

// point is the place of a square on the board.
type point struct {
	x, y, edge int16 // edge is the distance from the nearest edge of the board
}

// pointsOf returns the points of all squares of a board.
func pointsOf(b board, r *ring) []point {
	points := make([]point, len(r.cells))
	for _, s := range r.squares {
		x, y := b.Grid.XY(r.cells[s])
		points[s] = point{int16(x), int16(y), int16(min(x, b.Grid.W-1-x, y, b.Grid.H-1-y))}
	}
	return points
}

func newAhead(b board, meals int, d dice, w *weaver) *ahead {
	r := newRing(b)
	a := &ahead{planner: newPlanner(r), weaver: w, explorer: newExplorer(r), dice: d, columns: make([]int, b.Grid.W), rows: make([]int, b.Grid.H), points: pointsOf(b, r)}
	n := len(b.cells)
	a.start, a.after, a.foods = make([]square, 0, n), make([]square, 0, n), make([]square, 0, n)
	if meals > 1 {
		a.inner = newAhead(b, meals-1, d, w)
	}
	return a
}

// load sets up the position after the meal at the end of the plan p.
func (a *ahead) load(p *planner) {
	a.start = append(append(a.start[:0], p.order[p.meal:]...), p.order[:p.meal]...)
	a.startHole = p.hole
	a.resetRing()
	a.after = p.bodyAfter(a.after[:0], p.meal, p.length+1)
	a.orderedThen = min(p.meal+p.ordered, len(a.after))
	a.begin(a.after, 1, a.orderedThen)
	a.safe = a.safe[:0]
	a.fitted = false
}

// resetRing restores the ring right after the meal.
func (a *ahead) resetRing() { a.adopt(a.start, a.startHole) }

// bodyAfter appends to dst the snake's body after this many steps of the plan, with this length.
func (p *planner) bodyAfter(dst []square, steps, length int) []square {
	return p.bodyAlong(dst, p.order[:steps+1], length)
}

// bodyAlong appends to dst the snake's body at the end of a path, with this length.
func (p *planner) bodyAlong(dst, way []square, length int) []square {
	steps := len(way) - 1
	for age := range length {
		if age < steps {
			dst = append(dst, way[steps-age])
		} else {
			dst = append(dst, p.body[age-steps])
		}
	}
	return dst
}

// meanDistance returns the mean number of steps from the meal to the next food. It tries this many
// samples of foods, evenly spread along the ring, and edits the ring to shorten the path to each
// food. It returns Inf if the mean is above limit.
func (a *ahead) meanDistance(samples int, limit float64) float64 {
	a.foods = a.foods[:0]
	a.resetRing()
	entry := 0
	if a.hole != 0 && a.exitStep[a.hole] == 0 {
		if a.length == len(a.order) {
			return float64(a.toLast())
		}
		entry = a.holeEntry(a.reach(a.orderedThen))
		a.foods = append(a.foods, a.hole)
	}
	for _, s := range a.start {
		if a.exitStep[s] == 0 {
			a.foods = append(a.foods, s)
		}
	}
	free := len(a.foods)
	if free == 0 {
		return 0
	}
	k := min(samples, free)
	sum, most := 0, limit*float64(k)
	for i := range k {
		s := a.foods[(2*i+1)*free/(2*k)]
		a.touched, a.ordered = 0, a.orderedThen
		var d *detour
		switch {
		case s == a.startHole && entry > 0:
			a.enterHole(entry)
		case s == a.startHole || int(a.place[s]) < a.reach(a.orderedThen):
			switch d = a.safe.detourTo(s, a.planner); {
			case d == nil: // the hole, while the head is on its twin
				sum += len(a.order)
				continue
			case len(d.way) > 0:
				sum += len(d.way) - 1
				continue
			}
			a.adopt(d.order, d.hole)
			a.ordered = d.ordered
			a.meal = int(a.place[s])
		default:
			a.meal = int(a.place[s])
		}
		a.shorten(false)
		if sum += a.meal; float64(sum+k-1-i) > most {
			return math.Inf(1)
		}
		if d == nil && a.hole == a.startHole {
			a.set(a.start[:a.touched+1])
		} else {
			a.resetRing()
		}
	}
	return float64(sum) / float64(k)
}

// Traits of the position after a plan's meal. The weight of a trait is the number of later
// moves for one unit of the trait; see [weightsOf].
const (
	lookTrait   = iota // mean steps to the next food along the ring, after edits that shorten the path
	nearTrait          // mean steps to a free square by any path that the body leaves in time
	apartTrait         // mean distance between two free squares
	borderTrait        // free squares beside the body, weighted by how long the body stays
	layersTrait        // neighbouring parts of the body, weighted by their distance along it
	placeTrait         // mean place of the free squares on the ring
	beyondTrait        // mean of max(0, place minus number of free squares) over the free squares
	soonTrait          // mean distance of the squares that the tail leaves soon from the middle of the free squares
	headTrait          // distance of the head from the nearest edge
	innerTrait         // distance of the body from the edge, weighted by how long it stays
	turnsTrait         // turns of the body, weighted by their age
	traitCount
)

// traits has the values or the weights of all traits.
type traits [traitCount]float64

// weightsOf returns the weights for a snake of this length, interpolated between the learned
// weights.
func weightsOf(length, cells int) (w traits) {
	size, bySize := between(learnedSizes[:], max(learnedSizes[0], math.Log(float64(cells))))
	fill, byFill := between(learnedFills[:], max(learnedFills[0], float64(length)/float64(cells)))
	for i := range w {
		at := func(size int) float64 {
			by := &learned[size][i]
			return (1-byFill)*float64(by[fill]) + byFill*float64(by[fill+1])
		}
		w[i] = (1-bySize)*at(size) + bySize*at(size+1)
	}
	w[lookTrait] = max(0.01, w[lookTrait])
	return w
}

// shape computes all traits of the position after the meal, except lookTrait, which needs a search.
func (a *ahead) shape(t *traits) {
	*t = traits{}
	a.resetRing()
	columns, rows := a.columns, a.rows
	clear(columns)
	clear(rows)
	free, near, place, beyond, border, layers := 0, 0, 0, 0, 0, 0
	far := 3 * len(columns) // number of steps that an unreachable square counts
	a.explorer.spread(a.planner, 0)
	room := len(a.squares) - len(a.after)
	for _, s := range a.squares {
		exit := int(a.exitStep[s])
		for _, beside := range a.neighbours(s) {
			switch later := int(a.exitStep[beside]); {
			case later <= exit:
			case exit == 0:
				border += later * later
			default:
				layers += (later - exit) * (later - exit)
			}
		}
		if exit == 0 {
			free++
			near += min(far, int(a.explorer.steps[s]))
			p := int(a.place[s])
			if s == a.hole {
				p = a.holeEntry(1)
			}
			place += p
			beyond += max(0, p-room)
			columns[a.points[s].x]++
			rows[a.points[s].y]++
		}
	}
	if free == 0 {
		return
	}
	each, length := 1/float64(free), float64(len(a.after))
	t[nearTrait] = each * float64(near)
	t[apartTrait] = 2 * each * each * float64(spreadOf(columns, free)+spreadOf(rows, free))
	t[borderTrait] = float64(border) / (length * length)
	t[layersTrait] = float64(layers) / (length * length)
	t[placeTrait] = each * float64(place)
	t[beyondTrait] = each * float64(beyond)
	t[soonTrait] = a.soon(middleOf(columns, free), middleOf(rows, free), max(4, room/2))
	t[headTrait] = float64(a.points[a.after[0]].edge)
	inner, turns := 0, 0
	for age, s := range a.after {
		inner += (len(a.after) - age) * int(a.points[s].edge)
		if age > 1 && a.after[age-2]-a.after[age-1] != a.after[age-1]-s {
			turns += age - 1
		}
	}
	t[innerTrait] = float64(inner) / (length * length)
	t[turnsTrait] = float64(turns) / length
}

// soon returns the mean distance of this many of the oldest segments from a point.
func (a *ahead) soon(x, y float64, count int) float64 {
	count = min(count, len(a.after))
	sum := 0.0
	for _, s := range a.after[len(a.after)-count:] {
		sum += math.Abs(float64(a.points[s].x)-x) + math.Abs(float64(a.points[s].y)-y)
	}
	return sum / float64(count)
}

// middleOf returns the mean line of count things. lines has the number of things in each line.
func middleOf(lines []int, count int) float64 {
	sum := 0
	for i, n := range lines {
		sum += i * n
	}
	return float64(sum) / float64(count)
}

// spreadOf returns the sum of the distances between all pairs of count things. lines has the number
// of things in each line.
func spreadOf(lines []int, count int) (sum int) {
	before := 0
	for _, n := range lines {
		before += n
		sum += before * (count - before)
	}
	return sum
}

const (
	mealsAhead  = 8  // limit of meals for which detours are nested
	maxDetours  = 60 // limit of detours after one meal
	detourTries = 20 // limit of squares for which a detour is searched, over all meals of one plan
)

// secure reports whether the win is certain after the meal: along the ring, the snake can eat at
// place reach or later, and each free square before place reach has a detour. secure searches
// detours for at most tries squares and returns the number of tries left.
func (a *ahead) secure(tries int) (left int, ok bool) {
	reach := a.reach(a.orderedThen)
	for place := range max(1, reach) {
		s := a.start[place]
		if place == 0 { // place 0 is the head's, so here it means the hole
			if s = a.startHole; s == 0 || a.canEnterHole(reach) {
				continue
			}
		}
		if a.exitStep[s] > 0 || a.safe.detourTo(s, a.planner) != nil {
			continue
		}
		if tries--; tries < 0 || len(a.safe) >= maxDetours {
			return tries, false
		}
		if a.findTight(s) {
			continue
		}
		if a.fitted {
			if tries, ok = a.findFree(s, tries); ok {
				continue
			}
		}
		if tries, ok = a.findBold(s, tries); !ok {
			return tries, false
		}
	}
	return tries, true
}

// aim plans the path along the ring to s. It returns false if s is the hole and cannot be entered
// on this lap.
func (a *ahead) aim(s square) (ok bool) {
	a.resetRing()
	a.touched, a.ordered = 0, a.orderedThen
	if s != a.hole {
		a.meal = int(a.place[s])
		return true
	}
	at := a.holeEntry(1)
	if at > 0 {
		a.enterHole(at)
	}
	return at > 0
}

// findTight looks for a tight detour for food on s: it edits the ring so that s comes later on it.
func (a *ahead) findTight(s square) bool {
	if !a.aim(s) {
		return false
	}
	a.listFlips(len(a.order), true)
	var best edit
	least := len(a.order)
	for i, f := range a.flips {
		if int(f.i) >= a.meal {
			break
		}
		for _, g := range a.flips[i+1:] {
			if g.i >= f.j {
				break
			}
			if g.j <= f.j || g.i == f.i {
				continue
			}
			e := cross(f, g)
			if meal := e.NewPlace(a.meal); meal < least && a.allows(e, meal, false) {
				best, least = e, meal
			}
		}
	}
	if least == len(a.order) {
		return false
	}
	a.makeEdit(best)
	a.safe.add(detour{order: a.order, hole: a.hole, ordered: a.ordered})
	return true
}

// findBold takes the unchanged ring as a detour for food on s if the win is certain after that meal
// too.
func (a *ahead) findBold(s square, tries int) (left int, ok bool) {
	if a.inner == nil {
		return tries, false
	}
	if !a.aim(s) || !a.passes(edit{}, a.meal) {
		return tries, false
	}
	a.inner.load(a.planner)
	a.inner.fitted = a.fitted
	if tries, ok = a.inner.secure(tries); ok {
		a.safe.add(detour{order: a.order, hole: a.hole, ordered: a.ordered, only: s, next: a.inner.safe})
	}
	return tries, ok
}
