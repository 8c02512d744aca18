package battlesnake_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

func anyMoves(s *ouro.State, r *rand.Rand) []ouro.Dir {
	joint := make([]ouro.Dir, len(s.Snakes))
	for seat := range joint {
		joint[seat] = ouro.Dir(r.IntN(4))
		if s.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		if legal := s.Legal(seat); legal != 0 && r.IntN(20) > 0 {
			joint[seat] = legal.At(r.IntN(legal.Len()))
		}
	}
	return joint
}

func inOrder(cells []ouro.Cell) []ouro.Cell { return slices.Sorted(slices.Values(cells)) }

func agrees(a, b *ouro.State) bool {
	for seat := range a.Snakes {
		x, y := &a.Snakes[seat], &b.Snakes[seat]
		if x.Cause != y.Cause || x.Health != y.Health || !slices.Equal(x.Body.Append(nil), y.Body.Append(nil)) {
			return false
		}
	}
	return slices.Equal(inOrder(a.Food), inOrder(b.Food)) && slices.Equal(inOrder(a.Hazards), inOrder(b.Hazards))
}

func eachFollowed(t *testing.T, play func(name string, rules battlesnake.Rules, w, h, snakes int, r *rand.Rand, d ouro.Dice)) {
	t.Helper()
	for i, m := range battlesnake.Maps() {
		for k, set := range battlesnake.Rulesets() {
			for seed := range uint64(4) {
				r := rand.New(rand.NewPCG(seed, uint64(100*i+k)))
				w, h := 7+r.IntN(13), 7+r.IntN(13)
				if r.IntN(2) == 0 {
					h = w
				}
				if n := len(m.Sizes); n > 0 {
					size := m.Sizes[r.IntN(n)]
					w, h = size.W, size.H
				}
				snakes := 1 + r.IntN(min(m.MaxSnakes, 8))
				spec := fmt.Sprintf("%s:map=%s,shrink=%d,food=%d,minfood=%d,damage=3", set.Name, m.Name, 1+r.IntN(12), 5*r.IntN(21), r.IntN(4))
				rules := newRules(t, spec)
				var d ouro.Dice = battlesnake.NewDice(int64(seed))
				// With other dice, the rules read earlier draws from the hazards on the board, which is
				// impossible if both the ruleset and the map add hazards.
				if seed%2 == 1 && (set.Name != "royale" || m.Name == "standard" || m.Name == "royale") {
					d = ouro.NewPCG(seed)
				}
				play(fmt.Sprintf("%s %dx%d %d snakes seed %d", spec, w, h, snakes, seed), rules, w, h, snakes, r, d)
			}
		}
	}
}

// TestFollowsEveryGame: a Follower accepts every turn, with the dice of the official engine and
// with other dice.
func TestFollowsEveryGame(t *testing.T) {
	turns := 0
	eachFollowed(t, func(name string, rules battlesnake.Rules, w, h, snakes int, r *rand.Rand, d ouro.Dice) {
		s, err := rules.Start(w, h, snakes, d)
		if err != nil {
			return // no room
		}
		f := rules.Follow()
		if err := f.Start(s); err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		for range 300 {
			if _, over := rules.Over(s); over {
				return
			}
			was := s.Clone()
			joint := anyMoves(s, r)
			rules.Step(s, joint)
			rules.Step(was, joint)
			rules.Spawn(s, d)
			if err := f.Turn(was, s); err != nil || !agrees(was, s) {
				t.Errorf("%s: turn %d: %v: food %v is %v, %d hazards are %d", name, s.Turn, err, s.Food, was.Food, len(s.Hazards), len(was.Hazards))
				return
			}
			turns++
		}
	})
	if turns < 10000 {
		t.Errorf("%d turns only", turns)
	}
}

// TestFollowsNoForgery: a Follower detects an added or removed hazard in the same turn. It also
// detects food on a body.
func TestFollowsNoForgery(t *testing.T) {
	forgeries := 0
	eachFollowed(t, func(name string, rules battlesnake.Rules, w, h, snakes int, r *rand.Rand, d ouro.Dice) {
		s, err := rules.Start(w, h, snakes, d)
		if err != nil || rules.Map() == "solo_maze" { // a Follower accepts any walls of a new maze
			return
		}
		f := rules.Follow()
		if err := f.Start(s); err != nil {
			t.Fatal(err)
		}
		for range 60 {
			was := s.Clone()
			joint := anyMoves(s, r)
			rules.Step(s, joint)
			rules.Step(was, joint)
			rules.Spawn(s, d)
			if forged, what := forge(s, was, r); forged != nil && !(len(s.Hazards) == len(was.Hazards) && what == "a hazard more" && spreads(rules)) {
				forgeries++
				again := was.Clone()
				if err := f.Fork().Turn(again, forged); err == nil && agrees(again, forged) {
					t.Errorf("%s: turn %d: %s is accepted", name, s.Turn, what)
				}
			}
			if err := f.Turn(was, s); err != nil {
				t.Fatal(err)
			}
		}
	})
	if forgeries < 1000 {
		t.Errorf("%d forgeries only", forgeries)
	}
}

func spreads(rules battlesnake.Rules) bool {
	return slices.Contains([]string{"hz_scatter", "hz_spiral", "hz_expand_box", "hz_expand_scatter", "hz_grow_box"}, rules.Map())
}

// forge returns s with one impossible change, and the name of the change.
func forge(s, was *ouro.State, r *rand.Rand) (*ouro.State, string) {
	forged := s.Clone()
	c := ouro.Cell(r.IntN(s.Grid.Size()))
	switch r.IntN(3) {
	case 0:
		forged.AddHazard(c)
		return forged, "a hazard more"
	case 1:
		if len(s.Hazards) == 0 || len(s.Hazards) != len(was.Hazards) {
			return nil, ""
		}
		forged.RemoveHazard(s.Hazards[r.IntN(len(s.Hazards))])
		return forged, "a hazard less"
	default:
		if s.Segments(c) == 0 || s.HasFood(c) {
			return nil, ""
		}
		forged.AddFood(c)
		return forged, "food under a snake"
	}
}
