package ouroboros

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/classic"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// long multiplies the number of games: go test ./solve/ouroboros -run Wins -long 100 plays
// several hundred thousand.
var long = flag.Int("long", 1, "multiply the number of games by `N`")

func openBoard(g *ouro.Grid) board { return boardOf(ouro.NewState(g)) }

func checkRing(g *ouro.Grid, r *ring) error {
	want := len(r.squares) &^ 1
	if len(r.order) != want {
		return fmt.Errorf("the ring has %d squares, want %d", len(r.order), want)
	}
	places := 0
	for _, p := range r.place {
		if p != noPlace {
			places++
		}
	}
	if places != want {
		return fmt.Errorf("%d squares have a place, want %d", places, want)
	}
	for p, s := range r.order {
		if int(r.place[s]) != p {
			return fmt.Errorf("square %d at place %d has place %d", s, p, r.place[s])
		}
		next := r.order[(p+1)%len(r.order)]
		if _, ok := g.DirTo(r.cells[s], r.cells[next]); !ok {
			return fmt.Errorf("squares %d and %d at place %d are no neighbours", s, next, p)
		}
	}
	if want == len(r.squares) {
		return nil
	}
	if len(twinsOf(g, r.cells, r.order, r.hole)) == 0 {
		return fmt.Errorf("the hole %d cannot take any other square's place", r.hole)
	}
	return nil
}

// twinsOf returns the places on a ring whose squares the hole can replace.
func twinsOf(g *ouro.Grid, cells []ouro.Cell, order []square, hole square) (places []int) {
	n := len(order)
	for p := range order {
		_, before := g.DirTo(cells[order[(p+n-1)%n]], cells[hole])
		_, behind := g.DirTo(cells[order[(p+1)%n]], cells[hole])
		if before && behind {
			places = append(places, p)
		}
	}
	return places
}

// checkInvariant follows the remaining steps of the plan on a copy of the state, and returns an
// error if the invariant is broken. The solver has decided, but its move is not made yet.
func checkInvariant(o *ouroboros, s *ouro.State) error {
	if !o.free {
		if err := checkRing(o.board.Grid, o.ring); err != nil {
			return err
		}
	}
	s = s.Clone()
	body := &s.Snakes[0].Body
	if len(s.Food) == 0 || s.Food[0] != o.goal {
		return fmt.Errorf("the plan is for food at cell %d", o.goal)
	}
	if o.cells[o.order[o.stepsMade-1]] != body.Head() {
		return fmt.Errorf("step %d of the plan does not begin at the head", o.stepsMade)
	}
	for step := o.stepsMade; step <= o.meal; step++ {
		c := o.cells[o.order[step]]
		if !s.Enterable(0, c) {
			return fmt.Errorf("step %d of %d of the plan goes to cell %d, which is not free", step, o.meal, c)
		}
		eats := s.HasFood(c)
		if eats != (step == o.meal) && o.meal > 1 {
			return fmt.Errorf("step %d of %d of the plan: food %v", step, o.meal, eats)
		}
		s.Advance(0, c, eats)
	}
	if body.Len() == s.Room() {
		return nil
	}
	if o.final && o.stepsMade == 1 {
		return checkFinal(o, s)
	}
	if o.stepsMade > 1 {
		return nil // the rest of the plan was checked at its first step
	}
	then := o.afterMeal()
	start, after := then.order, newRing(o.board)
	after.adopt(start, then.hole)
	if err := checkRing(o.board.Grid, after); err != nil {
		return fmt.Errorf("after the meal: %w", err)
	}
	if o.cells[o.order[o.meal]] != o.goal { // the plan is one step, before the snake goes to the hole
		return checkTight(o, s, start, max(1, body.Len()-o.ordered-o.meal+1), ouro.NoCell)
	}
	then.next = o.safe
	return checkCertain(o, s, then)
}

// checkFinal checks that a path to every next food is known from the state after a meal, and
// so on to the win.
func checkFinal(o *ouroboros, s *ouro.State) error {
	body := &s.Snakes[0].Body
	if body.Len() == s.Room() {
		return nil
	}
	var squares []square
	for i := range body.Len() {
		squares = append(squares, o.of[body.At(i)])
	}
	for _, food := range o.squares {
		if !s.Free(o.cells[food]) {
			continue
		}
		recalled, moves := o.end.recall(squares, food)
		if math.IsInf(moves, 1) {
			return fmt.Errorf("no way is known to food on cell %d with body %v", o.cells[food], body.Append(nil))
		}
		way := slices.Clone(recalled)
		fed, err := walk(o, s, way, len(way)-1, o.cells[food])
		if err == nil {
			err = checkFinal(o, fed)
		}
		if err != nil {
			return fmt.Errorf("food on cell %d: %w", o.cells[food], err)
		}
	}
	return nil
}

// checkCertain checks that the win is certain from the state after a meal: it follows all paths that
// the invariant promises.
func checkCertain(o *ouroboros, s *ouro.State, then detour) error {
	start, ordered, h := then.order, then.ordered, then.hole
	length := s.Snakes[0].Body.Len()
	if length == s.Room() {
		return nil
	}
	reach := func(ordered int) int { return max(1, length-ordered+1) }
	if err := checkTight(o, s, start, reach(ordered), ouro.NoCell); err != nil {
		return fmt.Errorf("along the ring: %w", err)
	}
	place := func(order []square, of square) int {
		for p, sq := range order {
			if sq == of {
				return p
			}
		}
		return -1
	}
	early := slices.Clone(start[1:reach(ordered)])
	if h != 0 {
		late := func(p int) bool { return p == 0 || p >= reach(ordered) }
		if !slices.ContainsFunc(twinsOf(o.board.Grid, o.cells, start, h), late) {
			early = append(early, h)
		}
	}
	for _, food := range early {
		if !s.Free(o.cells[food]) {
			continue
		}
		var err error
		found := false
		for _, d := range then.next {
			q := place(d.order, food)
			switch {
			case d.only == 0 && q >= reach(d.ordered):
				found = true
				err = checkTight(o, s, d.order, q, o.cells[food])
			case d.only == food && len(d.way) > 0:
				found = true
				fed, err2 := walk(o, s, d.way, len(d.way)-1, o.cells[food])
				if err = err2; err == nil {
					err = checkAfterFree(o, fed, d.next)
				}
			case d.only == food:
				found = true
				fed, err2 := walk(o, s, d.order, q, o.cells[food])
				if err = err2; err == nil {
					d.order, d.ordered = slices.Concat(d.order[q:], d.order[:q]), d.ordered+q
					err = checkCertain(o, fed, d)
				}
			}
			if found {
				break
			}
		}
		if !found {
			return fmt.Errorf("no detour for food on square %d before step %d", food, reach(ordered))
		}
		if err != nil {
			return fmt.Errorf("detour for food on square %d: %w", food, err)
		}
	}
	return nil
}

func checkAfterFree(o *ouroboros, s *ouro.State, safe refuge) error {
	ring := newRing(o.board)
	ring.adopt(safe[0].order, safe[0].hole)
	if err := checkRing(o.board.Grid, ring); err != nil {
		return fmt.Errorf("after a free plan: %w", err)
	}
	then := safe[0]
	then.next = safe
	return checkCertain(o, s, then)
}

// walk returns the state after this many steps along order. If food is a cell, only the last step
// goes to it.
func walk(o *ouroboros, s *ouro.State, order []square, steps int, food ouro.Cell) (*ouro.State, error) {
	s = s.Clone()
	for step := 1; step <= steps; step++ {
		c := o.cells[order[step]]
		if !s.Enterable(0, c) {
			return nil, fmt.Errorf("step %d of %d goes to cell %d, which is not free", step, steps, c)
		}
		if (c == food) != (food != ouro.NoCell && step == steps) {
			return nil, fmt.Errorf("step %d of %d: food %v", step, steps, c == food)
		}
		s.Advance(0, c, c == food)
	}
	return s, nil
}

func checkTight(o *ouroboros, s *ouro.State, order []square, steps int, food ouro.Cell) error {
	s, err := walk(o, s, order, steps, food)
	if err != nil {
		return err
	}
	n, body := len(order), &s.Snakes[0].Body
	above := n
	for age := 1; age < body.Len(); age++ {
		p := (slices.Index(order, o.of[body.At(age)]) - steps + n) % n
		if p >= above {
			return fmt.Errorf("after %d steps the segment of age %d lies at place %d of the ring", steps, age, p)
		}
		above = p
	}
	return nil
}

// worst returns the free cell where food is worst for the snake: a cell with a bold detour; else
// one with another detour; else the hole; else the cell that the snake would reach last along its
// ring.
func worst(o *ouroboros, s *ouro.State) ouro.Cell {
	if o.turn < 0 {
		o.settle(&s.Snakes[0].Body)
		o.meal = 0
	}
	then := o.afterMeal()
	for _, d := range o.safe {
		if d.only != 0 {
			return o.cells[d.only]
		}
	}
	for _, sq := range then.order[1:] {
		if len(o.safe) > 0 && s.Free(o.cells[sq]) {
			return o.cells[sq]
		}
	}
	if then.hole != 0 && s.Free(o.cells[then.hole]) {
		return o.cells[then.hole]
	}
	for _, sq := range slices.Backward(then.order) {
		if c := o.cells[sq]; s.Free(c) {
			return c
		}
	}
	return ouro.NoCell
}

// playChecked plays a game, checks the invariant after every move and requires a win. The food
// appears at random; if wicked is set, on the worst cell.
func playChecked(t *testing.T, w, h, length int, seed uint64, wicked bool, options ...ouro.Option) (moves int) {
	t.Helper()
	return playWith(t, w, h, length, seed, wicked, decide(t), options...)
}

func decide(t *testing.T) func(*ouroboros, ouro.Turn) (ouro.Dir, error) {
	return func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
		d, err := o.Decide(t.Context(), turn)
		return d.Dir, err
	}
}

// playWith is like playChecked, but the function choose returns the moves.
func playWith(t *testing.T, w, h, length int, seed uint64, wicked bool, choose func(*ouroboros, ouro.Turn) (ouro.Dir, error), options ...ouro.Option) (moves int) {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	return playLevel(t, level, length, seed, wicked, choose, options...)
}

func playLevel(t *testing.T, level *ouro.Level, length int, seed uint64, wicked bool, ask func(*ouroboros, ouro.Turn) (ouro.Dir, error), options ...ouro.Option) (moves int) {
	t.Helper()
	rules, food := classic.Rules{}, ouro.GameDice(seed)
	s, err := classic.Start(level, length, food)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := New(ouro.Setup{Rules: rules, Start: s, Seed: ouro.SolverSeed(seed, 0), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	o, ok := solver.(*ouroboros)
	if !ok {
		t.Fatalf("no cycle was found on the board\n%v", level)
	}
	where := func() string {
		return fmt.Sprintf("board\n%v\nstart length %d, seed %d, wicked %v, turn %d, body %v", level, length, seed, wicked, s.Turn, s.Snakes[0].Body.Append(nil))
	}
	for {
		if len(s.Food) == 0 && wicked {
			if c := worst(o, s); c != ouro.NoCell {
				s.AddFood(c)
			}
		}
		rules.Spawn(s, food)
		if outcome, over := rules.Over(s); over {
			if outcome.Ending != ouro.Won {
				t.Fatalf("%s: %s", where(), outcome.Ending)
			}
			return s.Turn
		}
		bound := s.Room() - 1
		if s.Room()%2 != 0 {
			bound = 2*s.Room() - 3
		}
		d, err := ask(o, ouro.Turn{State: s})
		if err != nil {
			t.Fatalf("%s: %v", where(), err)
		}
		if err := checkInvariant(o, s); err != nil {
			t.Fatalf("%s: %v", where(), err)
		}
		rules.Step(s, []ouro.Dir{d})
		if hunger := s.Snakes[0].Hunger; hunger >= bound {
			t.Fatalf("%s: %d moves without food", where(), hunger)
		}
	}
}

// TestWinsEveryGame plays on all boards from 2x2 to 12x12 and on some larger ones, from
// straight starts of all lengths.
func TestWinsEveryGame(t *testing.T) {
	for w := 2; w <= 12; w++ {
		t.Run(fmt.Sprintf("width %d", w), func(t *testing.T) {
			t.Parallel()
			for h := 2; h <= 12; h++ {
				games := *long * max(1, 36/(w*h))
				for i := range games {
					seed := ouro.GameSeed(uint64(100*w+h), i)
					length := 1
					if i%4 >= 2 || i == 0 && (w+h)%3 == 0 {
						length = 1 + int(seed%uint64(max(w, h)))
					}
					var options ouro.Options // no options: the default number of nodes
					if i%3 != 0 {
						options = ouro.Options{{Key: "nodes", Value: []string{"", "2", "6"}[i%3]}}
					}
					if i == 2 {
						options = append(options, ouro.Option{Key: "rehearse", Value: "3"})
					}
					playChecked(t, w, h, length, seed, i%2 == 1, options...)
				}
			}
		})
	}
}

func TestWinsOnLargerBoards(t *testing.T) {
	sizes := [][2]int{{16, 5}, {3, 20}, {2, 30}, {15, 15}}
	if *long > 1 {
		sizes = append(sizes, [2]int{20, 20}, [2]int{40, 40}, [2]int{39, 39}, [2]int{33, 20})
	}
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			for i := range *long {
				playChecked(t, size[0], size[1], 1, ouro.GameSeed(3, i), i%2 == 1, ouro.Option{Key: "nodes", Value: "4"})
			}
		})
	}
}

func TestWinsOnManyCores(t *testing.T) {
	for i, size := range [][2]int{{8, 7}, {9, 7}, {10, 10}, {5, 5}, {7, 7}, {5, 9}} {
		playChecked(t, size[0], size[1], 1, ouro.GameSeed(5, i), i == 1,
			ouro.Option{Key: "budget", Value: "300us"}, ouro.Option{Key: "rehearse", Value: []string{"2", "0"}[i%2]})
	}
}

func TestNodesBoundAllCores(t *testing.T) {
	level, err := classic.OpenLevel(10, 10)
	if err != nil {
		t.Fatal(err)
	}
	for nodes := int64(1); nodes <= 90; nodes += 1 + nodes/9*9 {
		dice := ouro.GameDice(uint64(nodes))
		s, err := classic.Start(level, 1, dice)
		if err != nil {
			t.Fatal(err)
		}
		solver, err := New(ouro.Setup{Start: s, Seed: 1, Options: ouro.Options{{Key: "budget", Value: "10s"}, {Key: "rehearse", Value: "2"}}})
		if err != nil {
			t.Fatal(err)
		}
		classic.Rules{}.Spawn(s, dice)
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Nodes: nodes})
		if err != nil || d.Nodes > nodes {
			t.Errorf("%d nodes of %d, error %v", d.Nodes, nodes, err)
		}
	}
}

func TestEditsKeepTheRing(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := ouro.MustGrid(2+rng.IntN(8), 2+rng.IntN(8))
		s := ouro.NewState(g)
		s.AddSnake(ouro.Cell(rng.IntN(g.Size())))
		solver, err := New(ouro.Setup{Start: s, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		o := solver.(*ouroboros)
		o.settle(&s.Snakes[0].Body)
		o.meal = 1 + rng.IntN(len(o.order)-1)
		for range 50 {
			at := o.order[o.meal]
			o.editAtRandom(o.dice)
			if err := checkRing(g, o.ring); err != nil {
				t.Fatalf("seed %d, board %s: %v", seed, g, err)
			}
			if o.order[o.meal] != at {
				t.Fatalf("seed %d, board %s: the food is not where the edit says", seed, g)
			}
		}
	}
}
