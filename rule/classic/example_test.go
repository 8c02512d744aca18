package classic_test

import (
	"fmt"

	"ouro"
	"ouro/rule/classic"
)

func Example() {
	level, err := classic.OpenLevel(5, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	dice := ouro.GameDice(1)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		fmt.Println(err)
		return
	}
	var rules classic.Rules
	rules.Spawn(s, dice)
	outcome, over := rules.Over(s)
	for !over {
		rules.Step(s, []ouro.Dir{ouro.Up})
		rules.Spawn(s, dice)
		outcome, over = rules.Over(s)
	}
	fmt.Println(outcome.Ending, "of", s.Snakes[0].Cause, "in turn", s.Turn)
	// Output: died of wall in turn 4
}
