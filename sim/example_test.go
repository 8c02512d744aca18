package sim_test

import (
	"fmt"

	"ouro"
	"ouro/sim"
)

func Example() {
	s := ouro.NewState(ouro.MustGrid(3, 3))
	s.Snakes[s.AddSnake(0, 0, 0)].Health = 100
	s.Snakes[s.AddSnake(8, 8, 8)].Health = 100

	p := sim.New(s)
	draws := 0
	first, second := p.Moves(0), p.Moves(1)
	for i := range first.Len() {
		for j := range second.Len() {
			p.Make([]ouro.Dir{first.At(i), second.At(j)})
			for _, d := range ouro.Dirs {
				for _, e := range ouro.Dirs {
					p.Make([]ouro.Dir{d, e})
					if p.Alive() == 0 && p.Cause(0) == ouro.HeadOn {
						draws++
					}
					p.Unmake()
				}
			}
			p.Unmake()
		}
	}
	fmt.Println("ways to meet head on in two moves:", draws)
	// Output: ways to meet head on in two moves: 6
}

func ExampleArea_Territory() {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.Snakes[s.AddSnake(10, 10, 10)].Health = 100
	s.Snakes[s.AddSnake(13, 13, 13, 13)].Health = 100

	p := sim.New(s)
	a := sim.NewArea(p.Grid())
	cells := make([]int, p.Seats())
	a.Territory(p, cells)
	fmt.Println(cells)
	// Output: [9 14]
}
