package sim

import "ouro"

// trails are the hazards that tails leave behind, as on the map snail_mode. A cell that a tail
// leaves gets one layer for each segment of the snake, unless a head enters the cell with the same
// move. Each trail loses one layer every turn.
type trails struct {
	on    bool
	until []uint32 // by place: the ply of the first move that meets no layer
	past  []uint32 // for Unmake: for each snake in Position.past, the value of until at its tail
	left  []trail  // trails that begin at the tails of the current move
}

type trail struct {
	place  uint16
	layers uint32
}

// LeaveTrails makes all tails leave trails of hazards, as on the map snail_mode. LeaveTrails takes
// effect with the next Load.
func (p *Position) LeaveTrails() { p.trails.on = true }

// load turns the hazards of s into trails. ply is the ply of s.
func (t *trails) load(s *ouro.State, ply uint32) {
	if len(t.until) != s.Grid.Size()+1 {
		t.until = make([]uint32, s.Grid.Size()+1)
	}
	for place := range t.until {
		t.until[place] = ply + 1
	}
	for _, c := range s.Hazards {
		t.until[c+1]++
	}
	t.past = t.past[:0]
}

func (t *trails) copyFrom(src *trails) {
	t.on, t.past = src.on, t.past[:0]
	if t.on {
		t.until = append(t.until[:0], src.until...)
	}
}

// layers returns the number of layers of trail on a place for a head that enters it in this ply.
func (t *trails) layers(place uint16, ply uint32) int {
	return int(max(0, int32(t.until[place]-ply)))
}

// remember stores what restore needs to undo the next move.
func (t *trails) remember(p *Position) {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		t.past = append(t.past, t.until[p.tail(rest.First())])
	}
}

func (t *trails) restore(p *Position) {
	before := len(t.past) - p.alive.Len()
	for i, rest := before, p.alive; rest != 0; i, rest = i+1, rest.Rest() {
		t.until[p.tail(rest.First())] = t.past[i]
	}
	t.past = t.past[:before]
}

// recordTails records at the beginning of a move which tails will leave their places.
func (t *trails) recordTails(p *Position) {
	t.left = t.left[:0]
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		if sn := &p.snakes[rest.First()+1]; sn.tail+sn.length == p.ply {
			t.left = append(t.left, trail{p.tail(rest.First()), sn.length})
		}
	}
}

// leave adds the trails of the recorded tails, at the end of a move.
func (t *trails) leave(p *Position) {
	for rest := p.alive; rest != 0; rest = rest.Rest() {
		for i := range t.left {
			if t.left[i].place == p.snakes[rest.First()+1].at {
				t.left[i].layers = 0
			}
		}
	}
	for _, l := range t.left {
		if l.layers > 0 {
			t.until[l.place] = p.ply + 1 + uint32(t.layers(l.place, p.ply+1)) + l.layers
		}
	}
}

// sum returns the contribution of all trails to the hash.
func (t *trails) sum(p *Position) (sum uint64) {
	for place := range t.until {
		sum += p.board.foodKey[place] * uint64(t.layers(uint16(place), p.ply+1))
	}
	return sum
}

// fading lists the places with trails and without bodies by the move with which a Flood opens them.
// This is the first move that meets no layer. A Flood never opens places whose trails last longer
// than maxFading moves.
type fading struct {
	first [maxFading + 1]uint16 // by move: the first place of its list; 0 ends a list
	next  []uint16              // by place: the next place of the same list
	last  uint32                // the last move in which a cell with a trail opens
}

const maxFading = 32

// load makes the lists for a position with trails. It calls visit with each place in them.
func (f *fading) load(p *Position, visit func(place uint16)) {
	if len(f.next) != len(p.trails.until) {
		f.next = make([]uint16, len(p.trails.until))
	}
	clear(f.first[:])
	f.last = 0
	for i := range p.trails.until {
		place := uint16(i)
		layers := uint32(p.trails.layers(place, p.ply+1))
		if layers == 0 || p.bodies[place] != 0 {
			continue
		}
		visit(place)
		if d := layers + 1; d <= maxFading {
			f.next[place], f.first[d] = f.first[d], place
			f.last = max(f.last, d)
		}
	}
}

// firstAt returns the first place that opens with move d, or 0.
func (f *fading) firstAt(d uint32) uint16 {
	if d > f.last {
		return 0
	}
	return f.first[d]
}
