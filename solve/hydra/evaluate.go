package hydra

import (
	"ouro/sim"
)

// Scores are in hundredths of a cell of room late in the game.
const (
	won     = 1 << 20 // less the turns until then
	decided = won - 1<<12
	unknown = -won - 1 // is no score
)

// evaluate is what a position is worth to me, if nobody has won it yet.
func (s *searcher) evaluate() int32 {
	s.evals++
	s.flood.Measure(s.pos)
	if s.enemies == 1 {
		return s.duel(s.me, s.en)
	}
	worst, sum, n := int32(won), int32(0), int32(0)
	for rest := s.pos.Alive() &^ (1 << s.me); rest != 0; rest = rest.Rest() {
		v := s.duel(s.me, rest.First())
		worst = min(worst, v)
		sum += v
		n++
	}
	return (worst + sum/n) / 2
}

// duel weighs me against one enemy.
func (s *searcher) duel(me, en int) int32 {
	p := s.pos
	a, b := &s.flood.Claims[me], &s.flood.Claims[en]
	late := min(32, (p.Len(me)+p.Len(en))/2)
	early := 32 - late
	d := p.Len(me) - p.Len(en)
	v := length(d) * int32(early+8) / 32
	v += s.side(me, a, early, late) - s.side(en, b, early, late)
	switch {
	case a.Shut && !b.Shut:
		v -= 4000 - 40*int32(a.Steps)
	case b.Shut && !a.Shut:
		v += 4000 - 40*int32(b.Steps)
	case a.Shut && b.Shut:
		v += 400 * int32(max(-8, min(8, a.Steps-b.Steps)))
	}
	return v
}

// length is what being d longer is worth.
func length(d int) int32 {
	n := d
	if n < 0 {
		n = -n
	}
	n = min(n, len(lengths)-1)
	if d < 0 {
		return -lengths[n]
	}
	return lengths[n]
}

var lengths = [...]int32{0, 600, 760, 860, 930, 980, 1020, 1050, 1080, 1100, 1120}

// side is what a snake has of itself.
func (s *searcher) side(seat int, c *sim.Claim, early, late int) int32 {
	e, l := int32(early), int32(late)
	v := int32(c.Steps) * (2*e + 7*l)
	v += int32(min(c.Food, 3)) * (5*e + 3*l)
	if c.Meal > 0 {
		v += int32(max(0, 11-c.Meal)) * 7 * e
	}
	if c.Tail {
		v += 6*e + 20*l
	}
	if c.Theirs {
		v += 6*e + 20*l
	}
	v -= int32(c.Hazard) * (e + 3*l)
	v /= 32
	h := s.pos.Health(seat)
	if h < 40 {
		v -= int32(40-h) * 3
	}
	if c.Meal == 0 && h < 20 || c.Meal >= h {
		v -= 200
	}
	return v
}
