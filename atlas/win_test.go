package atlas

import (
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/internal/needs"
	"ouro/rule/classic"
	"ouro/solve/exact"
)

// oracle finds the positions in which a win is certain, by the rules of the game, among all that a
// game can reach. It sweeps over these positions until nothing changes.
type oracle struct {
	number    map[string]int // by position
	positions []*ouro.State
	moves     [][]move // by position
	certain   []bool
}

// move is the set of positions that can follow a move: one position, or after a meal one for each
// place of the next food. An empty set is a win.
type move []int

func newOracle(level *ouro.Level) *oracle {
	o := &oracle{number: map[string]int{}}
	for _, c := range floor(level) {
		for _, s := range withFood(startAt(level, c)) {
			o.add(s)
		}
	}
	for i := 0; i < len(o.positions); i++ {
		o.moves = append(o.moves, nil)
		for _, d := range ouro.Dirs {
			s := o.positions[i].Clone()
			classic.Rules{}.Step(s, []ouro.Dir{d})
			outcome, over := classic.Rules{}.Over(s)
			switch {
			case over && outcome.Ending == ouro.Won:
				o.moves[i] = append(o.moves[i], move{})
			case over:
			case len(s.Food) > 0:
				o.moves[i] = append(o.moves[i], move{o.add(s)})
			default:
				var m move
				for _, next := range withFood(s) {
					m = append(m, o.add(next))
				}
				o.moves[i] = append(o.moves[i], m)
			}
		}
	}
	o.sweep()
	return o
}

func floor(level *ouro.Level) (cells []ouro.Cell) {
	for c, t := range level.Terrain {
		if t == ouro.Open {
			cells = append(cells, ouro.Cell(c))
		}
	}
	return cells
}

func startAt(level *ouro.Level, c ouro.Cell) *ouro.State {
	s := level.State()
	s.AddSnake(c)
	return s
}

func withFood(s *ouro.State) (all []*ouro.State) {
	for c := range ouro.Cell(s.Grid.Size()) {
		if s.Free(c) {
			next := s.Clone()
			next.AddFood(c)
			all = append(all, next)
		}
	}
	return all
}

// add returns the number of a position. It ignores the number of moves since the last meal.
func (o *oracle) add(s *ouro.State) int {
	s.Snakes[0].Hunger = 0
	key := []byte{byte(s.Food[0])}
	for _, c := range s.Snakes[0].Body.Append(nil) {
		key = append(key, byte(c))
	}
	i, ok := o.number[string(key)]
	if !ok {
		i = len(o.positions)
		o.number[string(key)] = i
		o.positions = append(o.positions, s)
	}
	return i
}

func (o *oracle) sweep() {
	o.certain = make([]bool, len(o.positions))
	for changed := true; changed; {
		changed = false
		for i, moves := range o.moves {
			if o.certain[i] {
				continue
			}
			for _, m := range moves {
				all := true
				for _, to := range m {
					all = all && o.certain[to]
				}
				if all {
					o.certain[i], changed = true, true
					break
				}
			}
		}
	}
}

// goal reports whether the food of a position is a goal of its body.
func (d *decider) goal(level *ouro.Level, s *ouro.State) bool {
	cells := floor(level)
	at, body := 0, &s.Snakes[0].Body
	for i := body.Len() - 1; i >= 0; i-- {
		number := slices.Index(cells, body.At(i))
		if at == 0 {
			at = d.first[1] + number
			continue
		}
		dir := slices.Index(d.board.next[d.bodies[at].head][:], int8(number))
		at = int(d.bodies[at].child[dir])
	}
	return d.bodies[at].goals>>slices.Index(cells, s.Food[0])&1 != 0
}

// TestGoalsAgainstRules: decider finds a win certain in the same positions as the oracle, on every
// board of up to 8 cells and on boards of 9 to 11 cells without a dead end.
func TestGoalsAgainstRules(t *testing.T) {
	var d decider
	for n := 2; n <= 11; n++ {
		positions, starts := 0, 0
		visitBoards(t, n, func(b *Board) {
			text := b.String()
			level, err := ouro.ParseLevel(text)
			if err != nil {
				t.Fatal(err)
			}
			starts += bits.OnesCount32(d.starts(fromLevel(t, text)))
			o := newOracle(level)
			for i, s := range o.positions {
				positions++
				if have := d.goal(level, s); have != o.certain[i] {
					t.Fatalf("body %v, food %v: certain is %v, want %v\n%s", s.Snakes[0].Body.Append(nil), s.Food, have, o.certain[i], text)
				}
			}
		})
		if want := map[int]int{2: 2, 4: 4, 6: 6, 8: 24, 9: 9, 10: 60, 11: 22}[n]; starts != want || positions < n {
			t.Errorf("%d cells: %d certain starts of %d positions, want %d", n, starts, positions, want)
		}
	}
}

// visitBoards visits all boards of up to 8 cells; with more cells, the winnable boards without a
// dead end.
func visitBoards(t *testing.T, n int, visit func(b *Board)) {
	if n <= 8 {
		for _, b := range bruteForce(t, n) {
			visit(b)
		}
		return
	}
	newWalker(n, func() bool { return true }, func(b *Board) {
		if b.ends() == 0 {
			visit(b)
		}
	}).run()
}

// TestAlwaysWonAgainstExact: a board is always won exactly if the probability of a win is 1, on
// rectangles and on boards with walls. A board can be won exactly if the probability is not 0.
func TestAlwaysWonAgainstExact(t *testing.T) {
	compare := func(b *Board) {
		level, err := ouro.ParseLevel(b.String())
		if err != nil {
			t.Fatal(err)
		}
		report, err := exact.Solve(t.Context(), level, 1, exact.Options{All: true})
		if err != nil {
			t.Fatal(err)
		}
		if b.AlwaysWon() != (report.Probability == 1) || b.HasPath() != (report.Probability > 0) {
			t.Errorf("always won %v, path %v, probability %g\n%s", b.AlwaysWon(), b.HasPath(), report.Probability, b)
		}
	}
	for _, side := range [][2]int{{1, 3}, {1, 6}, {2, 2}, {2, 5}, {2, 9}, {3, 3}, {3, 4}, {3, 5}, {3, 6}, {4, 4}, {4, 5}} {
		compare(parse(t, strings.Repeat(strings.Repeat(" ", side[0])+"\n", side[1])))
	}
	for n := MinCells; n <= 7; n++ {
		visitBoards(t, n, compare)
	}
	for n := 9; n <= 12; n++ {
		visitBoards(t, n, compare)
	}
}

// TestCycleIsEnough: up to 11 cells, and up to 15 for boards without dead ends, a win is certain
// exactly on boards with a Hamiltonian cycle or with a cycle through all cells but a hole with a
// twin. It is then certain from every cell, and otherwise from none.
func TestCycleIsEnough(t *testing.T) {
	var d decider
	searched := 0
	most := needs.Many(14, 15)
	for n := MinCells; n <= most; n++ {
		newWalker(n, func() bool { return true }, func(b *Board) {
			if n > 11 && b.ends() != 0 {
				return
			}
			searched++
			want := uint32(0)
			if b.HasCycle() || b.HasHoleCycle() {
				want = b.all()
			}
			if have := d.starts(b); have != want {
				t.Errorf("the certain starts are %b, want %b\n%s", have, want, b)
			}
		}).run()
	}
	want := 3371 + 81 + 190 + 509
	if most == 15 {
		want += 1361
	}
	if searched != want {
		t.Errorf("%d boards, want %d", searched, want)
	}
}

// TestCyclesAgainstFind: the packages atlas and cycle agree on the boards that have a cycle, through
// all cells or through all but a hole with a twin. It tries all boards of up to 9 cells, and those
// without dead ends of up to 14.
func TestCyclesAgainstFind(t *testing.T) {
	for n := MinCells; n <= 14; n++ {
		found := 0
		newWalker(n, func() bool { return true }, func(b *Board) {
			if n > 9 && b.ends() != 0 {
				return
			}
			level, err := ouro.ParseLevel(b.String())
			if err != nil {
				t.Fatal(err)
			}
			c, err := cycle.Find(cycle.BoardOf(level.State()))
			if errors.Is(err, cycle.ErrNotFound) {
				t.Fatal(err, b)
			}
			if err == nil {
				found++
			}
			if full := err == nil && c.Hole == ouro.NoCell; full != b.HasCycle() || (err == nil && !full) != b.HasHoleCycle() {
				t.Errorf("%v, %v\n%s", c, err, b)
			}
		}).run()
		if want := [...]int{0, 1, 0, 1, 0, 3, 1, 6, 2, 25, 17, 84}[n-3]; found != want {
			t.Errorf("%d cells: %d boards, want %d", n, found, want)
		}
	}
}

func TestAlwaysWonExamples(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"one cell", " \n", true},
		{"two cells", "  \n", true},
		{"a dead end", "   \n  X\n", false},
		{"a cut cell between two squares", "  X\n   \nX  \n", false},
		{"a ring", "   \n X \n   \n", true},
		{"a hole with a twin", "    \n  X \n    \n", true},
		{"a path but no cycle", "    \n    \nX  X\n", true},
		{"five and three cells of a colour", "   X\n    \n   X\n", false},
	} {
		if have := parse(t, c.text).AlwaysWon(); have != c.want {
			t.Errorf("%s: %v, want %v", c.name, have, c.want)
		}
	}
}

func BenchmarkStarts(b *testing.B) {
	level, err := ouro.ParseLevel("    \n    \n    \n    \n   X\n")
	if err != nil {
		b.Fatal(err)
	}
	board, err := FromLevel(level)
	if err != nil {
		b.Fatal(err)
	}
	var d decider
	for b.Loop() {
		d.starts(board)
	}
}
