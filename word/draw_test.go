package word_test

import (
	"context"
	"fmt"

	"ouro/word"
)

func ExampleGrid_DrawTrail() {
	g, err := word.ParseGrid("doq/npo/wer")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _, err := word.ParseList("doner")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := word.NewFinder(list).Find(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g.DrawTrail(found[0].Trail, 80))
	// Output:
	// +----------------+
	// |  D1 → O2   q   |
	// |     ↙          |
	// |  N3   p    o   |
	// |     ↘          |
	// |  w    E4 → R5  |
	// +----------------+
}
