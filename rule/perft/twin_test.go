package perft_test

import (
	"testing"

	"ouro"
	"ouro/rule/classic"
	"ouro/rule/perft"
)

func randomPosition(dice ouro.Dice, w, h int) *ouro.State {
	var rules classic.Rules
	s := ouro.NewState(ouro.MustGrid(w, h))
	for c := range ouro.Cell(w * h) {
		if dice.Roll(8) == 0 {
			s.SetTerrain(c, ouro.Wall)
		}
	}
	for {
		if c := ouro.Cell(dice.Roll(w * h)); s.Free(c) {
			s.AddSnake(c)
			break
		}
		s.SetTerrain(ouro.Cell(dice.Roll(w*h)), ouro.Open)
	}
	rules.Spawn(s, dice)
	for range dice.Roll(40) {
		if _, over := rules.Over(s); over {
			break
		}
		legal := s.Legal(0)
		rules.Step(s, []ouro.Dir{legal.At(dice.Roll(legal.Len()))})
		rules.Spawn(s, dice)
	}
	return s
}

// brute counts in the simplest way: it clones every position. It finds the results of chance with
// scripts of rolls, which it lengthens when rolls are missing.
func brute(rules ouro.Rules, s *ouro.State, depth int, chance bool, r *perft.Result) {
	if depth == 0 {
		var alive perft.Seats
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause == ouro.Alive {
				alive |= 1 << seat
			}
		}
		r.Add(perft.Result{Leaves: 1, Survivors: map[perft.Seats]uint64{alive: 1}})
		return
	}
	if _, over := rules.Over(s); over {
		r.Ended++
		return
	}
	for _, joint := range joints(s, 0) {
		next := s.Clone()
		rules.Step(next, joint)
		for _, spawned := range spawns(rules, next, nil, chance) {
			r.Nodes++
			brute(rules, spawned, depth-1, chance, r)
		}
	}
}

func joints(s *ouro.State, seat int) (all [][]ouro.Dir) {
	if seat == len(s.Snakes) {
		return [][]ouro.Dir{make([]ouro.Dir, seat)}
	}
	for _, rest := range joints(s, seat+1) {
		for _, d := range ouro.Dirs {
			joint := append([]ouro.Dir(nil), rest...)
			if joint[seat] = d; s.Snakes[seat].Cause != ouro.Alive {
				return append(all, rest)
			}
			all = append(all, joint)
		}
	}
	return all
}

// script implements dice that roll fixed numbers, and then panic with the number of sides.
type script []int

func (sc *script) Roll(n int) int {
	if len(*sc) == 0 {
		panic(n)
	}
	v := (*sc)[0]
	*sc = (*sc)[1:]
	return v
}

// spawns returns the positions that Spawn can make of s if the dice begin with these rolls.
func spawns(rules ouro.Rules, s *ouro.State, rolls []int, chance bool) (all []*ouro.State) {
	if !chance {
		return []*ouro.State{s}
	}
	next := s.Clone()
	sides := func() (sides int) {
		defer func() {
			if missing := recover(); missing != nil {
				sides = missing.(int)
			}
		}()
		sc := script(append([]int(nil), rolls...))
		rules.Spawn(next, &sc)
		return 0
	}()
	if sides == 0 {
		return []*ouro.State{next}
	}
	for v := range sides {
		all = append(all, spawns(rules, s, append(rolls[:len(rolls):len(rolls)], v), true)...)
	}
	return all
}

func TestCountAgreesWithBruteForce(t *testing.T) {
	for seed := range uint64(60) {
		dice := ouro.NewPCG(seed)
		s := randomPosition(dice, 2+dice.Roll(3), 2+dice.Roll(3))
		before := s.Clone()
		for _, chance := range []bool{false, true} {
			for depth := range 5 {
				var want perft.Result
				brute(classic.Rules{}, s, depth, chance, &want)
				if got := count(t, s, depth, perft.Options{Chance: chance}); !equal(got, want) {
					t.Fatalf("seed %d chance %v depth %d: %+v, want %+v", seed, chance, depth, got, want)
				}
			}
		}
		if !s.Equal(before) {
			t.Fatalf("seed %d: counting changed the position", seed)
		}
	}
}

func TestSymmetry(t *testing.T) {
	for seed := range uint64(40) {
		dice := ouro.NewPCG(seed)
		s := randomPosition(dice, 2+dice.Roll(6), 2+dice.Roll(6))
		for _, o := range []perft.Options{{}, {Chance: true}} {
			want := count(t, s, 5, o)
			for image := 1; image < 8; image++ {
				if got := count(t, imageOf(s, image), 5, o); !equal(got, want) {
					t.Fatalf("seed %d %+v image %d: %+v, want %+v", seed, o, image, got, want)
				}
			}
		}
	}
}

// imageOf returns an image of the board: bits 0 and 1 of image mirror it, bit 2 swaps columns
// and rows.
func imageOf(s *ouro.State, image int) *ouro.State {
	w, h := s.Grid.W, s.Grid.H
	if image&4 != 0 {
		w, h = h, w
	}
	g := ouro.MustGrid(w, h)
	to := func(c ouro.Cell) ouro.Cell {
		x, y := s.Grid.XY(c)
		if image&1 != 0 {
			x = s.Grid.W - 1 - x
		}
		if image&2 != 0 {
			y = s.Grid.H - 1 - y
		}
		if image&4 != 0 {
			x, y = y, x
		}
		return g.At(x, y)
	}
	m := ouro.NewState(g)
	for c := range ouro.Cell(s.Grid.Size()) {
		m.SetTerrain(to(c), s.Terrain(c))
	}
	for i := range s.Snakes {
		var cells []ouro.Cell
		for _, c := range s.Snakes[i].Body.Append(nil) {
			cells = append(cells, to(c))
		}
		m.AddSnake(cells...)
		m.Snakes[i].Hunger, m.Snakes[i].Cause = s.Snakes[i].Hunger, s.Snakes[i].Cause
	}
	for _, c := range s.Food {
		m.AddFood(to(c))
	}
	return m
}
