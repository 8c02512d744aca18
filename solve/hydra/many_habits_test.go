package hydra

import (
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/sim"
)

// habitsTwin computes the priors of a snake cell by cell, as many_habits.go defines them.
func habitsTwin(p *sim.Position, seat int) (parts [4]float64) {
	sees := seenTwin(p, seat)
	facing := p.Facing(seat)
	all := 0.
	best := math.Inf(-1)
	var sums [4]float64
	for d := range ouro.Dir(4) {
		for _, at := range sees {
			sums[d] += float64(learnedHabits[at][(d-facing)&3])
		}
		if p.Moves(seat).Has(d) {
			best = max(best, sums[d])
		}
	}
	for d := range ouro.Dir(4) {
		if p.Moves(seat).Has(d) {
			parts[d] = math.Round((1 << 20) * math.Exp(max(sums[d]-best, -7999)/1000))
			all += parts[d]
		}
	}
	for d := range parts {
		parts[d] = float64(float32(parts[d]) / float32(max(1, all)))
	}
	return parts
}

func seenTwin(p *sim.Position, seat int) (sees []int) {
	g, me := p.Grid(), p.Head(seat)
	step := func(c ouro.Cell, d ouro.Dir, n int) (x, y int) {
		x, y = g.XY(c)
		x += n * []int{0, 1, 0, -1}[d]
		y += n * []int{1, 0, -1, 0}[d]
		return x, y
	}
	sees = []int{HabitInputs - 1}
	for ahead := -habitReach; ahead <= habitReach; ahead++ {
		for left := -habitReach; left <= habitReach; left++ {
			ax, ay := step(me, p.Facing(seat), ahead)
			x, y := g.XY(me)
			lx, ly := step(me, p.Facing(seat).TurnLeft(), left)
			x, y = ax+lx-x, ay+ly-y
			if g.Wraps {
				x, y = (x+4*g.W)%g.W, (y+4*g.H)%g.H
			}
			see := func(what int) {
				sees = append(sees, ((ahead+habitReach)*habitSide+left+habitReach)*HabitThings+what)
			}
			c := g.At(x, y)
			if c == ouro.NoCell {
				see(habitOff)
				continue
			}
			if owner := p.Owner(c); owner >= 0 && p.FreeAt(c) > 0 {
				time := 0
				for _, last := range []int{1, 3, 7, 15} {
					if p.FreeAt(c) > last {
						time++
					}
				}
				switch {
				case owner == seat:
					see(habitMine + time)
				case p.Head(owner) != c:
					see(habitTheirs + time)
				case p.Len(owner) < p.Len(seat):
					see(habitShorter)
				default:
					see(habitLonger)
				}
			}
			if p.Food(c) {
				see(habitFood)
			}
			if p.Cost(c) > 1 {
				see(habitHazard)
			}
		}
	}
	slices.Sort(sees)
	return sees
}

// eachHabit calls f with the snakes of many positions, on boards of 11x11 and larger, with
// and without edges and hazards, so that every input occurs.
func eachHabit(t *testing.T, f func(h *Habits, p *sim.Position, seat int)) {
	t.Helper()
	h, seen := new(Habits), 0
	dice := ouro.NewPCG(5)
	for seed := range int64(24) {
		s := crowdedBy(t, []string{"standard", "wrapped"}[seed%2], 3+int(seed%4), seed)
		if seed%3 == 0 {
			s.HazardDamage = 14
			for range 20 {
				s.AddHazard(ouro.Cell(dice.Roll(s.Grid.Size())))
			}
		}
		p := sim.New(s)
		h.Load(p)
		h.FindThings(p)
		for rest := p.Alive(); rest != 0; rest = rest.Rest() {
			f(h, p, rest.First())
			seen++
		}
	}
	if seen < 50 {
		t.Errorf("only %d snakes", seen)
	}
}

func TestHabitsTwin(t *testing.T) {
	eachHabit(t, func(h *Habits, p *sim.Position, seat int) {
		var sees []int
		for _, at := range h.AppendInputs(p, seat, nil) {
			sees = append(sees, int(at))
		}
		slices.Sort(sees)
		if want := seenTwin(p, seat); !slices.Equal(sees, want) {
			t.Errorf("seat %d sees %v, want %v", seat, sees, want)
		}
		var tries [4]try
		h.setPriors(p, seat, 0, &tries)
		for d, want := range habitsTwin(p, seat) {
			if tries[d].prior != float32(want) {
				t.Errorf("seat %d: the prior of %s is %g, want %g", seat, ouro.Dir(d), tries[d].prior, want)
			}
		}
	})
}

// TestHabitsOfThreads: the priors of other threads differ, but fatal moves still have 0.
func TestHabitsOfThreads(t *testing.T) {
	other := 0
	eachHabit(t, func(h *Habits, p *sim.Position, seat int) {
		var a, b [4]try
		h.setPriors(p, seat, 0, &a)
		h.setPriors(p, seat, 7, &b)
		sum := float32(0)
		for d := range b {
			if (b[d].prior > 0) != p.Moves(seat).Has(ouro.Dir(d)) {
				t.Errorf("the prior of %s is %g; the possible moves are %v", ouro.Dir(d), b[d].prior, p.Moves(seat))
			}
			sum += b[d].prior
		}
		if p.Moves(seat) != 0 && (sum < 0.999 || sum > 1.001) {
			t.Errorf("the sum of the priors is %g, want 1", sum)
		}
		if p.Moves(seat).Len() > 1 && a != b {
			other++
		}
	})
	if other < 40 {
		t.Errorf("the priors of only %d snakes differ", other)
	}
}

func TestNoHabits(t *testing.T) {
	p := sim.New(crowdedBy(t, "constrictor", 4, 3))
	h := new(Habits)
	h.Load(p)
	h.FindThings(p)
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		var tries [4]try
		moves := p.Moves(rest.First())
		h.setPriors(p, rest.First(), 0, &tries)
		for d := range tries {
			if want := 1 / float32(moves.Len()); moves.Has(ouro.Dir(d)) && tries[d].prior != want {
				t.Errorf("the prior of %s among %v is %g", ouro.Dir(d), moves, tries[d].prior)
			}
		}
	}
}

// TestHabitMirror: mirroring an input twice changes nothing, and only inputs straight ahead
// or behind are their own mirror images.
func TestHabitMirror(t *testing.T) {
	own := 0
	for i := range HabitInputs {
		m := HabitMirror(i)
		if HabitMirror(m) != i {
			t.Fatalf("the mirror of %d is %d, and of that %d", i, m, HabitMirror(m))
		}
		if m == i {
			own++
		}
	}
	if own != habitSide*HabitThings+1 {
		t.Errorf("%d inputs are their own mirror images", own)
	}
	for i, pair := range LearnedHabits() {
		if mirror := LearnedHabits()[HabitMirror(i)]; pair[0] != mirror[0] {
			t.Errorf("input %d adds %d to moving straight on, its mirror image adds %d", i, pair[0], mirror[0])
		}
	}
}
