package engine

import (
	"errors"

	"ouro"
)

// Make says that there are no engines here.
func Make(ouro.Setup) (ouro.Solver, error) {
	return nil, errors.New("engines cannot run in a browser: they are programs of their own")
}

// Close has nothing to end but trust.
func Close() { distrust() }
