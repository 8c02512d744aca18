package field_test

import (
	"fmt"

	"ouro"
	"ouro/field"
)

func Example() {
	g := ouro.MustGrid(4, 3)
	s := ouro.NewState(g)
	s.AddSnake(g.At(0, 0), g.At(0, 1), g.At(1, 1), g.At(2, 1), g.At(2, 0))
	s.AddFood(g.At(3, 2))

	blocked := make([]bool, g.Size())
	field.Block(blocked, s, 0)
	f := field.New(g)
	fmt.Println(f.Fill(blocked, s.Food...), "cells reached")
	fmt.Println("steps from the corner:", f.At(g.At(3, 0)), "from behind the body:", f.At(g.At(1, 0)))
	d, ok := f.Downhill(g.At(3, 0))
	fmt.Println(d, ok)
	// Output:
	// 8 cells reached
	// steps from the corner: 2 from behind the body: 4
	// up true
}
