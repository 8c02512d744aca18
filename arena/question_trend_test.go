package arena

import (
	"reflect"
	"testing"
)

// TestAnswerDoesNotDependOnTheRun: a tournament of format SPRT stops after the same
// group with the same games, however many are played at once, and however often it
// was stopped; later games that were finished meanwhile do not count.
func TestAnswerDoesNotDependOnTheRun(t *testing.T) {
	for _, c := range []struct {
		wins    int
		verdict string
	}{{6, "H1"}, {2, "H0"}, {4, ""}} {
		tour := of(SPRT, "greedy", "bfs")
		tour.Games, tour.Elo1 = 600, 60
		if c.verdict == "" {
			tour.Games = 40
		}
		tour.Workers = 1
		one := run(t, scripted(mustSetting(t, tour), c.wins, nil))
		want := FiguresOf(one)
		if test := want.Test; test.Verdict != c.verdict || len(one.Games) != 2*test.Groups || one.Experiment.Stopped != (c.verdict != "") || want.Partial || one.Experiment.Partial {
			t.Fatalf("%d wins of ten: %+v after %d games", c.wins, test, len(one.Games))
		}
		for _, workers := range []int{1, 2, 7, 30} {
			tour.Workers = workers
			plan := scripted(mustSetting(t, tour), c.wins, nil)
			for _, every := range []int{1 << 30, 1, 5, 23} {
				var games shelf
				r, _ := interrupted(t, plan, &games, every)
				if got := FiguresOf(r); !reflect.DeepEqual(r.Games, one.Games) || !reflect.DeepEqual(got.Test, want.Test) {
					t.Errorf("%d wins of ten, %d workers, stopped every %d games: %+v after %d games, want %+v after %d",
						c.wins, workers, every, got.Test, len(r.Games), want.Test, len(one.Games))
				}
				played := len(games.games)
				if played < len(one.Games) {
					t.Errorf("%d workers, stopped every %d games: %d games were kept for %d", workers, every, played, len(one.Games))
				}
				if again := run(t, games.on(plan)); len(games.games) != played || !reflect.DeepEqual(again.Games, one.Games) {
					t.Errorf("%d workers: when it is run again, %d games are played", workers, len(games.games)-played)
				}
			}
		}
	}
}

// TestShareOfTheAnswer: a test is as far as its log-likelihood ratio is on its way to the
// bound, and at its end when it is answered.
func TestShareOfTheAnswer(t *testing.T) {
	for _, c := range []struct {
		pair string
		end  bool
	}{{"++", true}, {"--", true}, {"+-", false}} {
		tour, games := asking(repeated(400, c.pair)...)
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
			t.Errorf("%s: not answered, a share of %v", c.pair, last)
		}
	}
}
