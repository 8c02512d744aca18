package opening_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"ouro"
	"ouro/arena/opening"
	"ouro/play"
	"ouro/roster"
)

// quick describes a search that is fast enough for a test.
const quick = "balanced:turns=12,nodes=10,games=8,snake=floodfill"

// TestBalancedOpenings: every group has its own opening at the requested turn, with all snakes
// alive. The same seed gives the same openings, in any order of requests.
func TestBalancedOpenings(t *testing.T) {
	for _, snakes := range []int{2, 4} {
		game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: snakes}
		s := source(t, quick, game, 1)
		const groups = 5
		first := starts(t, s, groups)
		known := map[string]bool{}
		for i, text := range first {
			known[text] = true
			position, err := ouro.ParseState(text)
			if err != nil || position.Turn != 12 || living(position) != snakes || len(position.Snakes) != snakes {
				t.Errorf("group %d of %d snakes: %v in %s", i, snakes, err, text)
			}
		}
		if s.Different() != 0 || len(known) != groups {
			t.Errorf("%d groups have %d openings; Different returns %d", groups, len(known), s.Different())
		}
		again := source(t, quick, game, 1)
		var wg sync.WaitGroup
		for i := range 2 * groups {
			wg.Go(func() {
				got, err := again.Game(t.Context(), groups-1-i/2)
				if err != nil || got.Position.String() != first[groups-1-i/2] {
					t.Errorf("in another order of requests, group %d starts from %v, %v", groups-1-i/2, got.Position, err)
				}
			})
		}
		wg.Wait()
		if other := starts(t, source(t, quick, game, 2), 1); other[0] == first[0] {
			t.Error("two seeds have the same opening")
		}
	}
}

// TestBalanced: Balanced accepts scores that are nearly equal and rejects others.
func TestBalanced(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		games  int
		want   bool
	}{
		{[]float64{4, 4}, 8, true},
		{[]float64{5, 3}, 8, true},
		{[]float64{5.5, 2.5}, 8, false},
		{[]float64{0, 8}, 8, false},
		{[]float64{3, 1, 3, 1}, 8, true},
		{[]float64{4, 1, 2, 1}, 8, true},
		{[]float64{4.5, 2, 1, 0.5}, 8, false},
		{[]float64{12, 8}, 20, true},
		{[]float64{13, 7}, 20, false},
	} {
		f := opening.Find{Scores: c.scores, Games: c.games}
		if f.Balanced() != c.want {
			t.Errorf("%v of %d games: %v", c.scores, c.games, !c.want)
		}
	}
}

// TestSearchFindsBalancedPositions: in new games from positions that a search accepted, the scores
// of the seats differ much less than in games from positions that were not judged.
func TestSearchFindsBalancedPositions(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
	const groups = 25
	search := opening.Search{Turns: 15, Nodes: 10, Games: 24, Snake: ouro.Spec{Name: "floodfill"}}
	difference := func(position string) float64 {
		scores := playedOut(t, game, position, 30)
		return math.Abs(scores[0]-scores[1]) / 30 / groups
	}
	var judged, notJudged float64 // mean difference between the scores of the two seats
	for i := range uint64(groups) {
		find, err := search.Find(t.Context(), game, i)
		if err != nil {
			t.Fatal(err)
		}
		judged += difference(find.Position)
		var start *ouro.State
		for seed := i * 1000; start == nil; seed++ {
			if start, err = opening.RandomStart(&search, t.Context(), game, seed); err != nil {
				t.Fatal(err)
			}
		}
		notJudged += difference(start.String())
	}
	t.Logf("one seat wins %.2f of the games more than the other from judged positions, and %.2f from others", judged, notJudged)
	if judged > 0.6*notJudged {
		t.Errorf("one seat wins %.2f more than the other from judged positions, and %.2f from others", judged, notJudged)
	}
}

// playedOut returns the scores of the seats in this many games from a position.
func playedOut(t *testing.T, game ouro.GameSpec, position string, games int) (scores [2]float64) {
	t.Helper()
	var err error
	if game.Position, err = ouro.ParseState(position); err != nil {
		t.Fatal(err)
	}
	for i := range games {
		solvers := []ouro.Spec{{Name: "floodfill"}, {Name: "floodfill"}}
		g, err := roster.NewGame(game, uint64(1000+i), solvers, play.Config{Budget: ouro.Budget{Nodes: 10}, Fallback: play.Safest})
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := g.Run(t.Context())
		if err := errors.Join(err, g.Close()); err != nil {
			t.Fatal(err)
		}
		if outcome.Winner >= 0 {
			scores[outcome.Winner]++
		} else {
			scores[0] += 0.5
			scores[1] += 0.5
		}
	}
	return scores
}

// TestNothingIsBalanced: a search ends after maxTries positions. Its error states why no position
// was balanced and what can help.
func TestNothingIsBalanced(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "constrictor"}, W: 5, H: 5, StartLength: 3, Snakes: 2}
	s := source(t, "balanced:turns=40,nodes=1,games=4,snake=floodfill", game, 1)
	_, err := s.Game(t.Context(), 0)
	want := "no balanced position was found in 100 tries of 40 turns: in 100 of them a snake had died, in 0 one seat won too often; fewer turns may help (balanced:turns=20)"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestSearchEndsWithContext: a search ends with its context, and a later request for the
// same group finds the opening.
func TestSearchEndsWithContext(t *testing.T) {
	s := source(t, quick, duel, 1)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Game(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled: %v", err)
		}
	})
	if got := starts(t, s, 1); got[0] != starts(t, source(t, quick, duel, 1), 1)[0] {
		t.Errorf("after it was canceled, the search finds %s", got[0])
	}
}
