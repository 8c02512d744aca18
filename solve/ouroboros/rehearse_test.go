package ouroboros

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/search"
)

// TestShortlist compares the shortlist with all candidates, of which it sorts the cheapest one for
// each body.
func TestShortlist(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for most := 1; most <= 5; most++ {
		l := newShortlist(most, 12)
		cheapest := map[square]float64{}
		for range 200 {
			cost, body := rng.Float64(), square(rng.IntN(12))
			if e := l.insert(cost, []square{7, body}); e != nil {
				e.meal = int(body)
			}
			if old, ok := cheapest[body]; !ok || cost < old {
				cheapest[body] = cost
			}
			var want []square
			for body := range cheapest {
				want = append(want, body)
			}
			slices.SortFunc(want, func(a, b square) int { return cmp.Compare(cheapest[a], cheapest[b]) })
			want = want[:min(most, len(want))]
			var got []square
			for _, e := range l.list() {
				got = append(got, e.after[1])
				if e.cost != cheapest[e.after[1]] || e.meal != int(e.after[1]) {
					t.Fatalf("most %d: body %d costs %v, listed with %v and meal %d", most, e.after[1], cheapest[e.after[1]], e.cost, e.meal)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("most %d: bodies %v, want %v", most, got, want)
			}
		}
	}
}

// TestRehearsal: of the candidates on the shortlist, the plan is the one with the fewest steps plus
// the mean cost of the next meal. The cost of that meal is the one that the solver has if it plays
// the plan and then plans this meal.
func TestRehearsal(t *testing.T) {
	chosen, other := 0, 0
	for i, size := range [][2]int{{6, 6}, {5, 5}, {8, 5}} {
		for game := range needs.Many(2, 4) {
			playWith(t, size[0], size[1], 1, ouro.GameSeed(uint64(40+i), game), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
				o.shortlist.count = 0
				d, err := o.Decide(t.Context(), turn)
				list := o.shortlist.list()
				if !o.rehearses() || o.stepsMade > 1 || len(o.squares)-o.length <= mostFree+2 ||
					len(list) < 2 || list[1].cost > list[0].cost+rehearseSlack {
					return d.Dir, err // there was no rehearsal, or endings were searched, which depends on what was searched before
				}
				plan := listed{after: o.bodyAfter(nil, o.meal, o.length+1)}
				plan.copyFrom(&o.best)
				if checkRehearsal(t, o, &plan) {
					other++
				}
				if chosen++; chosen%8 == 0 {
					checkRehearsedMeals(t, o, &plan, turn.State)
				}
				return d.Dir, err
			}, ouro.Option{Key: "nodes", Value: "40"}, ouro.Option{Key: "rehearse", Value: "3"})
		}
	}
	if chosen < 50 || other < 5 {
		t.Errorf("%d rehearsals, in %d of them not the cheapest candidate was chosen", chosen, other)
	}
}

// TestNoEarlyRehearsal: on a large board, a solver rehearses no meal while the snake is short.
func TestNoEarlyRehearsal(t *testing.T) {
	late := 0
	playWith(t, 10, 9, 1, ouro.GameSeed(46, 0), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
		if o.length > 12 {
			o.player = nil // no rehearsals, to save time
			d, err := o.Decide(t.Context(), turn)
			return d.Dir, err
		}
		o.player.cost = math.NaN() // until a meal is planned
		d, err := o.Decide(t.Context(), turn)
		switch rehearsed := !math.IsNaN(o.player.cost); {
		case rehearsed && o.length < 7:
			t.Errorf("a rehearsal at length %d", o.length)
		case rehearsed:
			late++
		}
		return d.Dir, err
	}, ouro.Option{Key: "nodes", Value: "40"}, ouro.Option{Key: "rehearse", Value: "3"})
	if late < 3 {
		t.Errorf("%d rehearsals", late)
	}
}

// TestRehearsalMemory: rehearsals allocate nothing once the memory of the solver has grown.
func TestRehearsalMemory(t *testing.T) {
	ctx, checked := t.Context(), 0
	for game := range 2 {
		playWith(t, 6, 6, 1, ouro.GameSeed(45, game), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
			o.shortlist.count = 0
			d, err := o.Decide(ctx, turn)
			if list := o.shortlist.list(); o.stepsMade <= 1 && len(list) > 1 && o.length >= 12 && o.length%3 == 0 {
				meter := search.NewMeter(ctx, 0)
				n := testing.AllocsPerRun(1, func() { o.player.meanCost(ctx, &list[0], &meter) })
				if checked++; n != 0 {
					t.Errorf("length %d: a rehearsal makes %v allocations", o.length, n)
				}
			}
			return d.Dir, err
		}, ouro.Option{Key: "nodes", Value: "40"}, ouro.Option{Key: "rehearse", Value: "3"})
	}
	if checked < 6 {
		t.Errorf("%d rehearsals", checked)
	}
}

// checkRehearsal checks that the plan has the least mean cost. It reports whether another candidate
// cost less before the rehearsal.
func checkRehearsal(t *testing.T, o *ouroboros, plan *listed) (other bool) {
	t.Helper()
	meter := search.NewMeter(t.Context(), 0)
	mean, ok := o.player.meanCost(t.Context(), plan, &meter)
	if !ok {
		t.Fatal("the rehearsal ended without a limit")
	}
	sum, foods := 0.0, 0
	for _, food := range o.squares {
		if !slices.Contains(plan.after, food) {
			cost, _ := o.player.costAfter(t.Context(), plan, food)
			sum += cost
			foods++
		}
	}
	if want := sum / float64(foods); math.Abs(mean-want) > 1e-9 {
		t.Errorf("length %d: mean cost %v, want %v", o.length, mean, want)
	}
	least := o.shortlist.all[0].cost
	for i := range o.shortlist.list() {
		e := &o.shortlist.all[i]
		if e.cost > least+rehearseSlack {
			break
		}
		m, _ := o.player.meanCost(t.Context(), e, &meter)
		if cost := float64(e.meal) + m; cost < float64(plan.meal)+mean-1e-9 {
			t.Errorf("length %d: the plan costs %.3f, another one %.3f", o.length, float64(plan.meal)+mean, cost)
		}
	}
	return least < plan.cost
}

// checkRehearsedMeals plays the plan and lets a solver plan the next meal, for food on each square.
func checkRehearsedMeals(t *testing.T, o *ouroboros, plan *listed, s *ouro.State) {
	t.Helper()
	s = s.Clone()
	for step := 1; step <= plan.meal; step++ {
		c := o.cells[plan.order[step]]
		s.Advance(0, c, s.HasFood(c))
		s.Turn++
	}
	for len(s.Food) > 0 {
		s.RemoveFood(s.Food[0])
	}
	for _, food := range o.squares {
		if slices.Contains(plan.after, food) {
			continue
		}
		want, _ := o.player.costAfter(t.Context(), plan, food)
		p := o.newPlayer(o.board)
		*p.dice = *ouro.NewPCG(uint64(food))
		p.startBody = append(p.startBody, o.startBody...)
		p.begin(p.startBody, 1, 0)
		p.restore(&plan.candidate)
		p.safe.copyFrom(plan.safe)
		p.turn, p.stepsMade, p.goal = s.Turn, plan.meal, ouro.NoCell
		if q := ringAfter(o, plan, food); !q.free {
			p.library[0].copyFrom(q.ring) // the rehearsal begins with the current ring, not with that of an earlier plan
		}
		next := s.Clone()
		next.AddFood(o.cells[food])
		if _, err := p.Decide(t.Context(), ouro.Turn{State: next}); err != nil {
			t.Fatal(err)
		}
		// If the food is in the hole and cannot be entered, Decide plans one step.
		if ate := p.order[p.meal] == food; ate && p.cost != want {
			t.Errorf("length %d, food on %d: the plan costs %v, rehearsed %v", o.length, food, p.cost, want)
		}
	}
}

// ringAfter returns a solver that has played the plan and has begun with food on this square.
func ringAfter(o *ouroboros, plan *listed, food square) *ouroboros {
	q := o.newPlayer(o.board)
	q.restore(&plan.candidate)
	q.safe.copyFrom(plan.safe)
	q.bodyNow = append(q.bodyNow, plan.after...)
	if q.advance(o.cells[food]) {
		q.aim(o.cells[food])
	}
	return q
}
