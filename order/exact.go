package order

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/lab"
)

// OfExact is what best play achieves on a board without walls.
func OfExact(grid *ouro.Grid, startLength int) Order {
	return Order{Kind: Exact, Rules: "classic", Board: fmt.Sprintf("%dx%d", grid.W, grid.H), StartLength: startLength}
}

// exact has no plan: it is one figure.
func (o *Order) exact() (lab.Plan, error) {
	return lab.Plan{}, errors.New("order: an optimum is computed and not played")
}

// tune has no plan: its steps are what is kept, see package tune.
func (o *Order) tune() (lab.Plan, error) {
	return lab.Plan{}, errors.New("order: a tuning has steps, and no games of its own")
}
