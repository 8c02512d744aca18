package hunter_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/hunter"
)

// A bot plays the first level against a snake that turns right whenever it can.
func ExampleRun() {
	right := func(ouro.Setup) (ouro.Solver, error) {
		facing := ouro.Up
		return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			legal := t.State.Legal(t.Seat)
			for _, d := range []ouro.Dir{facing.TurnRight(), facing, facing.TurnLeft()} {
				if legal.Has(d) {
					facing = d
					break
				}
			}
			return ouro.Decision{Dir: facing}, nil
		}), nil
	}
	cfg := hunter.Config{
		Seed: 1, Hunters: 1, Snakes: 1, Levels: hunter.Levels()[:1], Keep: true,
		Drivers: []hunter.Driver{{Spec: ouro.Spec{Name: "right"}, Make: right}},
	}
	result, record, err := hunter.Run(context.Background(), cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Phase, "with", result.Kills, "snake dead")
	fmt.Println(hunter.Replay(context.Background(), record, []ouro.Maker{right}, nil))
	// Output:
	// won with 1 snake dead
	// <nil>
}
