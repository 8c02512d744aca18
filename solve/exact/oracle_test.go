package exact

import (
	"math"
	"slices"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/rule/classic"
)

// oracle is the slow twin of this package: it lists all positions, makes the moves by the rules of
// the game, and goes over all positions until nothing changes. It uses no symmetry and no trie.
type oracle struct {
	level  *ouro.Level
	rules  classic.Rules
	number map[string]int // of a position, by its body and food
	pos    []position
}

// position is a position with food. A move without a meal leads to one position. A meal leads to
// several, one of them at random, or to the win.
type position struct {
	body   []ouro.Cell
	food   ouro.Cell
	moves  []successor
	chance float64 // of winning
	cost   float64 // expected moves of won games, times chance
}

type successor struct {
	dir  ouro.Dir
	wins bool
	to   []int
}

func key(body []ouro.Cell, food ouro.Cell) string {
	k := []byte{byte(food)}
	for _, c := range body {
		k = append(k, byte(c))
	}
	return string(k)
}

// newOracle explores all positions, including those that no game reaches.
func newOracle(l *ouro.Level) *oracle { return oracleOf(l, classic.Rules{}) }

// oracleOf is newOracle for a game by rules in which a meal may add several segments. Segments that
// lie on one cell occur several times in a body.
func oracleOf(l *ouro.Level, rules classic.Rules) *oracle {
	g := l.Grid
	o := &oracle{level: l, rules: rules, number: map[string]int{}}
	taken := make([]bool, g.Size())
	for c, terrain := range l.Terrain {
		taken[c] = terrain == ouro.Wall
	}
	var extend func(body []ouro.Cell)
	extend = func(body []ouro.Cell) {
		for food := range ouro.Cell(g.Size()) {
			if taken[food] {
				continue
			}
			for length := len(body); length <= len(freeCells(l)) && (length == len(body) || rules.Grow > 1); length++ {
				whole := append(slices.Clone(body), slices.Repeat(body[len(body)-1:], length-len(body))...)
				o.number[key(whole, food)] = len(o.pos)
				o.pos = append(o.pos, position{body: whole, food: food})
			}
		}
		for _, n := range g.Neighbours(body[len(body)-1]) {
			if n != ouro.NoCell && !taken[n] {
				taken[n] = true
				extend(append(body, n))
				taken[n] = false
			}
		}
	}
	for _, c := range freeCells(l) {
		taken[c] = true
		extend([]ouro.Cell{c})
		taken[c] = false
	}
	for i := range o.pos {
		o.link(&o.pos[i])
	}
	o.sweep()
	return o
}

func (o *oracle) link(p *position) {
	rules := o.rules
	for _, d := range ouro.Dirs {
		s := o.level.State()
		s.AddSnake(p.body...)
		s.AddFood(p.food)
		rules.Step(s, []ouro.Dir{d})
		if s.Snakes[0].Cause != ouro.Alive {
			continue
		}
		next := successor{dir: d}
		body := s.Snakes[0].Body.Append(nil)
		if outcome, _ := rules.Over(s); outcome.Ending == ouro.Won {
			next.wins = true
		} else if len(s.Food) > 0 {
			next.to = []int{o.number[key(body, p.food)]}
		} else {
			for c := range ouro.Cell(o.level.Grid.Size()) {
				if s.Free(c) {
					next.to = append(next.to, o.number[key(body, c)])
				}
			}
		}
		p.moves = append(p.moves, next)
	}
}

func (o *oracle) chance(m successor) float64 {
	if m.wins {
		return 1
	}
	sum := 0.0
	for _, i := range m.to {
		sum += o.pos[i].chance
	}
	return sum / float64(len(m.to))
}

// cost returns the cost of a move: the probability of winning, for the move itself, plus the mean
// cost of the positions that follow.
func (o *oracle) cost(m successor) float64 {
	sum := 0.0
	for _, i := range m.to {
		sum += o.pos[i].cost
	}
	return o.chance(m) + sum/math.Max(1, float64(len(m.to)))
}

const (
	still = 1e-13 // smaller changes are ignored
	equal = 1e-10 // smaller differences of probabilities are ignored
)

// sweep computes the probabilities from below, then the moves of optimal play.
func (o *oracle) sweep() {
	for change := 1.0; change > still; {
		change = 0
		for i := range o.pos {
			p := &o.pos[i]
			best := 0.0
			for _, m := range p.moves {
				best = max(best, o.chance(m))
			}
			change = max(change, best-p.chance)
			p.chance = best
		}
	}
	for change := 1.0; change > still; {
		change = 0
		for i := range o.pos {
			p := &o.pos[i]
			if p.chance == 0 {
				continue
			}
			best := math.Inf(1)
			for _, m := range p.moves {
				if o.chance(m) > p.chance-equal {
					best = min(best, o.cost(m))
				}
			}
			change = max(change, math.Abs(best-p.cost))
			p.cost = best
		}
	}
}

// figures returns the figures of a position in the form of this package.
func (p *position) figures() Figures {
	if p.chance == 0 {
		return Figures{0, math.NaN()}
	}
	return Figures{p.chance, p.cost / p.chance}
}

func (o *oracle) start(length int) Figures {
	var n, chance, cost float64
	for _, body := range straight(o.level, length) {
		for c := range ouro.Cell(o.level.Grid.Size()) {
			if i, ok := o.number[key(body, c)]; ok {
				n++
				chance += o.pos[i].chance
				cost += o.pos[i].cost
			}
		}
	}
	if n == 0 {
		return Figures{0, math.NaN()}
	}
	return Figures{chance / n, cost / chance}
}

func near(a, b Figures) bool {
	return math.Abs(a.Probability-b.Probability) < 1e-9 &&
		(math.Abs(a.Moves-b.Moves) < 1e-5 || math.IsNaN(a.Moves) && math.IsNaN(b.Moves))
}

// TestAgainstOracle compares every position of all boards up to 3x4, and the starts, with the
// oracle.
func TestAgainstOracle(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {4, 2}, {3, 3}, {2, 5}, {6, 2}, {3, 4}}[:needs.Many(6, 7)] {
		g := ouro.MustGrid(size[0], size[1])
		o := newOracle(ouro.OpenLevel(g))
		for length := 1; length <= max(g.W, g.H); length++ {
			for _, all := range []bool{false, true} {
				report, err := Solve(t.Context(), ouro.OpenLevel(g), length, Options{All: all})
				if err != nil {
					t.Fatal(err)
				}
				if want := o.start(length); !near(report.Figures, want) {
					t.Errorf("board %s, start length %d: %v, the oracle has %v", g, length, report.Figures, want)
				}
			}
		}
		o.compare(t, 1)
		for least := 2; least < g.Size(); least++ {
			o.compare(t, least)
		}
	}
}

// compare compares all positions with snakes of at least this length, and all directions in them.
func (o *oracle) compare(t *testing.T, least int) {
	t.Helper()
	r, err := newRun(t.Context(), o.level, Options{All: true}, least)
	if err != nil {
		t.Fatal(err)
	}
	certain, uncertain, lost := 0, 0, 0
	for r.length > least {
		s, err := r.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range o.pos {
			p := &o.pos[i]
			if len(p.body) != s.length {
				continue
			}
			a := r.answer(s, p.body, p.food)
			if !near(a.Figures, p.figures()) {
				t.Fatalf("board\n%sbody %v, food %d: %v, the oracle has %v", o.level, p.body, p.food, a.Figures, p.figures())
			}
			o.compareChoices(t, p, a)
			switch {
			case p.chance > 1-equal:
				certain++
			case p.chance > 0:
				uncertain++
			default:
				lost++
			}
		}
		if err := r.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if least == 1 && len(freeCells(o.level)) >= 9 && !hasWalls(o.level) && !o.level.Grid.Wraps && (certain == 0 || uncertain == 0 || lost == 0) {
		t.Errorf("board\n%s%d positions are certain, %d uncertain and %d lost; want some of each", o.level, certain, uncertain, lost)
	}
}

func (o *oracle) compareChoices(t *testing.T, p *position, a *Answer) {
	t.Helper()
	var seen ouro.DirSet
	for _, m := range p.moves {
		seen |= 1 << m.dir
		want := Figures{o.chance(m), math.NaN()}
		if want.Probability > 0 {
			want.Moves = o.cost(m) / want.Probability
		}
		got := a.Choices[m.dir]
		if !near(got.Figures, want) || got.Fatal {
			t.Fatalf("board\n%sbody %v, food %d, %v: %v, the oracle has %v", o.level, p.body, p.food, m.dir, got, want)
		}
	}
	for _, d := range ouro.Dirs {
		if !seen.Has(d) && !a.Choices[d].Fatal {
			t.Fatalf("board\n%sbody %v, food %d: %v should be fatal", o.level, p.body, p.food, d)
		}
	}
}
