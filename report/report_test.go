package report

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/arena/tune"
	"ouro/definition"
	"ouro/identity"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/solve/exact"
	"ouro/store"
)

// hasCells fails unless the page has every cell of the report's tables.
func hasCells(t *testing.T, r *lab.Report, page string) {
	t.Helper()
	page = html.UnescapeString(page)
	for _, table := range r.Sheet().Tables {
		for _, row := range table.Rows() {
			for _, cell := range row {
				if !strings.Contains(page, ">"+cell+"<") {
					t.Errorf("the page has no cell %q", cell)
				}
			}
		}
	}
}

// sameFigures fails unless both reports have the same figures. Times are not compared.
func sameFigures(t *testing.T, a, b *lab.Report) {
	t.Helper()
	var have, want bytes.Buffer
	if err := a.WithoutTimes().WriteJSON(&have); err != nil {
		t.Fatal(err)
	}
	if err := b.WithoutTimes().WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have.Bytes(), want.Bytes()) {
		t.Errorf("have\n%s\nwant\n%s", &have, &want)
	}
}

// TestFigures: the report and the page have the figures of the experiment, with its
// answer.
func TestFigures(t *testing.T) {
	k := newKit(t, 43)
	k.from = 3
	played := k.bench(classic(6, 6), "cell,lookahead,bfs", ouro.Budget{})
	r := k.report(Options{})
	s := &r.Sections[0]
	played.AgainstDistance()
	if moves, known := exact.KnownOf(&played.Experiment.Game); known {
		played.AgainstOptimum(moves)
	}
	sameFigures(t, s.Report, played)
	page, markdown := writeReport(t, r)
	hasCells(t, s.Report, page)
	if lead := s.Report.Sheet().Lead; lead == "" || !strings.Contains(html.UnescapeString(page), `<p class="answer">`+lead+"<") {
		t.Errorf("the page does not begin with %q", lead)
	}
	var figures strings.Builder
	if err := s.Report.WriteMarkdown(&figures); err != nil || !strings.Contains(markdown, figures.String()) {
		t.Errorf("the Markdown has other figures than\n%s", &figures)
	}
	if !strings.Contains(page, "ouro bench cell lookahead bfs --board 6x6 --seed 7 --games 40 --first 3 --vs-distance --vs-optimum") {
		t.Error("the command of the table is missing")
	}
}

// TestPicks: the selected games and the slowest decisions are those that a simple search
// finds.
func TestPicks(t *testing.T) {
	k := newKit(t, 60)
	played := k.bench(classic(6, 6), "cell,bfs", ouro.Budget{})
	s := k.report(Options{Games: 8}).Sections[0]
	if len(s.Picks) != 8 {
		t.Fatalf("%d games to look at", len(s.Picks))
	}
	for entrant := range 2 {
		var lost, won []int32
		for tally := range played.Of(entrant) {
			if tally.Ending == ouro.Won {
				won = append(won, tally.Turns)
			} else {
				lost = append(lost, tally.Turns)
			}
		}
		slices.Sort(lost)
		slices.Sort(won)
		slices.Reverse(won)
		for _, l := range s.Picks {
			if l.Entrant != entrant {
				continue
			}
			of := &won
			if l.Why == "lost early" {
				of = &lost
			}
			if len(*of) == 0 || (*of)[0] != l.Tally.Turns {
				t.Fatalf("%s of %d: %d moves, want the first of %v", l.Why, entrant, l.Tally.Turns, *of)
			}
			*of = (*of)[1:]
			if l.Tape == nil || l.Tape.Turns != int(l.Tally.Turns) {
				t.Errorf("game %d of %d cannot be seen: %s", l.Group, entrant, l.Missing)
			}
		}
	}
	if len(s.Slow) != maxSlow || !slices.IsSortedFunc(s.Slow, func(a, b Slow) int { return int(b.Took - a.Took) }) {
		t.Errorf("slowest: %v", s.Slow)
	}
	var slowest time.Duration
	for f, err := range s.Set.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, f.Think[0].Max())
	}
	if s.Slow[0].Took != slowest {
		t.Errorf("the slowest took %v, want %v", s.Slow[0].Took, slowest)
	}
	if s := k.report(Options{NoTimes: true}).Sections[0]; s.Slow != nil || s.Report.Results[0].Times != nil {
		t.Error("a report without times has some")
	}
}

// TestMarkdown compares the whole text, without times, with a file.
func TestMarkdown(t *testing.T) {
	k := newKit(t, 50)
	k.bench(classic(4, 4), "cell,bfs", ouro.Budget{Nodes: 100})
	_, have := writeReport(t, k.report(Options{Question: "Is a cycle worth it on 4x4?", Games: 3, NoTimes: true}))
	golden(t, "bench.md", have)
}

// TestTournament compares the whole page and text of a tournament with files.
func TestTournament(t *testing.T) {
	k := newKit(t, 20)
	k.playing = randomGame
	played := k.tournament(tour(arena.RoundRobin, "new", "old", "other"))
	r := k.report(Options{NoTimes: true, Games: 2})
	sameFigures(t, r.Sections[0].Report, played)
	page, markdown := writeReport(t, r)
	hasCells(t, r.Sections[0].Report, page)
	golden(t, "tournament.html", withoutScript(page))
	golden(t, "tournament.md", markdown)
}

// TestTournaments: for each format, the section of a tournament has its charts. Games with
// records can be played in the page.
func TestTournaments(t *testing.T) {
	for _, c := range []struct {
		tour   *arena.Tournament
		rolled bool
		want   []string // titles of the parts
	}{
		{tour(arena.SPRT, "new", "old"), true, []string{"The course", "The games"}},
		{tour(arena.RoundRobin, "a", "b", "c", "d", "e", "f", "g", "h"), true, []string{"Head to head", "The course", "The games"}},
		{tour(arena.Gauntlet, "a", "b"), false, []string{"The course", "The games", "Thinking"}},
		{alone(tour(arena.RoundRobin, "a", "b")), false, []string{"The course", "The games", "Thinking"}},
	} {
		k := newKit(t, 4)
		if c.rolled {
			k.playing = randomGame
		}
		played := k.tournament(c.tour)
		r := k.report(Options{Games: 4})
		s := &r.Sections[0]
		name := fmt.Sprintf("%s of %d", c.tour.Format, len(c.tour.Snakes))
		var titles []string
		for _, p := range s.parts() {
			titles = append(titles, p.Title)
			if p.Title == "The course" && (len(p.Charts) == 2) != (c.tour.Format == arena.SPRT) {
				t.Errorf("%s: %d charts of its course", name, len(p.Charts))
			}
		}
		for i, l := range s.pagePicks(0) {
			if tally := s.Picks[i].Tally; len(tally.Seats) > 1 && tally.Ending == ouro.Won && l.Ending != c.tour.Snakes[tally.Seats[tally.Winner].Entrant].Name+" won" {
				t.Errorf("%s: game %d ended as %q", name, l.Number, l.Ending)
			}
		}
		if !slices.Equal(titles, c.want) {
			t.Errorf("%s: %q, want %q", name, titles, c.want)
		}
		sameFigures(t, s.Report, played)
		page, _ := writeReport(t, r)
		hasCells(t, s.Report, page)
		playable := 0
		for _, l := range s.Picks {
			if l.Tape != nil {
				playable++
			}
		}
		if want := map[bool]int{true: 0, false: 4}[c.rolled]; len(s.Picks) != 4 || playable != want {
			t.Errorf("%s: %d games to look at, %d can be seen, want %d", name, len(s.Picks), playable, want)
		}
		again, err := arena.Parse(s.config())
		if err != nil || again.Games != len(played.Games) || !slices.Equal(again.Snakes, c.tour.Snakes) || again.Workers != 0 {
			t.Errorf("%s: the game played again is %+v, %v", name, again, err)
		}
	}
}

// alone changes the tournament so that each snake plays alone.
func alone(t *arena.Tournament) *arena.Tournament {
	t.Rules, t.Board, t.Nodes = "classic", "6x6", 0
	t.Snakes[0].Snake, t.Snakes[1].Snake = "cell", "bfs"
	return t
}

// TestEarlierKind: games of several snakes from an earlier version are reported as a
// tournament, without a file to play it again.
func TestEarlierKind(t *testing.T) {
	k := newKit(t, 10)
	k.playing = randomGame
	d := definition.Definition{Kind: definition.Contest, Rules: "standard", Board: "11x11", StartLength: 3, Seed: 7, Solvers: []string{"greedy", "hungry"}}
	played := k.keep(d)
	r := k.report(Options{})
	sameFigures(t, r.Sections[0].Report, played)
	page, _ := writeReport(t, r)
	hasCells(t, played, page)
	if strings.Contains(page, "tournament.toml") || !strings.Contains(page, "only earlier versions could play these games") {
		t.Error("the page offers to play the games again")
	}
}

// TestHunter: a bench of Snake Hunter has a histogram for each solver and each measure that
// varies.
func TestHunter(t *testing.T) {
	k := newKit(t, 30)
	k.playing = func(_ context.Context, t lab.Task) (lab.Finished, error) {
		f := lab.Finished{Tally: lab.Tally{Turns: 100, Ending: ouro.Died, Seats: make([]lab.Seat, 1)}}
		for i := range 5 {
			f.Tally.Measures = append(f.Tally.Measures, i*(t.Group%7)*(1+t.Seating)+1)
		}
		return f, nil
	}
	k.keep(definition.OfHunt(ouro.Spec{Name: "hunter"}, nil, 7, 0, specs(t, "spot,hungry")))
	r := k.report(Options{})
	s := &r.Sections[0]
	var titles []string
	for _, p := range s.parts() {
		titles = append(titles, p.Title)
		if len(p.Charts) != 2 || !strings.HasPrefix(p.Charts[0].Title, "spot · ") || !strings.HasPrefix(p.Charts[1].Title, "hungry · ") {
			t.Errorf("%s: %d charts", p.Title, len(p.Charts))
		}
	}
	if want := []string{"Score of the bots", "Lives lost", "Snakes killed", "Ticks"}; !slices.Equal(titles, want) { // the level is not drawn, as it is always the same
		t.Errorf("%q, want %q", titles, want)
	}
	page, _ := writeReport(t, r)
	hasCells(t, s.Report, page)
	if s.Picks != nil {
		t.Error("there are games to look at, which no player shows")
	}
}

// TestSeveral: different games have separate sections. A solver in two builds has two names
// in one section. Missing games are reported.
func TestSeveral(t *testing.T) {
	k := newKit(t, 30)
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	k.from, k.to = 10, 40
	k.bench(classic(4, 4), "bfs", ouro.Budget{})
	k.from, k.to = 0, 20
	k.bench(classic(6, 4), "cell", ouro.Budget{})
	k.to, k.as.Build.Commit = 30, "another89abcdef"
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	r := k.report(Options{})
	if len(r.Sections) != 2 {
		t.Fatalf("%d sections", len(r.Sections))
	}
	var names []string
	for _, res := range r.Sections[0].Report.Results {
		names = append(names, res.Name)
	}
	if got, want := strings.Join(names, " "), "cell@0123456 bfs cell@another"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if e := r.Sections[0].Report.Experiment; !e.Partial || e.First != 0 || e.Groups != 40 {
		t.Errorf("%+v", e)
	}
	if p := r.Sections[0].Report.Pairs[0]; p.Games != 20 {
		t.Errorf("cell and bfs met in %d games, want 20", p.Games)
	}
	page, _ := writeReport(t, r)
	if !strings.Contains(page, "PARTIAL") || !strings.Contains(page, "(30 are missing)") {
		t.Error("the page does not show the number of missing games")
	}
}

// TestGames: the number of selected games is limited. A game without a record is marked as
// missing, unless it can be played again.
func TestGames(t *testing.T) {
	k := newKit(t, 30)
	k.change = func(f *lab.Finished) {
		if f.Tally.Group%2 == 0 {
			f.Record = nil
		}
	}
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	page, _ := writeReport(t, k.report(Options{Games: MaxGames}))
	present, missing := strings.Count(page, "data-game="), strings.Count(page, `title="its record was not stored, and the game cannot be played again: another build played them"`)
	if present != 15 || missing != 15 {
		t.Errorf("%d games are on the page, and %d are not", present, missing)
	}
	page, _ = writeReport(t, k.report(Options{Games: 1}))
	if n := strings.Count(page, "data-game=") + strings.Count(page, `class="missing"`); n != 1 {
		t.Errorf("%d games to look at", n)
	}

	own, err := buildinfo.Current()
	if err != nil {
		t.Fatal(err)
	}
	again := newKit(t, 30)
	again.change, again.as.Build = k.change, own
	again.bench(classic(4, 4), "cell", ouro.Budget{})
	page, _ = writeReport(t, again.report(Options{Games: MaxGames}))
	if n := strings.Count(page, "data-game="); n != 30 {
		t.Errorf("%d games are on the page of the same build", n)
	}
}

// TestChanged: a game or run that was changed in the store is omitted, and a note says so.
func TestChanged(t *testing.T) {
	k := newKit(t, 30)
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	db, err := sql.Open("sqlite", k.store.File())
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{`UPDATE games SET took = took + 1 WHERE grp = 7`, `UPDATE runs SET machine = 'another machine'`} {
		if _, err := db.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r := k.report(Options{})
	if n := len(r.Sections[0].Report.Games); n != 29 {
		t.Errorf("%d games", n)
	}
	page, markdown := writeReport(t, r)
	for _, text := range []string{page, markdown} {
		if !strings.Contains(text, "in the store: 1 game;") || !strings.Contains(text, "removed games: 1 run;") || strings.Contains(text, "another machine") {
			t.Error("no note states the number of changed games")
		}
	}
}

// TestSurvival: if no game can be won, the longest and the shortest games are selected,
// and there is a histogram of turns.
func TestSurvival(t *testing.T) {
	k := newKit(t, 6)
	played := k.bench(ouro.GameSpec{Rules: ouro.Spec{Name: "solo"}, W: 7, H: 7, StartLength: 3}, "greedy", ouro.Budget{Nodes: 10})
	s := &k.report(Options{Games: 2}).Sections[0]
	byTurns := slices.SortedFunc(slices.Values(played.Games), func(a, b lab.Tally) int { return int(a.Turns - b.Turns) })
	if l := s.Picks; len(l) != 2 || l[0].Why != "fewest turns" || l[0].Tally.Turns != byTurns[0].Turns || l[1].Why != "most turns" || l[1].Tally.Turns != byTurns[5].Turns {
		t.Errorf("%+v", l)
	}
	if parts := s.parts(); len(parts) == 0 || parts[0].Title != "Turns" {
		t.Errorf("%d parts", len(parts))
	}
}

// TestParticipants: the page lists the programs and servers.
func TestParticipants(t *testing.T) {
	k := newKit(t, 4)
	var server identity.Server
	server.Info.Version, server.Answers = "2.1", "ud?l"
	p := identity.Participants{Programs: map[string]string{"exec:./snake": "0123abcd"}, Servers: map[string]identity.Server{"http://127.0.0.1:8001": server}}
	k.as.Programs, k.as.Reproducible = p.Text(), false
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	page, markdown := writeReport(t, k.report(Options{}))
	for _, want := range []string{"exec:./snake (files 0123abcd)", "http://127.0.0.1:8001 (version 2.1, answers ud?l)", "no: programs, files or servers take part"} {
		if !strings.Contains(page, want) || !strings.Contains(strings.ReplaceAll(markdown, `\`, ""), want) {
			t.Errorf("nothing says %q", want)
		}
	}
}

// TestLarge: the page for many games is as small as the page for a few. Progress is
// reported while games are read.
func TestLarge(t *testing.T) {
	size := func(games int) (bytes, calls int) {
		k := newKit(t, games)
		k.playing = func(_ context.Context, t lab.Task) (lab.Finished, error) {
			turns := int32(14_000 + t.Group*7919%3000)
			return lab.Finished{Tally: lab.Tally{Turns: turns, Ending: ouro.Won, Seats: []lab.Seat{{Length: 900, Distance: turns / 2}}}}, nil
		}
		k.bench(classic(30, 30), "cell,shortcut", ouro.Budget{})
		page, _ := writeReport(t, k.report(Options{Progress: func(p lab.Progress) {
			calls++
			if p.Total != 2*games {
				t.Fatalf("%+v", p)
			}
		}}))
		return len(page), calls
	}
	small, _ := size(1300)
	large, calls := size(13_000)
	if large > small+50_000 || large > 400_000 {
		t.Errorf("the page has %d bytes, that of few games %d", large, small)
	}
	if calls == 0 {
		t.Error("no progress was reported")
	}
}

// TestStops: Make stops when its context ends.
func TestStops(t *testing.T) {
	k := newKit(t, 30)
	k.bench(classic(4, 4), "cell", ouro.Budget{})
	all := k.all()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, k.store, all, Options{Games: 1}); err == nil {
		t.Error("the report was made after the context had ended")
	}
	if _, err := Make(t.Context(), k.store, nil, Options{}); err == nil {
		t.Error("a report of nothing was made")
	}
}

// TestBestPlay: the page about best play has the result.
func TestBestPlay(t *testing.T) {
	k := newKit(t, 0)
	run, err := k.store.StartRun(t.Context(), store.Experiment{Kind: string(definition.Exact), Definition: "{}", Title: "best play", Rules: "classic", Board: "3x4", StartLength: 1}, store.Run{Command: "ouro exact --board 3x4"})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Put(&store.Game{Detail: []byte(`{"probability":1,"moves":26.859948,"positions":3298}`)}); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	page, markdown := writeReport(t, k.report(Options{}))
	for _, text := range []string{page, markdown} {
		if !strings.Contains(text, "won with probability 1; 26.859948 expected moves; 3298 positions") || !strings.Contains(text, "ouro exact --board 3x4") {
			t.Errorf("the report does not show the result: %s", text)
		}
	}
}

// TestTuning: the page of a tuning has its table, and a chart for each parameter.
func TestTuning(t *testing.T) {
	param, err := tune.ParseParam("hungry=5..95")
	if err != nil {
		t.Fatal(err)
	}
	e, err := tune.NewExperiment(tour(arena.RoundRobin, "spot"), tune.Plan{Params: []tune.Param{param}, Steps: 3, Groups: 2})
	if err != nil {
		t.Fatal(err)
	}
	var log tune.Memory
	play := func(context.Context, tune.Trial) ([]float64, error) { return []float64{0.5, 1}, nil }
	if _, err := tune.Run(t.Context(), e.Plan, &log, play, nil); err != nil {
		t.Fatal(err)
	}
	d := e.Definition()
	k := newKit(t, 0)
	run, err := k.store.StartRun(t.Context(), store.Experiment{Kind: string(d.Kind), Definition: d.Text(), Title: "tuning", Solvers: d.Solvers}, store.Run{Command: "ouro arena tune spot"})
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range log.Lines() {
		if err := run.AppendStep(n, line); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	r := k.report(Options{})
	page, markdown := writeReport(t, r)
	if parts := r.Sections[0].parts(); len(parts) != 1 || len(parts[0].Charts) != 2 {
		t.Errorf("%d parts", len(parts))
	}
	for _, text := range []string{page, markdown} {
		if !strings.Contains(text, "tuned against itself, 3 steps") || !strings.Contains(text, "hungry") || !strings.Contains(text, "ouro arena tune spot") {
			t.Errorf("the report does not show the result: %s", text)
		}
	}
}
