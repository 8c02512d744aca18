package hydra

import "ouro"

// killers are the last two moves of a ply that caused a cutoff, plus one.
type killers [2]uint8

// history counts cutoffs by the cell of the head and the move.
type history [][4]int32

// order sorts moves, the most promising first: the best of the table, the killers of this
// ply, then by history.
func order(moves ouro.DirSet, best uint8, k *killers, cut *[4]int32, sorted *[4]uint8) (n int) {
	var rank [4]int32
	for d := range uint8(4) {
		if !moves.Has(ouro.Dir(d)) {
			continue
		}
		r := cut[d]
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
			rank[i], sorted[i] = rank[i-1], sorted[i-1]
		}
		rank[i], sorted[i] = r, d
		n++
	}
	return n
}

// note records a move that caused a cutoff.
func (k *killers) note(d uint8) {
	if k[0] != d+1 {
		k[1], k[0] = k[0], d+1
	}
}

// note records a move that caused a cutoff, weighted by depth. All counts are halved when
// one grows too large.
func (h history) note(head ouro.Cell, d uint8, depth int) {
	h[head][d] += int32(depth * depth)
	if h[head][d] <= 1<<22 {
		return
	}
	for c := range h {
		for d := range h[c] {
			h[c][d] /= 2
		}
	}
}
