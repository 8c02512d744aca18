package word_test

import (
	"context"
	"fmt"

	"ouro/word"
)

func ExampleFinder_Find() {
	list, _, err := word.ParseList("quit\nquiet\nsuit\nsit\nits\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	grid, err := word.ParseGrid("Qui/ts")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := word.NewFinder(list).Find(context.Background(), grid)
	for _, f := range found {
		fmt.Println(f.Word, f.Points, f.Trail)
	}
	fmt.Println(err)
	// Output:
	// its 1 [1 2 3]
	// quit 1 [0 1 2]
	// sit 1 [3 1 2]
	// <nil>
}

// The list in this package.
