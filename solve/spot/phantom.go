package spot

import "ouro"

// The enemies' moves are expanded once for each turn: 3 positions of a head after the first
// move, 9 after the second and so on, level by level and the nearest enemy first, up to
// maxPhantoms. Enemies that are no longer expanded stay where they may be then.
const (
	maxPhantoms = 160
	maxLevels   = 4
)

// phantom is a possible position of an enemy's head after some moves.
type phantom struct {
	cell   ouro.Cell
	parent int16 // index of its position a move before; none at first
	same   int16 // index of the previous phantom at the same cell
	time   int16 // moves made
	enemy  int16
	length int16
	leaf   bool    // has no successors
	died   bool    // could have died before, by the head of another enemy
	weight float64 // fraction of the enemy's possible moves that lead here
}

const none = -1

// phantoms are all phantoms of a turn, level by level.
type phantoms struct {
	all    []phantom
	at     []int16 // by cell: the last phantom there
	order  []int16 // the enemies, the nearest first
	levels []span  // by enemy: its phantoms of the last level
}

type span struct{ from, to int16 }

func (f *phantoms) expand(s *scene) {
	for _, p := range f.all {
		if int(p.cell) < len(f.at) {
			f.at[p.cell] = none
		}
	}
	if len(f.at) != len(s.free) {
		f.at = make([]int16, len(s.free))
		for c := range f.at {
			f.at[c] = none
		}
	}
	f.all = f.all[:0]
	f.sort(s)
	for level := range maxLevels {
		grown := false
		for i, e := range f.order {
			if level == 0 || f.levels[i].from < f.levels[i].to {
				grown = f.grow(s, i, e, level) || grown
			}
		}
		if !grown {
			return
		}
		f.meet()
	}
}

// sort lists the enemies by their distance.
func (f *phantoms) sort(s *scene) {
	f.order, f.levels = f.order[:0], f.levels[:0]
	for e := range s.enemies {
		i := len(f.order)
		f.order = append(f.order, int16(e))
		f.levels = append(f.levels, span{})
		for ; i > 0 && s.enemies[f.order[i-1]].distance > s.enemies[e].distance; i-- {
			f.order[i] = f.order[i-1]
		}
		f.order[i] = int16(e)
	}
}

// grow expands an enemy's phantoms of the last level, if there is room for all successors.
func (f *phantoms) grow(s *scene, i int, e int16, level int) bool {
	last := f.levels[i]
	f.levels[i] = span{}
	if len(f.all)+3*max(1, int(last.to-last.from)) > maxPhantoms {
		return false
	}
	from := int16(len(f.all))
	if level == 0 {
		f.move(s, phantom{cell: s.enemies[e].head, enemy: e, length: int16(s.enemies[e].length), weight: 1}, none)
	}
	for parent := last.from; parent < last.to; parent++ {
		f.move(s, f.all[parent], parent)
	}
	f.levels[i] = span{from, int16(len(f.all))}
	return int(from) < len(f.all)
}

// move adds the possible next positions of a phantom or of an enemy's head.
func (f *phantoms) move(s *scene, p phantom, parent int16) {
	first := len(f.all)
	for _, c := range s.near[p.cell] {
		if s.free[c] > p.time+1 || f.passed(parent, c) {
			continue
		}
		next := phantom{
			cell: c, parent: parent, same: f.at[c], time: p.time + 1, enemy: p.enemy,
			length: p.length, leaf: true, died: p.died,
		}
		if s.food[c] || s.grows {
			next.length++
		}
		f.all = append(f.all, next)
	}
	for i := first; i < len(f.all); i++ {
		f.all[i].weight = p.weight / float64(len(f.all)-first)
		f.at[f.all[i].cell] = int16(i)
	}
	if parent != none && first < len(f.all) {
		f.all[parent].leaf = false
	}
}

func (f *phantoms) passed(i int16, c ouro.Cell) bool {
	for ; i != none; i = f.all[i].parent {
		if f.all[i].cell == c {
			return true
		}
	}
	return false
}

// meet marks the phantoms that could have died: those that may meet the head of another enemy
// that is not shorter.
func (f *phantoms) meet() {
	for i := range f.all {
		p := &f.all[i]
		for j := f.at[p.cell]; j != none && !p.died; j = f.all[j].same {
			q := &f.all[j]
			p.died = q.enemy != p.enemy && q.time == p.time && q.length >= p.length
		}
	}
}
