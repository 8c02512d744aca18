package hydra

import "ouro"

// seat is that of a side: mine is 0, the enemy's 1.
func (s *searcher) seat(side int) int {
	if side == 0 {
		return s.me
	}
	return s.en
}

// order sorts moves, the most promising first.
func (s *searcher) order(side int, moves ouro.DirSet, best uint8, order *[4]uint8) (n int) {
	head := s.pos.Head(s.seat(side))
	var rank [4]int32
	k := &s.killers[s.ply][side]
	h := &s.history[side][head]
	for d := range uint8(4) {
		if !moves.Has(ouro.Dir(d)) {
			continue
		}
		r := h[d]
		switch d {
		case best:
			r = 1 << 30
		case k[0] - 1:
			r += 1 << 24
		case k[1] - 1:
			r += 1 << 23
		}
		i := n
		for ; i > 0 && rank[i-1] < r; i-- {
			rank[i], order[i] = rank[i-1], order[i-1]
		}
		rank[i], order[i] = r, d
		n++
	}
	return n
}

// good notes a move that cut.
func (s *searcher) good(side int, d uint8, depth int) {
	k := &s.killers[s.ply][side]
	if k[0] != d+1 {
		k[1], k[0] = k[0], d+1
	}
	h := &s.history[side][s.pos.Head(s.seat(side))][d]
	*h += int32(depth * depth)
	if *h > 1<<22 {
		for c := range s.history[side] {
			for d := range s.history[side][c] {
				s.history[side][c][d] /= 2
			}
		}
	}
}
