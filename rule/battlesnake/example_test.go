package battlesnake_test

import (
	"fmt"

	"ouro"
	"ouro/rule/battlesnake"
)

// A snake circles while hazards close in. The dice are those of the official engine.
func Example() {
	rules, err := battlesnake.New("royale", ouro.Options{{Key: "shrink", Value: "3"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	dice := battlesnake.NewDice(1)
	s, err := rules.Start(7, 7, 1, dice)
	if err != nil {
		fmt.Println(err)
		return
	}
	for turn := range 12 {
		rules.Step(s, []ouro.Dir{[]ouro.Dir{ouro.Up, ouro.Right, ouro.Down, ouro.Left}[turn%4]})
		rules.Spawn(s, dice)
		if s.Turn%3 == 0 {
			fmt.Printf("turn %d: %d hazards, health %d\n", s.Turn, len(s.Hazards), s.Snakes[0].Health)
		}
	}
	// Output:
	// turn 3: 7 hazards, health 97
	// turn 6: 13 hazards, health 94
	// turn 9: 19 hazards, health 91
	// turn 12: 25 hazards, health 88
}
