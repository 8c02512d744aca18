package arena

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tourOf returns a tournament of snakes with these names.
func tourOf(format Format, games int, names ...string) *Tournament {
	t := &Tournament{Format: format, Games: games, Seed: 1, Rules: "standard", Board: "11x11", Nodes: 1000}
	for _, name := range names {
		t.Snakes = append(t.Snakes, Snake{name, "solver-of-" + name})
	}
	return t
}

// hunt changes the rules of the tournament to Snake Hunter.
func (t *Tournament) hunt() *Tournament {
	t.Rules, t.Board = "hunter", ""
	return t
}

// alone sets rules under which every snake plays alone.
func (t *Tournament) alone() *Tournament {
	t.Rules, t.Board = "classic", "8x8"
	return t
}

// solo sets rules under which every snake plays alone and cannot win.
func (t *Tournament) solo() *Tournament {
	t.Rules = "solo:damage=14"
	return t
}

// planOf returns the plan of a tournament of invented snakes. The plan can be counted but
// not played.
func planOf(t *Tournament) lab.Plan {
	alone := t.Rules != "standard"
	plan := lab.Plan{Title: t.Heading(), Kind: Kind{t, alone}, Seed: t.Seed, Seatings: lab.Alone(len(t.Snakes))}
	if !alone {
		plan.Seatings = t.Format.seatings(len(t.Snakes), max(2, t.Seats))
	}
	plan.Groups = max(1, (t.Games+len(plan.Seatings)-1)/len(plan.Seatings))
	for i, snake := range t.Snakes {
		plan.Entrants = append(plan.Entrants, lab.Entrant{Name: snake.Name, Spec: ouro.Spec{Name: fmt.Sprint("snake", i)}})
	}
	if t.Format == SPRT {
		plan.Stop = func() lab.Stopper { return newQuestion(t, alone) }
	}
	return plan
}

// reportOf returns the figures of games of a tournament, in any order.
func reportOf(t testing.TB, tour *Tournament, games []lab.Finished) *Figures {
	t.Helper()
	report, err := lab.NewReport(planOf(tour), func(yield func(*lab.Finished, error) bool) {
		for i := range games {
			if !yield(&games[i], nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return FiguresOf(report)
}

// talliesOf returns the tallies of games.
func talliesOf(games []lab.Finished) (all []lab.Tally) {
	for i := range games {
		all = append(all, games[i].Tally)
	}
	return all
}

// randomGames returns random games of this many groups, with a few draws. Snakes with lower numbers
// live longer. Snake 1 has faults.
func randomGames(t *Tournament, groups int) (games []lab.Finished) {
	dice := rand.New(rand.NewPCG(t.Seed, 1))
	for group := range groups {
		for seating, seats := range planOf(t).Seatings {
			f := lab.Finished{Tally: lab.Tally{Group: int32(group), Seating: int32(seating), Ending: ouro.Drawn, Winner: -1}}
			g := &f.Tally
			for _, snake := range seats {
				s := lab.Seat{Entrant: int32(snake), Length: int32(3 + dice.IntN(20)), Died: int32(1 + dice.IntN(240/(snake+2))), Cause: ouro.Cause(1 + dice.IntN(5))}
				if snake == 1 && dice.IntN(5) == 0 {
					s.Faults, s.Late, s.FirstFault = 2, 1, "turn 3: late: no answer in time"
					s.Offered = uint16(dice.IntN(2))
				}
				var think stat.Histogram
				for range s.Died {
					think.Add(time.Duration((1 + snake)) * time.Millisecond * time.Duration(50+dice.IntN(100)) / 100)
				}
				f.Think = append(f.Think, think.Sparse())
				g.Seats = append(g.Seats, s)
				g.Turns = max(g.Turns, s.Died)
			}
			if t.Rules == HuntName {
				g.Measures = []int{1 + dice.IntN(5), 100 * dice.IntN(200), dice.IntN(5), dice.IntN(30), 1000 + dice.IntN(5000)}
			}
			if setResult(g, dice); dice.IntN(10) == 0 {
				f.Discarded = []string{"somebody was away"}
			}
			games = append(games, f)
		}
	}
	return games
}

// setResult sets the result of a game. The snake that lived longest wins, except in a few draws.
func setResult(g *lab.Tally, dice *rand.Rand) {
	if len(g.Seats) == 1 {
		g.Ending = []ouro.Ending{ouro.Won, ouro.Won, ouro.Died, ouro.Trapped, ouro.Looped}[dice.IntN(5)]
		if g.Ending != ouro.Died {
			g.Seats[0].Died, g.Seats[0].Cause = 0, ouro.Alive
		}
		if g.Ending == ouro.Won {
			g.Winner = 0
		}
		return
	}
	best := 0
	for seat := range g.Seats {
		if g.Seats[seat].Died > g.Seats[best].Died {
			best = seat
		}
	}
	if dice.IntN(8) == 0 {
		g.Seats[(best+1)%len(g.Seats)].Died = g.Turns
		return
	}
	g.Ending, g.Winner = ouro.Won, int8(best)
	g.Seats[best].Died, g.Seats[best].Cause = 0, ouro.Alive
}

// duel returns a game of two snakes with this result for the first.
func duel(group, seating, first, second int, result byte) lab.Finished {
	g := lab.Tally{
		Group: int32(group), Seating: int32(seating), Ending: ouro.Won, Turns: 10,
		Seats: []lab.Seat{{Entrant: int32(first), Length: 4}, {Entrant: int32(second), Length: 6}},
	}
	kill := func(seat int) { g.Seats[seat].Died, g.Seats[seat].Cause = g.Turns, ouro.HeadOn }
	switch result {
	case '+':
		kill(1)
	case '-':
		g.Winner = 1
		kill(0)
	case '=':
		g.Ending, g.Winner = ouro.Drawn, -1
		kill(0)
		kill(1)
	}
	return lab.Finished{Tally: g}
}

// roundRobin returns groups of games of three snakes. A group has the results of the first
// seat in the games 0-1, 1-0, 0-2, 2-0, 1-2 and 2-1.
func roundRobin(results ...string) (games []lab.Finished) {
	seats := [][2]int{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}
	for group, all := range results {
		for seating := range all {
			games = append(games, duel(group, seating, seats[seating][0], seats[seating][1], all[seating]))
		}
	}
	return games
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// TestReportByHand compares the figures of two groups of six games with counts by hand.
//
// 0 against 1: both won, then one won and one drawn: 3½ of 4. 0 against 2: one each in
// both groups: 2 of 4. 1 against 2: one won and one drawn, then both lost: 1½ of 4.
func TestReportByHand(t *testing.T) {
	tour := tourOf(RoundRobin, 12, "a", "b", "c")
	r := reportOf(t, tour, roundRobin("+-+++=", "+=--"+"-+"))
	if r.Games != 12 || r.Planned != 12 || r.Partial || r.Groups != 2 || r.GroupSize != 6 || r.Alone || r.Components != 1 {
		t.Errorf("%+v", r)
	}
	for i, want := range []struct {
		name                         string
		games, won, drawn, lost, met int
		score                        float64
	}{
		{"a", 8, 5, 1, 2, 1, 5.5 / 8},
		{"c", 8, 4, 1, 3, 2, 4.5 / 8},
		{"b", 8, 1, 2, 5, 3, 2.0 / 8},
	} {
		s := r.Standings[i]
		if s.Name != want.name || s.Games != want.games || s.Won != want.won || s.Drawn != want.drawn || s.Lost != want.lost || s.Score.Value != want.score {
			t.Errorf("place %d: %+v, want %+v", i+1, s, want)
		}
		if s.Deaths[ouro.HeadOn] != want.drawn+want.lost || s.Deaths[ouro.Alive] != want.won || s.Turns != 10 || s.Length < 4 || s.Length > 6 {
			t.Errorf("%s: deaths %v, %v turns, length %v", s.Name, s.Deaths, s.Turns, s.Length)
		}
	}
	for _, want := range []struct{ a, b, won, drawn, lost int }{{0, 1, 3, 1, 0}, {0, 2, 2, 0, 2}, {1, 2, 1, 1, 2}} {
		p, met := r.Pair(want.a, want.b)
		score := (float64(want.won) + float64(want.drawn)/2) / 4
		if !met || p.A != want.a || p.B != want.b || p.Games != 4 || p.Won != want.won || p.Drawn != want.drawn || p.Lost != want.lost || p.Score.Value != score {
			t.Errorf("%+v, want %+v", p, want)
		}
		if exchanged, _ := r.Pair(want.b, want.a); exchanged.A != want.b || exchanged.Won != want.lost || exchanged.Score.Value != 1-score || exchanged.LOS != 1-p.LOS || exchanged.Elo.Value != -p.Elo.Value || exchanged.Elo.Interval.Lo != -p.Elo.Interval.Hi {
			t.Errorf("%+v is not %+v with the snakes exchanged", exchanged, p)
		}
	}
	// Snakes 0 and 2 have equal scores in both groups, so neither is better.
	p, _ := r.Pair(0, 2)
	near(t, "Elo of level snakes", p.Elo.Value, 0, 1e-9)
	near(t, "LOS of level snakes", p.LOS, 0.5, 1e-9)
	mean, iv := stat.GroupMean([]stat.Group{{Sum: 3, N: 4}, {Sum: 2.5, N: 4}}, 0, 1, lab.Confidence)
	if got := r.Standings[0].Score; got.Value != mean || got.Interval != iv {
		t.Errorf("score of a: %+v, want %v in %+v", got, mean, iv)
	}
	if len(r.Trend) != 2 || r.Trend[0].Groups != 1 || !slices.Equal(r.Trend[0].Scores, []float64{3.0 / 4, 1.5 / 4, 1.5 / 4}) || r.Trend[1].Scores[2] != 4.5/8 {
		t.Errorf("trend: %+v", r.Trend)
	}
}

// TestBouts: games place their snakes in the right order.
func TestBouts(t *testing.T) {
	together := func(ending ouro.Ending, winner int8, died ...int32) []lab.Tally {
		g := lab.Tally{Ending: ending, Winner: winner}
		for snake, turn := range died {
			g.Seats = append(g.Seats, lab.Seat{Entrant: int32(len(died) - 1 - snake), Died: turn})
		}
		return []lab.Tally{g}
	}
	alone := func(results ...lab.Tally) (games []lab.Tally) {
		for snake, g := range results {
			g.Seats = []lab.Seat{{Entrant: int32(snake), Length: int32(g.Winner)}}
			games = append(games, g)
		}
		return games
	}
	won := func(turns int32) lab.Tally { return lab.Tally{Ending: ouro.Won, Turns: turns, Winner: 9} }
	lost := func(ending ouro.Ending, length int8, turns int32) lab.Tally {
		return lab.Tally{Ending: ending, Turns: turns, Winner: length}
	}
	duel, hunted := tourOf(RoundRobin, 2), tourOf(RoundRobin, 2).hunt()
	classic, solo := tourOf(RoundRobin, 2).alone(), tourOf(RoundRobin, 2).solo()
	hunt := func(ending ouro.Ending, measures ...int) lab.Tally {
		return lab.Tally{Ending: ending, Measures: measures}
	}
	for name, c := range map[string]struct {
		tour  *Tournament
		games []lab.Tally
		want  []int // by seat; for games of one snake, by snake
	}{
		"won":                  {duel, together(ouro.Won, 1, 7, 0), []int{1, 0}},
		"drawn":                {duel, together(ouro.Drawn, -1, 7, 7), []int{0, 0}},
		"stopped":              {duel, together(ouro.Unfinished, -1, 0, 0), []int{0, 0}},
		"stopped, three":       {duel, together(ouro.Unfinished, -1, 0, 5, 0), []int{0, 2, 0}},
		"four":                 {duel, together(ouro.Won, 2, 9, 3, 0, 9), []int{1, 3, 0, 1}},
		"four, the last level": {duel, together(ouro.Drawn, -1, 9, 3, 2, 9), []int{0, 2, 3, 0}},
		"the last to die wins": {duel, together(ouro.Won, 0, 9, 9), []int{0, 1}},
		"alone: fewer turns":   {classic, alone(won(60), won(50), won(50)), []int{2, 0, 0}},
		"alone: won or not":    {classic, alone(lost(ouro.Looped, 63, 10), won(900)), []int{1, 0}},
		"alone: the longer":    {classic, alone(lost(ouro.Died, 10, 99), lost(ouro.Trapped, 12, 5), lost(ouro.Looped, 10, 1)), []int{1, 0, 1}},
		// No snake can win under these rules, so a longer life is better.
		"survival: turns":  {solo, alone(lost(ouro.Died, 30, 300), lost(ouro.Died, 12, 700), lost(ouro.Died, 30, 200)), []int{1, 0, 2}},
		"survival: length": {solo, alone(lost(ouro.Died, 30, 300), lost(ouro.Died, 12, 300), lost(ouro.Died, 30, 300)), []int{0, 2, 0}},
		"hunt":             {hunted, alone(hunt(ouro.Died, 3, 200, 2), hunt(ouro.Died, 3, 100, 1), hunt(ouro.Won, 9, 900, 1), hunt(ouro.Died, 4, 0, 0)), []int{2, 1, 0, 3}},
		"hunt: the same":   {hunted, alone(hunt(ouro.Died, 3, 100, 4), hunt(ouro.Died, 3, 100, 7)), []int{0, 0}},
	} {
		bouts := c.tour.boutsOf(c.games)
		if len(bouts) != 1 || !slices.Equal(bouts[0].Places, c.want) {
			t.Errorf("%s: %+v, want places %v", name, bouts, c.want)
			continue
		}
		for i, snake := range bouts[0].Snakes {
			want := i
			if len(c.games) == 1 {
				want = int(c.games[0].Seats[i].Entrant)
			}
			if snake != want {
				t.Errorf("%s: snakes %v", name, bouts[0].Snakes)
			}
		}
	}
	if bouts := classic.boutsOf(alone(won(3))); len(bouts) != 0 {
		t.Errorf("a single game counts as a bout: %+v", bouts)
	}
}

// TestLivingLongerIsBetter: if a snake alone cannot win, turns decide and not length, and
// the notes say so.
func TestLivingLongerIsBetter(t *testing.T) {
	tour := tourOf(RoundRobin, 6, "long", "old").solo()
	var games []lab.Finished
	for group := range int32(3) {
		games = append(games,
			lab.Finished{Tally: lab.Tally{Group: group, Ending: ouro.Died, Turns: 350 + group, Winner: -1, Seats: []lab.Seat{{Entrant: 0, Length: 46, Died: 350 + group}}}},
			lab.Finished{Tally: lab.Tally{Group: group, Seating: 1, Ending: ouro.Died, Turns: 756, Winner: -1, Seats: []lab.Seat{{Entrant: 1, Length: 40, Died: 756}}}})
	}
	r := reportOf(t, tour, games)
	if first := r.Standings[0]; first.Name != "old" || first.Score.Value != 1 {
		t.Errorf("the first is %+v", first)
	}
	wantContains(t, "the report", writeAll(t, r)["md"], "The snake that lives longer is ahead")
}

// TestDuels: every two snakes of a bout have one duel. Its result is that of the snake with
// the smaller number.
func TestDuels(t *testing.T) {
	bouts := tourOf(RoundRobin, 3).boutsOf([]lab.Tally{
		{Group: 3, Ending: ouro.Won, Winner: 0, Seats: []lab.Seat{{Entrant: 2}, {Entrant: 0, Died: 4}, {Entrant: 1, Died: 9}}},
		{Group: 4, Ending: ouro.Drawn, Winner: -1, Seats: []lab.Seat{{Entrant: 2, Died: 4}, {Entrant: 0, Died: 4}, {Entrant: 3, Died: 1}}},
	})
	text := ""
	for a, row := range duelsOf(4, bouts) {
		for b, duels := range row {
			for _, d := range duels {
				text += fmt.Sprintf("%d-%d group %d %v; ", a, b, d.Group, d.Places)
			}
		}
	}
	const want = "0-1 group 3 [1 0]; 0-2 group 3 [1 0]; 0-2 group 4 [0 0]; 0-3 group 4 [0 1]; 1-2 group 3 [1 0]; 2-3 group 4 [0 1]; "
	if text != want {
		t.Errorf("have %s\nwant %s", text, want)
	}
	if got := shareAhead(&bouts[0], 2); got != 0.5 {
		t.Errorf("the second of three is ahead of %v of the others", got)
	}
	if got := shareAhead(&bouts[1], 0); got != 0.75 {
		t.Errorf("one of two equal winners among three is ahead of %v of the others", got)
	}
}

// tours returns tournaments of every kind, finished and unfinished.
func tours(t testing.TB) map[string]*Figures {
	t.Helper()
	names := []string{"spot", "brave:food=3,weights=1/2/3/4/5/6/7/8", "<script>alert(1)</script>", "x|y_z & \"q\"", "mouse", "coward", "hungry", "greedy"}
	ffa := tourOf(FreeForAll, 160, names[:4]...)
	ffa.Seats = 4
	crowd := tourOf(RoundRobin, 660, names...)
	for i := len(names); i < 12; i++ {
		crowd.Snakes = append(crowd.Snakes, Snake{fmt.Sprint("snake", i), "cell"})
	}
	partial := tourOf(RoundRobin, 240, names[:4]...)
	partial.GuestTimeout, partial.Title = 500*time.Millisecond, "is *it* better?"
	gauntlet := tourOf(Gauntlet, 60, names[:4]...)
	alone := tourOf(RoundRobin, 60, names[:3]...).alone()
	alone.Board, alone.Level, alone.Openings = "", "lattice", "balanced"
	hunt := tourOf(RoundRobin, 60, names[4:7]...).hunt()
	better, won := sprtGames(repeatPairs(100, "++", "+=", "+-")...)
	open, level := sprtGames(repeatPairs(4, "++", "--", "+-", "==", "+=")...)
	games := randomGames(partial, 9)
	return map[string]*Figures{
		"roundrobin": reportOf(t, tourOf(RoundRobin, 240, names[:4]...), randomGames(tourOf(RoundRobin, 0, names[:4]...), 20)),
		"crowd":      reportOf(t, crowd, randomGames(crowd, 5)),
		"partial":    reportOf(t, partial, games[:len(games)-7]),
		"gauntlet":   reportOf(t, gauntlet, randomGames(gauntlet, 10)),
		"ffa":        reportOf(t, ffa, randomGames(ffa, 40)),
		"alone":      reportOf(t, alone, randomGames(alone, 20)),
		"hunt":       reportOf(t, hunt, randomGames(hunt, 20)),
		"sprt":       reportOf(t, better, won),
		"sprt-open":  reportOf(t, open, append(level, duel(30, 0, 0, 1, '+'))),
		"empty":      reportOf(t, tourOf(RoundRobin, 6, "a", "b", "c"), nil),
	}
}

// writeAll returns the report in every format.
func writeAll(t *testing.T, f *Figures) map[string]string {
	t.Helper()
	r := f.Lab
	all := map[string]string{}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"80":  func(b *bytes.Buffer) error { return r.WriteTable(b, 80) },
		"200": func(b *bytes.Buffer) error { return r.WriteTable(b, 200) },
		"brief": func(b *bytes.Buffer) error {
			_, lines := f.Brief(80)
			b.WriteString(strings.Join(lines, "\n") + "\n")
			return nil
		},
		"md":        func(b *bytes.Buffer) error { return r.WriteMarkdown(b) },
		"csv":       func(b *bytes.Buffer) error { return r.WriteCSV(b) },
		"pairs.csv": func(b *bytes.Buffer) error { return WritePairsCSV(r, b) },
		"json":      func(b *bytes.Buffer) error { return r.WriteJSON(b) },
		"games.csv": func(b *bytes.Buffer) error { return r.WriteGamesCSV(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = b.String()
	}
	return all
}

// TestReportGolden compares every format of one report, and the text of all reports, with
// golden files.
func TestReportGolden(t *testing.T) {
	all := tours(t)
	for format, text := range writeAll(t, all["roundrobin"]) {
		if format == "games.csv" {
			text = strings.Join(strings.SplitAfter(text, "\n")[:25], "")
		}
		checkGolden(t, "roundrobin."+format, text)
	}
	for name, r := range all {
		if name != "roundrobin" {
			checkGolden(t, name+".80", writeAll(t, r)["80"])
		}
	}
	checkGolden(t, "notimes.80", writeAll(t, FiguresOf(all["roundrobin"].Lab.WithoutTimes()))["80"])
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "report", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: have\n%s\nwant\n%s", name, got, want)
	}
}

// TestOrderOfGamesDoesNotMatter: the order in which games finish changes nothing in the
// report, in any format.
func TestOrderOfGamesDoesNotMatter(t *testing.T) {
	for _, tour := range []*Tournament{
		tourOf(RoundRobin, 120, "a", "b", "c", "d"), tourOf(Gauntlet, 120, "a", "b", "c"), tourOf(FreeForAll, 120, "a", "b", "c"),
		tourOf(RoundRobin, 30, "a", "b", "c").alone(),
	} {
		games := randomGames(tour, 9)
		games = games[:len(games)-3]
		want := writeAll(t, reportOf(t, tour, games))
		for seed := range uint64(5) {
			rand.New(rand.NewPCG(seed, 2)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
			for format, text := range writeAll(t, reportOf(t, tour, games)) {
				if text != want[format] {
					t.Fatalf("%s, seed %d: %s differs:\n%s\nwant\n%s", tour.Format, seed, format, text, want[format])
				}
			}
		}
	}
}

// TestReportsFit: at 80 columns and more, no line is longer than the width, except the
// title and names on their own lines.
func TestReportsFit(t *testing.T) {
	for name, r := range tours(t) {
		for width := 80; width < 220; width += 20 {
			var b bytes.Buffer
			if err := r.Lab.WriteTable(&b, width); err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(b.String(), "\n") {
				if utf8.RuneCountInString(line) > width && i > 0 && !strings.Contains(line, "brave:") {
					t.Errorf("%s, width %d: %q", name, width, line)
				}
				if strings.HasSuffix(line, " ") {
					t.Errorf("%s, width %d: %q ends in a space", name, width, line)
				}
			}
		}
	}
}

// TestWithoutTimes: WithoutTimes omits thinking times and nothing else. It does not change
// the original report.
func TestWithoutTimes(t *testing.T) {
	r := tours(t)["roundrobin"]
	without := withoutTimes(t, r.Lab)
	for format, text := range without {
		for _, time := range []string{"p99", "think", "How long moves took"} {
			if strings.Contains(text, time) {
				t.Errorf("%s has %s", format, time)
			}
		}
	}
	if !strings.Contains(writeAll(t, r)["80"], "p99") {
		t.Error("the report has lost its times")
	}
}

// TestAlike: groups that repeat an earlier group add no information, and the report says so.
func TestAlike(t *testing.T) {
	tour := tourOf(RoundRobin, 24, "a", "b", "c")
	r := reportOf(t, tour, roundRobin("+-+++=", "+-+++=", "+-+++-", "+-+++="))
	if r.Alike != 2 || !strings.Contains(writeAll(t, r)["80"], "2 of 4 groups went exactly like an earlier one") {
		t.Errorf("%d groups are alike", r.Alike)
	}
}

// TestAlikeMeasures: games of Snake Hunter are not alike if the results of the bots differ.
func TestAlikeMeasures(t *testing.T) {
	var games []lab.Finished
	for group := range 3 {
		for snake := range 2 {
			games = append(games, lab.Finished{Tally: lab.Tally{
				Group: int32(group), Seating: int32(snake), Ending: ouro.Unfinished, Turns: 500, Winner: -1,
				Seats: []lab.Seat{{Entrant: int32(snake)}}, Measures: []int{1 + group/2, snake, 1, 2, 500},
			}})
		}
	}
	if r := reportOf(t, tourOf(RoundRobin, 6, "a", "b").hunt(), games); r.Groups != 3 || r.Alike != 1 {
		t.Errorf("of %d groups %d are alike", r.Groups, r.Alike)
	}
}

// TestTrendOfUnfinished: the trend of an unfinished tournament has at most trendMarks marks.
func TestTrendOfUnfinished(t *testing.T) {
	var games []lab.Finished
	for group := range 5 * trendMarks {
		games = append(games, duel(group, 0, 0, 1, '+'))
	}
	if r := reportOf(t, tourOf(RoundRobin, 10*trendMarks, "a", "b"), games); r.Groups != 0 || len(r.Trend) != trendMarks || r.Trend[trendMarks-1].Groups != 5*trendMarks {
		t.Errorf("%d whole groups, %d marks", r.Groups, len(r.Trend))
	}
}

// TestRanks: snakes are ordered by rating, then by score, then as in the tournament. Digits
// that are not shown do not count. Snakes without a rating are last.
func TestRanks(t *testing.T) {
	at := func(snake int, rating, score float64) Standing {
		return Standing{Snake: snake, Rating: Estimate{Value: rating}, Score: Estimate{Value: score}}
	}
	nan := math.NaN()
	want := []Standing{at(3, 12, 0.1), at(2, 1e-9, 0.7), at(0, -1e-9, 0.5), at(1, 1e-8, 0.5), at(4, -7, 0.9), at(5, nan, 0.2), at(6, nan, nan)}
	for seed := range uint64(20) {
		got := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, byRank)
		for i := range got {
			if got[i].Snake != want[i].Snake {
				t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
			}
		}
	}
}

// TestReportsArePrintable: names and faults with control characters cannot control the terminal.
func TestReportsArePrintable(t *testing.T) {
	const evil = "\x1b[2J\u202eevil\n1. forged"
	tour := tourOf(SPRT, 60, evil, "b")
	tour.Title, tour.Openings, tour.Elo1, tour.Alpha, tour.Beta = evil, evil, 50, 0.05, 0.05
	games := randomGames(tour, 10)
	for i := range games {
		games[i].Discarded = []string{evil}
		for seat := range games[i].Tally.Seats {
			games[i].Tally.Seats[seat].Faults, games[i].Tally.Seats[seat].FirstFault = 1, evil
		}
	}
	all := writeAll(t, reportOf(t, tour, games))
	if !strings.Contains(all["80"], `\x1b[2J\u202eevil\n1. forged`) {
		t.Errorf("the name is not shown:\n%s", all["80"])
	}
	for format, text := range all {
		if strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, "\n1. forged") {
			t.Errorf("%s contains characters that control a terminal:\n%q", format, text)
		}
	}
}

// TestComponents: snakes that no games connect are not compared, and the notes say so.
func TestComponents(t *testing.T) {
	tour := tourOf(RoundRobin, 36, "a", "b", "c", "d")
	var games []lab.Finished
	for group, results := range []string{"+=", "-+", "++"} {
		games = append(games, duel(group, 0, 0, 1, results[0]), duel(group, 10, 2, 3, results[1]))
	}
	r := reportOf(t, tour, games)
	if r.Components != 2 || len(r.Pairs) != 2 || !strings.Contains(writeAll(t, r)["80"], "connect some of these snakes") {
		t.Errorf("%d components, pairs %+v", r.Components, r.Pairs)
	}
	for i := range r.Standings[:3] {
		a, b := &r.Standings[i], &r.Standings[i+1]
		if known := a.Snake/2 == b.Snake/2; known == math.IsNaN(a.LOS) {
			t.Errorf("%s before %s: LOS %v", a.Name, b.Name, a.LOS)
		}
	}
}

// TestVagueRatings: a rating with a very wide interval is not shown, and a note explains why.
func TestVagueRatings(t *testing.T) {
	const why = "whose ± is above 1000 are omitted"
	figure := regexp.MustCompile(` ± [0-9]`)
	tour := tourOf(RoundRobin, 200, "a", "b")
	games := []lab.Finished{duel(0, 0, 0, 1, '+'), duel(0, 1, 1, 0, '=')}
	for group := range 40 {
		games = append(games, duel(1+group, 0, 0, 1, '+'), duel(1+group, 1, 1, 0, '+'))
	}
	for n, shown := range map[int]bool{2: false, len(games): true} {
		r := reportOf(t, tour, games[:n])
		if r.Standings[0].Rating.Vague() == shown || r.Standings[0].Rating.Bound() {
			t.Errorf("%d games: rating %v", n, r.Standings[0].Rating)
		}
		for _, format := range []string{"80", "md"} {
			if text := writeAll(t, r)[format]; figure.MatchString(text) != shown || strings.Contains(text, why) == shown {
				t.Errorf("%d games, format %s: a rating %v, the reason %v", n, format, figure.FindString(text), strings.Contains(text, why))
			}
		}
	}
}

// TestBounds: if a snake won or lost every game, only a bound of its rating is known. The report
// shows it as a bound, which grows with the number of games. JSON and CSV have the interval alone.
func TestBounds(t *testing.T) {
	tour := tourOf(RoundRobin, 200, "a", "b")
	var games []lab.Finished
	last := math.Inf(-1)
	for group := range 40 {
		games = append(games, duel(group, 0, 0, 1, '+'), duel(group, 1, 1, 0, '-'))
		r := reportOf(t, tour, games)
		first, second := r.Standings[0].Rating, r.Standings[1].Rating
		if !first.Bound() || first.Vague() || !math.IsInf(first.Interval.Hi, 1) || !(first.Interval.Lo > last) {
			t.Fatalf("%d groups: %+v after a bound of %v", group+1, first, last)
		}
		last = first.Interval.Lo
		if !second.Bound() || !math.IsInf(second.Interval.Lo, -1) {
			t.Fatalf("%d groups: %+v", group+1, second)
		}
		near(t, "bound of the loser", second.Interval.Hi, -last, 1e-9)
		// The bound is half of the difference that follows from the end of the score's interval.
		near(t, "expected score at the bound", 1/(1+math.Pow(10, -2*last/400)), r.Standings[0].Score.Interval.Lo, 1e-9)
	}
	all := writeAll(t, reportOf(t, tour, games))
	wantContains(t, "the table", all["80"], fmt.Sprintf("above +%.0f", last), fmt.Sprintf("below -%.0f", last))
	wantContains(t, "the document", strings.Join(strings.Fields(all["json"]), ""), `"rating":{"mean":null,`)
}
