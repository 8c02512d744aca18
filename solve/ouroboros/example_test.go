package ouroboros_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/rule/classic"
	"ouro/solve/ouroboros"
)

func ExampleNew() {
	ctx := context.Background()
	level, err := classic.OpenLevel(7, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	var rules classic.Rules
	dice := ouro.GameDice(1)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := ouroboros.New(ouro.Setup{Rules: rules, Start: s.Clone(), Seed: ouro.SolverSeed(1, 0)})
	if err != nil {
		fmt.Println(err)
		return
	}
	rules.Spawn(s, dice)
	outcome, over := rules.Over(s)
	for !over {
		d, err := solver.Decide(ctx, ouro.Turn{State: s})
		if err != nil {
			fmt.Println(err)
			return
		}
		rules.Step(s, []ouro.Dir{d.Dir})
		rules.Spawn(s, dice)
		outcome, over = rules.Over(s)
	}
	fmt.Println(outcome.Ending, "with", s.Snakes[0].Body.Len(), "of", s.Room(), "cells")
	// Output: won with 35 of 35 cells
}
