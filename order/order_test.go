package order_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/hunter"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
	"ouro/rule/maze"
)

func specs(t testing.TB, text string) []ouro.Spec {
	t.Helper()
	specs, err := ouro.ParseSpecs(text)
	if err != nil {
		t.Fatal(err)
	}
	return specs
}

// tournament returns the order of a tournament of these snakes.
func tournament(t testing.TB, of arena.Tournament, snakes ...string) order.Order {
	t.Helper()
	for _, snake := range snakes {
		of.Snakes = append(of.Snakes, arena.Snake{Snake: snake})
	}
	setting, err := of.Setting()
	if err != nil {
		t.Fatal(err)
	}
	o, err := order.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// orders returns some orders of each kind that can be played.
func orders(t testing.TB) []order.Order {
	t.Helper()
	level, err := maze.Level("lattice")
	if err != nil {
		t.Fatal(err)
	}
	state, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 4, StartLength: 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	state.Rules.Spawn(state.Start, state.Dice)
	return []order.Order{
		order.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 4, StartLength: 1}, 1<<63+5, ouro.Budget{Nodes: 500}, specs(t, "cell,lookahead:breakloops=true")),
		order.OfBench(ouro.GameSpec{Rules: specs(t, "maze:regrow=floor")[0], Level: level, W: level.Grid.W, H: level.Grid.H, StartLength: 1}, 3, ouro.Budget{}, specs(t, "backtrack:depth=4")),
		order.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, Position: state.Start, W: 5, H: 4, StartLength: 1}, 3, ouro.Budget{Time: time.Second}, specs(t, "bfs")),
		{Kind: order.Hunter, Seed: 4, Nodes: 50, Bots: 2, Snakes: 3, Solvers: []string{"bfs", "backtrack:depth=2"}, FirstLevel: len(hunter.Levels())},
		{Kind: order.Hunter, Seed: 4, Bots: 1, Solvers: []string{"bfs"}, Levels: hunter.FormatLevels(hunter.Levels()[6:]), FirstLevel: 2},
		tournament(t, arena.Tournament{Seed: 9, Board: "7x7", Nodes: 50}, "greedy", "bfs", "coward"),
		tournament(t, arena.Tournament{Seed: 9, Format: arena.FreeForAll, Board: "7x7", Openings: "balanced:turns=4,nodes=5,games=4,snake=floodfill"}, "greedy", "hungry", "coward"),
		tournament(t, arena.Tournament{Seed: 9, Rules: "maze"}, "bfs", "backtrack:depth=2"),
		tournament(t, arena.Tournament{Seed: 9, Rules: "hunter:level=8,bots=2"}, "bfs", "backtrack:depth=2"),
		order.OfHunt(specs(t, "hunter:level=2")[0], hunter.Levels()[6:], 4, 50, specs(t, "bfs,backtrack:depth=2")),
	}
}

// TestRoundTrip: an order can be parsed from its text. Other texts of the same order are
// rejected.
func TestRoundTrip(t *testing.T) {
	for _, o := range orders(t) {
		text := o.Text()
		read, err := order.Parse(text)
		if err != nil || read.Text() != text {
			t.Fatalf("%s was read as %s, %v", text, read.Text(), err)
		}
		for _, other := range []string{text + " ", strings.Replace(text, ",", ", ", 1), strings.Replace(text, "{", `{"unknown":1,`, 1), text[:len(text)-1], text + text} {
			if _, err := order.Parse(other); err == nil {
				t.Errorf("%s was read", other)
			}
		}
	}
}

// TestSameGames: an order that is parsed from its text plays the same games.
func TestSameGames(t *testing.T) {
	for _, o := range orders(t) {
		want := figures(t, o)
		read, err := order.Parse(o.Text())
		if err != nil {
			t.Fatal(err)
		}
		if got := figures(t, read); !bytes.Equal(got, want) {
			t.Errorf("%s: have\n%s\nwant\n%s", o.Text(), got, want)
		}
	}
}

func figures(t *testing.T, o order.Order) []byte {
	t.Helper()
	plan, err := o.Open(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", o.Text(), err)
	}
	plan.Groups = 2
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.WithoutTimes().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteGamesCSV(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAlone: the order for one of the solvers has the same games.
func TestAlone(t *testing.T) {
	o := orders(t)[0]
	a := o.Alone(1)
	if len(a.Solvers) != 1 || a.Solvers[0] != o.Solvers[1] || len(o.Solvers) != 2 {
		t.Errorf("%s of %s", a.Text(), o.Text())
	}
}

// TestMistakes: the error names the mistake.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`{"kind":"race","seed":1}`:                                                                      `unknown kind "race"`,
		`{"kind":"bench","rules":"checkers","board":"4x4","seed":1}`:                                    `unknown rules "checkers"`,
		`{"kind":"bench","rules":"classic","board":"4","seed":1}`:                                       "4",
		`{"kind":"bench","rules":"classic","board":"4x4","seed":1,"solvers":["nobody"]}`:                `unknown solver "nobody"`,
		`{"kind":"bench","rules":"classic","board":"4x4","seed":1,"solvers":["bfs:x=1,y"]}`:             "bfs:x=1,y",
		`{"kind":"bench","rules":"classic","level":"no level","seed":1,"solvers":["bfs"]}`:              "level",
		`{"kind":"game","rules":"standard","board":"7x7","seed":1,"solvers":["bfs"],"names":["a","b"]}`: "2 names of 1",
		`{"kind":"hunter","seed":1,"solvers":["bfs"],"bots":1,"first_level":99}`:                        "there are levels 1 to",
		`{"kind":"hunter","seed":1,"solvers":["bfs"],"bots":3,"first_level":1}`:                         "3 hunters",
		`{"kind":"hunter","seed":1,"solvers":["bfs"],"bots":1,"levels":"x","first_level":1}`:            "line 1",
		`{"kind":"bench","rules":"classic","position":"nowhere","seed":1,"solvers":["bfs"]}`:            "nowhere",
	} {
		o, err := order.Parse(text)
		if err == nil {
			_, err = o.Plan()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzParse: if an order is parsed, its text is the text that was parsed, and making its
// plan does not panic.
func FuzzParse(f *testing.F) {
	for _, o := range orders(f) {
		f.Add(o.Text())
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := order.Parse(text)
		if err != nil {
			return
		}
		if o.Text() != text {
			t.Fatalf("%q was read as %q", text, o.Text())
		}
		_, _ = o.Plan()
	})
}

// TestPlanStartsNothing: making the plan of an order with remote snakes or programs
// starts no program and sends no request.
func TestPlanStartsNothing(t *testing.T) {
	for _, snake := range []string{"http://127.0.0.1:1", "exec:/no/such/program"} {
		o := tournament(t, arena.Tournament{Nodes: 10, GuestTimeout: time.Second}, "greedy", snake)
		plan, err := o.Plan()
		if err != nil {
			t.Fatal(err)
		}
		plan.Groups = 1
		if _, err := lab.Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "not opened") {
			t.Errorf("%s: %v", snake, err)
		}
	}
}

// TestOtherTournament: an order whose fields differ from its tournament gives an error, so
// that only snakes that the fields name take part.
func TestOtherTournament(t *testing.T) {
	is := tournament(t, arena.Tournament{Nodes: 10}, "greedy", "hungry")
	for name, change := range map[string]func(o *order.Order){
		"snakes": func(o *order.Order) { o.Solvers = []string{"greedy", "coward"} },
		"fewer":  func(o *order.Order) { o.Solvers = o.Solvers[:1] },
		"seed":   func(o *order.Order) { o.Seed++ },
		"nodes":  func(o *order.Order) { o.Nodes++ },
		"time":   func(o *order.Order) { o.Time++ },
		"cpu":    func(o *order.Order) { o.CPU++ },
	} {
		o := is
		change(&o)
		if _, err := o.Plan(); err == nil || !strings.Contains(err.Error(), "are not those of its tournament") {
			t.Errorf("%s: Plan: %v", name, err)
		}
		if _, err := o.Open(t.Context()); err == nil {
			t.Errorf("%s: it is opened", name)
		}
	}
}

// TestSure: games are the same on every machine if the order has no clock, remote snake,
// program or file.
func TestSure(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	for _, c := range []struct {
		solver       string
		budget       ouro.Budget
		sure, racing bool
	}{
		{"bfs", ouro.Budget{}, true, false},
		{"lookahead", ouro.Budget{Nodes: 100}, true, false},
		{"lookahead", ouro.Budget{Time: 1}, false, true},
		{"lookahead", ouro.Budget{CPU: 1}, false, false},
		{"exec:snake", ouro.Budget{Nodes: 100}, false, false},
		{"tablebase:file=x", ouro.Budget{}, false, false},
	} {
		o := order.OfBench(game, 1, c.budget, specs(t, c.solver))
		if s, r := o.Determinism(); s != c.sure || r != c.racing || o.Reproducible() != c.sure {
			t.Errorf("%s %v: %v, %v", c.solver, c.budget, s, r)
		}
	}
	o := order.Order{Kind: order.Contest, Solvers: []string{"http://127.0.0.1:8000", "spot"}}
	if s, r := o.Determinism(); s || !r {
		t.Errorf("a remote snake: %v, %v", s, r)
	}
}
