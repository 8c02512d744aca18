package sprt_test

import (
	"fmt"

	"ouro/arena/sprt"
)

// Games are played in pairs, with seats exchanged. Of nine pairs, the new version gets a
// win and a draw in two, a loss and a draw in one, and equal scores in the others.
func ExampleTest() {
	test, err := sprt.New(sprt.Hypotheses{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Games: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict := sprt.Continue
	for pair := 0; verdict == sprt.Continue; pair++ {
		score := 0.5
		if pair%3 == 2 {
			score = 0.75
		}
		if pair%9 == 8 {
			score = 0.25
		}
		if verdict, err = test.Add(score); err != nil {
			fmt.Println(err)
			return
		}
	}
	elo, iv := test.Elo(0.95)
	fmt.Printf("%v after %d pairs: LLR %.2f, %+.1f Elo, from %+.1f to %+.1f\n", verdict, test.Groups(), test.LLR(), elo, iv.Lo, iv.Hi)
	// Output: accept H1 after 132 pairs: LLR 2.97, +19.4 Elo, from -0.4 to +38.5
}
