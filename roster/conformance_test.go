package roster_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/roster"
	"ouro/rule/classic"
	"ouro/rule/maze"
	"ouro/solve/solvetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func anyBoard(int, int) bool  { return true }
func evenCells(w, h int) bool { return w*h%2 == 0 }
func upTo20(w, h int) bool    { return w*h <= 20 }
func evenSides(w, h int) bool { return w%2 == 0 && h%2 == 0 }
func deal(l *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
	dice := ouro.GameDice(seed)
	start, err := classic.Start(l, length, dice)
	return classic.Rules{}, start, dice, err
}

// claims are the boards that a solver plays, those on which it claims never to
// die and those on which it claims to win every game. A solver without a row
// plays every board and claims nothing else.
var claims = map[string]struct{ plays, lives, wins func(w, h int) bool }{
	"hamilton":              {anyBoard, anyBoard, anyBoard},
	"shortcut":              {anyBoard, anyBoard, anyBoard},
	"shortcut:until=1":      {anyBoard, anyBoard, anyBoard},
	"repair":                {evenCells, evenCells, evenCells},
	"repair:progress=false": {evenCells, evenCells, nil},
	"tablebase":             {upTo20, upTo20, upTo20},
	"cell":                  {evenSides, evenSides, evenSides},
	"cell:ways=1,penalty=0": {evenSides, evenSides, evenSides},
	"ouroboros":             {anyBoard, anyBoard, anyBoard},
	"ouroboros:nodes=30":    {anyBoard, anyBoard, anyBoard},
}

// hasty are solvers that think long, under options that let them think less: the
// contract is the same, and their own packages test them as they are.
var hasty = map[string]string{"spot": "spot:depth=2", "backtrack": "backtrack:depth=5"}

// variants are further options under which a solver is tested.
var variants = []string{
	"astar:heuristic=euclidean", "wander:style=s", "lookahead:breakloops=true",
	"predictive:deviate=1,homestretch=1", "predictive:open=sorted,tip=leaves", "predictive:detour=follow,check=always",
	"shortcut:until=1", "repair:progress=false", "cell:ways=1,penalty=0",
	"backtrack:depth=3,deadend=2,ties=straight,tail=frozen,eaten=original", "backtrack:depth=4,discount=0.9,threads=2",
	"ouroboros:nodes=30", "ouroboros:nodes=1,budget=1h", "floodfill:hungry=90", "coward:hungry=90", "spot:workers=2,hungry=90,depth=2,style=post",
}

// TestConformance holds every solver of the roster to the contract.
func TestConformance(t *testing.T) {
	specs := append([]string(nil), variants...)
	for _, e := range roster.Entries() {
		if text, ok := hasty[e.Name]; ok {
			specs = append(specs, text)
		} else {
			specs = append(specs, e.Name)
		}
	}
	for name := range claims {
		spec, err := ouro.ParseSpec(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := roster.Find(spec.Name); err != nil {
			t.Errorf("claims for a solver that is not there: %v", err)
		}
	}
	for _, text := range specs {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			spec, err := ouro.ParseSpec(text)
			if err != nil {
				t.Fatal(err)
			}
			e, err := roster.Find(spec.Name)
			if err != nil {
				t.Fatal(err)
			}
			claim, ok := claims[text]
			if !ok {
				claim.plays = anyBoard
			}
			solvetest.Test(t, solvetest.Subject{
				Make: e.Make, Options: spec.Options, Deal: deal,
				Plays: claim.plays, Lives: claim.lives, Wins: claim.wins,
			})
		})
	}
}

// TestRosterTells: every row is complete, its documented options are the ones
// that the solver knows, and the documented defaults are the defaults.
func TestRosterTells(t *testing.T) {
	level, err := classic.OpenLevel(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	_, start, _, err := deal(level, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range roster.Entries() {
		if e.Idea == "" || e.Guarantee == "" || e.Cost == "" || e.Source == "" || e.Home == "" {
			t.Errorf("%s: the row is not complete", e.Name)
		}
		var options ouro.Options
		var keys []string
		for _, o := range e.Options {
			options = append(options, ouro.Option{Key: o.Key, Value: o.Default})
			keys = append(keys, o.Key)
		}
		if _, err := e.Make(ouro.Setup{Start: start, Options: options}); err != nil {
			t.Errorf("%s: refuses its documented defaults: %v", e.Name, err)
		}
		_, err := e.Make(ouro.Setup{Start: start, Options: ouro.Options{{Key: "nosuch", Value: "1"}}})
		want := "(known: " + strings.Join(keys, ", ") + ")"
		if len(keys) == 0 {
			want = "(it has no options)"
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error for an unknown option is %v, want it to say %s", e.Name, err, want)
		}
	}
}

// TestVariantsUseEveryOption: an option that is documented is tested.
func TestVariantsUseEveryOption(t *testing.T) {
	used := map[string]bool{"tablebase:file": true} // needs a file; its package tests it
	for _, text := range variants {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range spec.Options {
			used[spec.Name+":"+o.Key] = true
		}
	}
	for _, e := range roster.Entries() {
		for _, o := range e.Options {
			if !used[e.Name+":"+o.Key] {
				t.Errorf("no variant of %s sets its option %s", e.Name, o.Key)
			}
		}
	}
}

func TestUnknownNames(t *testing.T) {
	if _, err := roster.Find("nosuch"); err == nil || !strings.Contains(err.Error(), "known: bfs, dfs") {
		t.Errorf("error %v does not list the known solvers", err)
	}
	if _, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "nosuch"}, W: 4, H: 4, StartLength: 1}, 1); err == nil || !strings.Contains(err.Error(), "known: classic") {
		t.Errorf("error %v does not list the known rules", err)
	}
}

// TestRulesTell: every row of the rules is complete, and the documented options
// and defaults are those that the rules know.
func TestRulesTell(t *testing.T) {
	level, err := maze.Level("nook")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range roster.Rules() {
		if e.Idea == "" || e.Home == "" {
			t.Errorf("%s: the row is not complete", e.Name)
		}
		rules := ouro.Spec{Name: e.Name}
		var keys []string
		for _, o := range e.Options {
			rules.Options = append(rules.Options, ouro.Option{Key: o.Key, Value: o.Default})
			keys = append(keys, o.Key)
		}
		game := ouro.GameSpec{Rules: rules, W: 7, H: 7, StartLength: max(1, e.StartLength)}
		if e.Name == "maze" {
			game.Level = level
		}
		if _, err := roster.Deal(game, 1); err != nil {
			t.Errorf("%s: refuse their documented defaults: %v", e.Name, err)
		}
		game.Rules.Options = ouro.Options{{Key: "nosuch", Value: "1"}}
		want := "(known: " + strings.Join(keys, ", ") + ")"
		if len(keys) == 0 {
			want = "(it has no options)"
		}
		if _, err := roster.Deal(game, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error for an unknown option is %v, want it to say %s", e.Name, err, want)
		}
	}
}
