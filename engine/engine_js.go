package engine

import (
	"context"
	"errors"

	"ouro"
)

// Make says that there are no engines here.
func Make(ouro.Setup) (ouro.Solver, error) {
	return nil, errors.New("engines cannot run in a browser: they are programs of their own")
}

// Within has nothing to end, since nothing starts.
func Within(context.Context, func(command string)) {}

// Close has nothing to end but trust.
func Close() { distrust() }
