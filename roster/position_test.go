package roster_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
)

func everyGame(t *testing.T) []ouro.GameSpec {
	t.Helper()
	games := []ouro.GameSpec{{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 5, StartLength: 3}}
	for _, regrow := range []string{"none", "floor", "original"} {
		l, err := maze.Level("nook")
		if err != nil {
			t.Fatal(err)
		}
		rules := ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: regrow}}}
		games = append(games, ouro.GameSpec{Rules: rules, W: l.Grid.W, H: l.Grid.H, Level: l, StartLength: 1})
	}
	for _, r := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			size := battlesnake.Size{W: 7, H: 7}
			if len(m.Sizes) > 0 {
				size = m.Sizes[0]
			}
			rules := ouro.Spec{Name: r.Name, Options: ouro.Options{{Key: "map", Value: m.Name}, {Key: "shrink", Value: "3"}, {Key: "damage", Value: "1"}}}
			games = append(games, ouro.GameSpec{Rules: rules, W: size.W, H: size.H, StartLength: battlesnake.StartLength, Snakes: min(2, m.MaxSnakes)})
		}
	}
	return games
}

func strollers(seed uint64, n int) []ouro.Solver {
	var seats []ouro.Solver
	for seat := range n {
		dice := ouro.NewPCG(ouro.Mix(seed, uint64(seat)))
		seats = append(seats, ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			legal := t.State.Legal(t.Seat)
			if legal.Len() == 0 {
				return ouro.Decision{}, nil
			}
			return ouro.Decision{Dir: legal.At(dice.Roll(legal.Len()))}, nil
		}))
	}
	return seats
}

func game(t *testing.T, deal play.Deal, seed uint64) *play.Game {
	t.Helper()
	g, err := play.New(play.Config{Deal: deal, Seats: strollers(seed, len(deal.Start.Snakes)), Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func move(t *testing.T, g *play.Game) {
	t.Helper()
	if err := g.Move(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func allLive(s *ouro.State) bool {
	for i := range s.Snakes {
		if s.Snakes[i].Cause != ouro.Alive {
			return false
		}
	}
	return true
}

// at returns a game that starts from the position, converted to text and back.
func at(t *testing.T, spec ouro.GameSpec, s *ouro.State) ouro.GameSpec {
	t.Helper()
	position, err := ouro.ParseState(s.String())
	if err != nil {
		t.Fatal(err)
	}
	spec.Level, spec.Position = nil, position
	return spec
}

// TestGameGoesOnFromItsPosition: a game that starts from the text of any turn of another game
// continues exactly like that game, with the same moves and dice. So chance does not act twice on a
// position, and a position contains all data that the rules of each map need.
func TestGameGoesOnFromItsPosition(t *testing.T) {
	const length = 40
	resumed := 0
	for _, spec := range everyGame(t) {
		for seed := range uint64(2) {
			original, err := roster.Deal(spec, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, from := range []int{0, 1, 7, 24} {
				spec, name := spec, fmt.Sprintf("%s seed %d turn %d", spec.Rules, seed, from)
				first := game(t, play.Deal{Rules: original.Rules, Start: original.Start, Dice: ouro.NewPCG(seed)}, seed)
				_, over := first.Over()
				for ; !over && first.State().Turn < from; _, over = first.Over() {
					move(t, first)
				}
				if over || !allLive(first.State()) {
					continue
				}
				spec = at(t, spec, first.State())
				second, err := roster.Deal(spec, seed+9)
				if err != nil {
					t.Fatalf("%s: %v\n%s", name, err, spec.Position)
				}
				if !second.Spawned || !second.Start.Equal(first.State()) {
					t.Fatalf("%s: the game begins with a different position", name)
				}
				resumed++
				again := play.Deal{Rules: original.Rules, Start: first.State().Clone(), Spawned: true, Dice: ouro.GameDice(seed + 9)}
				a, b := game(t, again, seed), game(t, second, seed)
				for range length {
					if !a.State().Equal(b.State()) {
						t.Fatalf("%s: turn %d differs\n%s\n%s", name, a.State().Turn, a.State(), b.State())
					}
					if _, over := a.Over(); over {
						break
					}
					move(t, a)
					move(t, b)
				}
			}
		}
	}
	if resumed < 400 {
		t.Errorf("only %d games were resumed", resumed)
	}
}

// TestRecordOfPosition: the record of a game that starts from a position can be parsed,
// written and derived like any other. Its turn numbers are those of the game.
func TestRecordOfPosition(t *testing.T) {
	for _, spec := range everyGame(t) {
		deal, err := roster.Deal(spec, 3)
		if err != nil {
			t.Fatal(err)
		}
		first := game(t, deal, 3)
		for range 5 {
			if _, over := first.Over(); over {
				break
			}
			move(t, first)
		}
		if _, over := first.Over(); over || !allLive(first.State()) {
			continue
		}
		spec = at(t, spec, first.State())
		if deal, err = roster.Deal(spec, 4); err != nil {
			t.Fatal(err)
		}
		g := game(t, deal, 4)
		if g.State().Turn != 5 {
			t.Fatalf("%s begins in turn %d", spec.Rules, g.State().Turn)
		}
		for range 300 {
			if _, over := g.Over(); over {
				break
			}
			move(t, g)
		}
		r := g.Record()
		r.Game, r.Seed = spec, 4
		for range deal.Start.Snakes {
			r.Seats = append(r.Seats, ouro.Spec{Name: "stroll"})
		}
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back ouro.Record
		if err := back.UnmarshalText(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again, err := back.MarshalText(); err != nil || string(again) != string(text) {
			t.Fatalf("%v: written again as\n%s\ninstead of\n%s", err, again, text)
		}
		if back.Begin() != 5 || back.End() != g.State().Turn || !strings.Contains(string(text), "\nturn 6 ") {
			t.Fatalf("from turn %d to %d, the game ended with %d\n%s", back.Begin(), back.End(), g.State().Turn, text)
		}
		if deal, err = roster.Deal(back.Game, back.Seed); err != nil {
			t.Fatal(err)
		}
		turns := 0
		if err := play.Replay(t.Context(), &back, deal, func(*ouro.State) { turns++ }); err != nil || turns != back.Turns()+1 {
			t.Fatalf("%s: %v after %d positions", spec.Rules, err, turns)
		}
		if deal, err = roster.Deal(back.Game, back.Seed); err != nil {
			t.Fatal(err)
		}
		history, err := play.Rewind(t.Context(), &back, deal)
		if err != nil || history.At(history.Turns()).Hash() != back.Final || history.At(0).Hash() != back.Start {
			t.Fatalf("%s: Rewind returns another start or end: %v", spec.Rules, err)
		}
	}
}

// TestSeedsOfOnePosition: games from one position start equally for all seeds, and get different
// food afterwards.
func TestSeedsOfOnePosition(t *testing.T) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 2}
	position, err := ouro.ParseState("11x11/t9/s1.1=2,h91/s9.9=2,h91/f5.5")
	if err != nil {
		t.Fatal(err)
	}
	spec.Position = position
	ends := map[uint64]bool{}
	for seed := range uint64(20) {
		deal, err := roster.Deal(spec, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := game(t, deal, 1)
		if g.State().Hash() != position.Hash() {
			t.Fatalf("seed %d starts from another position", seed)
		}
		for range 15 {
			if _, over := g.Over(); !over {
				move(t, g)
			}
		}
		ends[g.State().Hash()] = true
	}
	if len(ends) < 15 {
		t.Errorf("20 seeds lead to %d positions", len(ends))
	}
}

func TestInvalidPositions(t *testing.T) {
	duel := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
	with := func(spec ouro.GameSpec, rules string, snakes int) ouro.GameSpec {
		parsed, err := ouro.ParseSpec(rules)
		if err != nil {
			t.Fatal(err)
		}
		spec.Rules, spec.Snakes = parsed, snakes
		if e, _ := roster.FindRules(parsed.Name); e.StartLength == 0 {
			spec.StartLength = 1
		} else {
			spec.StartLength = e.StartLength
		}
		return spec
	}
	const two = "7x7/s1.1=2,h100/s5.5=2,h100"
	for _, c := range []struct {
		spec       ouro.GameSpec
		text, want string
	}{
		{duel, two, ""},
		{duel, two + "/f3.3/h3.4=2", ""},
		{duel, "8x7/s1.1=2,h100/s5.5=2,h100", "rules standard: position: board 8x7, but the game has 7x7"},
		{duel, "7x7/s1.1=2,h100", "1 snake, but the game has 2"},
		{duel, "7x7/s1.1=2,h100/s5.5=2", "snake 2 has health 0, want 1 to 100"},
		{duel, "7x7/s1.1=2,h100/s1.2D,h100", "snake 2 overlaps snake 1"},
		{duel, "7x7/s1.1=2,h100/s5.5=2,h9,cwall,d1", "snake 2 is dead (wall): omit it"},
		{duel, two + "/f1.1", "food at 1.1 is under snake 1"},
		{duel, "7x7/w3.3/s1.1=2,h100/s5.5=2,h100", "no walls inside the board"},
		{duel, "7x7w/s1.1=2,h100/s5.5=2,h100", "the ruleset standard needs a board without joined edges"},
		{with(duel, "wrapped", 2), two, "the ruleset wrapped needs a board with joined edges"},
		{with(duel, "wrapped", 2), "7x7w/s1.1=2,h100/s5.5=2,h100", ""},
		{with(duel, "constrictor", 2), two + "/f3.3", ""}, // chance puts food there, and the next turn removes the food
		{with(duel, "standard:map=hz_islands_bridges", 2), two, "the map hz_islands_bridges allows 11x11"},
		{with(duel, "solo:map=solo_maze", 1), "7x7/s0.1D=,h100/h0.0", "has 3 segments; want 67, as in the level of solo_maze that the bottom row encodes"},
		{with(duel, "standard:map=nosuch", 2), two, `unknown map "nosuch"`},
		{with(duel, "classic", 1), "7x7/s1.1/f2.2", ""},
		{with(duel, "classic", 1), "7x7/w0.0R2U/s1.1/f5.5", ""},
		{with(duel, "classic", 1), "7x7/s1.1", "0 food; classic Snake has 1"},
		{with(duel, "classic", 1), "7x7/s1.1,h1/f2.2", "no health"},
		{with(duel, "classic", 1), "7x7/s1.1/f2.2/h1.2", "no hazards"},
		{with(duel, "classic", 1), "7x7/e3.3/s1.1/f2.2", "no edible walls"},
		{with(duel, "classic", 1), "7x7/s1.1,g147/f2.2", "the game is already over (looped)"},
		{with(duel, "classic", 1), "7x7/w0.1R2,0.0/s2.0/f3.3", ""},
		{with(duel, "classic", 1), "7x7/w0.1R1D/s2.0/f3.3", "cut this cell off"},
		{with(duel, "maze", 1), "7x7/e3.3/s1.1", ""},
		{with(duel, "maze", 1), "7x7/s1.1", "the game is already over (won)"},
		{with(duel, "maze", 1), "7x7/e3.3/s1.1/f2.2", "no food except edible walls"},
	} {
		position, err := ouro.ParseState(c.text)
		if err != nil {
			t.Fatal(err)
		}
		c.spec.Position = position
		if _, err := roster.Deal(c.spec, 1); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v, want %q", c.spec.Rules, c.text, err, c.want)
		}
	}
	level, err := maze.Level("nook")
	if err != nil {
		t.Fatal(err)
	}
	spec := with(duel, "maze", 1)
	spec.Level, spec.Position = level, ouro.NewState(ouro.MustGrid(7, 7))
	if _, err := roster.Deal(spec, 1); err == nil || !strings.Contains(err.Error(), "omit the level") {
		t.Errorf("a level and a position: %v", err)
	}
}
