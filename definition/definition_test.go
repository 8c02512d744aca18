package definition_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/hunter"
	"ouro/lab"
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

// tournament returns the definition of a tournament in this format with these snakes.
func tournament(t testing.TB, format arena.Tournament, snakes ...string) definition.Definition {
	t.Helper()
	for _, snake := range snakes {
		format.Snakes = append(format.Snakes, arena.Snake{Snake: snake})
	}
	setting, err := format.Setting()
	if err != nil {
		t.Fatal(err)
	}
	d, err := definition.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// definitions returns some definitions of each kind that can be played.
func definitions(t testing.TB) []definition.Definition {
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
	return []definition.Definition{
		definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 4, StartLength: 1}, 1<<63+5, ouro.Budget{Nodes: 500}, specs(t, "cell,lookahead:breakloops=true")),
		definition.OfBench(ouro.GameSpec{Rules: specs(t, "maze:regrow=floor")[0], Level: level, W: level.Grid.W, H: level.Grid.H, StartLength: 1}, 3, ouro.Budget{}, specs(t, "backtrack:depth=4")),
		definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, Position: state.Start, W: 5, H: 4, StartLength: 1}, 3, ouro.Budget{Time: time.Second}, specs(t, "bfs")),
		{Kind: definition.Hunter, Seed: 4, Nodes: 50, Bots: 2, Snakes: 3, Solvers: []string{"bfs", "backtrack:depth=2"}, FirstLevel: len(hunter.Levels())},
		{Kind: definition.Hunter, Seed: 4, Bots: 1, Solvers: []string{"bfs"}, Levels: hunter.FormatLevels(hunter.Levels()[6:]), FirstLevel: 2},
		tournament(t, arena.Tournament{Seed: 9, Board: "7x7", Nodes: 50}, "greedy", "bfs", "coward"),
		tournament(t, arena.Tournament{Seed: 9, Format: arena.FreeForAll, Board: "7x7", Openings: "balanced:turns=4,nodes=5,games=4,snake=floodfill"}, "greedy", "hungry", "coward"),
		tournament(t, arena.Tournament{Seed: 9, Rules: "maze"}, "bfs", "backtrack:depth=2"),
		tournament(t, arena.Tournament{Seed: 9, Rules: "hunter:level=8,bots=2"}, "bfs", "backtrack:depth=2"),
		definition.OfHunt(specs(t, "hunter:level=2")[0], hunter.Levels()[6:], 4, 50, specs(t, "bfs,backtrack:depth=2")),
	}
}

// TestRoundTrip: a definition can be parsed from its text. Other texts of the same definition are
// rejected.
func TestRoundTrip(t *testing.T) {
	for _, d := range definitions(t) {
		text := d.Text()
		read, err := definition.Parse(text)
		if err != nil || read.Text() != text {
			t.Fatalf("%s was read as %s, %v", text, read.Text(), err)
		}
		for _, other := range []string{text + " ", strings.Replace(text, ",", ", ", 1), strings.Replace(text, "{", `{"unknown":1,`, 1), text[:len(text)-1], text + text} {
			if _, err := definition.Parse(other); err == nil {
				t.Errorf("%s was read", other)
			}
		}
	}
}

// TestSameGames: a definition that is parsed from its text plays the same games.
func TestSameGames(t *testing.T) {
	for _, d := range definitions(t) {
		want := figures(t, d)
		read, err := definition.Parse(d.Text())
		if err != nil {
			t.Fatal(err)
		}
		if got := figures(t, read); !bytes.Equal(got, want) {
			t.Errorf("%s: have\n%s\nwant\n%s", d.Text(), got, want)
		}
	}
}

func figures(t *testing.T, d definition.Definition) []byte {
	t.Helper()
	plan, err := d.Open(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", d.Text(), err)
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

// TestAlone: the definition for one solver names only that solver, and the original keeps all
// solvers.
func TestAlone(t *testing.T) {
	d := definitions(t)[0]
	a := d.Alone(1)
	if len(a.Solvers) != 1 || a.Solvers[0] != d.Solvers[1] || len(d.Solvers) != 2 {
		t.Errorf("%s of %s", a.Text(), d.Text())
	}
}

// TestMistakes: the error about a wrong definition names the wrong value.
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
		d, err := definition.Parse(text)
		if err == nil {
			_, err = d.Plan()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzParse: a text that Parse accepts is the text of the parsed definition. Making the plan of
// that definition does not panic.
func FuzzParse(f *testing.F) {
	for _, d := range definitions(f) {
		f.Add(d.Text())
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := definition.Parse(text)
		if err != nil {
			return
		}
		if d.Text() != text {
			t.Fatalf("%q was read as %q", text, d.Text())
		}
		_, _ = d.Plan()
	})
}

// TestPlanStartsNothing: making the plan of a definition with remote snakes or programs
// starts no program and sends no request.
func TestPlanStartsNothing(t *testing.T) {
	for _, snake := range []string{"http://127.0.0.1:1", "exec:/no/such/program"} {
		d := tournament(t, arena.Tournament{Nodes: 10, GuestTimeout: time.Second}, "greedy", snake)
		plan, err := d.Plan()
		if err != nil {
			t.Fatal(err)
		}
		plan.Groups = 1
		if _, err := lab.Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "not opened") {
			t.Errorf("%s: %v", snake, err)
		}
	}
}

// TestOtherTournament: a definition whose fields differ from its tournament is an error. So only
// snakes that the fields name can take part.
func TestOtherTournament(t *testing.T) {
	valid := tournament(t, arena.Tournament{Nodes: 10}, "greedy", "hungry")
	for name, change := range map[string]func(d *definition.Definition){
		"snakes": func(d *definition.Definition) { d.Solvers = []string{"greedy", "coward"} },
		"fewer":  func(d *definition.Definition) { d.Solvers = d.Solvers[:1] },
		"seed":   func(d *definition.Definition) { d.Seed++ },
		"nodes":  func(d *definition.Definition) { d.Nodes++ },
		"time":   func(d *definition.Definition) { d.Time++ },
		"cpu":    func(d *definition.Definition) { d.CPU++ },
	} {
		d := valid
		change(&d)
		if _, err := d.Plan(); err == nil || !strings.Contains(err.Error(), "are not those of its tournament") {
			t.Errorf("%s: Plan: %v", name, err)
		}
		if _, err := d.Open(t.Context()); err == nil {
			t.Errorf("%s: the definition was opened", name)
		}
	}
}

// TestDeterminism: games are the same on every machine if the definition has no clock, remote
// snake, program or file.
func TestDeterminism(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	for _, c := range []struct {
		solver                        string
		budget                        ouro.Budget
		sameEverywhere, dependsOnLoad bool
	}{
		{"bfs", ouro.Budget{}, true, false},
		{"lookahead", ouro.Budget{Nodes: 100}, true, false},
		{"lookahead", ouro.Budget{Time: 1}, false, true},
		{"lookahead", ouro.Budget{CPU: 1}, false, false},
		{"exec:snake", ouro.Budget{Nodes: 100}, false, false},
		{"tablebase:file=x", ouro.Budget{}, false, false},
	} {
		d := definition.OfBench(game, 1, c.budget, specs(t, c.solver))
		if s, r := d.Determinism(); s != c.sameEverywhere || r != c.dependsOnLoad || d.Reproducible() != c.sameEverywhere {
			t.Errorf("%s %v: %v, %v", c.solver, c.budget, s, r)
		}
	}
	d := definition.Definition{Kind: definition.Contest, Solvers: []string{"http://127.0.0.1:8000", "spot"}}
	if s, r := d.Determinism(); s || !r {
		t.Errorf("a remote snake: %v, %v", s, r)
	}
}
