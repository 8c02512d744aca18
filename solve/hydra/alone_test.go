package hydra

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/rule/battlesnake"
)

func solo(t *testing.T, options string, side int, seed int64) (battlesnake.Rules, *ouro.State, ouro.Dice, *hydra) {
	t.Helper()
	spec, err := ouro.ParseSpec("solo" + options)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		t.Fatal(err)
	}
	dice := battlesnake.NewDice(seed)
	s, err := rules.Start(side, side, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	rules.Spawn(s, dice)
	h, err := newHydra(ouro.Setup{Rules: rules, Start: s})
	if err != nil {
		t.Fatal(err)
	}
	return rules, s, dice, h
}

// TestAloneCanGoOn: if the snake sees a path to its tail and no more food spawns, it can follow the
// path and then the loop, whatever food is on the loop, for twice as many turns as the board has
// cells.
func TestAloneCanGoOn(t *testing.T) {
	walked := 0
	for seed := range int64(12) {
		rules, s, dice, h := solo(t, "", 5+int(seed%4), seed)
		for _, over := rules.Over(s); !over; _, over = rules.Over(s) {
			d, err := h.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			checkCounts(t, &h.lone)
			if s.Turn%7 == 0 && h.lone.isLoop(&h.lone.current) {
				walked++
				followLoop(t, rules, s.Clone(), &h.lone)
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
		}
	}
	if walked < 500 {
		t.Errorf("only %d paths were followed", walked)
	}
}

// followLoop follows the path and then the loop, for two turns for each cell of the board.
func followLoop(t *testing.T, rules battlesnake.Rules, s *ouro.State, a *loneSnake) {
	t.Helper()
	from, l := s.String(), &a.ahead
	l.copyFrom(&a.current)
	for range 2 * s.Grid.Size() {
		d, ok := s.Grid.DirTo(l.body[0], l.way.cells[0])
		if !ok {
			t.Fatalf("%s: the next cell of the path is not beside the head", from)
		}
		a.step(l, l.way.cells[0])
		s.Snakes[0].Health = 100
		rules.Step(s, []ouro.Dir{d})
		if s.Snakes[0].Cause != ouro.Alive {
			t.Fatalf("%s: %v on turn %d of the loop", from, s.Snakes[0].Cause, s.Turn)
		}
	}
}

// checkCounts requires that the counts by cell match the paths and the bodies.
func checkCounts(t *testing.T, a *loneSnake) {
	t.Helper()
	for name, l := range map[string]*loneState{"now": &a.current, "later": &a.ahead, "then": &a.afterMeal} {
		way, body := make([]uint16, len(l.on)), make([]uint16, len(l.on))
		for _, c := range l.way.cells {
			way[c]++
		}
		for _, c := range l.body {
			body[c]++
		}
		if !slices.Equal(way, l.way.on) || !slices.Equal(body, l.on) {
			t.Fatalf("%s: the path %v has the counts %v, the body %v has the counts %v", name, l.way.cells, l.way.on, l.body, l.on)
		}
	}
}

// TestStretch: stretch returns the same path as a plain version. After each bulge, that
// version starts again at the last step and takes the bulge with the least food.
func TestStretch(t *testing.T) {
	bulges := 0
	for seed := range int64(needs.Many(4, 12)) {
		rules, s, dice, h := solo(t, "", 6+int(seed%4), seed)
		for _, over := rules.Over(s); !over; _, over = rules.Over(s) {
			d, err := h.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			a := &h.lone
			if s.Turn%5 == 0 && a.isLoop(&a.current) {
				for _, gaps := range []int{1, 2, 5, s.Grid.Size()} {
					left := gaps
					a.ahead.copyFrom(&a.current)
					for left > 0 && stretchTwin(a, &a.ahead, &left) {
						bulges++
					}
					a.afterMeal.copyFrom(&a.current)
					if got := a.stretch(&a.afterMeal, gaps); got != (left <= 0) || !slices.Equal(a.afterMeal.way.cells, a.ahead.way.cells) {
						t.Fatalf("seed %d, turn %d, %d gaps: %v %v, want %v", seed, s.Turn, gaps, got, a.afterMeal.way.cells, a.ahead.way.cells)
					}
				}
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
		}
	}
	if bulges < needs.Many(300, 1000) {
		t.Errorf("only %d bulges", bulges)
	}
}

func stretchTwin(a *loneSnake, l *loneState, gaps *int) bool {
	for foods := range 3 {
		for i := len(l.way.cells) - 1; i >= 0; i-- {
			if food, ok := a.bulge(l, i, foods, foods); ok {
				*gaps -= 2 - food
				return true
			}
		}
	}
	return false
}

// TestAloneLives: with one food at a time, no snake dies while it fills less than half of the
// board.
func TestAloneLives(t *testing.T) {
	for seed := range int64(8) {
		rules, s, dice, h := solo(t, ":food=0", 6, seed)
		for _, over := rules.Over(s); !over && s.Turn < 2000; _, over = rules.Over(s) {
			d, err := h.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
		}
		if sn := &s.Snakes[0]; sn.Cause != ouro.Alive && 2*sn.Body.Len() < s.Grid.Size() {
			t.Errorf("seed %d: %v on turn %d with length %d", seed, sn.Cause, s.Turn, sn.Body.Len())
		}
	}
}

// TestAloneEatsLate: a snake in a loop does not eat until it is hungry, whether the food is
// near or far.
func TestAloneEatsLate(t *testing.T) {
	for _, c := range []struct {
		food   xy
		health int
		want   ouro.Dir
	}{
		{xy{4, 2}, 100, ouro.Up},
		{xy{4, 2}, 50, ouro.Up},
		{xy{4, 2}, 6, ouro.Up},
		{xy{4, 2}, 1, ouro.Right},
		{xy{6, 2}, 100, ouro.Up},
		{xy{6, 2}, 12, ouro.Up},
		{xy{6, 2}, 3, ouro.Right},
	} {
		s := draw(7, c.health, []xy{c.food}, []xy{{3, 2}, {2, 2}, {2, 3}, {3, 3}})
		if d := decide(t, s, 0, 0); d.Dir != c.want {
			t.Errorf("%+v: it goes %s", c, d.Dir)
		}
	}
}

// TestChoosePath: choosePath keeps the current path, which closes, if the cheapest path neither
// closes nor can be lengthened so that it closes.
func TestChoosePath(t *testing.T) {
	s := draw(5, 90, nil, []xy{{1, 1}, {1, 0}, {2, 0}, {2, 1}, {2, 1}})
	s.SetTerrain(s.Grid.At(2, 2), ouro.Wall)
	h, err := newHydra(ouro.Setup{Start: s})
	if err != nil {
		t.Fatal(err)
	}
	h.s.pos.Load(s)
	a := &h.lone
	a.load(s, 0, h.s.pos)
	a.begin(h.meter(t.Context(), 0), 0)
	if a.choosePath(&a.current) {
		t.Errorf("choosePath accepts %v, which does not close", a.current.way.cells)
	}
	var around []ouro.Cell
	for _, at := range []xy{{1, 2}, {1, 3}, {2, 3}, {3, 3}, {3, 2}, {3, 1}, {2, 1}} {
		around = append(around, s.Grid.At(at[0], at[1]))
	}
	a.current.way.set(around)
	if !a.choosePath(&a.current) || !slices.Equal(a.current.way.cells, around) {
		t.Errorf("the path is %v, want %v", a.current.way.cells, around)
	}
}

// TestWith: With gives the other solver only one-snake games without health that it accepts, and no
// options.
func TestWith(t *testing.T) {
	other := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil })
	for _, c := range []struct {
		snakes, health int
		refuses, want  bool
	}{{1, 0, false, true}, {1, 0, true, false}, {1, 100, false, false}, {2, 0, false, false}} {
		s := ouro.NewState(ouro.MustGrid(7, 7))
		for i := range c.snakes {
			s.Snakes[s.AddSnake(s.Grid.At(1, 2*i))].Health = c.health
		}
		solver, err := With(func(set ouro.Setup) (ouro.Solver, error) {
			if len(set.Options) > 0 {
				t.Errorf("it receives the options %v", set.Options)
			}
			if c.refuses {
				return nil, errors.New("no")
			}
			return other, nil
		})(ouro.Setup{Start: s, Options: ouro.Options{{Key: "hash", Value: "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, own := solver.(*hydra); own == c.want {
			t.Errorf("%+v: hydra plays itself: %v", c, own)
		}
		var best ouro.Best
		if _, err := solver.Decide(t.Context(), ouro.Turn{State: s, Best: &best}); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if _, ok := best.Dir(); !ok {
			t.Errorf("%+v: no direction was offered", c)
		}
	}
	one := setup(5, "nosuch=1")
	one.Start.Snakes = one.Start.Snakes[:1]
	one.Start.Snakes[0].Health = 0
	for _, set := range []ouro.Setup{setup(5, "nosuch=1"), one} {
		if s, err := With(nil)(set); err == nil || s != nil {
			t.Errorf("game of %d snakes: an unknown option is accepted", len(set.Start.Snakes))
		}
	}
}

// TestAloneHasNoTable: only a duel has a table, and gets one even if the game began with one
// snake.
func TestAloneHasNoTable(t *testing.T) {
	_, s, _, h := solo(t, "", 7, 1)
	if _, err := h.Decide(t.Context(), ouro.Turn{State: s}); err != nil || h.s.table != nil {
		t.Errorf("hydra has a table for a lone snake: %v; %v", h.s.table != nil, err)
	}
	two := setup(7, "").Start
	turn := ouro.Turn{State: two, Nodes: 500}
	want := decide(t, two, 0, 500)
	if d, err := h.Decide(t.Context(), turn); err != nil || d != want {
		t.Errorf("in the duel hydra decides %v, want %v; %v", d, want, err)
	}
}

// TestAloneOutOfTime: although time runs out in the middle of most decisions, a snake that fills
// less than half of the board dies only of hunger.
func TestAloneOutOfTime(t *testing.T) {
	dice := ouro.NewPCG(4)
	stopped := 0
	for seed := range int64(12) {
		rules, s, food, h := solo(t, ":food=0", 7, seed)
		looping := false // the snake follows a loop on which no food has spawned
		for _, over := rules.Over(s); !over && s.Turn < 1000; _, over = rules.Over(s) {
			var best ouro.Best
			a := &h.lone
			d, err := h.Decide(&ending{t.Context(), dice.Roll(10)}, ouro.Turn{State: s, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			if offered, ok := best.Dir(); !ok || offered != d.Dir {
				t.Errorf("seed %d, turn %d: it offers %v and decides %v", seed, s.Turn, offered, d.Dir)
			}
			if looping && len(a.meal) == 0 && !a.isLoop(&a.current) {
				t.Errorf("seed %d, turn %d: it has left its loop for %v", seed, s.Turn, a.current.way.cells)
			}
			stopped += bit(a.stopped)
			foods := len(s.Food)
			rules.Step(s, []ouro.Dir{d.Dir})
			looping = len(a.meal) == 0 && a.isLoop(&a.current) && len(s.Food) == foods
			rules.Spawn(s, food)
		}
		if sn := &s.Snakes[0]; sn.Cause != ouro.Alive && sn.Cause != ouro.Starved && 2*sn.Body.Len() < s.Grid.Size() {
			t.Errorf("seed %d: %v on turn %d with length %d", seed, sn.Cause, s.Turn, sn.Body.Len())
		}
	}
	if stopped < 300 {
		t.Errorf("time was up only %d times", stopped)
	}
}
