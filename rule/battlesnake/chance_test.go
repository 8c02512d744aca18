package battlesnake_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// script implements dice with fixed results. After the last one, all results are 0.
type script []int

func (sc *script) Roll(n int) int {
	if len(*sc) == 0 {
		return 0
	}
	v := (*sc)[0]
	*sc = (*sc)[1:]
	if v >= n {
		panic(fmt.Sprintf("the script shows %d of %d sides", v, n))
	}
	return v
}

// TestScriptedFood: the dice give the rank of the cell on which food appears. Ranks count, column
// by column, the cells that are neither occupied nor beside a head.
func TestScriptedFood(t *testing.T) {
	rules := newRules(t, "standard:minfood=0")
	g := ouro.MustGrid(5, 4)
	start := ouro.NewState(g)
	start.AddSnake(g.At(1, 1), g.At(1, 0), g.At(0, 0))
	start.AddSnake(g.At(4, 3), g.At(4, 3), g.At(4, 3))
	start.AddSnake(g.At(3, 0), g.At(2, 0)) // a dead snake, which occupies no cell
	start.Kill(2, ouro.HitSelf)
	start.AddFood(g.At(4, 0))
	start.AddHazard(g.At(2, 2))
	start.Turn = 5
	want := []point{{0, 2}, {0, 3}, {1, 3}, {2, 0}, {2, 2}, {2, 3}, {3, 0}, {3, 1}, {3, 2}, {4, 1}}
	for rank, p := range want {
		s := start.Clone()
		rules.Spawn(s, &script{99, rank})
		if len(s.Food) != 2 || s.Food[1] != g.At(p[0], p[1]) {
			t.Errorf("rank %d: food %v, want %v", rank, points(g, s.Food), p)
		}
	}
	none := start.Clone()
	rules.Spawn(none, &script{85}) // 100-85 is not below 15
	if len(none.Food) != 1 {
		t.Errorf("food %v without a chance", points(g, none.Food))
	}
	func() {
		defer func() { _ = recover() }()
		rules.Spawn(start.Clone(), &script{99, len(want)})
		t.Errorf("there are more than %d places", len(want))
	}()
	full := start.Clone()
	newRules(t, "standard:minfood=600").Spawn(full, &script{})
	if len(full.Food) != 1+len(want) {
		t.Errorf("%d food on a board with room for %d", len(full.Food), 1+len(want))
	}
}

// TestFoodIsFair: both kinds of dice add food as often, and as evenly, as the rules
// require.
func TestFoodIsFair(t *testing.T) {
	rules := newRules(t, "standard:food=41,minfood=0")
	g := ouro.MustGrid(5, 5)
	start := ouro.NewState(g)
	start.AddSnake(g.At(0, 0), g.At(0, 0), g.At(0, 0))
	const turns, places = 40_000, 22
	for name, dice := range map[string]ouro.Dice{"official": battlesnake.NewDice(5), "others": ouro.NewPCG(5)} {
		count := map[ouro.Cell]int{}
		total := 0
		s := start.Clone()
		for turn := 1; turn <= turns; turn++ {
			s.CopyFrom(start)
			s.Turn = turn
			rules.Spawn(s, dice)
			for _, c := range s.Food {
				count[c]++
				total++
			}
		}
		if want := 0.40 * turns; math.Abs(float64(total)-want) > 4*math.Sqrt(want*0.6) {
			t.Errorf("%s: %d food in %d turns, want about %v", name, total, turns, want)
		}
		chi2, want := 0.0, float64(total)/places
		for _, n := range count {
			chi2 += (float64(n) - want) * (float64(n) - want) / want
		}
		if len(count) != places || chi2 > 55 { // the chance of a larger chi2 is 1 in 10,000 with 21 degrees of freedom
			t.Errorf("%s: %d places, chi square %v", name, len(count), chi2)
		}
	}
}

// TestRoyaleByOtherDice: with dice that cannot repeat draws, royale shrinks equally often
// from every side.
func TestRoyaleByOtherDice(t *testing.T) {
	sides := [4]int{}
	for seed := range uint64(300) {
		rules := newRules(t, []string{"royale:shrink=7", "standard:map=royale,shrink=7"}[seed%2])
		dice := ouro.NewPCG(seed)
		s, err := rules.Start(9, 12, 2, dice)
		if err != nil {
			t.Fatal(err)
		}
		for s.Turn < 7*8 {
			s.Turn++
			rules.Spawn(s, dice)
			left, right, bottom, top := margins(s)
			if sum := left + right + bottom + top; sum != s.Turn/7 {
				t.Fatalf("seed %d turn %d: %d sides moved", seed, s.Turn, sum)
			}
			if inside := (9 - left - right) * (12 - bottom - top); len(s.Hazards) != 9*12-inside {
				t.Fatalf("seed %d turn %d: %d hazards outside of %d cells", seed, s.Turn, len(s.Hazards), inside)
			}
		}
		left, right, bottom, top := margins(s)
		for i, n := range []int{left, right, bottom, top} {
			sides[i] += n
		}
	}
	for i, n := range sides { // 2400 in all, so 600 for each side with a deviation of 21
		if n < 510 || n > 690 {
			t.Errorf("side %d moved %d times of %v", i, n, sides)
		}
	}
}

func margins(s *ouro.State) (left, right, bottom, top int) {
	g := s.Grid
	minX, maxX, minY, maxY := g.W, -1, g.H, -1
	for c := range ouro.Cell(g.Size()) {
		if s.Hazard(c) == 0 {
			x, y := g.XY(c)
			minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
		}
	}
	return minX, g.W - 1 - maxX, minY, g.H - 1 - maxY
}

func TestRoyaleByScript(t *testing.T) {
	rules := newRules(t, "royale:food=0,minfood=0,shrink=1")
	s, err := rules.Start(6, 5, 1, ouro.NewPCG(1))
	if err != nil {
		t.Fatal(err)
	}
	sc := script{0, 3, 1, 2, 2, 0, 0, 1, 1, 1}
	want := [][4]int{{1, 0, 0, 0}, {1, 0, 0, 1}, {1, 1, 0, 1}, {1, 1, 1, 1}, {1, 1, 2, 1}, {2, 1, 2, 1}, {3, 1, 2, 1}, {3, 2, 2, 1}}
	for i, w := range want {
		s.Turn++
		rules.Spawn(s, &sc)
		left, right, bottom, top := margins(s)
		if got := [4]int{left, right, bottom, top}; got != w {
			t.Fatalf("turn %d: margins %v, want %v", i+1, got, w)
		}
	}
	for range 4 {
		s.Turn++
		rules.Spawn(s, &sc)
		if len(s.Hazards) != 30 {
			t.Fatalf("turn %d: %d hazards, want all cells", s.Turn, len(s.Hazards))
		}
	}
}

// TestFillingMaps: maps that fill the board fill each cell once, with any dice. On maps with a box
// of hazards, the hazards form a box in every turn.
func TestFillingMaps(t *testing.T) {
	for _, name := range []string{"hz_scatter", "hz_spiral", "hz_expand_box", "hz_expand_scatter", "hz_grow_box"} {
		rules := newRules(t, "standard:food=0,minfood=0,map="+name)
		for seed := range uint64(30) {
			sizes := ouro.NewPCG(seed)
			w, h := 4+sizes.Roll(5), 4+sizes.Roll(5)
			for kind, dice := range map[string]ouro.Dice{"official": battlesnake.NewDice(int64(seed)), "others": ouro.NewPCG(seed)} {
				s, err := rules.Start(w, h, 1, dice)
				if err != nil {
					t.Fatal(err)
				}
				for s.Turn < 900 {
					s.Turn++
					rules.Spawn(s, dice)
					if b := bounds(s); name == "hz_grow_box" && len(s.Hazards) != b {
						t.Fatalf("%s %dx%d %s dice seed %d turn %d: %d hazards in a box of %d", name, w, h, kind, seed, s.Turn, len(s.Hazards), b)
					}
				}
				checkCells(t, s)
				if got := points(s.Grid, s.Hazards); len(got) != w*h || len(slices.Compact(got)) != w*h {
					t.Fatalf("%s %dx%d %s dice seed %d: %d hazards", name, w, h, kind, seed, len(s.Hazards))
				}
			}
		}
	}
}

func bounds(s *ouro.State) int {
	minX, maxX, minY, maxY := s.Grid.W, -1, s.Grid.H, -1
	for _, c := range s.Hazards {
		x, y := s.Grid.XY(c)
		minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
	}
	return max(0, maxX-minX+1) * max(0, maxY-minY+1)
}

// TestSoloMaze: with each food of solo_maze, the snake becomes longer by one and the maze wider. In
// the last levels the food flees.
func TestSoloMaze(t *testing.T) {
	rules := newRules(t, "solo:map=solo_maze")
	for seed := range int64(20) {
		dice := battlesnake.NewDice(seed)
		s, err := rules.Start(19, 19, 1, dice)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 40 {
			sn := &s.Snakes[0]
			side := min(7+level, 17)
			corner := point{(19 - side) / 2, (19 - side) / 2}
			below := point{corner[0], corner[1] - 1}
			if got := body(s.Grid, sn); got[0] != corner || len(got) != 3+level || got[1] != below || got[len(got)-1] != below {
				t.Fatalf("seed %d level %d: body %v", seed, level, got)
			}
			checkCells(t, s)
			if len(s.Food) != 1 || s.Hazard(s.Food[0]) != 0 || s.Grid.Distance(s.Food[0], sn.Body.Head()) < min(5, side/2) {
				t.Fatalf("seed %d level %d: food %v", seed, level, points(s.Grid, s.Food))
			}
			flees := level-5 > 17-7
			beside := s.Grid.At(corner[0]+1, corner[1])
			s.RemoveFood(s.Food[0])
			s.AddFood(beside)
			s.Turn++
			rules.Spawn(s, dice)
			if fled := s.Food[0] != beside; fled != flees {
				t.Fatalf("seed %d level %d: food beside the head, fled: %v", seed, level, fled)
			}
			s.RemoveFood(s.Food[0])
			s.Turn++
			rules.Spawn(s, dice)
		}
	}
}

// TestSnailTrails: a trail has as many layers as the snake had segments, and loses a layer each
// turn. No trail appears on a cell that a head enters in the same turn.
func TestSnailTrails(t *testing.T) {
	rules := newRules(t, "standard:map=snail_mode,food=0,minfood=0")
	g := ouro.MustGrid(9, 9)
	s := ouro.NewState(g)
	s.AddSnake(g.At(3, 1), g.At(2, 1), g.At(1, 1))
	s.AddSnake(g.At(0, 1), g.At(0, 2), g.At(0, 3), g.At(0, 4))
	s.AddFood(g.At(4, 1))
	for seat := range s.Snakes {
		s.Snakes[seat].Health = 100
	}
	dice := ouro.NewPCG(1)
	move := func(joint ...ouro.Dir) {
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
	layers := func(x, y int) int { return s.Hazard(g.At(x, y)) }
	move(ouro.Right, ouro.Right) // the first snake eats; the second moves to where the tail of the first was
	if layers(1, 1) != 0 || layers(0, 4) != 4 {
		t.Errorf("after a move: %v", points(g, s.Hazards))
	}
	move(ouro.Right, ouro.Up) // the tail of the first stays
	if layers(2, 1) != 0 || layers(0, 4) != 3 || layers(0, 3) != 4 {
		t.Errorf("after two: %v", points(g, s.Hazards))
	}
	move(ouro.Right, ouro.Up)
	if layers(2, 1) != 4 || layers(0, 4) != 2 || layers(0, 3) != 3 || layers(0, 2) != 4 || len(s.Hazards) != 13 {
		t.Errorf("after three: %v", points(g, s.Hazards))
	}
}
