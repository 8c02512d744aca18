package hunter

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ouro"
)

// TestBotsEndGames: games of bots end within MaxTicks, and their records can be replayed.
func TestBotsEndGames(t *testing.T) {
	for hunters := 1; hunters <= MaxHunters; hunters++ {
		for i := range 3 {
			cfg := Config{Seed: ouro.GameSeed(2, i), Hunters: hunters, Snakes: 4, Drivers: grazers, Levels: Levels()[6:], Keep: true}
			r, record, err := Run(t.Context(), cfg, Bots(cfg.Seed, hunters))
			if err != nil {
				t.Fatal(err)
			}
			if r.Phase != Won && r.Phase != Lost || r.Ticks > MaxTicks(Levels()) || r.Seed != cfg.Seed {
				t.Errorf("%d hunters: %+v", hunters, r)
			}
			if err := verify(t.Context(), record, cfg.Drivers); err != nil {
				t.Errorf("%d hunters, game %d: %v", hunters, i, err)
			}
			record.Score++
			if err := verify(t.Context(), record, cfg.Drivers); err == nil {
				t.Errorf("%d hunters, game %d: a record with a wrong score is accepted", hunters, i)
			}
		}
	}
}

func TestRunFails(t *testing.T) {
	cfg := Config{Hunters: 1, Drivers: grazers}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, _, err := Run(ctx, cfg, Bots(0, 1)); !errors.Is(err, context.Canceled) || r.Ticks == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, _, err := Run(t.Context(), cfg, nil); err == nil {
		t.Error("no players: no error")
	}
	cfg.Drivers = []Driver{{Make: func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("not today") }}}
	if _, _, err := Run(t.Context(), cfg, Bots(0, 1)); err == nil || !strings.Contains(err.Error(), "not today") {
		t.Errorf("error %v", err)
	}
}

// TestBotsAreTheirDice: a game of bots is the same each time it is played.
func TestBotsAreTheirDice(t *testing.T) {
	cfg := Config{Seed: 4, Hunters: 2, Snakes: 3, Drivers: grazers, Levels: Levels()[:2]}
	a, b := recordGame(t, cfg), recordGame(t, cfg)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same game differs when it is played again")
	}
}

// closing is a solver that subtracts 1 from open when it is closed.
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
