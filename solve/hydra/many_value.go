package hydra

import (
	"ouro/sim"
)

// What is seen of a position with several snakes, from a seat, in the order of the
// weights.
const (
	crowdDuel   = iota // one enemy
	crowdTwo           // two enemies
	crowdMore          // enemies beyond three
	crowdEven          // always
	crowdLong          // longer than the longest enemy by, -8..8
	crowdSign          // longer than all, as long as the longest, shorter
	crowdSoon          // longer by, -2..2
	crowdMean          // longer than the mean of the enemies by, in halves, -16..16
	crowdOver          // part of the enemies that are not shorter, in eighths
	crowdSteps         // moves in my part of 121 cells
	crowdRoom          // my part of 121 cells
	crowdNear          // what of it I come to in five moves
	crowdMost          // part of the enemy with the largest
	crowdFit           // moves in my part, up to my length, in 32nds of it
	crowdShut          // I cannot leave it in time,
	crowdEnd           // and how few moves that gives me
	crowdThem          // enemies that are shut,
	crowdEnds          // and how few moves they have
	crowdTail          // my tail is in my part
	crowdOther         // that of an enemy is
	crowdTails         // enemies with their own tail in their part
	crowdFood          // cells with food in my part
	crowdMeal          // how near it is
	crowdNone          // there is none
	crowdHunger        // health below 30
	crowdStarve        // no meal in time
	crowdFoes          // an enemy's health below 30
	crowdHazard        // hazards in my part
	crowdEdge          // distances to the next edges
	crowdCorner
	crowdCentre
	crowdFear  // how near the next head is that is not shorter
	crowdHunt  // how near the next head is that is shorter
	crowdFight // how near two heads of enemies are
	crowdOne   // one move is left
	crowdChoice
	crowdTight  // how few moves my part gives me, below 15
	crowdNarrow // cells that my part has less than I have segments, up to 20
	crowdWide   // squares of two by two in my part
	crowdFront  // cells beside the parts of others
	crowdInputs
)

// crowd is what is seen.
type crowd [crowdInputs]int32

// see fills in what is seen from a seat after a measure.
func (s *pack) see(f *sim.Flood, me int, in *crowd) (late int32) {
	p := s.pos
	*in = crowd{crowdEven: 1}
	full := int32(s.full121)
	len0 := p.Len(me)
	longest, enemies, total, over := 0, int32(0), 0, int32(0)
	fear, hunt, fight := 6, 6, 6
	head := p.Head(me)
	for rest := p.Alive() &^ (1 << me); rest != 0; rest = rest.Rest() {
		e := rest.First()
		enemies++
		n := p.Len(e)
		longest = max(longest, n)
		total += n
		d := s.dist(head, p.Head(e))
		if n >= len0 {
			over++
			fear = min(fear, d)
		} else {
			hunt = min(hunt, d)
		}
		for more := rest.Rest(); more != 0; more = more.Rest() {
			if o := more.First(); o != me {
				fight = min(fight, s.dist(p.Head(e), p.Head(o)))
			}
		}
		c := &f.Claims[e]
		in[crowdMost] = max(in[crowdMost], int32(c.Room)*full>>16)
		if c.Shut {
			in[crowdThem]++
			in[crowdEnds] += int32(max(0, 20-c.Steps))
		}
		if c.Tail {
			in[crowdTails]++
		}
		in[crowdFoes] = max(in[crowdFoes], int32(30-p.Health(e)))
	}
	switch enemies {
	case 1:
		in[crowdDuel] = 1
	case 2:
		in[crowdTwo] = 1
	default:
		in[crowdMore] = enemies - 3
	}
	d := int32(len0 - longest)
	in[crowdLong], in[crowdSign], in[crowdSoon] = clip(d, 8), clip(d, 1), clip(d, 2)
	in[crowdMean] = clip((2*int32(len0)*enemies-2*int32(total))/enemies, 16)
	in[crowdOver] = 8 * over / enemies
	a := &f.Claims[me]
	in[crowdSteps], in[crowdRoom] = int32(a.Steps)*full>>16, int32(a.Room)*full>>16
	in[crowdNear] = int32(a.Near)
	in[crowdFit] = int32(32 * min(a.Steps, len0) / len0)
	if a.Shut {
		in[crowdShut], in[crowdEnd] = 1, int32(max(0, 20-a.Steps))
	}
	if a.Tail {
		in[crowdTail] = 1
	}
	if a.Theirs {
		in[crowdOther] = 1
	}
	in[crowdFood] = int32(min(a.Food, 4))
	h := p.Health(me)
	if a.Meal > 0 {
		in[crowdMeal] = int32(max(0, 12-a.Meal))
	} else {
		in[crowdNone] = 1
	}
	in[crowdHunger] = int32(max(0, 30-h))
	if a.Meal >= h || a.Meal == 0 && h < 20 {
		in[crowdStarve] = 1
	}
	in[crowdHazard] = int32(a.Hazard) * full >> 16
	if s.w == 0 {
		g := p.Grid()
		x, y := int(s.xs[head]), int(s.ys[head])
		across, up := min(x, g.W-1-x), min(y, g.H-1-y)
		in[crowdEdge] = int32(max(0, 2-min(across, up)))
		in[crowdCorner] = int32(max(0, 4-across-up))
		in[crowdCentre] = int32(across + up)
	}
	in[crowdFear], in[crowdHunt], in[crowdFight] = int32(6-fear), int32(6-hunt), int32(6-fight)
	switch p.Moves(me).Len() {
	case 0, 1:
		in[crowdOne] = 1
	case 3:
		in[crowdChoice] = 1
	}
	in[crowdTight] = int32(max(0, 15-a.Steps))
	in[crowdNarrow] = int32(max(0, min(20, len0-a.Room)))
	in[crowdWide], in[crowdFront] = int32(a.Wide)*full>>16, int32(a.Front)
	return min(32, int32(total+len0)/(enemies+1))
}

func clip(v, most int32) int32 { return max(-most, min(most, v)) }

// evaluate is what a position with several snakes is worth to me.
func (s *pack) evaluate() int32 {
	s.flood.Measure(s.pos)
	if s.pos.AlwaysGrow() {
		return s.space()
	}
	var in crowd
	late := s.see(&s.flood, s.me, &in)
	v := int64(0)
	for i, x := range in {
		v += int64(x) * int64(crowdWeights[0][i]*(32-late)+crowdWeights[1][i]*late)
	}
	return int32(max(-decided/4, min(decided/4, v/512))) + s.needs(in[crowdLong])
}

// space is what a position is worth where every move grows: the moves that are left.
func (s *pack) space() int32 {
	v := int32(60 * s.flood.Claims[s.me].Steps)
	for rest := s.pos.Alive() &^ (1 << s.me); rest != 0; rest = rest.Rest() {
		v -= int32(20*s.flood.Claims[rest.First()].Steps) + 400
	}
	return v
}

// needs is what search and won games tell too little of, in thousandths of a logit:
// length, which pays late, and food before it is too late.
func (s *pack) needs(longer int32) int32 {
	h, c := s.pos.Health(s.me), &s.flood.Claims[s.me]
	v := 100 * longer
	if s.harm > 0 {
		v += int32(20*h-8*c.Hazard) - 60*s.burn(h)
	}
	if c.Meal > 0 {
		return v - int32(100*max(0, 20-(h-c.Meal)))
	}
	return v - int32(30*max(0, 60-h))
}

// burn is how far my health falls short of leaving the hazards with some to spare.
func (s *pack) burn(health int) int32 {
	way := int(s.way[s.pos.Head(s.me)])
	return int32(max(0, min(40, 40-health+way*(s.harm+1))))
}
