package ouro

import "slices"

// Equal reports whether two states are the same position at the same turn.
func (s *State) Equal(o *State) bool {
	return s.Grid.W == o.Grid.W && s.Grid.H == o.Grid.H && s.Grid.Wraps == o.Grid.Wraps &&
		s.Turn == o.Turn && s.TurnBack == o.TurnBack && s.AlwaysGrow == o.AlwaysGrow && s.HazardDamage == o.HazardDamage &&
		slices.EqualFunc(s.Snakes, o.Snakes, equalSnakes) &&
		slices.Equal(s.Food, o.Food) && slices.Equal(s.Hazards, o.Hazards) && slices.Equal(s.tiles, o.tiles)
}

func equalSnakes(a, b Snake) bool {
	if a.Hunger != b.Hunger || a.Health != b.Health || a.Cause != b.Cause || a.By != b.By || a.Died != b.Died ||
		a.Off != b.Off || a.Left != b.Left || a.Body.Len() != b.Body.Len() {
		return false
	}
	for i := range a.Body.Len() {
		if a.Body.At(i) != b.Body.At(i) {
			return false
		}
	}
	return true
}

// Hash returns a 64-bit digest of everything that Equal compares, except the properties of
// the rules. It is the same on every machine and in every version: records depend on it.
func (s *State) Hash() uint64 {
	h := Mix(uint64(s.Grid.W)<<32|uint64(s.Grid.H), uint64(s.Turn))
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		h = Mix(h, uint64(sn.Cause)<<48|uint64(sn.Hunger)<<16|uint64(sn.Body.Len()))
		if sn.Health != 0 || sn.Died != 0 {
			h = Mix(h, uint64(sn.Died)<<32|uint64(sn.Health)<<16|uint64(sn.By+1)<<8|uint64(sn.Off))
		}
		if sn.Left != NoCell {
			h = Mix(h, 1<<63|uint64(sn.Left))
		}
		for j := range sn.Body.Len() {
			h = Mix(h, uint64(sn.Body.At(j)))
		}
	}
	h = Mix(h, uint64(len(s.Food)))
	for _, c := range s.Food {
		h = Mix(h, uint64(c))
	}
	for c := range Cell(s.Grid.Size()) {
		if t := s.Terrain(c); t != Open {
			h = Mix(h, uint64(c)<<2|uint64(t))
		}
	}
	if len(s.Hazards) > 0 || s.Grid.Wraps {
		h = Mix(h, uint64(len(s.Hazards)))
		for _, c := range s.Hazards {
			h = Mix(h, uint64(c))
		}
	}
	return h
}
