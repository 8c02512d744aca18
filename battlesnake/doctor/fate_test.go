package doctor

import (
	"testing"

	"ouro"
	"ouro/roster"
)

// TestFates compares fates with the rules in thousands of positions. It plays every joint move. If
// the fate of a snake's move is a sure death, the snake must die in every joint move that contains
// its move; if the fate is a possible death, in at least one; and if it is neither, in none.
func TestFates(t *testing.T) {
	kinds := append([]setup{
		{"standard", 5, 5, 4},
		{"wrapped", 3, 3, 2},
		{"wrapped_constrictor", 5, 5, 3},
		{"standard:minfood=12", 5, 5, 4},
		{"royale:shrink=1,damage=40", 7, 7, 3},
		{"wrapped:map=hz_columns,damage=60,food=60", 5, 5, 3},
	}, setups...)
	seen := map[ouro.Cause]int{}
	sure, maybe := 0, 0
	for i, k := range kinds {
		if k.snakes > 4 {
			continue // too many joint moves
		}
		for game := range 3 {
			sc, err := k.begin(ouro.GameSeed(uint64(i), game))
			if err != nil {
				t.Fatal(err)
			}
			s := sc.state
			sc.rules.Spawn(s, sc.dice)
			for _, over := sc.rules.Over(s); !over && s.Turn < 60; _, over = sc.rules.Over(s) {
				for seat := range s.Snakes {
					if s.Snakes[seat].Cause != ouro.Alive {
						continue
					}
					if s.Turn%7 == 3 {
						s.Snakes[seat].Health = 1 + s.Turn%17 // so low that hunger and hazards may kill
					}
				}
				if s.Turn%3 == 0 || s.Turn < 4 {
					for seat := range s.Snakes {
						if s.Snakes[seat].Cause == ouro.Alive {
							n, m := compareFates(t, sc.rules, s, seat, seen)
							sure, maybe = sure+n, maybe+m
						}
					}
				}
				if err := sc.step(t.Context(), s, ouro.NoSeat, 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if sure < 1000 || maybe < 100 || len(seen) < 6 {
		t.Errorf("only %d sure and %d possible deaths, of %v", sure, maybe, seen)
	}
}

func compareFates(t *testing.T, rules ouro.Rules, s *ouro.State, seat int, seen map[ouro.Cause]int) (sure, maybe int) {
	t.Helper()
	moves := make([][]ouro.Dir, len(s.Snakes))
	for other := range s.Snakes {
		switch {
		case other == seat:
			moves[other] = ouro.Dirs[:]
		case s.Snakes[other].Cause != ouro.Alive:
			moves[other] = ouro.Dirs[:1]
		default:
			moves[other] = survivingMoves(rules, s, other)
		}
	}
	var died, lived [4]int
	joint := make([]ouro.Dir, len(s.Snakes))
	next := s.Clone()
	var try func(other int)
	try = func(other int) {
		if other == len(joint) {
			next.CopyFrom(s)
			rules.Step(next, joint)
			if d := joint[seat]; next.Snakes[seat].Cause != ouro.Alive {
				died[d]++
				seen[next.Snakes[seat].Cause]++
			} else {
				lived[d]++
			}
			return
		}
		for _, d := range moves[other] {
			joint[other] = d
			try(other + 1)
		}
	}
	try(0)
	for d, f := range fates(s, seat) {
		if f.sure != (lived[d] == 0) || f.maybe != (died[d] > 0) {
			t.Fatalf("turn %d, seat %d, %v: %+v, but of all joint moves %d kill and %d do not", s.Turn, seat, ouro.Dir(d), f, died[d], lived[d])
		}
		if f.sure {
			sure++
		} else if f.maybe {
			maybe++
		}
	}
	return sure, maybe
}

// survivingMoves returns the moves of a snake that do not kill it before collisions. It plays
// each move to find out. If there is no such move, it returns all moves.
func survivingMoves(rules ouro.Rules, s *ouro.State, seat int) []ouro.Dir {
	var moves []ouro.Dir
	joint := make([]ouro.Dir, len(s.Snakes))
	for _, d := range ouro.Dirs {
		next := s.Clone()
		joint[seat] = d
		rules.Step(next, joint)
		switch next.Snakes[seat].Cause {
		case ouro.HitWall, ouro.Starved, ouro.Burnt:
		default:
			moves = append(moves, d)
		}
	}
	if moves == nil {
		return ouro.Dirs[:]
	}
	return moves
}

// TestScenes: a hundred scenes cover every ruleset and every situation, and each scene fits
// its situation. The scenes are always the same.
func TestScenes(t *testing.T) {
	deal := scenes{seed: 1}
	again := scenes{seed: 1}
	rulesets, wanted := map[string]int{}, map[int]int{}
	for range 100 / turnsPerGame {
		sc, err := deal.deal(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		same, err := again.deal(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if sc.state.Hash() != same.state.Hash() || sc.seat != same.seat || sc.situation != same.situation {
			t.Error("the same seed gives different scenes")
		}
		if _, over := sc.rules.Over(sc.state); over || sc.state.Snakes[sc.seat].Cause != ouro.Alive {
			t.Errorf("%s: the game is over or the snake is dead", sc.title())
		}
		rulesets[sc.game.Rules.Name]++
		wanted[sc.situation]++
		f := fates(sc.state, sc.seat)
		switch situations[sc.situation].name {
		case "health 1, with food beside the head":
			if count(f, func(f fate) bool { return f.cause == ouro.Starved }) == 0 || count(f, fate.lives) == 0 {
				t.Errorf("%s: nothing starves: %+v", sc.title(), f)
			}
		case "a hazard that would kill":
			if count(f, func(f fate) bool { return f.cause == ouro.Burnt }) == 0 || count(f, fate.lives) == 0 {
				t.Errorf("%s: nothing burns: %+v", sc.title(), f)
			}
		}
	}
	for _, r := range roster.Rules() {
		if r.Kind == roster.Battlesnake && rulesets[r.Name] == 0 {
			t.Errorf("no game of %s", r.Name)
		}
	}
	for i, s := range situations {
		if wanted[i] == 0 {
			t.Errorf("no position is %q", s.name)
		}
	}
	t.Log(rulesets, wanted)
}
