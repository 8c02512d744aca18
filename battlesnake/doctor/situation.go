package doctor

import "ouro"

// situation is something that a position asks of a snake.
type situation struct {
	name string
	fits func(s *ouro.State, seat int, f [4]fate) bool
	// make, unless nil, turns a position that fits into the situation.
	make func(s *ouro.State, seat int)
}

// situations are those that a snake is put into. A position may be several; it
// stands for one of which there were few so far.
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

// beside tells whether a neighbour of the head, with the way there, is such.
func beside(s *ouro.State, seat int, is func(d ouro.Dir, c ouro.Cell) bool) bool {
	for d, c := range s.Grid.Neighbours(s.Snakes[seat].Body.Head()) {
		if c != ouro.NoCell && is(ouro.Dir(d), c) {
			return true
		}
	}
	return false
}

// across tells whether a step from a to its neighbour c crosses the edge.
func across(g *ouro.Grid, a, c ouro.Cell) bool {
	ax, ay := g.XY(a)
	cx, cy := g.XY(c)
	return max(ax, cx)-min(ax, cx) > 1 || max(ay, cy)-min(ay, cy) > 1
}

// deadlyAt is the health at which a hazard beside the head is just deadly, or 0
// where none lies on a cell that could be entered.
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
