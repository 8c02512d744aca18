package ouroboros

import (
	"math/bits"
	"slices"
)

// weaver makes rings to fit: of all squares, through a body that is given.
//
// Every square but those inside the body needs two strands to its neighbours, the
// head and the tail one. What an old ring has of them is taken over; where it lacks
// one, an alternating path of squares gives and takes strands until it lacks none
// (a matching, as Berge found: if there is no such path, there is no ring). That
// makes a path from head to tail and perhaps some loops, which are joined where two
// strands of different ones lie side by side. A loop that the body cuts off is joined
// to the body, which then has a gap on the ring, but lies on it in order; where there
// is a hole it must not. Where no strands lie so it gives up.
//
// Cost: as a rule some lengths of the board, for an old ring lacks little; 10 µs on
// 10x10.
type weaver struct {
	*ring
	strands []uint8  // by square: bit i is a strand to side i
	need    []uint8  // by square: how many it needs
	loop    []int16  // by square: which loop, or the path from head to tail, it is on
	joined  []int16  // by loop: one that it was joined to, or itself
	from    []square // by square: what an alternating path comes from
	seen    []int    // by square: the last search that has seen it
	search  int
	queue   []square
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

// sides are what to add to a square for its neighbours; side i^1 is opposite to i.
func (r *ring) sides() [4]square { return [4]square{1, -1, r.stride, -r.stride} }

// weave makes a ring that leaves out the hole, if there is one, and holds the body in
// order, head first, of three squares or more, and is else much like the order of an old
// one. It is not ok if it finds none.
func (w *weaver) weave(body, like []square, hole square) (ok bool) {
	for _, s := range w.squares {
		w.strands[s], w.need[s] = 0, 2
	}
	for _, s := range body[1 : len(body)-1] {
		w.need[s] = 0
	}
	head, tail := body[0], body[len(body)-1]
	w.need[head], w.need[tail] = 1, 1
	if hole != 0 {
		if w.need[hole] != 2 {
			return false // it lies on the body
		}
		w.need[hole] = 0
	}
	last := like[len(like)-1]
	for _, s := range like {
		if w.lacks(last) && w.lacks(s) {
			w.toggle(last, w.sideOf(last, s))
		}
		last = s
	}
	for _, s := range w.squares {
		for w.lacks(s) {
			if !w.supply(s) {
				return false
			}
		}
	}
	loops := w.join(w.label(head))
	for age, s := range body[1:] {
		w.toggle(s, w.sideOf(s, body[age]))
		w.loop[s] = w.loop[head]
	}
	if loops > 1 && hole == 0 {
		loops = w.join(loops)
	}
	if loops > 1 {
		return false
	}
	w.follow(body)
	return true
}

func (w *weaver) lacks(s square) bool { return bits.OnesCount8(w.strands[s]) < int(w.need[s]) }

// toggle makes or cuts the strand from s to a side.
func (w *weaver) toggle(s square, side int) {
	w.strands[s] ^= 1 << side
	w.strands[s+w.sides()[side]] ^= 1 << (side ^ 1)
}

// sideOf is the side of a on which b is.
func (w *weaver) sideOf(a, b square) int {
	for side, d := range w.sides() {
		if b-a == d {
			return side
		}
	}
	panic("no neighbours")
}

// supply gives s a strand that it lacks, and takes it from nobody else in the end. It
// is not ok if that cannot be done. Along a path strands are made and cut by turns,
// from squares of the colour of s to others and back, to one that lacks a strand too.
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

// alternate makes and cuts the strands along the path from s to v.
func (w *weaver) alternate(s, v square) {
	for v != s {
		u := w.from[v]
		w.toggle(u, w.sideOf(u, v))
		v = u
	}
}

// join makes one of so many loops, if it can, and tells how many are left: two strands
// side by side that belong to different ones become the two across them. The path from
// head to tail is a loop too.
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

// label numbers the path from the head and the loops, and tells how many it are.
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

// unite notes that two squares come to lie on one path or loop; it is not ok if they
// do already.
func (w *weaver) unite(s, t square) (ok bool) {
	a, b := w.root(w.loop[s]), w.root(w.loop[t])
	w.joined[a] = b
	return a != b
}

func (w *weaver) root(n int16) int16 {
	for w.joined[n] != n {
		n = w.joined[n]
	}
	return n
}

// follow writes down the ring, in the direction in which the snake lies on it.
func (w *weaver) follow(body []square) {
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
	if slices.Index(w.woven, body[1]) < slices.Index(w.woven, body[2]) {
		slices.Reverse(w.woven[1:])
	}
}
