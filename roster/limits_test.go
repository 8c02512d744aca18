package roster_test

import (
	"strings"
	"testing"

	"ouro"
	"ouro/derive"
	"ouro/play"
	"ouro/roster"
)

func optionGame(t *testing.T, rules string, w, h int) ouro.GameSpec {
	t.Helper()
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		t.Fatal(err)
	}
	return ouro.GameSpec{Rules: spec, W: w, H: h, StartLength: 1}
}

// refusals has, by option of classic Snake, the solvers that cannot play it, with the beginning of
// the reason.
var refusals = map[string]map[string]string{
	"wrap=true": {
		"cell":      "cannot play wrap=true yet: its lanes turn at walls",
		"ouroboros": "cannot play wrap=true yet: its rings need walls",
		"tablebase": "board 5x5 with joined edges: tablebase needs a table",
	},
	"food=3": {
		"cell":      "cannot play food=3 yet: its lanes lead to one food",
		"ouroboros": "cannot play food=3 yet: it plans for one food",
		"hydra":     "cannot play food=3 yet: it leaves classic Snake to ouroboros",
		"tablebase": "cannot play food=3 yet: the positions of its tables",
	},
	"grow=3": {
		"hamilton":  "cannot play grow=3 yet: near a hole its cycle",
		"repair":    "cannot play grow=3 yet: near a hole its cycle",
		"shortcut":  "cannot play grow=3 yet: its shortcuts leave room",
		"cell":      "cannot play grow=3 yet: its lanes leave room",
		"ouroboros": "cannot play grow=3 yet: it plans for meals of one cell",
		"hydra":     "cannot play grow=3 yet: it leaves classic Snake to ouroboros",
		"tablebase": "cannot play grow=3 yet: the meals of its tables",
	},
}

// TestLimits: under each option of classic Snake, each solver either gives the reason why it cannot
// play or plays a game without a fault. On a board of 5x5, cycles have a hole.
func TestLimits(t *testing.T) {
	for option, reasons := range refusals {
		for _, e := range roster.Solvers() {
			spec, solver := optionGame(t, "classic:"+option, 5, 5), ouro.Spec{Name: e.Name}
			err := roster.CanPlay(solver, spec)
			switch want := reasons[e.Name]; {
			case want != "":
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s with %s: %v, want %s", e.Name, option, err, want)
				}
				continue
			case err != nil:
				t.Errorf("%s with %s: %v", e.Name, option, err)
				continue
			}
			g, err := roster.NewGame(spec, 3, []ouro.Spec{solver}, play.Config{Budget: ouro.Budget{Nodes: 200}})
			if err != nil {
				t.Fatal(err)
			}
			outcome, err := g.Run(t.Context())
			if err != nil || outcome.Ending == ouro.Died || len(g.Incidents()) > 0 {
				t.Errorf("%s with %s: %v, faults %v, %v", e.Name, option, outcome.Ending, g.Incidents(), err)
			}
		}
	}
	for _, rules := range []string{"classic:wrap=true", "classic:food=3", "classic:grow=3", "classic:wrap=true,food=3,grow=3"} {
		solver, err := roster.DefaultSolver(optionGame(t, rules, 6, 6))
		if err != nil || solver.Name == "lookahead" {
			t.Errorf("the default solver under %s is %s, %v", rules, solver, err)
		}
	}
}

// TestCyclesUnderOptions: the solvers that follow a cycle win every game under the options that
// they accept.
func TestCyclesUnderOptions(t *testing.T) {
	games := map[string]int{}
	for _, rules := range []string{"classic:wrap=true", "classic:food=3", "classic:food=64", "classic:grow=2", "classic:grow=7", "classic:wrap=true,food=5", "classic:wrap=true,grow=4", "classic:wrap=true,food=3,grow=3"} {
		for _, name := range []string{"hamilton", "shortcut", "repair"} {
			for seed := range 24 {
				spec := optionGame(t, rules, 3+seed%4, 3+seed/4%4)
				if roster.CanPlay(ouro.Spec{Name: name}, spec) != nil {
					continue
				}
				g, err := roster.NewGame(spec, ouro.GameSeed(1, seed), []ouro.Spec{{Name: name}}, play.Config{})
				if err != nil {
					t.Fatal(err)
				}
				outcome, err := g.Run(t.Context())
				if err != nil || outcome.Ending != ouro.Won {
					t.Errorf("%s %s %dx%d, game %d: %v %v", name, rules, spec.W, spec.H, seed, outcome.Ending, err)
				}
				games[rules]++
			}
		}
	}
	if len(games) != 8 {
		t.Errorf("games %v", games)
	}
}

// TestFoodUnderOptions: the number of food is food=N or, if fewer cells are free, the number of
// free cells, for Deal and for a Redealer.
func TestFoodUnderOptions(t *testing.T) {
	spec := optionGame(t, "classic:wrap=true,food=6,grow=2", 4, 4)
	redeal, err := roster.Redealer(spec)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		deal, err := roster.Deal(spec, seed)
		if err != nil {
			t.Fatal(err)
		}
		var again play.Deal
		if err := redeal(&again, seed); err != nil || !again.Start.Equal(deal.Start) || again.Rules != deal.Rules {
			t.Fatalf("seed %d: dealt again: %v", seed, err)
		}
		s, dice := deal.Start, ouro.NewPCG(seed)
		for {
			deal.Rules.Spawn(s, deal.Dice)
			covered := 0
			for c := range ouro.Cell(s.Grid.Size()) {
				covered += min(1, s.Segments(c))
			}
			if s.Snakes[0].Cause == ouro.Alive && len(s.Food) != min(6, s.Room()-covered) {
				t.Fatalf("seed %d: %d food on %d free cells", seed, len(s.Food), s.Room()-covered)
			}
			if _, over := deal.Rules.Over(s); over {
				break
			}
			legal := s.Legal(0)
			deal.Rules.Step(s, []ouro.Dir{legal.At(dice.Roll(legal.Len()))})
		}
	}
}

// TestRecordsUnderOptions: the record of a game under options can be parsed and derived again, from
// a random start and from a position.
func TestRecordsUnderOptions(t *testing.T) {
	for _, rules := range []string{"classic", "classic:wrap=true", "classic:food=3", "classic:grow=3", "classic:wrap=true,food=2,grow=2"} {
		spec := optionGame(t, rules, 5, 4)
		for range 2 {
			g, err := roster.NewGame(spec, 7, []ouro.Spec{{Name: "greedy"}}, play.Config{Keep: true})
			if err != nil {
				t.Fatal(err)
			}
			begin := g.State().Turn
			var middle *ouro.State
			if _, err := g.RunWith(t.Context(), func(s *ouro.State) {
				if len(s.Food) > 0 && s.Turn == begin+4 {
					middle = s.Clone()
				}
			}); err != nil {
				t.Fatal(err)
			}
			record := g.Record()
			record.Game, record.Seed, record.Seats = spec, 7, []ouro.Spec{{Name: "greedy"}}
			text, err := record.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(string(text), "seed"); !strings.Contains(first, rules) {
				t.Errorf("the record of %s begins with %q", rules, first)
			}
			var r ouro.Record
			if err := r.UnmarshalText(text); err != nil {
				t.Fatal(err)
			}
			if _, err := derive.Record(t.Context(), &r); err != nil {
				t.Errorf("%s: %v", rules, err)
			}
			if middle == nil {
				t.Fatalf("%s: the game ended before its middle", rules)
			}
			position, err := ouro.ParseState(middle.String())
			if err != nil {
				t.Fatalf("%s: %s: %v", rules, middle, err)
			}
			spec.Position = position
		}
	}
}
