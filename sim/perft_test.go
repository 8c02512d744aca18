package sim_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"ouro"
	"ouro/sim"
)

var officialNames = map[ouro.Cause]string{
	ouro.HitWall: "wall-collision",
	ouro.HitSelf: "snake-self-collision",
	ouro.HitBody: "snake-collision",
	ouro.HeadOn:  "head-collision",
	ouro.Starved: "out-of-health",
	ouro.Burnt:   "hazard",
}

type perftCase struct {
	Name    string
	Ruleset string
	Damage  int `json:"hazardDamagePerTurn"`
	Board   struct {
		Turn, Width, Height int
		Food, Hazards       [][2]int
		Snakes              []struct {
			Health int
			Body   [][2]int
		}
	}
	Perft []counts
}

// counts has the sums over all positions after Depth joint moves.
type counts struct {
	Depth, Nodes, Over    int
	Eliminated            map[string]int      // number of snakes that died with the last move, by official name
	deaths                [ouro.Burnt + 1]int // number of snakes that died with the last move, by Cause
	Eaten, Health, Length int
}

func (c perftCase) state(t *testing.T) *ouro.State {
	t.Helper()
	s := newState(t, c.Ruleset, c.Board.Width, c.Board.Height)
	s.HazardDamage = c.Damage
	for _, xy := range c.Board.Food {
		s.AddFood(s.Grid.At(xy[0], xy[1]))
	}
	for _, xy := range c.Board.Hazards {
		s.AddHazard(s.Grid.At(xy[0], xy[1]))
	}
	for _, sn := range c.Board.Snakes {
		var body []ouro.Cell
		for _, xy := range sn.Body {
			body = append(body, s.Grid.At(xy[0], xy[1]))
		}
		s.Snakes[s.AddSnake(body...)].Health = sn.Health
	}
	return s
}

func newState(t testing.TB, ruleset string, w, h int) *ouro.State {
	t.Helper()
	board := ouro.NewGrid
	if strings.HasPrefix(ruleset, "wrapped") {
		board = ouro.NewTorus
	}
	g, err := board(w, h)
	if err != nil {
		t.Fatal(err)
	}
	s := ouro.NewState(g)
	s.AlwaysGrow = strings.HasSuffix(ruleset, "constrictor")
	return s
}

func perftCases(t *testing.T) []perftCase {
	t.Helper()
	f, err := os.Open("testdata/joint.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var cases []perftCase
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c perftCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if len(cases) < 20 {
		t.Fatalf("only %d positions", len(cases))
	}
	return cases
}

// TestPerft compares counts at each depth with the counts of the official engine. It counts once by
// undoing moves and once by copying positions.
func TestPerft(t *testing.T) {
	for _, c := range perftCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			depth := len(c.Perft)
			undone := newCounts(depth)
			perft(sim.New(c.state(t)), 0, undone, byUndo)
			for c.Perft[depth-1].Nodes > 50_000 { // a smaller depth, because each node needs a copy
				depth--
			}
			copied := newCounts(depth)
			perft(sim.New(c.state(t)), 0, copied, byCopy)
			for _, all := range [][]counts{undone, copied} {
				for d, got := range all {
					for cause, n := range got.deaths {
						if n > 0 {
							got.Eliminated[officialNames[ouro.Cause(cause)]] = n
						}
					}
					if want := c.Perft[d]; got.Nodes != want.Nodes || got.Over != want.Over || got.Eaten != want.Eaten ||
						got.Health != want.Health || got.Length != want.Length || !maps.Equal(got.Eliminated, want.Eliminated) {
						t.Errorf("depth %d: %+v, want %+v", d+1, got, want)
					}
				}
			}
		})
	}
}

func newCounts(depth int) []counts {
	all := make([]counts, depth)
	for d := range all {
		all[d] = counts{Depth: d + 1, Eliminated: map[string]int{}}
	}
	return all
}

func byUndo(p *sim.Position, joint []ouro.Dir, visit func(*sim.Position)) {
	p.Make(joint)
	visit(p)
	p.Unmake()
}

func byCopy(p *sim.Position, joint []ouro.Dir, visit func(*sim.Position)) {
	next := new(sim.Position)
	next.CopyFrom(p)
	next.Step(joint)
	visit(next)
}

func perft(p *sim.Position, depth int, all []counts, try func(*sim.Position, []ouro.Dir, func(*sim.Position))) {
	if depth == len(all) || p.Over() {
		return
	}
	living, food := p.Alive(), p.FoodLeft()
	joint := make([]ouro.Dir, p.Seats())
	for combination := range 1 << (2 * living.Len()) {
		for rest := living; rest != 0; rest = rest.Rest() {
			joint[rest.First()] = ouro.Dir(combination & 3)
			combination >>= 2
		}
		try(p, joint, func(p *sim.Position) {
			n := &all[depth]
			n.Nodes++
			if p.Over() {
				n.Over++
			}
			n.Eaten += food - p.FoodLeft()
			for rest := living; rest != 0; rest = rest.Rest() {
				seat := rest.First()
				if p.Alive().Has(seat) {
					n.Health += p.Health(seat)
					n.Length += p.Len(seat)
				} else {
					n.deaths[p.Cause(seat)]++
				}
			}
			perft(p, depth+1, all, try)
		})
	}
}

// TestSurvivors compares how often each set of seats survives with the counts of other programs.
// Games that end before the depth are not counted.
func TestSurvivors(t *testing.T) {
	type xy = [2]int
	for _, c := range []struct {
		ruleset     string
		size        int
		starts, eat []xy
		depth       int
		want        map[sim.SeatSet]int
	}{
		{"solo", 5, []xy{{2, 2}}, nil, 9, map[sim.SeatSet]int{1: 4768, 0: 3552}},
		{"standard", 5, []xy{{1, 1}, {3, 3}}, nil, 2, map[sim.SeatSet]int{3: 94, 1: 60, 2: 60, 0: 42}},
		{"standard", 5, []xy{{1, 1}, {3, 3}}, nil, 5, map[sim.SeatSet]int{3: 7076, 1: 6786, 2: 6786, 0: 5688}},
		{"standard", 3, []xy{{0, 0}, {2, 2}}, []xy{{1, 1}}, 5, map[sim.SeatSet]int{3: 10, 1: 54, 2: 54, 0: 106}},
		{"constrictor", 5, []xy{{1, 1}, {3, 3}}, nil, 5, map[sim.SeatSet]int{3: 2234, 1: 3630, 2: 3630, 0: 4586}},
		{"wrapped", 4, []xy{{0, 0}, {2, 2}}, nil, 5, map[sim.SeatSet]int{3: 30288, 1: 16560, 2: 16560, 0: 13008}},
		{
			"standard", 5,
			[]xy{{1, 1}, {3, 3}, {1, 3}},
			[]xy{{2, 2}},
			3,
			map[sim.SeatSet]int{7: 1832, 3: 5534, 5: 4333, 6: 4333, 1: 8919, 2: 8919, 4: 7154, 0: 10624},
		},
	} {
		s := newState(t, c.ruleset, c.size, c.size)
		for _, at := range c.starts {
			cell := s.Grid.At(at[0], at[1])
			s.Snakes[s.AddSnake(cell, cell, cell)].Health = sim.MaxHealth
		}
		for _, at := range c.eat {
			s.AddFood(s.Grid.At(at[0], at[1]))
		}
		got := map[sim.SeatSet]int{}
		var count func(p *sim.Position, left int)
		count = func(p *sim.Position, left int) {
			if left == 0 {
				got[p.Alive()]++
				return
			}
			if p.Over() {
				return
			}
			living := p.Alive()
			joint := make([]ouro.Dir, p.Seats())
			for combination := range 1 << (2 * living.Len()) {
				for rest := living; rest != 0; rest = rest.Rest() {
					joint[rest.First()] = ouro.Dir(combination & 3)
					combination >>= 2
				}
				p.Make(joint)
				count(p, left-1)
				p.Unmake()
			}
		}
		count(sim.New(s), c.depth)
		if !maps.Equal(got, c.want) {
			t.Errorf("%s %dx%d depth %d: %v, want %v", c.ruleset, c.size, c.size, c.depth, got, c.want)
		}
	}
}
