package perft_test

import (
	"context"
	"errors"
	"testing"

	"ouro"
	"ouro/rule/classic"
	"ouro/rule/perft"
)

func TestLevelsAgreeWithCounts(t *testing.T) {
	const depth = 5
	for seed := range uint64(60) {
		dice := ouro.NewPCG(seed)
		s := randomPosition(dice, 2+dice.Roll(4), 2+dice.Roll(4))
		if seed%2 == 0 {
			s = perft.Feast(s)
		}
		before := s.Clone()
		levels, err := perft.Levels(context.Background(), classic.Rules{}, s, depth)
		if err != nil || len(levels) != depth {
			t.Fatalf("seed %d: %d levels, %v", seed, len(levels), err)
		}
		if !s.Equal(before) {
			t.Fatalf("seed %d: counting changed the position", seed)
		}
		over := uint64(0)
		for i, l := range levels {
			r := count(t, s, i+1, perft.Options{})
			dead := l.Deaths[ouro.HitWall] + l.Deaths[ouro.HitSelf]
			if l.Nodes != r.Leaves || dead != r.Survivors[0] || l.Over < dead {
				t.Fatalf("seed %d depth %d: %+v, but counted %+v", seed, i+1, l, r)
			}
			if i > 0 && over != r.Ended-count(t, s, i, perft.Options{}).Ended {
				t.Fatalf("seed %d depth %d: %d games were over one level up, counted %+v", seed, i+1, over, r)
			}
			over = l.Over
		}
	}
}

func TestLevelsOfOneStep(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(3, 3))
	s.AddSnake(0)
	s.AddFood(1)
	s.Snakes[0].Health = 7
	levels, err := perft.Levels(context.Background(), classic.Rules{}, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := levels[0]
	if l.Nodes != 4 || l.Over != 2 || l.Deaths[ouro.HitWall] != 2 || l.Eaten != 1 || l.Health != 14 || l.Length != 3 {
		t.Errorf("%+v", l)
	}
}

func TestLevelsErrors(t *testing.T) {
	s := randomPosition(ouro.NewPCG(1), 4, 4)
	if _, err := perft.Levels(context.Background(), classic.Rules{}, s, 0); err == nil || err.Error() != "perft: depth 0: must be at least 1" {
		t.Errorf("depth 0: %v", err)
	}
	g := ouro.MustGrid(20, 20)
	long := ouro.NewState(g)
	long.AddSnake(g.At(10, 10))
	_, err := perft.Levels(&stopping{context.Background(), 3}, classic.Rules{}, perft.Feast(long), 200)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
