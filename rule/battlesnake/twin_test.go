package battlesnake_test

import (
	"fmt"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// twin is a second implementation, written from the text of the rules, with lists of points and
// one loop for each sentence.
type twin struct {
	w, h       int
	turn       int
	damage     int
	wraps      bool
	constricts bool
	food       []point
	hazards    []point
	snakes     []twinSnake
}

type twinSnake struct {
	body           []point
	health, hunger int
	cause          ouro.Cause
	by, died       int
}

var steps = map[ouro.Dir]point{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}

func (w *twin) outside(p point) bool { return p[0] < 0 || p[1] < 0 || p[0] >= w.w || p[1] >= w.h }

func (w *twin) step(joint []ouro.Dir) {
	w.turn++
	w.move(joint)
	for i := range w.snakes {
		if sn := &w.snakes[i]; sn.cause == ouro.Alive {
			sn.health--
		}
	}
	w.burn()
	w.feed()
	w.eliminate()
	if w.constricts {
		w.food = nil
		for i := range w.snakes {
			sn := &w.snakes[i]
			sn.health = 100
			if n := len(sn.body); sn.body[n-1] != sn.body[n-2] {
				sn.body = append(sn.body, sn.body[n-1])
			}
		}
	}
}

func (w *twin) move(joint []ouro.Dir) {
	for i := range w.snakes {
		sn := &w.snakes[i]
		if sn.cause != ouro.Alive {
			continue
		}
		d := steps[joint[i]]
		head := point{sn.body[0][0] + d[0], sn.body[0][1] + d[1]}
		if w.wraps {
			head = point{(head[0] + w.w) % w.w, (head[1] + w.h) % w.h}
		}
		sn.body = append([]point{head}, sn.body[:len(sn.body)-1]...)
		sn.hunger++
	}
}

func (w *twin) burn() {
	for i := range w.snakes {
		sn := &w.snakes[i]
		for _, p := range w.hazards {
			if sn.cause != ouro.Alive && sn.died != w.turn || sn.body[0] != p || slices.Contains(w.food, p) {
				continue
			}
			sn.health = min(max(sn.health-w.damage, 0), 100)
			if sn.health <= 0 {
				sn.cause, sn.died, sn.by = ouro.Burnt, w.turn, ouro.NoSeat
			}
		}
	}
}

func (w *twin) feed() {
	var left []point
	for _, p := range w.food {
		eaten := false
		for i := range w.snakes {
			sn := &w.snakes[i]
			if sn.cause == ouro.Alive && sn.body[0] == p {
				sn.body = append(sn.body, sn.body[len(sn.body)-1])
				sn.health, sn.hunger = 100, 0
				eaten = true
			}
		}
		if !eaten {
			left = append(left, p)
		}
	}
	w.food = left
}

func (w *twin) eliminate() {
	for i := range w.snakes {
		sn := &w.snakes[i]
		switch {
		case sn.cause != ouro.Alive:
		case sn.health <= 0:
			sn.cause, sn.died, sn.by = ouro.Starved, w.turn, ouro.NoSeat
		case slices.ContainsFunc(sn.body, w.outside):
			sn.cause, sn.died, sn.by = ouro.HitWall, w.turn, ouro.NoSeat
		}
	}
	before := slices.Clone(w.snakes)
	for i := range before {
		sn := &before[i]
		if sn.cause != ouro.Alive {
			continue
		}
		var cause ouro.Cause
		by := []int{i}
		switch bodies, heads := w.hits(before, i); {
		case slices.Contains(sn.body[1:], sn.body[0]):
			cause = ouro.HitSelf
		case len(bodies) > 0:
			cause, by = ouro.HitBody, bodies
		case len(heads) > 0:
			cause, by = ouro.HeadOn, heads
		default:
			continue
		}
		longest := slices.MaxFunc(by, func(a, b int) int { return len(before[a].body) - len(before[b].body) })
		w.snakes[i].cause, w.snakes[i].died, w.snakes[i].by = cause, w.turn, longest
	}
}

// hits returns the living snakes whose body killed snake i, and those whose head did.
func (w *twin) hits(snakes []twinSnake, i int) (bodies, heads []int) {
	head := snakes[i].body[0]
	for j := range snakes {
		other := &snakes[j]
		if j == i || other.cause != ouro.Alive {
			continue
		}
		if slices.Contains(other.body[1:], head) {
			bodies = append(bodies, j)
		}
		if other.body[0] == head && len(other.body) >= len(snakes[i].body) {
			heads = append(heads, j)
		}
	}
	return bodies, heads
}

func newTwin(rules battlesnake.Rules, s *ouro.State) *twin {
	w := &twin{
		w: s.Grid.W, h: s.Grid.H, turn: s.Turn, damage: rules.Settings().Damage,
		wraps: s.Grid.Wraps, constricts: s.AlwaysGrow,
	}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		w.snakes = append(w.snakes, twinSnake{body: body(s.Grid, sn), health: sn.Health, by: ouro.NoSeat})
	}
	w.copyChance(s)
	return w
}

// copyChance copies the food and the hazards, which are random.
func (w *twin) copyChance(s *ouro.State) {
	w.food, w.hazards = points(s.Grid, s.Food), points(s.Grid, s.Hazards)
}

func (w *twin) differs(s *ouro.State) error {
	if s.Turn != w.turn || !slices.Equal(points(s.Grid, s.Food), sorted(w.food)) {
		return fmt.Errorf("turn %d food %v, want %d %v", s.Turn, points(s.Grid, s.Food), w.turn, w.food)
	}
	for seat := range s.Snakes {
		sn, want := &s.Snakes[seat], &w.snakes[seat]
		got := twinSnake{body(s.Grid, sn), sn.Health, sn.Hunger, sn.Cause, sn.Killer, sn.Died}
		if fmt.Sprint(got) != fmt.Sprint(*want) {
			return fmt.Errorf("seat %d: %+v, want %+v", seat, got, *want)
		}
	}
	return nil
}

// TestTwin plays random games on small boards beside the twin. They have more food and
// hazards than any map, so that rare events coincide.
func TestTwin(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(600) {
		dice := ouro.NewPCG(seed)
		ruleset := battlesnake.Rulesets()[seed%6].Name
		damage := []int{14, -20, 0, 100, 3}[dice.Roll(5)]
		rules := newRules(t, fmt.Sprintf("%s:food=50,damage=%d", ruleset, damage))
		w, h := 3+dice.Roll(6), 3+dice.Roll(6)
		n := 1 + dice.Roll(min(6, w*h/2-2))
		s, err := rules.Start(w, h, n, dice)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for seat := range s.Snakes {
			s.Snakes[seat].Health = 1 + dice.Roll(100)
		}
		twin := newTwin(rules, s)
		joint := make([]ouro.Dir, n)
		for range 80 {
			if _, over := rules.Over(s); over {
				break
			}
			addLitter(s, dice)
			twin.copyChance(s)
			for seat := range joint {
				joint[seat] = ouro.Dir(dice.Roll(4))
				if s.Snakes[seat].Cause != ouro.Alive {
					continue
				}
				if legal := s.Legal(seat); dice.Roll(8) > 0 && legal != 0 {
					joint[seat] = legal.At(dice.Roll(legal.Len()))
				}
			}
			rules.Step(s, joint)
			twin.step(joint)
			if err := twin.differs(s); err != nil {
				t.Fatalf("seed %d %s on %dx%d turn %d, damage %d: %v", seed, ruleset, w, h, s.Turn, damage, err)
			}
			checkCells(t, s)
			for seat := range s.Snakes {
				if sn := &s.Snakes[seat]; sn.Died == s.Turn {
					seen[sn.Cause.String()]++
					if sn.Hunger == 0 {
						seen[sn.Cause.String()+" while eating"]++
					}
				}
			}
			rules.Spawn(s, dice)
		}
	}
	for _, want := range []string{"wall", "self", "body", "head", "health", "hazard", "head while eating", "body while eating"} {
		if seen[want] < 3 {
			t.Errorf("%d deaths by %s: %v", seen[want], want, seen)
		}
	}
}

// addLitter puts some food and hazards anywhere, even under the snakes.
func addLitter(s *ouro.State, dice ouro.Dice) {
	cell := func() ouro.Cell { return ouro.Cell(dice.Roll(s.Grid.Size())) }
	if c := cell(); dice.Roll(3) == 0 && !s.HasFood(c) {
		s.AddFood(c)
	}
	for range dice.Roll(3) {
		s.AddHazard(cell())
	}
	s.RemoveHazard(cell())
}

// checkCells recomputes the per-cell counts of a State, and checks the invariants of all
// positions.
func checkCells(t *testing.T, s *ouro.State) {
	t.Helper()
	n := s.Grid.Size()
	segments, layers, food := make([]int, n+1), make([]int, n), make([]bool, n) // element c+1 of segments belongs to cell c
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		if sn.Health < 1 || sn.Health > battlesnake.MaxHealth || sn.Died != 0 || sn.Killer != ouro.NoSeat {
			t.Fatalf("turn %d seat %d lives with health %d, killed by %d in turn %d", s.Turn, seat, sn.Health, sn.Killer, sn.Died)
		}
		for i := range sn.Body.Len() {
			c := sn.Body.At(i)
			segments[c+1]++
			if i > 0 && c != sn.Body.At(i-1) {
				if _, near := s.Grid.DirTo(c, sn.Body.At(i-1)); !near {
					t.Fatalf("turn %d seat %d is torn: %v", s.Turn, seat, body(s.Grid, sn))
				}
			}
		}
	}
	for _, c := range s.Hazards {
		layers[c]++
	}
	for _, c := range s.Food {
		food[c] = true
	}
	for c := range ouro.Cell(n) {
		if s.Segments(c) != segments[c+1] || s.Hazard(c) != layers[c] || s.HasFood(c) != food[c] {
			t.Fatalf("turn %d cell %d: %d segments, %d layers, food %v", s.Turn, c, s.Segments(c), s.Hazard(c), s.HasFood(c))
		}
	}
	if s.Segments(ouro.NoCell) != segments[0] {
		t.Fatalf("turn %d: %d segments off the board", s.Turn, s.Segments(ouro.NoCell))
	}
}
