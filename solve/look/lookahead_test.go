package look_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/field/fieldtest"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/look"
)

func start(tb testing.TB, w, h int, seed uint64) play.Deal {
	tb.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		tb.Fatal(err)
	}
	dice := ouro.GameDice(seed)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		tb.Fatal(err)
	}
	return play.Deal{Rules: classic.Rules{}, Start: s, Dice: dice}
}

func lookahead(tb testing.TB, s *ouro.State, seed uint64, o ouro.Options) ouro.Solver {
	tb.Helper()
	solver, err := look.Lookahead(ouro.Setup{Rules: classic.Rules{}, Start: s, Seed: seed, Options: o})
	if err != nil {
		tb.Fatal(err)
	}
	return solver
}

// plain is the tutorial's snake and its food, as plain lists of cells.
type plain struct {
	g    *ouro.Grid
	body []ouro.Cell // head first
	food ouro.Cell
}

// distances returns the distances from a cell to all others, over cells that are neither in
// the body nor in obstacles. The start itself may be in either.
func (p *plain) distances(from ouro.Cell, obstacles ...ouro.Cell) map[ouro.Cell]int {
	blocked := map[ouro.Cell]bool{}
	for _, c := range append(append([]ouro.Cell{}, p.body...), obstacles...) {
		blocked[c] = true
	}
	at := map[ouro.Cell]int{from: 0}
	for queue := []ouro.Cell{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range p.g.Neighbours(queue[0]) {
			if _, seen := at[n]; n != ouro.NoCell && !seen && !blocked[n] {
				at[n] = at[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	return at
}

func (p *plain) towards() (best ouro.Dir, ok bool) {
	at := p.distances(p.food)
	nearest := 1 << 30
	for _, d := range ouro.Dirs {
		if steps, reached := at[p.g.Next(p.body[0], d)]; reached && steps < nearest && p.g.Next(p.body[0], d) != ouro.NoCell {
			best, nearest, ok = d, steps, true
		}
	}
	return best, ok
}

// decide follows the tutorial's rule, step by step: send a virtual snake and check whether it
// can reach its tail; otherwise follow the tail the longest way; otherwise take any step.
func (p *plain) decide() (ouro.Dir, string) {
	if first, ok := p.towards(); ok {
		virtual := plain{p.g, append([]ouro.Cell{}, p.body...), p.food}
		for virtual.body[0] != p.food {
			d, _ := virtual.towards()
			next := p.g.Next(virtual.body[0], d)
			virtual.body = append([]ouro.Cell{next}, virtual.body...)
			if next != p.food {
				virtual.body = virtual.body[:len(virtual.body)-1]
			}
		}
		head, tail := virtual.body[0], virtual.body[len(virtual.body)-1]
		beside := p.g.Distance(head, tail) == 1
		virtual.body = virtual.body[:len(virtual.body)-1]
		if !beside || len(virtual.body)+1 <= 3 {
			at := virtual.distances(tail)
			for _, n := range p.g.Neighbours(head) {
				if _, ok := at[n]; ok && n != ouro.NoCell {
					return first, "eat"
				}
			}
		}
	}
	tail := p.body[len(p.body)-1]
	at := p.distances(tail, p.food)
	best, farthest, found := ouro.Up, 0, false
	for _, d := range ouro.Dirs {
		if steps := at[p.g.Next(p.body[0], d)]; steps > farthest {
			best, farthest, found = d, steps, true
		}
	}
	if found {
		return best, "follow"
	}
	return 0, "any"
}

func TestAgainstTutorial(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(12) {
		size := [][2]int{{6, 6}, {5, 4}, {8, 7}}[seed%3]
		deal := start(t, size[0], size[1], seed)
		solver := lookahead(t, deal.Start, seed, nil)
		s := deal.Start
		deal.Rules.Spawn(s, deal.Dice)
		for s.Turn < 1500 {
			if _, over := deal.Rules.Over(s); over {
				break
			}
			p := plain{s.Grid, s.Snakes[0].Body.Append(nil), s.Food[0]}
			want, why := p.decide()
			got, err := solver.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if counts[why]++; why != "any" && got.Dir != want {
				t.Fatalf("seed %d turn %d: %v, the tutorial says %s and goes %v; body %v food %d", seed, s.Turn, got.Dir, why, want, p.body, p.food)
			}
			deal.Rules.Step(s, []ouro.Dir{got.Dir})
			deal.Rules.Spawn(s, deal.Dice)
		}
	}
	for _, why := range []string{"eat", "follow", "any"} {
		if counts[why] == 0 {
			t.Errorf("no decision to %s: %v", why, counts)
		}
	}
}

// TestLoops: most published games that loop repeat a position without a meal in between, so
// they would continue for ever. With breakloops, nearly all of these games end in another
// way.
func TestLoops(t *testing.T) {
	loops, forever, broken := 0, 0, 0
	for seed := range uint64(25) {
		deal := start(t, 10, 10, seed)
		g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{lookahead(t, deal.Start, seed, nil)}})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		returned := false
		for {
			outcome, over := g.Over()
			if over {
				if outcome.Ending == ouro.Looped {
					loops++
					if returned {
						forever++
					}
					if !loopsWithBreaker(t, seed) {
						broken++
					}
				}
				break
			}
			body := &g.State().Snakes[0].Body
			if g.State().Snakes[0].Hunger == 0 {
				clear(seen)
				returned = false
			}
			position := fmt.Sprint(body.Append(nil))
			returned = returned || seen[position]
			seen[position] = true
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if loops < 5 {
		t.Errorf("%d of 25 games loop: the published weakness is gone", loops)
	}
	if forever < loops*2/3 {
		t.Errorf("a position came back in %d of %d loops", forever, loops)
	}
	if broken < loops-1 {
		t.Errorf("breakloops gets out of %d of %d loops", broken, loops)
	}
}

func loopsWithBreaker(t *testing.T, seed uint64) bool {
	t.Helper()
	deal := start(t, 10, 10, seed)
	solver := lookahead(t, deal.Start, seed, ouro.Options{{Key: "breakloops", Value: "true"}})
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := g.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return outcome.Ending == ouro.Looped
}

// TestFatalFood is the tutorial's layout without a solution: the food is right before the
// head, and eating it encloses the snake. So the snake follows its tail for ever. In the drawing,
// h is the head, o the body, t the end of the tail, F the food and X a wall.
//
//	o o o
//	o h t
//	X F X
func TestFatalFood(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(3, 3))
	s.AddSnake(4, 3, 6, 7, 8, 5)
	s.AddFood(1)
	s.SetTerrain(0, ouro.Wall)
	s.SetTerrain(2, ouro.Wall)
	solver := lookahead(t, s, 1, nil)
	var rules classic.Rules
	for {
		outcome, over := rules.Over(s)
		if over {
			if outcome.Ending != ouro.Looped {
				t.Errorf("%s after %d moves, want a loop", outcome.Ending, s.Turn)
			}
			return
		}
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}

// TestTipIsTheLastResort: only a step onto the end of the tail keeps the tail within reach.
// The published snake takes any step, here into a dead end. With breakloops, it follows the
// tail.
func TestTipIsTheLastResort(t *testing.T) {
	s := fieldtest.Position(t,
		"X X*",
		"X@>v",
		"X^<<")
	want := map[string]ouro.Dir{"published": ouro.Up, "breakloops": ouro.Right}
	for _, v := range variants {
		d, err := lookahead(t, s, 1, v.options).Decide(t.Context(), ouro.Turn{State: s})
		if err != nil || d.Dir != want[v.name] {
			t.Errorf("%s: %v, %v; want %v", v.name, d.Dir, err, want[v.name])
		}
	}
}
