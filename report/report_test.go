package report

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"html"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/order"
	"ouro/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// written is the page and the Markdown of a report.
func written(t testing.TB, r *Report) (page, markdown string) {
	t.Helper()
	var h, m strings.Builder
	if err := r.WriteHTML(&h); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&m); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"NaN", "ZgotmplZ", "%!", "Inf", "<no value>"} {
		if strings.Contains(withoutScript(h.String()), bad) || strings.Contains(m.String(), bad) {
			t.Errorf("what is written has %s", bad)
		}
	}
	return h.String(), m.String()
}

// withoutScript is a page without its script and its looks.
func withoutScript(page string) string {
	return regexp.MustCompile(`(?s)<script.*?</script>|<style>.*?</style>`).ReplaceAllString(page, "")
}

// untimed has experiments give their games without times, and without dates.
func untimed(experiments []*Experiment) []*Experiment {
	for i, e := range experiments {
		e.Key = strings.Repeat(string(rune('a'+i)), 10)
		e.Created = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
		e.Runs[0].At = e.Created.Add(time.Hour)
		games := e.Games
		e.Games = func(ctx context.Context) iter.Seq2[*lab.Finished, error] {
			return func(yield func(*lab.Finished, error) bool) {
				for f, err := range games(ctx) {
					if err == nil {
						f.Think, f.Slow, f.Took = nil, nil, 0
					}
					if !yield(f, err) {
						return
					}
				}
			}
		}
	}
	return experiments
}

// TestFigures: the figures are those of the experiment as it was played, in the report
// and on the page, and the rest follows from the games.
func TestFigures(t *testing.T) {
	experiments, played := kept(t, classic(6, 6), "cell,lookahead,bfs", 3, 40, ouro.Budget{})
	r := made(t, experiments, Options{})
	s := r.Sections[0]
	played.AgainstDistance()
	if moves, known := optimum(&played.Experiment.Game); known {
		played.AgainstOptimum(moves)
	}
	var have, want bytes.Buffer
	if err := s.Report.WithoutTimes().WriteJSON(&have); err != nil {
		t.Fatal(err)
	}
	if err := played.WithoutTimes().WriteJSON(&want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have.Bytes(), want.Bytes()) {
		t.Errorf("have\n%s\nwant\n%s", &have, &want)
	}
	page, markdown := written(t, r)
	for _, table := range s.Report.Sheet().Tables {
		for _, row := range table.Rows() {
			for _, cell := range row {
				if !strings.Contains(html.UnescapeString(page), ">"+cell+"<") {
					t.Errorf("the page has no cell %q", cell)
				}
			}
		}
	}
	var figures strings.Builder
	if err := s.Report.WriteMarkdown(&figures); err != nil || !strings.Contains(markdown, figures.String()) {
		t.Errorf("the Markdown has other figures than\n%s", &figures)
	}
	if !strings.Contains(page, "ouro bench cell lookahead bfs --board 6x6 --seed 7 --games 40 --first 3 --vs-distance --vs-optimum") {
		t.Error("the command of the table is missing")
	}
}

// TestPicks: the games to look at are those that an obvious search finds, and so are the
// slowest decisions.
func TestPicks(t *testing.T) {
	experiments, played := kept(t, classic(6, 6), "cell,bfs", 0, 60, ouro.Budget{})
	s := made(t, experiments, Options{Games: 8}).Sections[0]
	if len(s.Looked) != 8 {
		t.Fatalf("%d games to look at", len(s.Looked))
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
		for _, l := range s.Looked {
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
	for _, e := range experiments {
		for f, err := range e.Games(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			slowest = max(slowest, f.Think[0].Max())
		}
	}
	if s.Slow[0].Took != slowest {
		t.Errorf("the slowest took %v, want %v", s.Slow[0].Took, slowest)
	}
}

// TestMarkdown: the whole text, of figures without times.
func TestMarkdown(t *testing.T) {
	experiments, _ := kept(t, classic(4, 4), "cell,bfs", 0, 50, ouro.Budget{Nodes: 100})
	_, have := written(t, made(t, untimed(experiments), Options{Question: "Is a cycle worth it on 4x4?", Games: 3}))
	golden(t, "bench.md", have)
}

// golden compares a text with a file.
func golden(t *testing.T, name, have string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(have), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if have != string(want) {
		t.Errorf("%s: have\n%s\nwant\n%s", name, have, want)
	}
}

// TestSeveral: experiments of other games stand below each other, the same solver by
// two builds stands side by side under two names, and what is missing is told.
func TestSeveral(t *testing.T) {
	s := open(t)
	keptIn(t, s, classic(4, 4), "cell", 0, 30, ouro.Budget{})
	keptIn(t, s, classic(4, 4), "bfs", 10, 30, ouro.Budget{})
	all, _ := keptIn(t, s, classic(6, 4), "cell", 0, 20, ouro.Budget{})
	twin := *all[0]
	twin.Key, twin.Short = "another-build", "another"
	r := made(t, append(all, &twin), Options{})
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
	page, _ := written(t, r)
	if !strings.Contains(page, "PARTIAL") || !strings.Contains(page, "(30 are missing)") {
		t.Error("the page does not tell what is missing")
	}
}

// TestGames: at most so many are on the page, and one without a record says so.
func TestGames(t *testing.T) {
	experiments, _ := kept(t, classic(4, 4), "cell", 0, 30, ouro.Budget{})
	game := experiments[0].Game
	experiments[0].Game = func(ctx context.Context, group, seating int) (*lab.Finished, error) {
		f, err := game(ctx, group, seating)
		if err == nil && group%2 == 0 {
			f.Record = nil
		}
		return f, err
	}
	page, _ := written(t, made(t, experiments, Options{Games: MaxGames}))
	shown, missing := strings.Count(page, "data-game="), strings.Count(page, `title="its record was not kept"`)
	if shown != 15 || missing != 15 {
		t.Errorf("%d games are on the page, and %d are not", shown, missing)
	}
	page, _ = written(t, made(t, experiments, Options{Games: 1}))
	if n := strings.Count(page, "data-game=") + strings.Count(page, `class="missing"`); n != 1 {
		t.Errorf("%d games to look at", n)
	}
}

// TestChanged: a game that was changed in the store is left out, and that is told.
func TestChanged(t *testing.T) {
	experiments, _ := kept(t, classic(4, 4), "cell", 0, 30, ouro.Budget{})
	games := experiments[0].Games
	experiments[0].Games = func(ctx context.Context) iter.Seq2[*lab.Finished, error] {
		return func(yield func(*lab.Finished, error) bool) {
			for f, err := range games(ctx) {
				if f != nil && f.Tally.Group == 7 {
					f, err = nil, &store.ChangedError{File: "results.db", Group: 7}
				}
				if !yield(f, err) {
					return
				}
			}
		}
	}
	r := made(t, experiments, Options{})
	if n := len(r.Sections[0].Report.Games); n != 29 {
		t.Errorf("%d games", n)
	}
	page, markdown := written(t, r)
	for _, text := range []string{page, markdown} {
		if !strings.Contains(text, "left out: 1 game;") {
			t.Error("nothing is said of the game that was changed")
		}
	}
}

// TestOtherKinds: what is not drawn has a sheet of facts, and points to who draws it.
func TestOtherKinds(t *testing.T) {
	for _, kind := range []string{"arena", "exact"} {
		e := &Experiment{Key: "0123456789", Kind: kind, Title: "a title", Found: "what was found", Order: order.Order{Rules: "classic", Board: "3x4"}, Build: "v1"}
		page, markdown := written(t, made(t, []*Experiment{e}, Options{}))
		for _, text := range []string{page, markdown} {
			if !strings.Contains(text, "a title") || !strings.Contains(text, "3x4") || !strings.Contains(text, "what was found") || !strings.Contains(text, kind) {
				t.Errorf("%s: %s", kind, text)
			}
			if strings.Contains(text, "arena report") != (kind == "arena") {
				t.Errorf("%s: what it says of ouro arena report is wrong", kind)
			}
		}
	}
}

// many is an experiment of games that nobody has played.
func many(games int) *Experiment {
	e := &Experiment{
		Key: "many", Kind: string(order.Bench), Order: order.OfBench(classic(30, 30), 1, ouro.Budget{}, []ouro.Spec{{Name: "cell"}}), Build: "v1",
		Groups: games, Count: games,
	}
	var think stat.Histogram
	think.Add(time.Millisecond)
	sparse := think.Sparse()
	e.Games = func(context.Context) iter.Seq2[*lab.Finished, error] {
		return func(yield func(*lab.Finished, error) bool) {
			for i := range games {
				turns := int32(14_000 + i*7919%3000)
				f := &lab.Finished{
					Tally: lab.Tally{Group: int32(i), Turns: turns, Ending: ouro.Won, Seats: []lab.Seat{{Length: 900, Distance: turns / 2}}},
					Meals: []lab.Meal{{Distance: 3, Moves: 5}}, Think: []*stat.Sparse{sparse}, Slow: []int32{5}, Took: time.Millisecond,
				}
				if !yield(f, nil) {
					return
				}
			}
		}
	}
	e.Game = func(context.Context, int, int) (*lab.Finished, error) { return nil, nil }
	return e
}

// TestLarge: 100,000 games make a page that is no larger than that of a few, and are
// read with progress.
func TestLarge(t *testing.T) {
	size := func(games int) (bytes, calls int) {
		a, b := many(games), many(games)
		b.Key, b.Order.Solvers = "more", []string{"cell:x=1"}
		b.Order.Solvers[0] = "shortcut"
		r := made(t, []*Experiment{a, b}, Options{Progress: func(p lab.Progress) {
			calls++
			if p.Total != 2*games {
				t.Fatalf("%+v", p)
			}
		}})
		page, _ := written(t, r)
		return len(page), calls
	}
	small, _ := size(2000)
	large, calls := size(100_000)
	if large > small+50_000 || large > 400_000 {
		t.Errorf("the page has %d bytes, that of few games %d", large, small)
	}
	if calls == 0 {
		t.Error("nothing was told of the progress")
	}
}

// TestStops: it ends with its context.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	experiments, _ := kept(t, classic(4, 4), "cell", 0, 30, ouro.Budget{})
	cancel()
	if _, err := Make(ctx, experiments, Options{Games: 1}); err == nil {
		t.Error("it went on")
	}
}

// TestBestPlay: of best play the page has what was found.
func TestBestPlay(t *testing.T) {
	s := open(t)
	shelf, err := s.Shelf(t.Context(), store.Experiment{Kind: string(order.Exact), Order: "{}", Title: "best play", Rules: "classic", Board: "3x4"}, store.Run{Command: "ouro exact --board 3x4"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(shelf.Put(&store.Game{Detail: []byte(`{"probability":1,"moves":26.859948,"positions":3298}`)}), shelf.Close()); err != nil {
		t.Fatal(err)
	}
	page, markdown := written(t, made(t, stored(t, s), Options{}))
	for _, text := range []string{page, markdown} {
		if !strings.Contains(text, "Best play wins with probability 1, in 26.859948 expected moves; 3298 positions were looked at.") || !strings.Contains(text, "ouro exact --board 3x4") {
			t.Errorf("it does not say what was found: %s", text)
		}
	}
}
