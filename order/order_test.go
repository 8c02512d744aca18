package order_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/hunter"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
	"ouro/rule/maze"
)

// orders are some of each kind.
func orders(t testing.TB) []order.Order {
	t.Helper()
	specs := func(text string) []ouro.Spec {
		specs, err := ouro.ParseSpecs(text)
		if err != nil {
			t.Fatal(err)
		}
		return specs
	}
	level, err := maze.Level("lattice")
	if err != nil {
		t.Fatal(err)
	}
	state, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 4, StartLength: 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	state.Rules.Spawn(state.Start, state.Dice)
	entrants, err := host.ParseEntrants([]string{"greedy", "me=bfs", "greedy"})
	if err != nil {
		t.Fatal(err)
	}
	small := ouro.GameSpec{Rules: specs("standard:map=standard")[0], W: 7, H: 7, StartLength: 3}
	makers, err := roster.Makers(specs("bfs,backtrack:depth=2"))
	if err != nil {
		t.Fatal(err)
	}
	hunt := hunter.Config{Hunters: 2, Snakes: 3, Nodes: 50, Drivers: []hunter.Driver{{Spec: specs("bfs")[0], Make: makers[0]}, {Spec: specs("backtrack:depth=2")[0], Make: makers[1]}}}
	return []order.Order{
		order.OfContest(small, 9, ouro.Budget{Nodes: 50}, entrants, time.Second),
		order.OfContest(small, 9, ouro.Budget{}, entrants[:1], time.Second),
		order.OfHunter(hunt, nil, len(hunter.Levels()), 4),
		order.OfHunter(hunt, hunter.Levels()[5:], 2, 4),
		order.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 4, StartLength: 1}, 1<<63+5, ouro.Budget{Nodes: 500}, specs("cell,lookahead:breakloops=true")),
		order.OfBench(ouro.GameSpec{Rules: specs("maze:regrow=floor")[0], Level: level, W: level.Grid.W, H: level.Grid.H, StartLength: 1}, 3, ouro.Budget{}, specs("backtrack:depth=4")),
		order.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, Position: state.Start, W: 5, H: 4, StartLength: 1}, 3, ouro.Budget{Time: time.Second}, specs("bfs")),
	}
}

// TestRoundTrip: what was ordered is read again from its text, and an order that is
// written in another way is none.
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

// TestSameGames: from its text an order plays the games that it was written from.
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
	plan, err := o.Plan()
	if err != nil {
		t.Fatalf("%s: %v", o.Text(), err)
	}
	plan.Groups = 4
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

// TestAlone: the order for one solver is that of the same games.
func TestAlone(t *testing.T) {
	o := orders(t)[4]
	a := o.Alone(1)
	if len(a.Solvers) != 1 || a.Solvers[0] != o.Solvers[1] || len(o.Solvers) != 2 {
		t.Errorf("%s of %s", a.Text(), o.Text())
	}
}

// TestMistakes: the error names what is wrong.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`{"kind":"race","seed":1}`:                                                                      `unknown kind "race"`,
		`{"kind":"bench","rules":"checkers","board":"4x4","seed":1}`:                                    `unknown rules "checkers"`,
		`{"kind":"bench","rules":"classic","board":"4","seed":1}`:                                       "4",
		`{"kind":"bench","rules":"classic","board":"4x4","seed":1,"solvers":["nobody"]}`:                `unknown solver "nobody"`,
		`{"kind":"bench","rules":"classic","board":"4x4","seed":1,"solvers":["bfs:x=1,y"]}`:             "bfs:x=1,y",
		`{"kind":"bench","rules":"classic","level":"no level","seed":1,"solvers":["bfs"]}`:              "level",
		`{"kind":"game","rules":"standard","board":"7x7","seed":1,"solvers":["nobody"]}`:                `unknown solver "nobody"`,
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

// FuzzParse: what is read is written as it was, and making its plan does not panic.
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

// TestGuestsAreNotAsked: an order with snakes elsewhere is read, and whoever plays it
// without having invited them is told.
func TestGuestsAreNotAsked(t *testing.T) {
	entrants, err := host.ParseEntrants([]string{"greedy", "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	o := order.OfContest(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3}, 9, ouro.Budget{}, entrants, time.Second)
	plan, err := o.Plan()
	if err != nil || plan.Entrants[1].Address != "http://127.0.0.1:1" || o.GuestTimeout != time.Second {
		t.Fatalf("%+v, %v", plan.Entrants, err)
	}
	plan.Groups = 1
	if _, err := lab.Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "who has invited them") {
		t.Error(err)
	}
}

// TestVerified: games of Snake Hunter that are verified are the same games.
func TestVerified(t *testing.T) {
	all := orders(t)
	plan, err := all[2].PlanVerified()
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups = 2
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil || len(report.Games) != 2 {
		t.Error(err)
	}
	if _, err := all[0].PlanVerified(); err == nil {
		t.Error("games of another kind are verified")
	}
}

// TestDerive: by the rules alone, a record tells what became of its game; what was
// changed in either, and a record of another game, is named.
func TestDerive(t *testing.T) {
	for _, o := range orders(t) {
		plan, err := o.Plan()
		if err != nil {
			t.Fatal(err)
		}
		plan.Groups = 2
		player, err := lab.NewPlayer(plan)
		if err != nil {
			t.Fatal(err)
		}
		f, err := player.Play(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		record, err := f.Record.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		tally, err := o.Derive(t.Context(), 0, record)
		if err != nil {
			t.Fatalf("%s: %v", o.Text(), err)
		}
		if d := order.Differences(&f.Tally, &tally); d != nil {
			t.Errorf("%s: %q", o.Text(), d)
		}
		again, err := player.Play(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := order.PlayedDifferences(f, again); (d != nil || err != nil) && o.Time == 0 {
			t.Errorf("%s: %q, %v", o.Text(), d, err)
		}
		tally.Turns++
		tally.Seats[0].Length++
		if d := strings.Join(order.Differences(&f.Tally, &tally), "; "); !strings.Contains(d, "turns ") || o.Kind != order.Hunter && !strings.Contains(d, "length ") {
			t.Errorf("%s: what was changed is told as %q", o.Text(), d)
		}
		if _, err := o.Derive(t.Context(), 1, record); err == nil || !strings.Contains(err.Error(), "seed") {
			t.Errorf("%s: the record of another game: %v", o.Text(), err)
		}
		if _, err := o.Derive(t.Context(), 0, record[:len(record)/2]); err == nil {
			t.Errorf("%s: half a record is taken", o.Text())
		}
	}
}
