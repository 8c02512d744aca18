package ouroboros

import (
	"slices"

	"ouro"
)

// atlasCells is the size of the largest boards for which there is an atlas: 6x6
// has 2144 rings, 1072 cycles in both directions, and 8x8 nine millions.
const atlasCells = 36

// atlas is the list of all rings of a small board. With it nothing is left to
// random edits: all plans are known, and the way to each next food exactly, as
// far as any ring shows it.
type atlas struct {
	*ring  // for its geometry alone
	charts []chart
	leaves []int16 // by square, as the planner has them
	routes []route
	looked []uint64 // digests of the bodies after the routes
	near   []int16  // by square: the steps to it after a route
	after  []square // the body then
}

// chart is one ring of an atlas, from any square on.
type chart struct {
	order      []square
	place      []int8 // by square, -1 where the ring does not pass
	hole, twin square
}

// route is a plan: so many steps along a chart.
type route struct{ chart, meal int16 }

// newAtlas lists all rings: on a board with both sides odd, those of each corner
// and of each square diagonal to one as the hole.
func newAtlas(r *ring) *atlas {
	a := &atlas{ring: r, leaves: make([]int16, len(r.place)), near: make([]int16, len(r.place))}
	if len(r.squares)%2 == 0 {
		a.draw(r.squares[0], 0, 0)
		return a
	}
	up, right := r.stride, square(1)
	corner := [4]square{r.squares[0], 0, 0, r.squares[len(r.squares)-1]}
	corner[1], corner[2] = corner[0]+r.stride-2, corner[3]-r.stride+2
	for i, twin := range [4]square{up + right, up - right, right - up, -up - right} {
		twin += corner[i]
		a.draw(corner[3-i], corner[i], twin)
		a.draw(corner[3-i], twin, corner[i])
	}
	return a
}

// draw adds all rings that leave out the hole, in both directions. They are
// found by walking on from a corner that has both its neighbours on the ring.
func (a *atlas) draw(corner, hole, twin square) {
	free := make([]bool, len(a.place))
	left := 0
	for _, s := range a.squares {
		if s != hole {
			free[s] = true
			left++
		}
	}
	steps := [4]square{1, -1, a.stride, -a.stride}
	var first, last square
	for _, step := range steps {
		if free[corner+step] {
			first, last = last, corner+step
		}
	}
	walk := make([]square, 0, left)
	// stranded tells whether the walk, now at s, has left a square behind from
	// which it cannot both come and go.
	stranded := func(s square) bool {
		for _, step := range steps {
			t, ways := walk[len(walk)-2]+step, 0
			if !free[t] {
				continue
			}
			for _, step := range steps {
				if u := t + step; free[u] || u == s || u == corner {
					ways++
				}
			}
			if ways < 2 {
				return true
			}
		}
		return false
	}
	var on func(s square)
	on = func(s square) {
		walk, free[s] = append(walk, s), false
		switch {
		case stranded(s):
		case s == last && len(walk) == left:
			a.add(walk, hole, twin)
			slices.Reverse(walk)
			a.add(walk, hole, twin)
			slices.Reverse(walk)
		case s != last:
			for _, step := range steps {
				if free[s+step] {
					on(s + step)
				}
			}
		}
		walk, free[s] = walk[:len(walk)-1], true
	}
	walk, free[corner] = append(walk, corner), false
	on(first)
}

func (a *atlas) add(walk []square, hole, twin square) {
	c := chart{order: slices.Clone(walk), place: make([]int8, len(a.place)), hole: hole, twin: twin}
	for s := range c.place {
		c.place[s] = -1
	}
	for p, s := range c.order {
		c.place[s] = int8(p)
	}
	a.charts = append(a.charts, c)
}

// fits is the number of segments of this body that lie on the chart in order
// and without gaps, from the head on.
func (c *chart) fits(body []square) int {
	p := int(c.place[body[0]])
	for age, s := range body {
		if p < 0 || c.order[p] != s {
			return age
		}
		if p--; p < 0 {
			p = len(c.order) - 1
		}
	}
	return len(body)
}

// walk follows the chart from the head of this body as far as the body lets it,
// and calls visit for each step after which a meal would leave the body on the
// chart, until that is false.
func (a *atlas) walk(c *chart, body []square, visit func(s square, steps int) bool) {
	fits := c.fits(body)
	if fits == 0 {
		return
	}
	p := int(c.place[body[0]])
	for t := 1; t < len(c.order); t++ {
		if p++; p == len(c.order) {
			p = 0
		}
		s := c.order[p]
		if int(a.leaves[s]) > t || t+fits > len(body) && !visit(s, t) {
			return
		}
	}
}

// enter notes when this body leaves its squares.
func (a *atlas) enter(body []square) {
	clear(a.leaves)
	for age, s := range body {
		a.leaves[s] = int16(len(body) - age)
	}
	if len(body) == 2 {
		a.leaves[body[1]] = 2 // it must not turn back
	}
}

// find lists all plans for this body and food, the shortest first.
func (a *atlas) find(body []square, food square) []route {
	a.enter(body)
	a.routes = a.routes[:0]
	for i := range a.charts {
		a.walk(&a.charts[i], body, func(s square, steps int) bool {
			if s == food {
				a.routes = append(a.routes, route{int16(i), int16(steps)})
			}
			return s != food
		})
	}
	slices.SortStableFunc(a.routes, func(x, y route) int { return int(x.meal) - int(y.meal) })
	a.looked = a.looked[:0]
	return a.routes
}

// look is the mean number of steps from the end of a route to the next food, by
// the best chart for each. It is not fresh if another route with the same end
// has been looked at since find.
func (a *atlas) look(r route, head square, length int) (mean float64, fresh bool) {
	c := &a.charts[r.chart]
	n := len(c.order)
	end := int(c.place[head]) + int(r.meal)
	a.after = a.after[:0]
	var digest uint64
	for age := range length + 1 {
		s := c.order[(end-age+n)%n]
		a.after = append(a.after, s)
		digest = ouro.Mix(digest, uint64(s))
	}
	if slices.Contains(a.looked, digest) {
		return 0, false
	}
	a.looked = append(a.looked, digest)
	free := len(a.squares) - len(a.after)
	if free == 0 {
		return 0, true
	}
	a.enter(a.after)
	for _, s := range a.squares {
		a.near[s] = int16(n)
	}
	for i := range a.charts {
		a.walk(&a.charts[i], a.after, func(s square, steps int) bool {
			a.near[s] = min(a.near[s], int16(steps))
			return true
		})
	}
	sum := 0
	for _, s := range a.squares {
		if a.leaves[s] == 0 {
			sum += int(a.near[s])
		}
	}
	return float64(sum) / float64(free), true
}

// take makes the route the plan of p.
func (a *atlas) take(r route, p *planner) {
	c := &a.charts[r.chart]
	head := int(c.place[p.body[0]])
	a.after = append(append(a.after[:0], c.order[head:]...), c.order[:head]...)
	p.hole, p.twin = c.hole, c.twin
	p.adopt(a.after)
	p.meal = int(r.meal)
	p.touched = p.last(p.meal)
}
