package battlesnake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

func someSize(m battlesnake.Map, dice ouro.Dice) (w, h int) {
	if len(m.Sizes) > 0 {
		z := m.Sizes[dice.Roll(len(m.Sizes))]
		return z.W, z.H
	}
	return m.MinSide + 2 + dice.Roll(10), m.MinSide + 2 + dice.Roll(10)
}

func someSnakes(m battlesnake.Map, w, h int, dice ouro.Dice) int {
	return 1 + dice.Roll(min(m.MaxSnakes, w*h/2-2))
}

func everyGame(t *testing.T, visit func(name string, rules battlesnake.Rules, s *ouro.State, dice ouro.Dice, moves *ouro.PCG)) {
	t.Helper()
	seed := uint64(0)
	for _, ruleset := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			for _, kind := range []string{"official", "others"} {
				seed++
				moves := ouro.NewPCG(seed)
				var dice ouro.Dice = battlesnake.NewDice(int64(seed))
				if kind == "others" {
					dice = ouro.NewPCG(seed)
				}
				w, h := someSize(m, moves)
				n := someSnakes(m, w, h, moves)
				name := fmt.Sprintf("%s on %s, %s dice, %dx%d, %d snakes", ruleset.Name, m.Name, kind, w, h, n)
				rules := newRules(t, fmt.Sprintf("%s:map=%s,shrink=%d", ruleset.Name, m.Name, 1+moves.Roll(12)))
				s, err := rules.Start(w, h, n, dice)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				visit(name, rules, s, dice, moves)
			}
		}
	}
}

func randomMoves(s *ouro.State, joint []ouro.Dir, dice ouro.Dice) {
	for seat := range joint {
		joint[seat] = ouro.NoDir
		if s.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		joint[seat] = ouro.Up
		if legal := s.Legal(seat); legal != 0 {
			joint[seat] = legal.At(dice.Roll(legal.Len()))
		}
	}
}

// TestEveryGame plays every ruleset on every map to the end. It checks every position and
// the food and hazards that Spawn adds.
func TestEveryGame(t *testing.T) {
	games, turns := 0, 0
	everyGame(t, func(name string, rules battlesnake.Rules, s *ouro.State, dice ouro.Dice, moves *ouro.PCG) {
		games++
		joint := make([]ouro.Dir, len(s.Snakes))
		checkCells(t, s)
		start := s.Clone()
		rules.Spawn(s, dice)
		if !s.Equal(start) {
			t.Errorf("%s: Spawn before the first move changed the board", name)
		}
		var moved ouro.State
		for s.Turn < 150 {
			if _, over := rules.Over(s); over {
				break
			}
			randomMoves(s, joint, moves)
			rules.Step(s, joint)
			moved.CopyFrom(s)
			rules.Spawn(s, dice)
			checkCells(t, s)
			if rules.Map() != "solo_maze" {
				checkSpawn(t, name, &moved, s)
			}
			turns++
		}
	})
	if games != 2*6*25 || turns < 3000 {
		t.Errorf("%d games of %d turns together", games, turns)
	}
}

// checkSpawn checks that Spawn changed only hazards and food, and added food only on free
// cells.
func checkSpawn(t *testing.T, name string, before, after *ouro.State) {
	t.Helper()
	if !slices.Equal(after.Food[:len(before.Food)], before.Food) {
		t.Fatalf("%s turn %d: food was moved", name, after.Turn)
	}
	for _, c := range after.Food[len(before.Food):] {
		if !before.Free(c) {
			t.Fatalf("%s turn %d: food on the occupied cell %d", name, after.Turn, c)
		}
	}
	for seat := range after.Snakes {
		if !slices.Equal(after.Snakes[seat].Body.Append(nil), before.Snakes[seat].Body.Append(nil)) {
			t.Fatalf("%s turn %d: seat %d was moved", name, after.Turn, seat)
		}
	}
}

// TestSameSeedSameGame: a seed gives the same game even with dice that were used before,
// and whatever is drawn between two turns.
func TestSameSeedSameGame(t *testing.T) {
	everyGame(t, func(name string, rules battlesnake.Rules, s *ouro.State, dice ouro.Dice, moves *ouro.PCG) {
		seeded, ok := dice.(*battlesnake.Dice)
		if !ok {
			return
		}
		again, err := rules.Start(s.Grid.W, s.Grid.H, len(s.Snakes), seeded)
		if err != nil || !again.Equal(s) {
			t.Fatalf("%s: a second start differs: %v", name, err)
		}
		joint := make([]ouro.Dir, len(s.Snakes))
		for s.Turn < 50 {
			if _, over := rules.Over(s); over {
				break
			}
			randomMoves(s, joint, moves)
			rules.Step(s, joint)
			rules.Step(again, joint)
			rules.Spawn(s, seeded)
			seeded.Reseed(3)
			seeded.Ranks(400, 7)
			rules.Spawn(again, seeded)
			if !again.Equal(s) || again.Hash() != s.Hash() {
				t.Fatalf("%s turn %d: the same dice differ", name, s.Turn)
			}
		}
	})
}

// TestNothingAllocates: Step and Spawn do not allocate after food and hazards have reached
// their largest numbers.
func TestNothingAllocates(t *testing.T) {
	everyGame(t, func(name string, rules battlesnake.Rules, start *ouro.State, dice ouro.Dice, moves *ouro.PCG) {
		s := start.Clone()
		joint := make([]ouro.Dir, len(s.Snakes))
		turn := func() {
			if _, over := rules.Over(s); over || s.Turn > 60 {
				s.CopyFrom(start)
			}
			randomMoves(s, joint, moves)
			rules.Step(s, joint)
			rules.Spawn(s, dice)
		}
		for range 130 {
			turn()
		}
		if n := testing.AllocsPerRun(65, turn); n != 0 {
			t.Errorf("%s: %v allocations a turn", name, n)
		}
	})
}

func TestOver(t *testing.T) {
	for _, test := range []struct {
		rules   string
		snakes  int
		dead    []int
		ending  ouro.Ending
		winner  int
		playing bool
	}{
		{"standard", 2, nil, ouro.Unfinished, -1, true},
		{"standard", 2, []int{0}, ouro.Won, 1, false},
		{"standard", 2, []int{0, 1}, ouro.Drawn, -1, false},
		{"standard", 3, []int{1}, ouro.Unfinished, -1, true},
		{"standard", 1, nil, ouro.Unfinished, -1, true},
		{"standard", 1, []int{0}, ouro.Died, -1, false},
		{"solo", 1, nil, ouro.Unfinished, -1, true},
		{"solo", 1, []int{0}, ouro.Died, -1, false},
		{"solo", 2, []int{0}, ouro.Unfinished, -1, true},
		{"solo", 2, []int{0, 1}, ouro.Died, -1, false},
		{"wrapped_constrictor", 4, []int{0, 1, 3}, ouro.Won, 2, false},
	} {
		rules := newRules(t, test.rules)
		s, err := rules.Start(11, 11, test.snakes, battlesnake.NewDice(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range test.dead {
			s.Kill(seat, ouro.HitWall)
		}
		outcome, over := rules.Over(s)
		if outcome != (ouro.Outcome{Ending: test.ending, Winner: test.winner}) || over == test.playing {
			t.Errorf("%+v: %+v, %v", test, outcome, over)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"squad":                           `unknown ruleset "squad" (known: standard, solo, royale, constrictor, wrapped, wrapped_constrictor)`,
		"standard:map=hz_rin":             `unknown map "hz_rin"; did you mean hz_rings? (known: arcade_maze, empty, `,
		"standard:foods=1":                `unknown option "foods" (known: map, food, minfood, damage, shrink)`,
		"standard:food=101":               "option food=101: want a whole number from 0 to 100",
		"standard:damage=x":               "option damage=x: want a whole number from -1000 to 1000",
		"royale:shrink=0":                 "shrink=0: royale needs a number of turns of at least 1",
		"standard:map=royale,shrink=0":    "shrink=0: royale needs a number of turns of at least 1",
		"standard:map=royale,shrink=-1":   "option shrink=-1: want a whole number from 0 to 1000000",
		"standard:minfood=1,minfood=2":    "",
		"wrapped:map=hz_spiral,minfood=0": "",
	} {
		spec, err := ouro.ParseSpec(text)
		if err == nil {
			_, err = battlesnake.New(spec.Name, spec.Options)
		} else if want == "" {
			continue
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"standard 1x5 1":       "board 1x5: the map standard allows 2x2 to 25x25",
		"standard 26x5 1":      "board 26x5: the map standard allows 2x2 to 25x25",
		"standard 11x11 17":    "17 snakes: the map standard allows 1 to 16",
		"standard 11x11 0":     "0 snakes: the map standard allows 1 to 16",
		"standard 3x3 9":       "map standard: board 3x3: no room for 9 snakes; the limit here is 4",
		"solo_maze 11x11 2":    "2 snakes: the map solo_maze allows 1",
		"healing_pools 9x9 2":  "board 9x9: the map healing_pools allows 7x7, 11x11, 19x19",
		"hz_castle_wall 7x7 2": "board 7x7: the map hz_castle_wall allows 11x11",
		"hz_rings 3x9 1":       "board 3x9: the map hz_rings allows 4x4 to 25x25",
		"standard 2x2 1":       "",
		"standard 25x25 16":    "",
	} {
		var name string
		var w, h, n int
		if _, err := fmt.Sscanf(text, "%s %dx%d %d", &name, &w, &h, &n); err != nil {
			t.Fatal(err)
		}
		_, err := newRules(t, "standard:map="+name).Start(w, h, n, battlesnake.NewDice(1))
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// TestEveryBoard sets up every board from 2x2 to 25x25, with as many snakes as it has room
// for.
func TestEveryBoard(t *testing.T) {
	boards := 0
	for _, m := range battlesnake.Maps() {
		rules := newRules(t, "standard:map="+m.Name)
		for w := 1; w <= battlesnake.MaxSide+1; w++ {
			for h := 1; h <= battlesnake.MaxSide+1; h++ {
				n := 1 + (w*7+h)%m.MaxSnakes
				s, err := rules.Start(w, h, n, battlesnake.NewDice(int64(w*h)))
				if err == nil {
					boards++
					checkCells(t, s)
				} else if !strings.Contains(err.Error(), "allows") && !strings.Contains(err.Error(), "no room") {
					t.Errorf("%s %dx%d, %d snakes: %v", m.Name, w, h, n, err)
				}
			}
		}
	}
	if boards < 6000 {
		t.Errorf("%d boards", boards)
	}
}
