package cycle_test

import (
	"fmt"

	"ouro"
	"ouro/cycle"
)

// A closed path visits all cells of a board.
func ExampleNew() {
	g := ouro.MustGrid(4, 3)
	c, err := cycle.New(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	for y := g.H - 1; y >= 0; y-- {
		for x := range g.W {
			fmt.Printf("%3d", c.Place[g.At(x, y)])
		}
		fmt.Println()
	}
	fmt.Println(c.Len(), "steps,", c.Ahead(g.At(0, 0), g.At(3, 2)), "from corner to corner")
	// Output:
	// 0 11 10  9
	//   1  4  5  8
	//   2  3  6  7
	// 12 steps, 7 from corner to corner
}

// A snake may follow a cycle that carries it.
func ExampleFit() {
	g := ouro.MustGrid(5, 5) // odd: one corner is omitted
	body := ouro.NewBody(g.At(2, 2), g.At(2, 1), g.At(2, 0))
	c, ok := cycle.Fit(g, &body)
	if !ok {
		return
	}
	arc, carried := c.Carries(&body)
	fmt.Println(arc, carried, c.Len(), c.Hole != ouro.NoCell)
	// Output: 2 true 24 true
}

// A search finds a cycle around walls, or the reason why there is none.
func ExampleFind() {
	for _, drawn := range []string{
		"    \n" +
			" XX \n" +
			"    ",
		"    \n" +
			"XXX \n" +
			"    ",
	} {
		level, err := ouro.ParseLevel(drawn)
		if err != nil {
			fmt.Println(err)
			return
		}
		board := cycle.BoardOf(level.State())
		c, err := cycle.Find(board)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("a cycle of", c.Len(), "cells, verified:", c.Verify(board) == nil)
	}
	// Output:
	// a cycle of 10 cells, verified: true
	// no cycle: the cell (0,0) has one free neighbour
}
