package hydra

import (
	"math"
	"testing"

	"ouro"
	"ouro/sim"
)

// stepsTo returns the distance of a cell to the nearest sought cell on an empty board, or
// none if no cell is sought.
func stepsTo(g *ouro.Grid, from ouro.Cell, none int, sought func(ouro.Cell) bool) int {
	steps, queue := map[ouro.Cell]int{from: 0}, []ouro.Cell{from}
	for ; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		if sought(c) {
			return steps[c]
		}
		for _, next := range g.Neighbours(c) {
			if _, seen := steps[next]; next != ouro.NoCell && !seen {
				steps[next] = steps[c] + 1
				queue = append(queue, next)
			}
		}
	}
	return none
}

// toEdges returns the number of cells between a cell and the nearest edges, horizontally and
// vertically.
func toEdges(g *ouro.Grid, c ouro.Cell) (across, up int) {
	beyond := func(d ouro.Dir) (n int) {
		for at := g.Next(c, d); at != ouro.NoCell; at = g.Next(at, d) {
			n++
		}
		return n
	}
	return min(beyond(ouro.Left), beyond(ouro.Right)), min(beyond(ouro.Up), beyond(ouro.Down))
}

// crowdTwin computes the features of a snake, by name, from the comments on their constants. It
// also returns the phase.
func crowdTwin(p *sim.Position, f *sim.Flood, me int) (sees map[string]int, late int) {
	g, mine := p.Grid(), f.Claims[me]
	long, health := p.Len(me), p.Health(me)
	part := func(cells int) int { return cells * (121 << 16 / g.Size()) >> 16 }
	apart := func(a, b int) int {
		return stepsTo(g, p.Head(a), 0, func(c ouro.Cell) bool { return c == p.Head(b) })
	}
	var enemies []int
	for seat := range p.Seats() {
		if seat != me && p.Alive().Has(seat) {
			enemies = append(enemies, seat)
		}
	}
	n := len(enemies)
	longest, all, over, shut, ends, tails, room, foes := 0, 0, 0, 0, 0, 0, 0, 0
	fear, hunt, fight := 6, 6, 6
	for _, e := range enemies {
		longest, all = max(longest, p.Len(e)), all+p.Len(e)
		if p.Len(e) < long {
			hunt = min(hunt, apart(me, e))
		} else {
			fear = min(fear, apart(me, e))
			over++
		}
		for _, o := range enemies {
			if o != e {
				fight = min(fight, apart(e, o))
			}
		}
		if c := f.Claims[e]; c.Shut {
			shut, ends = shut+1, ends+max(0, 20-c.Steps)
		}
		tails += bit(f.Claims[e].Tail)
		room = max(room, part(f.Claims[e].Room))
		foes = max(foes, 30-p.Health(e))
	}
	sees = map[string]int{
		"Duel": bit(n == 1), "Two": bit(n == 2), "More": max(0, n-3), "Even": 1,
		"Long": clamp(long-longest, 8), "Sign": clamp(long-longest, 1), "WithinTwo": clamp(long-longest, 2),
		"Mean": clamp(int(math.Trunc(2*float64(long*n-all)/float64(n))), 16), "Over": 8 * over / n,
		"Steps": part(mine.Steps), "Room": part(mine.Room), "Near": mine.Near, "Most": room,
		"Fit": 32 * min(mine.Steps, long) / long, "Shut": bit(mine.Shut),
		"End": bit(mine.Shut) * max(0, 20-mine.Steps), "Them": shut, "Ends": ends,
		"Tail": bit(mine.Tail), "Other": bit(mine.Theirs), "Tails": tails,
		"Food": min(4, mine.Food), "Meal": bit(mine.Meal > 0) * max(0, 12-mine.Meal), "None": bit(mine.Meal == 0),
		"Hunger": max(0, 30-health), "Foes": foes, "Hazard": part(mine.Hazard),
		"Fear": 6 - fear, "Hunt": 6 - hunt, "Fight": 6 - fight,
		"One": bit(p.Moves(me).Len() <= 1), "Choice": bit(p.Moves(me).Len() == 3),
		"Tight": max(0, 15-mine.Steps), "Narrow": max(0, min(20, long-mine.Room)),
		"Wide": part(mine.Wide), "Front": mine.Front,
	}
	if mine.Meal == 0 {
		sees["Starve"] = bit(health < 20)
	} else {
		sees["Starve"] = bit(health <= mine.Meal)
	}
	if !g.Wraps {
		across, up := toEdges(g, p.Head(me))
		sees["Edge"], sees["Corner"], sees["Centre"] = max(0, 2-min(across, up)), max(0, 4-across-up), across+up
	}
	return sees, min(Phases, (all+long)/(n+1))
}

func valueTwin(p *sim.Position, f *sim.Flood, me int, sees map[string]int, late int) int32 {
	mine, health := f.Claims[me], p.Health(me)
	if p.AlwaysGrow() {
		v := 60 * mine.Steps
		for seat := range p.Seats() {
			if seat != me && p.Alive().Has(seat) {
				v -= 20*f.Claims[seat].Steps + 400
			}
		}
		return int32(v)
	}
	logits := 0.
	for i, name := range CrowdNames {
		weight := float64(crowdWeights[i][0])*float64(Phases-late) + float64(crowdWeights[i][1])*float64(late)
		logits += float64(sees[name]) * weight / Phases / CrowdUnit
	}
	v := int(math.Trunc(1000 * logits))
	v += 100 * sees["Long"]
	harm := 0
	for c := range ouro.Cell(p.Grid().Size()) {
		harm = max(harm, p.Cost(c)-1)
	}
	if harm > 0 {
		out := stepsTo(p.Grid(), p.Head(me), farAway, func(c ouro.Cell) bool { return p.Cost(c) == 1 })
		short := max(0, min(40, out*(harm+1)+40-health))
		v += 20*health - 8*mine.Hazard - 60*short
	}
	if mine.Meal > 0 {
		return int32(v - 100*max(0, 20-(health-mine.Meal)))
	}
	food := stepsTo(p.Grid(), p.Head(me), farAway, p.Food)
	return int32(v - 30*max(0, 60-health) - 4*max(0, 50-health)*min(20, food))
}

// eachCrowd shows positions with two to six snakes, some of them hungry, on all kinds of
// boards and with hazards.
func eachCrowd(t *testing.T, show func(s *ouro.State)) {
	t.Helper()
	dice, seen := ouro.NewPCG(8), 0
	for _, e := range append(evaluated, evaluated[4], evaluated[4]) {
		for seed := range uint64(8) {
			snakes := 2 + int(seed%3)
			if e.w*e.h >= 121 {
				snakes = 2 + int(seed%5)
			}
			wander(t, e.ruleset, e.w, e.h, snakes, seed, func(s *ouro.State) {
				if s.Turn%6 != 0 {
					return
				}
				s = s.Clone()
				for i := range s.Snakes {
					s.Snakes[i].Health = 1 + dice.Roll(100)
				}
				if seed%3 == 0 {
					s.HazardDamage = 14
					for range 2 * s.Grid.W {
						s.AddHazard(ouro.Cell(dice.Roll(s.Grid.Size())))
					}
				}
				show(s)
				seen++
			})
		}
	}
	if seen < 150 {
		t.Errorf("only %d positions", seen)
	}
}

func TestCrowdTwin(t *testing.T) {
	used := map[string]bool{}
	eachCrowd(t, func(s *ouro.State) {
		p := sim.New(s)
		for seat := range s.Snakes {
			k := crowdOf(p, seat)
			k.flood.Measure(p)
			var in Crowd
			late := k.Fill(p, &k.flood, seat, &in)
			want, wantLate := crowdTwin(p, &k.flood, seat)
			for i, name := range CrowdNames {
				if int(in[i]) != want[name] {
					t.Errorf("%v, seat %d: %s is %d, want %d", s, seat, name, in[i], want[name])
				}
				used[name] = used[name] || in[i] != 0
			}
			if int(late) != wantLate {
				t.Errorf("%v: phase %d, want %d", s, late, wantLate)
			}
			if v, want := k.evaluate(seat), valueTwin(p, &k.flood, seat, want, wantLate); max(v-want, want-v) > 1 {
				t.Errorf("%v, seat %d: value %d, want %d", s, seat, v, want)
			}
		}
	})
	for _, name := range CrowdNames {
		if !used[name] {
			t.Errorf("the feature %s is always 0", name)
		}
	}
}

// TestCrowdOfMirroredBoards: the values of each snake stay the same when a board is mirrored,
// rotated or, if it wraps, shifted. For shifted boards the test omits squares across an edge,
// because sim.Flood does not count them.
func TestCrowdOfMirroredBoards(t *testing.T) {
	look := func(s *ouro.State, seat int, wide bool) (in Crowd, late, worth int32) {
		p := sim.New(s)
		k := crowdOf(p, seat)
		k.flood.Measure(p)
		late = k.Fill(p, &k.flood, seat, &in)
		if !wide {
			in[crowdWide] = 0
			return in, late, k.Weigh(&in, late) + k.adjustment(seat, in[crowdLong])
		}
		return in, late, k.evaluate(seat)
	}
	eachCrowd(t, func(s *ouro.State) {
		others := map[string]*ouro.State{"mirrored": mirrored(s), "turned": turned(s)}
		if s.Grid.Wraps {
			others["shifted"] = moved(s, s.Grid.W, s.Grid.H, func(x, y int) (int, int) { return (x + 4) % s.Grid.W, (y + 7) % s.Grid.H })
		}
		for seat := range s.Snakes {
			for name, other := range others {
				in, late, worth := look(s, seat, name != "shifted")
				if in2, late2, worth2 := look(other, seat, name != "shifted"); in2 != in || late2 != late || worth2 != worth {
					t.Errorf("%v, seat %d: %v at %d is worth %d, %s %v at %d and %d", s, seat, in, late, worth, name, in2, late2, worth2)
				}
			}
		}
	})
}
