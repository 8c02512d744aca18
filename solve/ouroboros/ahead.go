package ouroboros

import (
	"math"

	"ouro"
)

// samplesFor returns the number of next foods that look tries with this many candidates.
// More candidates need more samples, or the best one is only a lucky one.
func samplesFor(candidates int64) int { return int(min(8+candidates/32, 24)) }

// ahead evaluates the position after a plan's meal, on its own ring: whether the win is
// certain, and how far the next food is.
type ahead struct {
	*planner
	start       []square // the order of the ring after the meal
	startHole   square
	orderedThen int      // segments of the body that then lie on it in order
	after       []square // the body after the meal
	safe        refuge
	inner       *ahead // for the next meal; nil at the last one
	foods       []square

	bare, spare []square // for borrow

	fitted   bool    // the ring was made to fit the body; so may be rings for detours
	weaver   *weaver // shared by all meals: its result is copied before its next use
	explorer explorer
	dice     dice
	way      []square

	columns, rows []int // for shape
}

func newAhead(g *ouro.Grid, meals int, d dice, w *weaver) *ahead {
	r := newRing(g)
	a := &ahead{planner: newPlanner(r), weaver: w, explorer: newExplorer(r), dice: d, columns: make([]int, g.W), rows: make([]int, g.H)}
	n := g.Size()
	a.start, a.after, a.foods = make([]square, 0, n), make([]square, 0, n), make([]square, 0, n)
	if meals > 1 {
		a.inner = newAhead(g, meals-1, d, w)
	}
	return a
}

// load sets the position after the meal at the end of the plan.
func (a *ahead) load(p *planner) {
	a.start = append(append(a.start[:0], p.order[p.meal:]...), p.order[:p.meal]...)
	a.startHole = p.hole
	a.again()
	a.after = p.bodyAfter(a.after[:0], p.meal, p.length+1)
	a.orderedThen = min(p.meal+p.ordered, len(a.after))
	a.begin(a.after, 1, a.orderedThen)
	a.safe = a.safe[:0]
	a.fitted = false
}

// again restores the ring after the meal.
func (a *ahead) again() { a.adopt(a.start, a.startHole) }

// bodyAfter appends the body after this many steps of the plan, with this length.
func (p *planner) bodyAfter(dst []square, steps, length int) []square {
	return p.bodyAlong(dst, p.order[:steps+1], length)
}

// bodyAlong appends the body at the end of a path, with this length.
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

// look returns the mean number of steps from the end of the plan to the next food, over
// foods spread evenly along the ring, after the edits that shorten each path. It returns
// Inf for a mean above limit.
func (a *ahead) look(samples int, limit float64) float64 {
	a.foods = a.foods[:0]
	a.again()
	entry := 0
	if a.hole != 0 && a.leaves[a.hole] == 0 {
		if a.length == len(a.order) {
			return float64(a.toLast())
		}
		entry = a.entry(a.reach(a.orderedThen))
		a.foods = append(a.foods, a.hole)
	}
	for _, s := range a.start {
		if a.leaves[s] == 0 {
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
			a.enter(entry)
		case s == a.startHole || int(a.place[s]) < a.reach(a.orderedThen):
			switch d = a.safe.to(s, a.planner); {
			case d == nil: // the head is on the twin
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
			a.again()
		}
	}
	return float64(sum) / float64(k)
}
