package hydra

import (
	"context"
	"errors"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// solo is a game of one snake.
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

// TestAloneCanGoOn: wherever it sees a way to its tail, that way and then the loop
// can be walked by the rules, twice around the board, if no food falls: whatever lies
// on it is eaten.
func TestAloneCanGoOn(t *testing.T) {
	walked := 0
	for seed := range int64(12) {
		rules, s, dice, h := solo(t, "", 5+int(seed%4), seed)
		for _, over := rules.Over(s); !over; _, over = rules.Over(s) {
			d, err := h.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if s.Turn%7 == 0 && h.alone.closes(&h.alone.now) {
				walked++
				walk(t, rules, s.Clone(), &h.alone)
			}
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
		}
	}
	if walked < 500 {
		t.Errorf("only %d ways were walked", walked)
	}
}

// walk goes along the way, and then on around the loop.
func walk(t *testing.T, rules battlesnake.Rules, s *ouro.State, a *alone) {
	t.Helper()
	from, l := s.String(), &a.later
	l.copyFrom(&a.now)
	for range 2 * s.Grid.Size() {
		d, ok := s.Grid.DirTo(l.body[0], l.way[0])
		if !ok {
			t.Fatalf("%s: the way jumps", from)
		}
		a.step(l, l.way[0])
		s.Snakes[0].Health = 100
		rules.Step(s, []ouro.Dir{d})
		if s.Snakes[0].Cause != ouro.Alive {
			t.Fatalf("%s: %v on turn %d of the loop", from, s.Snakes[0].Cause, s.Turn)
		}
	}
}

// TestAloneLives: where there is one food at a time, no snake that fills less than
// half of the board dies.
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

// TestAloneEatsLate: in a loop beside food it goes round until it is hungry.
func TestAloneEatsLate(t *testing.T) {
	for health, want := range map[int]ouro.Dir{100: ouro.Up, 50: ouro.Up, 6: ouro.Up, 1: ouro.Right} {
		s := ouro.NewState(ouro.MustGrid(7, 7))
		at := s.Grid.At
		s.Snakes[s.AddSnake(at(3, 2), at(2, 2), at(2, 3), at(3, 3))].Health = health
		s.AddFood(at(4, 2))
		h, err := newHydra(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		d, err := h.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil || d.Dir != want {
			t.Errorf("health %d: %v, want %v (%v)", health, d.Dir, want, err)
		}
	}
}

// TestWith: the other solver gets the games of one snake without health, if it can
// play them, and none of hydra's options.
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
				t.Errorf("it is told the options %v", set.Options)
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
			t.Errorf("%+v: nothing is offered", c)
		}
	}
	if s, err := With(nil)(setup(5, "nosuch=1")); err == nil || s != nil {
		t.Error("an unknown option is passed over")
	}
}
