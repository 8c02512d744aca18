package atlas_test

import (
	"fmt"

	"ouro"
	"ouro/atlas"
)

func ExampleFromLevel() {
	level, err := ouro.ParseLevel("    \n  X \n    \n")
	if err != nil {
		panic(err)
	}
	board, err := atlas.FromLevel(level)
	if err != nil {
		panic(err)
	}
	fmt.Println("Hamiltonian cycle:", board.HasCycle())
	fmt.Println("always won:", board.AlwaysWon())
	// Output:
	// Hamiltonian cycle: false
	// always won: true
}
