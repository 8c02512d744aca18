package order

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/lab"
)

// unplayed returns a plan function for a kind without games; its error has the reason.
func unplayed(reason string) func(*Order) (lab.Plan, error) {
	return func(*Order) (lab.Plan, error) { return lab.Plan{}, errors.New("order: " + reason) }
}

// OfExact returns the order of a computation of best play on a board without walls.
func OfExact(grid *ouro.Grid, startLength int) Order {
	return Order{Kind: Exact, Rules: "classic", Board: fmt.Sprintf("%dx%d", grid.W, grid.H), StartLength: startLength}
}
