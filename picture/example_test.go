package picture_test

import (
	"fmt"

	"ouro"
	"ouro/picture"
)

// Two snakes and one food.
func ExampleOf() {
	g := ouro.MustGrid(5, 3)
	s := ouro.NewState(g)
	s.AddSnake(g.At(1, 0), g.At(0, 0), g.At(0, 1))
	s.AddSnake(g.At(3, 2), g.At(4, 2), g.At(4, 1))
	s.AddFood(g.At(2, 1))
	fmt.Print(picture.Of(s))
	// Output:
	// +-----------+
	// | · · · B─╮ |
	// | o · * · o |
	// | ╰─A · · · |
	// +-----------+
}
