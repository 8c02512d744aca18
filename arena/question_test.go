package arena

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouro/arena/sprt"
	"ouro/lab"
	"ouro/lab/stat"
)

// sprtGames returns a tournament of format SPRT and its pairs of games. Each pair is given by
// the first snake's two results.
func sprtGames(pairs ...string) (*Tournament, []lab.Finished) {
	t := tourOf(SPRT, 2000, "new", "old")
	t.Elo0, t.Elo1, t.Alpha, t.Beta = 0, 50, 0.05, 0.05
	var games []lab.Finished
	mirror := map[byte]byte{'+': '-', '-': '+', '=': '='}
	for group, pair := range pairs {
		games = append(games, duel(group, 0, 0, 1, pair[0]), duel(group, 1, 1, 0, mirror[pair[1]]))
	}
	return t, games
}

// repeatPairs returns the pairs n times.
func repeatPairs(n int, pairs ...string) (all []string) {
	for range n {
		all = append(all, pairs...)
	}
	return all
}

// TestQuestionByHand: the test counts how many groups have each of the five possible scores of two
// games (the pentanomial), and adds the groups in their order.
func TestQuestionByHand(t *testing.T) {
	tour, games := sprtGames("++", "+-", "+=", "-=", "==")
	r := reportOf(t, tour, games)
	counts := sprt.Scores(2)
	for i, groups := range []float64{0, 1, 2, 1, 1} {
		counts[i].Groups = groups
	}
	want := sprt.LLR(counts, 0, 50)
	if r.Test.LLR != want || r.Test.Groups != 5 || r.Test.Verdict != "" || len(r.Test.Trend) != 5 || !r.Partial {
		t.Errorf("%+v, want a ratio of %v", r.Test, want)
	}
	near(t, "lower bound", r.Test.Lower, math.Log(0.05/0.95), 1e-12)
	near(t, "upper bound", r.Test.Upper, math.Log(0.95/0.05), 1e-12)
	test, err := sprt.New(sprt.Hypotheses{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05, Games: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []float64{1, 0.5, 0.75, 0.25, 0.5} {
		if _, err := test.Add(score); err != nil {
			t.Fatal(err)
		}
	}
	if elo, iv := test.Elo(lab.Confidence); r.Test.Elo != (Estimate{elo, iv}) {
		t.Errorf("Elo %+v, want %v in %+v", r.Test.Elo, elo, iv)
	}
	if p := r.Pairs[0]; p.Games != 10 || p.Won != 4 || p.Drawn != 4 || p.Lost != 2 {
		t.Errorf("%+v", p)
	}
}

// amongGames returns a tournament that compares two snakes by games against a third, and its games.
// A group is given by the first snake's results in both seats, then those of the second.
func amongGames(groups ...string) (*Tournament, []lab.Finished) {
	t, _ := sprtGames()
	t.Snakes = append(t.Snakes, Snake{"other", "solver-of-other"})
	var games []lab.Finished
	mirror := map[byte]byte{'+': '-', '-': '+', '=': '='}
	for group, all := range groups {
		for seating, seats := range t.Format.seatings(3, 0) {
			result := all[seating]
			if seats[0] == 2 {
				result = mirror[result]
			}
			games = append(games, duel(group, seating, seats[0], seats[1], result))
		}
	}
	return t, games
}

// TestQuestionAmongOthers: two snakes that do not meet are compared by their results from the same
// seats against the same opponent.
func TestQuestionAmongOthers(t *testing.T) {
	tour, games := amongGames("++--", "+-+-", "+=--", "--++", "++++")
	r := reportOf(t, tour, games)
	test, err := sprt.New(sprt.Hypotheses{Elo0: 0, Elo1: 25, Alpha: 0.05, Beta: 0.05, Games: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []float64{1, 0.5, 0.875, 0, 0.5} {
		if _, err := test.Add(score); err != nil {
			t.Fatal(err)
		}
	}
	elo, iv := test.Elo(lab.Confidence)
	if r.Test.LLR != test.LLR() || r.Test.Groups != 5 || r.Test.Elo1 != 50 || r.Test.Elo != (Estimate{2 * elo, stat.Interval{Lo: 2 * iv.Lo, Hi: 2 * iv.Hi}}) {
		t.Errorf("%+v, want a ratio of %v", r.Test, test.LLR())
	}
	if _, met := r.Pair(0, 1); met || r.GroupSize != 4 || len(r.Pairs) != 2 {
		t.Errorf("the two meet, or a group has %d games", r.GroupSize)
	}
	text := writeAll(t, r)["md"]
	wantContains(t, "the report", text, "Is new better than old in games with other? Not known yet", "new and old never play each other")
}

// TestEloAmongOthers: if the opponent is midway between the two compared snakes, Test.Elo is their
// difference: the first snake is 50 Elo better than the opponent, which is 50 Elo better than the
// second.
func TestEloAmongOthers(t *testing.T) {
	share := sprt.ScoreOf(50)
	first, second := 0.0, 0.0
	result := func(won *float64, share float64) string { // returns "+" in this share of the calls
		if *won += share; *won >= 1 {
			*won--
			return "+"
		}
		return "-"
	}
	var groups []string
	for range 2000 {
		groups = append(groups, result(&first, share)+result(&first, share)+result(&second, 1-share)+result(&second, 1-share))
	}
	tour, games := amongGames(groups...)
	tour.Games, tour.Elo0, tour.Elo1, tour.Alpha, tour.Beta = len(games), 95, 105, 1e-6, 1e-6 // so that the test does not decide
	r := reportOf(t, tour, games)
	if r.Test.Verdict != "" || r.Test.Groups != 2000 {
		t.Fatalf("%+v", r.Test)
	}
	near(t, "Elo", r.Test.Elo.Value, 100, 2)
	near(t, "Elo by the ratings", standingOf(r, 0).Rating.Value-standingOf(r, 1).Rating.Value, 100, 2)
}

// TestQuestionIsAnswered: the test counts the groups up to the one that decided. Games of later
// groups do not change the report.
func TestQuestionIsAnswered(t *testing.T) {
	for pairs, verdict := range map[string]string{"++ += +-": "H1", "-- -= +-": "H0"} {
		tour, games := sprtGames(repeatPairs(100, strings.Fields(pairs)...)...)
		r := reportOf(t, tour, games)
		if r.Test.Verdict != verdict || r.Partial || r.Games != 2*r.Test.Groups || r.Groups != r.Test.Groups || r.Test.Groups > 200 {
			t.Fatalf("%s: %+v, %d games", pairs, r.Test, r.Games)
		}
		short := reportOf(t, tour, games[:r.Games])
		before := reportOf(t, tour, games[:r.Games-1])
		if before.Test.Verdict != "" || before.Test.Groups != r.Test.Groups-1 || !before.Partial {
			t.Errorf("%s: with one game less: %+v", pairs, before.Test)
		}
		if !reflect.DeepEqual(writeAll(t, r), writeAll(t, short)) {
			t.Errorf("%s: games after the decision change the report", pairs)
		}
	}
}

// TestQuestionWaits: a group counts only when all earlier groups are complete.
func TestQuestionWaits(t *testing.T) {
	tour, games := sprtGames(repeatPairs(3, "+-", "+=", "++", "=-")...)
	without := slices.DeleteFunc(slices.Clone(games), func(f lab.Finished) bool { return f.Tally.Group == 7 && f.Tally.Seating == 1 })
	r := reportOf(t, tour, without)
	if r.Test.Groups != 7 || r.Games != 14 {
		t.Errorf("with a gap: %+v, %d games are counted", r.Test, r.Games)
	}
	want := reportOf(t, tour, games).Test
	for seed := range uint64(10) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		if got := reportOf(t, tour, games).Test; !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}

// TestQuestionAlone: if snakes play alone, a group is one comparison.
func TestQuestionAlone(t *testing.T) {
	tour := tourOf(SPRT, 400, "new", "old").alone()
	tour.Elo1, tour.Alpha, tour.Beta = 50, 0.05, 0.05
	games := randomGames(tour, 20)
	r := reportOf(t, tour, games)
	p := r.Pairs[0]
	counts := sprt.Scores(1)
	counts[0].Groups, counts[1].Groups, counts[2].Groups = float64(p.Lost), float64(p.Drawn), float64(p.Won)
	if want := sprt.LLR(counts, 0, 50); r.Test.LLR != want || r.Test.Groups != 20 || p.Games != 20 {
		t.Errorf("%+v of %+v, want a ratio of %v", r.Test, p, want)
	}
}

// TestLeft: Left estimates the number of groups until a decision only if the test has enough groups
// and the ratio is not 0.
func TestLeft(t *testing.T) {
	for _, c := range []struct {
		test Test
		want int
	}{
		{Test{LLR: 1, Lower: -3, Upper: 3, Groups: 100}, 200},
		{Test{LLR: -2, Lower: -3, Upper: 3, Groups: 100}, 50},
		{Test{LLR: 1, Lower: -3, Upper: 3, Groups: 9}, 0},
		{Test{LLR: 0, Lower: -3, Upper: 3, Groups: 100}, 0},
		{Test{LLR: 4, Lower: -3, Upper: 3, Groups: 100, Verdict: "H1"}, 0},
	} {
		if got := c.test.Left(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.test, got, c.want)
		}
	}
}

// TestAnswerComesFirst: reports show the answer above all tables. Its Elo is corrected for the
// group at which the test stopped.
func TestAnswerComesFirst(t *testing.T) {
	tour, games := sprtGames(repeatPairs(100, "++", "+=", "+-")...)
	r := reportOf(t, tour, games)
	test, _ := sprt.New(sprt.Hypotheses{Elo1: 50, Alpha: 0.05, Beta: 0.05, Games: 2})
	for group := range r.Test.Groups {
		if _, err := test.Add(meanOf(tour.Scores(0, talliesOf(games[2*group:2*group+2]))).Value); err != nil {
			t.Fatal(err)
		}
	}
	elo, iv := test.Elo(lab.Confidence)
	if r.Test.Elo != (Estimate{elo, iv}) || elo >= r.Pairs[0].Elo.Value {
		t.Errorf("Elo %v, want %v %v, which is less than %v", r.Test.Elo, elo, iv, r.Pairs[0].Elo)
	}
	for format, text := range writeAll(t, r) {
		if format == "json" || strings.HasSuffix(format, "csv") || format == "brief" {
			continue
		}
		answer, table := strings.Index(text, "Is new better than old? Yes (H1)"), strings.Index(text, "rating")
		if answer < 0 || answer > table || strings.Count(text, "better than old?") != 1 {
			t.Errorf("%s: the answer at %d, the first table at %d of\n%s", format, answer, table, text)
		}
	}
}

// TestAnswerDoesNotDependOnTheRun: the group after which a tournament of format SPRT stops does not
// depend on the number of games that are played at once, or on interruptions. Finished games of
// later groups do not count.
func TestAnswerDoesNotDependOnTheRun(t *testing.T) {
	for _, c := range []struct {
		wins    int
		verdict string
	}{{6, "H1"}, {2, "H0"}, {4, ""}} {
		tour := tournamentOf(SPRT, "greedy", "bfs")
		tour.Games, tour.Elo1 = 600, 60
		if c.verdict == "" {
			tour.Games = 40
		}
		tour.Workers = 1
		one := run(t, scriptedPlan(mustSetting(t, tour), c.wins, nil))
		want := FiguresOf(one)
		if test := want.Test; test.Verdict != c.verdict || len(one.Games) != 2*test.Groups || one.Experiment.Stopped != (c.verdict != "") || want.Partial || one.Experiment.Partial {
			t.Fatalf("%d wins of ten: %+v after %d games", c.wins, test, len(one.Games))
		}
		for _, workers := range []int{1, 2, 7, 30} {
			tour.Workers = workers
			plan := scriptedPlan(mustSetting(t, tour), c.wins, nil)
			for _, every := range []int{1 << 30, 1, 5, 23} {
				var games memoryStore
				r, _ := playWithStops(t, plan, &games, every)
				if got := FiguresOf(r); !reflect.DeepEqual(r.Games, one.Games) || !reflect.DeepEqual(got.Test, want.Test) {
					t.Errorf("%d wins of ten, %d workers, stopped every %d games: %+v after %d games, want %+v after %d",
						c.wins, workers, every, got.Test, len(r.Games), want.Test, len(one.Games))
				}
				played := len(games.games)
				if played < len(one.Games) {
					t.Errorf("%d workers, stopped every %d games: %d games were kept for %d", workers, every, played, len(one.Games))
				}
				if again := run(t, games.on(plan)); len(games.games) != played || !reflect.DeepEqual(again.Games, one.Games) {
					t.Errorf("%d workers: a second run plays %d games", workers, len(games.games)-played)
				}
			}
		}
	}
}

// TestShareOfTheAnswer: Share grows while the log-likelihood ratio approaches a bound, and is 1
// when the test has decided.
func TestShareOfTheAnswer(t *testing.T) {
	for _, c := range []struct {
		pair string
		end  bool
	}{{"++", true}, {"--", true}, {"+-", false}} {
		tour, games := sprtGames(repeatPairs(400, c.pair)...)
		q := newQuestion(tour, false)
		last := 0.0
		for i := 0; i < len(games); i += 2 {
			answered := q.Add(talliesOf(games[i : i+2]))
			share := q.Share()
			if share < 0 || share > 1 || answered != (share == 1) || c.pair != "+-" && share < last {
				t.Fatalf("%s: a share of %v after %v, answered: %v", c.pair, share, last, answered)
			}
			if last = share; answered {
				break
			}
		}
		if c.end != (last == 1) && c.pair != "+-" {
			t.Errorf("%s: the test has not decided, with a share of %v", c.pair, last)
		}
	}
}
