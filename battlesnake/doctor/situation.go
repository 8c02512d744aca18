package doctor

import "ouro"

// situation is a kind of position with a certain difficulty.
type situation struct {
	name string
	fits func(s *ouro.State, seat int, f [4]fate) bool
	// make, unless nil, changes a position that fits so that it has the difficulty.
	make func(s *ouro.State, seat int)
}

// situations are the kinds of positions. A position may fit several; it is used for the rarest one.
var situations = []situation{
	{name: "the start of a game", fits: func(s *ouro.State, _ int, _ [4]fate) bool { return s.Turn == 0 }},
	{name: "one way out", fits: func(s *ouro.State, _ int, f [4]fate) bool {
		return s.Turn > 0 && count(f, fate.lives) == 1 && count(f, fate.dies) == 3
	}},
	{name: "a head that may come", fits: func(_ *ouro.State, _ int, f [4]fate) bool {
		return count(f, fate.lives) > 0 && count(f, func(f fate) bool { return f.maybe && !f.sure && f.cause == ouro.HeadOn }) > 0
	}},
	{name: "a tail that leaves", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		return s.Turn > 2 && count(f, fate.lives) <= 2 && beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.Segments(c) == 1 })
	}},
	{name: "a tail that stays", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		return s.Turn > 2 && count(f, fate.lives) > 0 && beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
			return f[d].dies() && c != ouro.NoCell && s.Segments(c) > 1
		})
	}},
	{
		name: "the last health, and food beside",
		fits: func(s *ouro.State, seat int, f [4]fate) bool {
			food := beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.HasFood(c) })
			none := beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && !s.HasFood(c) && s.Hazard(c) == 0 })
			return !s.AlwaysGrow && food && none
		},
		make: func(s *ouro.State, seat int) { setHealth(s, seat, 1) },
	},
	{
		name: "a hazard that would kill",
		fits: func(s *ouro.State, seat int, f [4]fate) bool {
			clear := beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.Hazard(c) == 0 })
			return clear && deadlyAt(s, seat, f) > 1
		},
		make: func(s *ouro.State, seat int) { setHealth(s, seat, deadlyAt(s, seat, fates(s, seat))) },
	},
	{name: "an edge that joins the opposite one", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		head := s.Snakes[seat].Body.Head()
		return s.Grid.Wraps && s.Turn > 0 && beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
			return f[d].lives() && across(s.Grid, head, c) && count(f, fate.lives) <= 2
		})
	}},
	{name: "no way out", fits: func(_ *ouro.State, _ int, f [4]fate) bool { return count(f, fate.dies) == 4 }},
	{name: "the middle of a game", fits: func(s *ouro.State, _ int, _ [4]fate) bool { return s.Turn > 3 }},
}

func count(all [4]fate, is func(fate) bool) (n int) {
	for _, f := range all {
		if is(f) {
			n++
		}
	}
	return n
}

// beside reports whether is returns true for a neighbour of the head, with the direction to it.
func beside(s *ouro.State, seat int, is func(d ouro.Dir, c ouro.Cell) bool) bool {
	for d, c := range s.Grid.Neighbours(s.Snakes[seat].Body.Head()) {
		if c != ouro.NoCell && is(ouro.Dir(d), c) {
			return true
		}
	}
	return false
}

// across reports whether a move from a to its neighbour c crosses the edge.
func across(g *ouro.Grid, a, c ouro.Cell) bool {
	ax, ay := g.XY(a)
	cx, cy := g.XY(c)
	return max(ax, cx)-min(ax, cx) > 1 || max(ay, cy)-min(ay, cy) > 1
}

// deadlyAt returns the health at which a hazard beside the head just kills, or 0 if no hazard is on
// a cell that the snake can enter.
func deadlyAt(s *ouro.State, seat int, f [4]fate) (health int) {
	beside(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
		if damage := s.Hazard(c) * s.HazardDamage; f[d].lives() && !s.HasFood(c) && damage > 0 && damage < fullHealth {
			health = damage
		}
		return health > 0
	})
	return health
}

const fullHealth = 100

func setHealth(s *ouro.State, seat, health int) {
	s.Snakes[seat].Health, s.Snakes[seat].Hunger = health, fullHealth-health
}
