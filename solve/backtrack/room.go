package backtrack

// room is scratch memory of cramped. Its flood fill bounds what the rest of a path can add by
// the squares that are left, for snakes so long that no square is entered twice in the rest of
// the search: each step then needs its own square, and steps alternate between the two colours
// of a chessboard.
type room struct {
	seen  []uint32 // by square: the last flood that reached it
	flood uint32
	queue []int16
}

func (r *room) prepare(squares int) {
	for len(r.seen) < squares {
		r.seen = append(r.seen, 0)
	}
}

// cramped returns a bound of what p can add if there is not enough room for the rest of the
// path. It reports false if there is, or if it cannot decide.
func (w *walker) cramped(p *position) (bound points, ok bool) {
	rest := w.depth - int(p.taken)
	if int(p.taken+1-p.limit) < rest {
		return 0, false
	}
	r := &w.room
	r.flood++
	free := p.limit + int32(rest) - 1 // of what is free at some time
	r.queue = append(r.queue[:0], p.head)
	r.seen[p.head] = r.flood
	r.seen[solid] = r.flood
	edibles := int32(0)
	colours := [2]int{}
	// The queue is in layers of equal distance, so the layers alternate between the colours.
	for first, last, colour := 0, 1, 0; first < last; first, last, colour = last, len(r.queue), colour^1 {
		for i := first; i < last; i++ {
			for _, n := range w.squares[r.queue[i]].next {
				if r.seen[n] == r.flood {
					continue
				}
				r.seen[n] = r.flood
				if sq := &w.squares[n]; sq.open(free) {
					edibles += sq.edible
					r.queue = append(r.queue, n)
				}
			}
		}
		colours[colour] += len(r.queue) - last
		if colours[0] >= (rest+1)/2 && colours[1] >= rest/2 {
			return 0, false
		}
	}
	steps := 2 * colours[1]
	if colours[0] > colours[1] {
		steps++
	} else {
		steps = 2 * colours[0]
	}
	if steps >= rest {
		return 0, false
	}
	return points(steps)*one + min(points(steps), edibles)*w.prices[p.taken+1], true
}
