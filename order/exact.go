package order

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/lab"
)

// unplayed is the plan of a kind that has no games, and why.
func unplayed(why string) func(*Order) (lab.Plan, error) {
	return func(*Order) (lab.Plan, error) { return lab.Plan{}, errors.New("order: " + why) }
}

// OfExact is what best play achieves on a board without walls.
func OfExact(grid *ouro.Grid, startLength int) Order {
	return Order{Kind: Exact, Rules: "classic", Board: fmt.Sprintf("%dx%d", grid.W, grid.H), StartLength: startLength}
}
