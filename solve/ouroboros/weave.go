package ouroboros

import (
	"math/bits"
	"slices"

	"ouro"
)

// weaver makes rings through a given body and all other squares.
//
// A strand is a step of the ring between two neighbouring squares. Every square outside the body
// needs two strands; head and tail need one each, the inner squares of the body none. The weaver
// begins with the strands of an old ring. For each strand that is still missing, it adds and removes
// strands along an alternating path of squares (a matching: by Berge's theorem, there is no ring
// without such a path). The result is a path from head to tail and some loops. If strands of two
// loops run side by side, the weaver joins the loops. A loop that the body cuts off is joined to the
// body, which then has a gap on the ring but lies on it in order. If no strands of two loops are
// side by side, the weaver gives up.
//
// Cost: usually a few passes over the board, because few strands of the old ring are missing; 10 µs
// on 10x10.
type weaver struct {
	*ring
	strands []uint8  // by square: bit i is the strand to side i
	need    []uint8  // by square: number of strands needed
	loop    []int16  // by square: number of its loop; the path from head to tail counts as one
	joined  []int16  // by loop: a loop that it has been joined to, or itself (union-find)
	from    []square // by square: predecessor on an alternating path
	seen    []int    // by square: the last search that visited it
	search  int      // number of the current search
	queue   []square // squares that the current search has reached
	woven   []square // the ring, from the head on
}

func newWeaver(r *ring) *weaver {
	n := len(r.place)
	return &weaver{
		ring:    r,
		strands: make([]uint8, n), need: make([]uint8, n),
		loop: make([]int16, n), joined: make([]int16, 0, len(r.squares)),
		from: make([]square, n), seen: make([]int, n),
		queue: make([]square, 0, len(r.squares)), woven: make([]square, 0, len(r.squares)),
	}
}

// sides returns the offsets of a square's neighbours; side i^1 is opposite to side i.
func (r *ring) sides() [4]square { return [4]square{1, -1, r.stride, -r.stride} }

// weave makes a ring that contains the body in order and is otherwise similar to the ring model. The
// ring omits hole if hole is not 0. body has at least three squares, head first. weave reports
// whether it found a ring.
func (w *weaver) weave(body, model []square, hole square) (ok bool) {
	w.start(body)
	if hole != 0 {
		if w.need[hole] != 2 {
			return false // the body covers the hole
		}
		w.need[hole] = 0
	}
	w.copyStrands(model)
	for _, s := range w.squares {
		for w.lacks(s) {
			if !w.supply(s) {
				return false
			}
		}
	}
	if w.joinAll(body) > 1 {
		return false
	}
	w.readRing(body)
	return true
}

// start removes all strands and sets the number of strands that each square needs.
func (w *weaver) start(body []square) {
	for _, s := range w.squares {
		w.strands[s], w.need[s] = 0, 2
	}
	if len(body) == 1 {
		return
	}
	for _, s := range body[1 : len(body)-1] {
		w.need[s] = 0
	}
	w.need[body[0]], w.need[body[len(body)-1]] = 1, 1
}

// copyStrands adds the strands of the ring model where both squares lack one.
func (w *weaver) copyStrands(model []square) {
	if len(model) == 0 {
		return
	}
	last := model[len(model)-1]
	for _, s := range model {
		if w.lacks(last) && w.lacks(s) {
			w.toggle(last, w.sideOf(last, s))
		}
		last = s
	}
}

// joinAll closes the path from head to tail with the body, and joins the loops to the ring that
// results. A loop that it joins to the body makes a gap in the body. joinAll returns the number of
// loops left, with the ring: 1 if it has joined all loops.
func (w *weaver) joinAll(body []square) (left int) {
	head := body[0]
	loops := w.join(w.label(head))
	for age, s := range body[1:] {
		w.toggle(s, w.sideOf(s, body[age]))
		w.loop[s] = w.loop[head]
	}
	if loops > 1 {
		loops = w.join(loops)
	}
	return loops
}

// cover makes a ring that contains the body in order and as many other squares as it finds strands
// for, similar to the ring model. It omits squares that cannot have two strands, and loops that it
// cannot join. body has one square, or at least three, head first. cover returns false if it finds
// no path from head to tail.
func (w *weaver) cover(body, model []square, d dice) (ok bool) {
	w.start(body)
	w.copyStrands(model)
	for again := true; again; {
		again = false
		for _, s := range w.squares {
			for w.lacks(s) {
				if w.supply(s) {
					continue
				}
				t := w.dispensable(body[0], d)
				if t == 0 {
					return false
				}
				w.alternate(s, t)
				w.omit(t)
				again = true
			}
		}
	}
	w.joinAll(body)
	w.readRing(body)
	return len(w.woven) >= 4
}

// dispensable returns a square that the ring can omit in place of the square for which supply has
// just failed: of the squares that the search reached, one with the fewest neighbours that need
// strands, but never the head. It returns 0 if there is none.
func (w *weaver) dispensable(head square, d dice) (best square) {
	fewest, count := 5, 0
	for _, s := range w.queue {
		if w.need[s] != 2 || s == head {
			continue
		}
		n := 0
		for _, next := range w.neighbours(s) {
			if w.need[next] > 0 {
				n++
			}
		}
		if n < fewest {
			fewest, count = n, 0
		}
		if n == fewest {
			if count++; d.Roll(count) == 0 {
				best = s
			}
		}
	}
	return best
}

// omit removes all strands of a square, so that its neighbours may lack one.
func (w *weaver) omit(s square) {
	for side := range w.sides() {
		if w.strands[s]>>side&1 != 0 {
			w.toggle(s, side)
		}
	}
	w.need[s] = 0
}

// lacks reports whether s needs more strands than it has.
func (w *weaver) lacks(s square) bool { return bits.OnesCount8(w.strands[s]) < int(w.need[s]) }

// toggle adds the strand from s to this side, or removes it.
func (w *weaver) toggle(s square, side int) {
	w.strands[s] ^= 1 << side
	w.strands[s+w.sides()[side]] ^= 1 << (side ^ 1)
}

// sideOf returns the side of a on which its neighbour b lies.
func (w *weaver) sideOf(a, b square) int {
	for side, d := range w.sides() {
		if b-a == d {
			return side
		}
	}
	panic("no neighbours")
}

// supply gives s one more strand without taking one from another square, and reports whether
// that is possible. It searches for an alternating path that starts at s: an absent strand
// to a square of the other colour, a present strand back, and so on, until it reaches a
// square of the other colour that also lacks a strand.
func (w *weaver) supply(s square) (ok bool) {
	w.search++
	w.seen[s] = w.search
	w.queue = append(w.queue[:0], s)
	for i := 0; i < len(w.queue); i++ {
		u := w.queue[i]
		for side, d := range w.sides() {
			v := u + d
			if w.strands[u]>>side&1 != 0 || w.need[v] == 0 || w.seen[v] == w.search {
				continue
			}
			w.seen[v], w.from[v] = w.search, u
			if w.lacks(v) {
				w.alternate(s, v)
				return true
			}
			for side, d := range w.sides() {
				if t := v + d; w.strands[v]>>side&1 != 0 && w.seen[t] != w.search {
					w.seen[t], w.from[t] = w.search, v
					w.queue = append(w.queue, t)
				}
			}
		}
	}
	return false
}

// alternate toggles the strands along the path from s to v.
func (w *weaver) alternate(s, v square) {
	for v != s {
		u := w.from[v]
		w.toggle(u, w.sideOf(u, v))
		v = u
	}
}

// join joins loops where it can and returns the number of loops left. It replaces two parallel
// strands of different loops by the two strands across them. The path from head to tail counts as a
// loop.
func (w *weaver) join(loops int) (left int) {
	for before := 0; loops > 1 && loops != before; {
		before = loops
		for _, s := range w.squares {
			for _, side := range [2]int{0, 2} {
				across := 2 - side
				t := s + w.sides()[across]
				if w.strands[s]>>side&1 != 0 && w.strands[t]>>side&1 != 0 && w.unite(s, t) {
					w.toggle(s, side)
					w.toggle(t, side)
					w.toggle(s, across)
					w.toggle(s+w.sides()[side], across)
					loops--
				}
			}
		}
	}
	return loops
}

// label numbers the path from the head and all loops, and returns their number.
func (w *weaver) label(head square) int {
	for _, s := range w.squares {
		w.loop[s] = -1
	}
	w.joined = w.joined[:0]
	w.labelFrom(head)
	for _, s := range w.squares {
		if w.need[s] > 0 && w.loop[s] < 0 {
			w.labelFrom(s)
		}
	}
	return len(w.joined)
}

// labelFrom gives a new number to the loop or path that begins at s.
func (w *weaver) labelFrom(s square) {
	n := int16(len(w.joined))
	w.joined = append(w.joined, n)
	back := uint8(0)
	for w.loop[s] < 0 {
		w.loop[s] = n
		on := w.strands[s] &^ back
		if on == 0 {
			return
		}
		side := bits.TrailingZeros8(on)
		s, back = s+w.sides()[side], 1<<(side^1)
	}
}

// unite joins the loops of s and t in the union-find, and reports whether they were different.
func (w *weaver) unite(s, t square) (ok bool) {
	a, b := w.root(w.loop[s]), w.root(w.loop[t])
	w.joined[a] = b
	return a != b
}

// root returns the representative of a loop in the union-find.
func (w *weaver) root(n int16) int16 {
	for w.joined[n] != n {
		n = w.joined[n]
	}
	return n
}

// readRing sets woven to the ring of the strands, from the head on and against the body.
func (w *weaver) readRing(body []square) {
	head := body[0]
	w.woven = append(w.woven[:0], head)
	back := w.strands[head] & (w.strands[head] - 1)
	for s := head; ; {
		side := bits.TrailingZeros8(w.strands[s] &^ back)
		s, back = s+w.sides()[side], 1<<(side^1)
		if s == head {
			break
		}
		w.woven = append(w.woven, s)
	}
	if len(body) > 2 && slices.Index(w.woven, body[1]) < slices.Index(w.woven, body[2]) {
		slices.Reverse(w.woven[1:])
	}
}

// explorer finds paths to a square over squares that the body leaves in time.
type explorer struct {
	limit int     // all paths are shorter; 0 means the length of the ring
	steps []int16 // by square: the first step at which it can be entered; noPlace if unknown
	queue []square
	way   []square // the path that wayTo or wayBy has found
}

// passed marks squares that a path must not visit again.
const passed = -2

func newExplorer(r *ring) explorer {
	return explorer{
		steps: make([]int16, len(r.place)),
		queue: make([]square, 0, len(r.squares)),
		way:   make([]square, 0, len(r.squares)+1),
	}
}

// spread computes how soon squares can be entered. It stops at the square goal, or computes all
// squares if goal is 0.
func (x *explorer) spread(p *planner, goal square) {
	x.forget()
	x.spreadFrom(p, p.body[0], 0, goal)
}

// forget marks all squares as unknown.
func (x *explorer) forget() {
	for i := range x.steps {
		x.steps[i] = noPlace
	}
}

// spreadFrom continues from a square that the snake enters at this step.
func (x *explorer) spreadFrom(p *planner, from square, step int16, goal square) {
	x.steps[from] = step
	x.queue = append(x.queue[:0], from)
	for i := 0; i < len(x.queue) && x.queue[i] != goal; i++ {
		s := x.queue[i]
		step := x.steps[s] + 1
		for _, next := range p.neighbours(s) {
			if p.cells[next] != ouro.NoCell && x.steps[next] == noPlace && p.exitStep[next] <= step {
				x.steps[next] = step
				x.queue = append(x.queue, next)
			}
		}
	}
}

// wayTo returns a random shortest path to a square, or nil if spread found no path below the limit.
// The path is valid until the next call.
func (x *explorer) wayTo(p *planner, goal square, d dice) []square {
	x.way = x.way[:0]
	return x.wayOn(p, goal, 0, d)
}

// wayOn completes the path in x.way to the square to. The squares before step first are already set.
func (x *explorer) wayOn(p *planner, to square, first int16, d dice) []square {
	last, limit := x.steps[to], x.limit
	if limit == 0 {
		limit = len(p.order)
	}
	if int(last) >= limit {
		return nil // unknown, or too long
	}
	x.way = slices.Grow(x.way[:first], int(last-first)+1)[:last+1]
	x.way[last] = to
	for s, step := to, last-1; step >= first; step-- {
		var from [4]square
		n := 0
		for _, before := range p.neighbours(s) {
			if x.steps[before] == step {
				from[n] = before
				n++
			}
		}
		s = from[d.Roll(n)]
		x.way[step] = s
	}
	return x.way
}

// wayBy returns a path to the square goal over the square via, or nil if it finds none. The path to
// via is a shortest one. The rest is a shortest path that avoids the squares before via.
func (x *explorer) wayBy(p *planner, via, goal square, d dice) []square {
	x.spread(p, via)
	way := x.wayTo(p, via, d)
	if way == nil || slices.Contains(way, goal) {
		return nil
	}
	x.forget()
	for _, s := range way {
		x.steps[s] = passed
	}
	step := int16(len(way) - 1)
	x.spreadFrom(p, via, step, goal)
	return x.wayOn(p, goal, step, d)
}
