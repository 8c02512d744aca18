package roster_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/engine"
	"ouro/engine/wire"
	"ouro/internal/needs"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/rule/maze"
	"ouro/solve/solvetest"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "engine" {
		runEngine()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// runEngine runs a small engine: the solver random, with a digest of seed and turn as its dice.
func runEngine() {
	var grid *ouro.Grid
	var game *wire.New
	out := func(b []byte) { _, _ = os.Stdout.Write(b) }
	for lines := wire.NewLines(os.Stdin); ; {
		line, err := lines.Next()
		if err != nil {
			return
		}
		q, err := wire.ParseQuestion(line, grid)
		if err != nil {
			panic(err)
		}
		switch q.Kind {
		case wire.IsHello:
			out(wire.AppendIntro(nil, wire.Intro{Version: wire.Version, Name: "test"}))
		case wire.IsNew:
			game, grid = q.New, q.New.State.Grid
			out(wire.AppendReady(nil))
		case wire.IsTurn:
			move := wire.Move{ID: q.Turn.ID, Nodes: q.Turn.Nodes}
			s := q.Turn.State
			s.TurnBack = game.State.TurnBack
			if legal := s.Legal(game.Seat); legal != 0 {
				move.Dir = legal.At(int(ouro.Mix(game.Seed, uint64(s.Turn)) % uint64(legal.Len())))
			}
			if q.Turn.Watched {
				move.Notes = []ouro.Note{{Verb: ouro.NotePath, Label: ouro.LabelPlan, Cells: []ouro.Cell{s.Snakes[game.Seat].Body.Head()}}}
			}
			out(wire.AppendMoveWithNotes(nil, &move, grid))
		case wire.IsQuit:
			return
		default: // other messages are not for this engine
		}
	}
}

// TestEngineConforms checks an engine against the contract of solvers, except for
// allocations.
func TestEngineConforms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	long := time.Hour // so that a busy machine makes no answer late
	pool := engine.NewPool(engine.Limits{Hello: long, Turn: long, Grace: long})
	t.Cleanup(pool.Close)
	all := games(t)
	solvetest.Test(t, solvetest.Subject{
		Make: pool.Make, Options: ouro.Options{{Value: shell.Line(self, "engine")}},
		Deal: deal, Games: []ouro.GameSpec{all[0], all[1], all[3]}, Plays: anyBoard,
	})
}

func anyBoard(int, int) bool  { return true }
func upTo20(w, h int) bool    { return w*h <= 20 }
func evenSides(w, h int) bool { return w%2 == 0 && h%2 == 0 }

// deal is roster.Deal with the signature for solvetest.
func deal(game ouro.GameSpec, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
	d, err := roster.Deal(game, seed)
	return d.Rules, d.Start, d.Dice, err
}

// games returns games other than classic Snake. They cover all rules, several snakes,
// boards that wrap, and hazards that hurt and heal.
func games(t *testing.T) []ouro.GameSpec {
	t.Helper()
	level, err := maze.Level("nook")
	if err != nil {
		t.Fatal(err)
	}
	all := []ouro.GameSpec{{Rules: ouro.Spec{Name: "maze"}, W: level.Grid.W, H: level.Grid.H, Level: level, StartLength: 1, Snakes: 1}}
	for _, c := range []struct {
		rules        string
		side, snakes int
	}{
		{"standard", 7, 2},
		{"standard", 11, 8},
		{"standard:map=healing_pools,damage=-8,shrink=10", 11, 2},
		{"solo", 7, 1},
		{"royale:shrink=3", 11, 4},
		{"constrictor", 7, 4},
		{"wrapped:map=hz_rings", 11, 3},
		{"wrapped_constrictor", 7, 2},
	} {
		rules, err := ouro.ParseSpec(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ouro.GameSpec{Rules: rules, W: c.side, H: c.side, StartLength: 3, Snakes: c.snakes})
	}
	return all
}

// claims has three sets of boards for each solver: boards that it plays, boards on which it claims
// never to die, and boards on which it claims to win every game. A solver without a row plays every
// board and makes no claim.
var claims = map[string]struct{ plays, lives, wins func(w, h int) bool }{
	"hamilton":              {anyBoard, anyBoard, anyBoard},
	"shortcut":              {anyBoard, anyBoard, anyBoard},
	"shortcut:until=1":      {anyBoard, anyBoard, anyBoard},
	"repair":                {anyBoard, anyBoard, anyBoard},
	"repair:progress=false": {anyBoard, anyBoard, nil},
	"tablebase":             {upTo20, upTo20, upTo20},
	"cell":                  {evenSides, evenSides, evenSides},
	"cell:ways=1,penalty=0": {evenSides, evenSides, evenSides},
	"ouroboros":             {anyBoard, anyBoard, anyBoard},
	"ouroboros:nodes=3":     {anyBoard, anyBoard, anyBoard},
}

// shortened has options that make slow solvers fast enough for these tests. The solvers'
// packages test other options.
var shortened = map[string]string{"spot": "spot:depth=2", "backtrack": "backtrack:depth=5", "hydra": "hydra:depth=2"}

var offeringSolvers = []string{"spot", "backtrack", "hydra"}

// variants are specs with other options, which are tested too.
var variants = []string{
	"astar:heuristic=euclidean", "wander:style=s", "lookahead:breakloops=true",
	"predictive:deviate=1,homestretch=1", "predictive:open=sorted,tip=leaves", "predictive:detour=follow,check=always",
	"shortcut:until=1", "repair:progress=false", "cell:ways=1,penalty=0",
	"backtrack:depth=3,deadend=2,ties=straight,tail=frozen,eaten=original", "backtrack:depth=4,discount=0.9,threads=2",
	"ouroboros:nodes=3", "ouroboros:nodes=1,budget=1h", "floodfill:hungry=90", "coward:hungry=90", "spot:workers=2,hungry=90,depth=2,style=post,fade=0.9",
	"hydra:depth=2,style=safe", "hydra:style=bold,depth=2",
}

// idle has, for some solvers, an option that changes no decision.
var idle = map[string]ouro.Option{"spot": {Key: "workers", Value: "3"}, "backtrack": {Key: "threads", Value: "3"}, "hydra": {Key: "threads", Value: "3"}}

func subject(t *testing.T, text string) solvetest.Subject {
	t.Helper()
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := roster.FindSolver(spec.Name)
	if err != nil {
		t.Fatal(err)
	}
	claim, ok := claims[text]
	if !ok {
		claim.plays = anyBoard
	}
	var alike ouro.Options
	for _, o := range e.Options {
		option := ouro.Option{Key: o.Key, Value: o.Default}
		if i := slices.IndexFunc(spec.Options, func(given ouro.Option) bool { return given.Key == o.Key }); i >= 0 {
			option = spec.Options[i]
		} else if idle[e.Name].Key == o.Key {
			option = idle[e.Name]
		}
		alike = append(alike, option)
	}
	return solvetest.Subject{
		Make: e.Make, Options: spec.Options, Alike: alike, Deal: deal, Games: games(t),
		Plays: claim.plays, Lives: claim.lives, Wins: claim.wins,
		Offers:     slices.Contains(offeringSolvers, e.Name),
		PlaysGames: e.Kind == roster.Battlesnake, Prudent: e.Kind == roster.Battlesnake,
	}
}

func subjects() []string {
	specs := slices.Clone(variants)
	for _, e := range roster.Solvers() {
		if text, ok := shortened[e.Name]; ok {
			specs = append(specs, text)
		} else {
			specs = append(specs, e.Name)
		}
	}
	return specs
}

// TestConformance checks every solver of the roster against the contract. Except in trials, it
// omits some boards and games, and plays the variants in only half of the games.
func TestConformance(t *testing.T) {
	for name := range claims {
		if !slices.Contains(subjects(), name) {
			t.Errorf("claims for %s, which is not tested", name)
		}
	}
	for i, text := range subjects() { // the variants come first
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := quick(t, text)
			s.Short = !needs.Trials()
			if s.Short && i < len(variants) {
				s.Games = everySecond(s.Games[i%2:])
			}
			solvetest.Test(t, s)
		})
	}
}

// everySecond returns the first game, the third, and so on.
func everySecond(games []ouro.GameSpec) (some []ouro.GameSpec) {
	for pair := range slices.Chunk(games, 2) {
		some = append(some, pair[0])
	}
	return some
}

// TestCrowdConforms checks Hydra against the contract in games of many snakes. These games
// take the longest.
func TestCrowdConforms(t *testing.T) {
	needs.Trial(t)
	for _, text := range subjects() {
		if !strings.HasPrefix(text, "hydra") {
			continue
		}
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := subject(t, text)
			for _, game := range s.Games {
				if crowded(text, game) {
					solvetest.TestGame(t, s, game)
				}
			}
		})
	}
}

// crowded reports whether a game has so many snakes that Hydra takes long: more than four or, for
// variants of Hydra, more than two.
func crowded(text string, game ouro.GameSpec) bool {
	return strings.HasPrefix(text, "hydra") && (game.Snakes > 4 || game.Snakes > 2 && text != shortened["hydra"])
}

func quick(t *testing.T, text string) solvetest.Subject {
	t.Helper()
	s := subject(t, text)
	s.Games = slices.DeleteFunc(s.Games, func(game ouro.GameSpec) bool { return crowded(text, game) })
	return s
}

// TestDecideAllocatesNothing: Decide allocates nothing, except in solvers that use several
// goroutines.
func TestDecideAllocatesNothing(t *testing.T) {
	for _, text := range subjects() {
		if strings.Contains(text, "threads=") || strings.Contains(text, "workers=") {
			continue
		}
		t.Run(text, func(t *testing.T) {
			s := quick(t, text)
			if !needs.Trials() {
				s.Games = s.Games[:min(len(s.Games), 3)]
			}
			solvetest.TestAllocations(t, s)
		})
	}
}

// TestThreadsAreObeyed: solvers use no more threads than the Setup allows. Without a limit, the
// first solvers in the list would use several.
func TestThreadsAreObeyed(t *testing.T) {
	for _, text := range slices.Concat([]string{"spot:workers=4", "hydra:threads=4", "backtrack:depth=auto,threads=4", "ouroboros:budget=1h"}, subjects()) {
		t.Run(text, func(t *testing.T) {
			s := subject(t, text)
			s.Games = s.Games[:3]
			solvetest.TestThreads(t, s)
		})
	}
}

// TestSolverRows: every row is complete. Its options and defaults are those that the solver
// reads.
func TestSolverRows(t *testing.T) {
	_, start, _, err := deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range roster.Solvers() {
		if e.Idea == "" || e.Guarantee == "" || e.Cost == "" || e.Source == "" || e.Kind == "" {
			t.Errorf("%s: the row is not complete", e.Name)
		}
		if _, err := e.Make(ouro.Setup{Start: start, Options: documented(e.Options)}); err != nil {
			t.Errorf("%s: refuses its documented defaults: %v", e.Name, err)
		}
		_, err := e.Make(ouro.Setup{Start: start, Options: nosuch})
		checkKnown(t, e.Name, err, e.Options)
	}
}

func documented(row []roster.Option) (options ouro.Options) {
	for _, o := range row {
		options = append(options, ouro.Option{Key: o.Key, Value: o.Default})
	}
	return options
}

var nosuch = ouro.Options{{Key: "nosuch", Value: "1"}}

func checkKnown(t *testing.T, name string, err error, row []roster.Option) {
	t.Helper()
	var unknown *ouro.UnknownOptionError
	if !errors.As(err, &unknown) || unknown.Key != "nosuch" {
		t.Errorf("%s: the error for an unknown option is %v", name, err)
	} else if want := documented(row); !slices.Equal(unknown.Known, want) {
		t.Errorf("%s reads the options %v, the roster has %v", name, unknown.Known, want)
	}
}

// unseen are options whose effect no game of these tests shows: threads, files and clocks, and
// rehearsals, which take too long. The solvers' packages test them.
var unseen = []string{"ouroboros:rehearse", "backtrack:threads", "spot:workers", "hydra:threads", "hydra:hash", "hydra:time-margin", "ouroboros:budget", "tablebase:file"}

// TestOptionsMatter: for every documented option, some variant has another value, which
// changes a decision in some game.
func TestOptionsMatter(t *testing.T) {
	seen := slices.Clone(unseen)
	for _, text := range variants {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range spec.Options {
			if key := spec.Name + ":" + o.Key; !slices.Contains(seen, key) && matters(t, spec.Name, o) {
				seen = append(seen, key)
			}
		}
	}
	for _, e := range roster.Solvers() {
		for _, o := range e.Options {
			if !slices.Contains(seen, e.Name+":"+o.Key) {
				t.Errorf("no variant of %s shows what its option %s does", e.Name, o.Key)
			}
		}
	}
}

func matters(t *testing.T, name string, option ouro.Option) bool {
	t.Helper()
	specs := games(t)
	for _, side := range []int{6, 10} {
		specs = append(specs, ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: side, H: side, StartLength: 1})
	}
	for _, spec := range specs {
		rules, s, dice, err := deal(spec, 1)
		if err != nil {
			t.Fatal(err)
		}
		setup := ouro.Setup{Rules: rules, Start: s.Clone()}
		plain, err := roster.Make(ouro.Spec{Name: name}, setup)
		if err != nil {
			continue
		}
		other, err := roster.Make(ouro.Spec{Name: name, Options: ouro.Options{option}}, setup)
		if err != nil {
			t.Fatal(err)
		}
		rules.Spawn(s, dice)
		joint := make([]ouro.Dir, len(s.Snakes))
		for _, over := rules.Over(s); !over && s.Turn < 1000; _, over = rules.Over(s) {
			for seat := range s.Snakes {
				if s.Snakes[seat].Cause != ouro.Alive {
					continue
				}
				turn := ouro.Turn{State: s, Seat: seat, Nodes: 300}
				a, _ := plain.Decide(t.Context(), turn)
				b, _ := other.Decide(t.Context(), turn)
				if a != b {
					return true
				}
				joint[seat] = a.Dir
			}
			rules.Step(s, joint)
			rules.Spawn(s, dice)
		}
	}
	return false
}

func TestUnknownNames(t *testing.T) {
	if _, err := roster.FindSolver("nosuch"); err == nil || !strings.Contains(err.Error(), "known: bfs, dfs") {
		t.Errorf("error %v does not list the known solvers", err)
	}
	if _, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "nosuch"}, W: 4, H: 4, StartLength: 1}, 1); err == nil || !strings.Contains(err.Error(), "known: classic") {
		t.Errorf("error %v does not list the known rules", err)
	}
}

// TestRulesRows: every row of the rules is complete. Its options and defaults are those
// that the rules read.
func TestRulesRows(t *testing.T) {
	level, err := maze.Level("nook")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range roster.Rules() {
		if e.Idea == "" || e.Kind == "" {
			t.Errorf("%s: the row is not complete", e.Name)
		}
		game := ouro.GameSpec{Rules: ouro.Spec{Name: e.Name, Options: documented(e.Options)}, W: 7, H: 7, StartLength: max(1, e.StartLength)}
		if e.Name == "maze" {
			game.Level = level
		}
		if _, err := roster.Deal(game, 1); err != nil {
			t.Errorf("%s: refuse their documented defaults: %v", e.Name, err)
		}
		game.Rules.Options = nosuch
		_, err := roster.Deal(game, 1)
		checkKnown(t, e.Name, err, e.Options)
	}
}
