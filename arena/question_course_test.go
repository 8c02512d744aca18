package arena

import (
	"context"
	"errors"
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
		one := runCourse(t, mustSetting(t, tour), scripted{wins: c.wins}, &shelf{})
		want := one.Games()
		if test := one.Test(); test.Verdict != c.verdict || len(want) != 2*test.Groups || one.Answered() != (c.verdict != "") || !one.Complete() {
			t.Fatalf("%d wins of ten: %+v after %d games", c.wins, test, len(want))
		}
		for _, workers := range []int{1, 2, 7, 30} {
			tour.Workers = workers
			s := mustSetting(t, tour)
			for _, every := range []int{1 << 30, 1, 5, 23} {
				store := &shelf{}
				course := interrupted(t, s, scripted{wins: c.wins}, store, every)
				if !reflect.DeepEqual(course.Games(), want) || !reflect.DeepEqual(course.Test(), one.Test()) {
					t.Errorf("%d wins of ten, %d workers, stopped every %d games: %+v after %d games, want %+v after %d",
						c.wins, workers, every, course.Test(), len(course.Games()), one.Test(), len(want))
				}
				if n := len(store.games); n < len(want) {
					t.Errorf("%d workers, stopped every %d games: %d games were kept for %d", workers, every, n, len(want))
				}
				played := len(store.games)
				if again := runCourse(t, s, scripted{wins: c.wins}, store); len(store.games) != played || !reflect.DeepEqual(again.Games(), want) {
					t.Errorf("%d workers: when it is run again, %d games are played", workers, len(store.games)-played)
				}
			}
		}
	}
}

// interrupted plays a tournament to its end, and stops it every so many games.
func interrupted(t *testing.T, s *Setting, p Player, store *shelf, every int) *Course {
	t.Helper()
	for {
		ctx, cancel := context.WithCancel(t.Context())
		before := len(store.games)
		store.kept = func(n int) error {
			if n == before+every {
				cancel()
			}
			return nil
		}
		c, err := NewCourse(s, store)
		if err != nil {
			t.Fatal(err)
		}
		err = c.Run(ctx, p, nil)
		cancel()
		store.kept = nil
		if err == nil {
			return c
		}
		if !errors.Is(err, context.Canceled) || len(store.games) < before+every {
			t.Fatalf("%v after %d games", err, len(store.games)-before)
		}
	}
}

// TestFewerGamesKeepTheAnswer: the question stays answered by the games that are kept,
// though fewer are asked for, and no game is played for it.
func TestFewerGamesKeepTheAnswer(t *testing.T) {
	tour := of(SPRT, "greedy", "bfs")
	tour.Games, tour.Elo1 = 600, 60
	store := &shelf{}
	want := runCourse(t, mustSetting(t, tour), scripted{wins: 6}, store)
	kept := len(store.games)
	tour.Games = 10
	c := runCourse(t, mustSetting(t, tour), scripted{wins: 6}, store)
	if !want.Answered() || !reflect.DeepEqual(c.Test(), want.Test()) || !c.Complete() || len(store.games) != kept {
		t.Errorf("%+v after %d games, want %+v after %d", c.Test(), len(store.games), want.Test(), kept)
	}
}
