package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/internal/needs"
	"ouro/lab"
	"ouro/lab/compare"
	"ouro/lab/stat"
)

// game returns a game of one snake whose record has these moves.
func game(group, turns int, won bool, moves string) *lab.Finished {
	f := &lab.Finished{Tally: lab.Tally{Group: int32(group), Turns: int32(turns), Ending: ouro.Died, Seats: []lab.Seat{{Length: 10}}}}
	if won {
		f.Tally.Ending = ouro.Won
	}
	if moves != "" {
		f.Record = lab.Text("ouro record 1\nsolver " + fmt.Sprint(turns) + "\nturn 1 " + moves + "\nsum " + fmt.Sprint(group) + "\n")
	}
	return f
}

func sideOf(t testing.TB, games ...*lab.Finished) *compare.Side {
	t.Helper()
	s := new(compare.Side)
	for _, g := range games {
		if err := s.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func alone(kind lab.Kind, a, b *compare.Side, same bool) *compare.Comparison {
	return compare.Of(kind, compare.Entrant{Side: a}, compare.Entrant{Side: b}, same, lab.Confidence)
}

func figure(t testing.TB, c *compare.Comparison, key string) *compare.Figure {
	t.Helper()
	i := slices.IndexFunc(c.Figures, func(f compare.Figure) bool { return f.Key == key })
	if i < 0 {
		t.Fatalf("no figure %s", key)
	}
	return &c.Figures[i]
}

// TestByHand compares two sides of four games, of which three are common, with figures computed by
// hand.
func TestByHand(t *testing.T) {
	a := sideOf(t, game(0, 100, true, "RU"), game(1, 110, true, "RD"), game(2, 90, true, "LL"), game(3, 5, false, "U"))
	b := sideOf(t, game(1, 112, true, "RR"), game(2, 94, true, "LL"), game(3, 200, true, "D"), game(4, 1, false, "U"))
	c := alone(lab.Solo{}, a, b, true)
	won, moves := figure(t, c, "won"), figure(t, c, "moves")
	switch {
	case !c.Paired || c.Pairs != 3 || c.OnlyA != 1 || c.OnlyB != 1 || c.Games != [2]int{4, 4}:
		t.Errorf("pairs: %+v", c)
	case c.Known != 3 || c.Same != 1: // the digests ignore solvers and checksums
		t.Errorf("%d of %d are the same", c.Same, c.Known)
	case won.Change.Interval != stat.DiffRates(1, 0, 3, 0.95) || math.Abs(won.Change.Mean-1.0/3) > 1e-15:
		t.Errorf("won: %+v", won)
	case moves.Pairs != 2 || moves.A != 100 || moves.B != 103 || moves.Change.Mean != 3:
		t.Errorf("moves: %+v", moves)
	}
	if d := moves.Percent(); math.Abs(d.Mean-3) > 1e-12 {
		t.Errorf("moves in percent: %v", d)
	}
	apart := alone(lab.Solo{}, a, b, false)
	if apart.Paired || figure(t, apart, "moves").N != [2]int{3, 3} || figure(t, apart, "won").A != 0.75 {
		t.Errorf("apart: %+v", apart)
	}
	if others := alone(lab.Solo{}, sideOf(t, game(7, 1, true, "")), b, true); others.Paired {
		t.Error("games with different numbers are paired")
	}
}

// TestVerdicts: won games decide first, then moves.
func TestVerdicts(t *testing.T) {
	side := func(won func(i int) bool, turns func(i int) int, moves string) *compare.Side {
		var games []*lab.Finished
		for i := range 60 {
			text := moves
			if text != "" {
				text += fmt.Sprint(i)
			}
			games = append(games, game(i, turns(i), won(i), text))
		}
		return sideOf(t, games...)
	}
	all := func(int) bool { return true }
	most := func(i int) bool { return i%4 > 0 }
	few := func(i int) int { return 100 + i%7 }
	many := func(i int) int { return 110 + i%5 }
	mixed := func(i int) int { return 96 + i%7 + i%3*4 }
	for _, c := range []struct {
		a, b     *compare.Side
		want     compare.Verdict
		sentence string // part of the sentence
	}{
		{side(all, few, "U"), side(all, few, "U"), compare.Same, "the same: 60 paired games with identical"},
		{side(all, few, ""), side(all, few, ""), compare.Unclear, "no clear difference: won 0.0 points"},
		{side(all, few, "U"), side(all, many, "D"), compare.Worse, "worse: won 0.0 points [-4.5, +4.5], moves +8.84 % [+8.23, +9.46]; on 60"},
		{side(all, many, "U"), side(all, few, "D"), compare.Better, "of which none has identical"},
		{side(all, few, "U"), side(most, few, "U"), compare.Worse, "won -25.0 points"},
		{side(most, few, "U"), side(all, many, "U"), compare.Better, "on 60 paired games, of which 60 are"}, // the records have equal moves
		{side(all, few, "U"), side(all, mixed, "D"), compare.Unclear, "no clear"},
		{side(func(int) bool { return false }, few, "U"), side(func(int) bool { return false }, few, "D"), compare.Unclear, "won 0.0 points"},
	} {
		got := alone(lab.Solo{}, c.a, c.b, true)
		if c.want != compare.Same && got.AllSame() {
			continue
		}
		if got.Verdict() != c.want || !strings.Contains(got.Sentence(), c.sentence) {
			t.Errorf("%s: %s; want %s and %q", got.Verdict(), got.Sentence(), c.want, c.sentence)
		}
	}
}

// TestTournament: the games of a group count as one value of the sample. An entrant of one side is
// compared with the entrant of the other side that has the same number.
func TestTournament(t *testing.T) {
	game := func(group, seating int, winner int8) *lab.Finished {
		f := &lab.Finished{Tally: lab.Tally{Group: int32(group), Seating: int32(seating), Turns: 50, Ending: ouro.Won, Winner: winner, Seats: []lab.Seat{{Entrant: int32(seating)}, {Entrant: int32(1 - seating)}}}}
		if winner < 0 {
			f.Tally.Ending, f.Tally.Winner = ouro.Drawn, 0
		}
		return f
	}
	a := sideOf(t, game(0, 0, 0), game(0, 1, 0), game(1, 0, -1), game(1, 1, 1)) // entrant 0 won, lost, drew, won
	b := sideOf(t, game(0, 0, 1), game(0, 1, 0), game(1, 0, 0), game(1, 1, 0))  // entrant 0 lost, lost, won, lost
	c := compare.Of(arena.Kind{}, compare.Entrant{Side: a, Number: 0}, compare.Entrant{Side: b, Number: 0}, true, 0.95)
	score := figure(t, c, "score")
	if score.A != 2.5/4 || score.B != 1.0/4 || score.Pairs != 2 || math.Abs(score.Change.Mean+1.5/4) > 1e-15 {
		t.Errorf("%+v", score)
	}
	other := figure(t, compare.Of(arena.Kind{}, compare.Entrant{Side: a, Number: 1}, compare.Entrant{Side: b, Number: 1}, true, 0.95), "score")
	if math.Abs(other.Change.Mean+score.Change.Mean) > 1e-15 || math.Abs(other.Change.Interval.Lo+score.Change.Interval.Hi) > 1e-12 {
		t.Errorf("the changes of the two entrants are not opposite: %+v and %+v", score.Change, other.Change)
	}
}

// TestLimits: limits are parsed, and a limit is accepted only for figures that can be better or
// worse.
func TestLimits(t *testing.T) {
	for text, want := range map[string]compare.Limits{
		"1%": {"": 1}, "0.5": {"": 0.5}, "moves=1%, won=2": {"moves": 1, "won": 2}, "0%": {"": 0},
	} {
		got, err := compare.ParseLimits(text)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "%", "-1%", "x", "=1%", "moves=", "1%,2%", "1%,moves=2%", "moves=1,moves=2", "NaN", "inf"} {
		if got, err := compare.ParseLimits(text); err == nil || !strings.Contains(err.Error(), "percent") && !strings.Contains(err.Error(), "two") {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	c := alone(lab.Solo{}, sideOf(t, game(0, 5, true, "U")), sideOf(t, game(0, 6, true, "D")), true)
	for _, key := range []string{"length", "speed"} {
		if _, err := c.Beyond(compare.Limits{key: 1}); err == nil || !strings.Contains(err.Error(), "known: won, moves") {
			t.Errorf("a limit for %s: %v", key, err)
		}
	}
	if open, err := c.Open(compare.Limits{"": 1}); err != nil || len(open) != 2 {
		t.Errorf("with one game, figures are within their limits: %v, %v", open, err)
	}
	if beyond, _ := c.Beyond(compare.Limits{"": 0}); beyond != nil {
		t.Errorf("one game shows that B is worse: %v", beyond)
	}
}

// TestConfidence: for one or two figures, the confidence is that of reports. For more figures it is
// higher, so that the probability of any error stays the same.
func TestConfidence(t *testing.T) {
	for figures, want := range map[int]float64{0: 0.95, 1: 0.95, 2: 0.95, 4: 0.975, 20: 0.995} {
		if got := compare.Confidence(figures); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d figures: %v", figures, got)
		}
	}
}

// world is a distribution of games of one snake, with known true values. Without a change, the
// games of both sides have the same length. The change alters a share of the games of B.
type world struct {
	games   int
	altered float64 // share of the games that are altered
	effect  float64 // mean additional moves in an altered game
	wonA    float64
	lostByB float64 // of the games that A wins, the share that B loses
	wonByB  float64 // of the games that A loses, the share that B wins
	apart   bool    // whether B plays other games than A
}

// truth returns the true changes from A to B: of moves in percent, and of won games in percentage
// points.
func (w world) truth() (moves, won float64) {
	return 100 * w.altered * w.effect / 150, 100 * ((1-w.wonA)*w.wonByB - w.wonA*w.lostByB)
}

// play draws random games of both sides. The distributions of lengths and of the effects of the
// change are skewed.
func (w world) play(t testing.TB, dice *rand.Rand) (a, b *compare.Side) {
	a, b = new(compare.Side), new(compare.Side)
	for i := range w.games {
		turns := func() float64 { return 120 + 30*dice.ExpFloat64() }
		x := turns()
		y := x
		if w.apart {
			y = turns()
		}
		if dice.Float64() < w.altered {
			y += w.effect + 10*(dice.ExpFloat64()-dice.ExpFloat64())
		}
		won := dice.Float64() < w.wonA
		wonB := won
		if w.apart {
			wonB = dice.Float64() < w.wonA
		}
		if wonB {
			wonB = dice.Float64() >= w.lostByB
		} else {
			wonB = dice.Float64() < w.wonByB
		}
		for s, g := range map[*compare.Side]*lab.Finished{a: game(i, int(math.Round(10000*x)), won, ""), b: game(i, int(math.Round(10000*y)), wonB, "")} {
			if err := s.Add(g); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a, b
}

// TestCoverage: 95 % intervals contain the known truth about as often as they should.
func TestCoverage(t *testing.T) {
	const seed = 5
	rounds := needs.Many(600, 1000)
	for _, w := range []world{
		{games: 30, altered: 1, effect: 3, wonA: 1},
		{games: 100, altered: 1, effect: 0, wonA: 0.9, lostByB: 0.05, wonByB: 0.3},
		{games: 100, altered: 0.2, effect: 8, wonA: 0.5, lostByB: 0.2, wonByB: 0.1},
		{games: 200, altered: 0.05, effect: 20, wonA: 1, lostByB: 0.02},
		{games: 50, altered: 1, effect: 5, wonA: 0.8, lostByB: 0.1, apart: true},
		{games: 200, altered: 0.5, effect: 4, wonA: 0.97, lostByB: 0.02, apart: true},
	} {
		dice := rand.New(rand.NewPCG(seed, uint64(w.games)))
		moves, won := w.truth()
		var coveredMoves, coveredWon int
		for range rounds {
			a, b := w.play(t, dice)
			c := alone(lab.Solo{}, a, b, !w.apart)
			if figure(t, c, "moves").Percent().Interval.Contains(moves) {
				coveredMoves++
			}
			if figure(t, c, "won").Percent().Interval.Contains(won) {
				coveredWon++
			}
		}
		for what, covered := range map[string]int{"moves": coveredMoves, "won": coveredWon} {
			if rate := float64(covered) / float64(rounds); rate < 0.92 || what == "moves" && rate > 0.985 {
				t.Errorf("%+v: %s covered in %.3f", w, what, rate)
			}
		}
	}
}

// TestErrorRates: the verdict calls equal sides better or worse about as rarely as the notes state.
// A side that is worse by exactly the limit is reported as beyond the limit in at most 5 of 100
// cases. A side far beyond the limit is almost always reported. A side at or beyond the limit is
// shown to be within the limit in at most 5 of 100 cases.
func TestErrorRates(t *testing.T) {
	const seed = 9
	rounds := needs.Many(250, 1000)
	share := func(w world, holds func(*compare.Comparison) bool) float64 {
		dice, count := rand.New(rand.NewPCG(seed, 1)), 0
		for range rounds {
			a, b := w.play(t, dice)
			if holds(alone(lab.Solo{}, a, b, !w.apart)) {
				count++
			}
		}
		return float64(count) / float64(rounds)
	}
	limit := compare.Limits{"": 2}
	beyond := func(c *compare.Comparison) bool {
		figures, err := c.Beyond(limit)
		if err != nil {
			t.Fatal(err)
		}
		return figures != nil
	}
	within := func(c *compare.Comparison) bool {
		figures, err := c.Open(limit)
		if err != nil {
			t.Fatal(err)
		}
		return figures == nil
	}
	clear := func(c *compare.Comparison) bool { return c.Verdict() != compare.Unclear }
	for _, c := range []struct {
		name   string
		w      world
		holds  func(*compare.Comparison) bool
		lo, hi float64
	}{
		{"equal sides are called different", world{games: 100, altered: 1, wonA: 0.9, lostByB: 0.02, wonByB: 0.18}, clear, 0.02, 0.11},
		{"equal sides of which few games differ are called different", world{games: 200, altered: 0.03, wonA: 1}, clear, 0, 0.06},
		{"a real change is found", world{games: 100, altered: 1, effect: 6, wonA: 1}, clear, 0.95, 1},
		{"a loss equal to the limit is reported as beyond it", world{games: 100, altered: 1, effect: 3, wonA: 1, lostByB: 0.02}, beyond, 0.005, 0.05},
		{"no loss is reported as beyond the limit", world{games: 100, altered: 1, wonA: 1}, beyond, 0, 0.001},
		{"a loss far above the limit is reported as beyond it", world{games: 100, altered: 1, effect: 9, wonA: 1}, beyond, 0.97, 1},
		{"a loss equal to the limit is shown to be within it", world{games: 300, altered: 1, effect: 3, wonA: 1, lostByB: 0.02}, within, 0, 0.03},
		{"a loss above the limit is shown to be within it", world{games: 300, altered: 1, effect: 4, wonA: 1}, within, 0, 0.03},
		{"no loss is shown to be within the limit", world{games: 300, altered: 1, wonA: 1}, within, 0.9, 1},
		{"no loss is shown to be within the limit by a few games", world{games: 20, altered: 1, wonA: 1}, within, 0, 0.05},
		{"without pairs, a loss equal to the limit is reported as beyond it", world{games: 100, altered: 1, effect: 3, wonA: 1, apart: true}, beyond, 0, 0.05},
	} {
		if rate := share(c.w, c.holds); rate < c.lo || rate > c.hi {
			t.Errorf("%s in %.4f of cases, want %.3f to %.3f", c.name, rate, c.lo, c.hi)
		}
	}
}

// TestTwin: the intervals of paired sides agree with a bootstrap over the games, up to the error of
// the bootstrap.
func TestTwin(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	w := world{games: 150, altered: 0.6, effect: 4, wonA: 0.9, lostByB: 0.1, wonByB: 0.3}
	a, b := w.play(t, dice)
	c := alone(lab.Solo{}, a, b, true)
	for _, key := range []string{"moves", "won"} {
		value := func(g *lab.Tally) float64 { return float64(g.Turns) }
		if key == "won" {
			value = func(g *lab.Tally) float64 {
				if g.Won(0) {
					return 1
				}
				return 0
			}
		}
		var means []float64
		for range 4000 {
			sum, n := 0.0, 0
			for range w.games {
				i := dice.IntN(w.games)
				x, y := &a.Games[i].Tally, &b.Games[i].Tally
				if key == "won" || x.Won(0) && y.Won(0) {
					sum, n = sum+value(y)-value(x), n+1
				}
			}
			means = append(means, sum/float64(n))
		}
		slices.Sort(means)
		lo, hi := stat.Quantile(means, 0.025), stat.Quantile(means, 0.975)
		iv := figure(t, c, key).Change.Interval
		if width := hi - lo; math.Abs(iv.Lo-lo) > 0.12*width || math.Abs(iv.Hi-hi) > 0.12*width {
			t.Errorf("%s: %v, by bootstrap [%v, %v]", key, iv, lo, hi)
		}
	}
}

// TestAlone: Alone returns the values and intervals of one entrant.
func TestAlone(t *testing.T) {
	c := compare.Alone(lab.Solo{}, compare.Entrant{Side: sideOf(t, game(0, 100, true, ""), game(1, 110, true, ""), game(2, 5, false, ""))}, 0.95)
	won, moves := figure(t, c, "won"), figure(t, c, "moves")
	s := stat.Describe([]float64{100, 110})
	if won.N[0] != 3 || won.OfA != stat.Wilson(2, 3, 0.95) || moves.A != 105 || moves.OfA != s.Interval(0.95) || c.Paired {
		t.Errorf("%+v, %+v", won, moves)
	}
}
