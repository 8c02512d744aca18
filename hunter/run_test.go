package hunter

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ouro"
)

// TestWorkersDoNotMatter: many games come out the same with any number of
// workers, and all of them replay.
func TestWorkersDoNotMatter(t *testing.T) {
	plan := Many{Config: Config{Seed: 11, Hunters: 2, Drivers: grazers, Levels: Levels()[:2]}, Games: 8, Workers: 1, Verify: true}
	one, err := RunMany(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	plan.Workers = 5
	five, err := RunMany(t.Context(), plan, func(done int) {
		if calls++; done != calls {
			t.Errorf("progress tells %d games in call %d", done, calls)
		}
	})
	if err != nil || !reflect.DeepEqual(one, five) {
		t.Errorf("5 workers: %+v, %v; 1 worker: %+v", five, err, one)
	}
	if calls != 8 || one.Won+one.Lost != 8 || one.Checked != 8 || !one.WonRate.Contains(float64(one.Won)/8) {
		t.Errorf("%d calls, %+v", calls, one)
	}
	for i, r := range one.Results {
		if r.Seed != ouro.GameSeed(11, i) {
			t.Errorf("game %d has the seed %d", i, r.Seed)
		}
	}
}

// TestBotsEndGames: whole games of bots end in a decision within bounds.
func TestBotsEndGames(t *testing.T) {
	for hunters := 1; hunters <= MaxHunters; hunters++ {
		totals, err := RunMany(t.Context(), Many{Config: Config{Seed: 2, Hunters: hunters, Snakes: 4, Drivers: grazers, Levels: Levels()[6:]}, Games: 3, Workers: 2}, nil)
		if err != nil || len(totals.Results) != 3 {
			t.Fatalf("%+v, %v", totals, err)
		}
		for _, r := range totals.Results {
			if r.Phase != Won && r.Phase != Lost || r.Ticks > MaxTicks(Levels()) {
				t.Errorf("%d hunters: %+v", hunters, r)
			}
		}
	}
}

func TestRunManyFails(t *testing.T) {
	plan := Many{Config: Config{Hunters: 1, Drivers: grazers}, Games: 4, Workers: 2}
	ctx, cancel := context.WithCancel(t.Context())
	totals, err := RunMany(ctx, plan, func(int) { cancel() })
	if !errors.Is(err, context.Canceled) || len(totals.Results) == 0 {
		t.Errorf("%+v, %v", totals, err)
	}
	plan.Drivers = []Driver{{Make: func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("not today") }}}
	if _, err := RunMany(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "game ") || !strings.Contains(err.Error(), "not today") {
		t.Errorf("error %v", err)
	}
	plan.Workers = 0
	if _, err := RunMany(t.Context(), plan, nil); err == nil {
		t.Error("no workers: no error")
	}
	if _, _, err := Run(t.Context(), plan.Config, nil); err == nil {
		t.Error("no players: no error")
	}
}

// TestBotsAreTheirDice: a bot decides by the world and its own dice alone.
func TestBotsAreTheirDice(t *testing.T) {
	cfg := Config{Seed: 4, Hunters: 2, Snakes: 3, Drivers: grazers, Levels: Levels()[:2]}
	a, b := recorded(t, cfg), recorded(t, cfg)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same game twice is not the same")
	}
}

// closing counts the solvers that are open.
type closing struct {
	ouro.SolverFunc
	open *int
}

func (c closing) Close() error {
	*c.open--
	return nil
}

func TestSolversAreClosed(t *testing.T) {
	open := 0
	drivers := []Driver{{Make: func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := grazer(s)
		open++
		return closing{solver.Decide, &open}, err
	}}}
	if _, _, err := Run(t.Context(), Config{Hunters: 2, Drivers: drivers}, Bots(0, 2)); err != nil || open != 0 {
		t.Errorf("%d solvers are open, %v", open, err)
	}
}
