package engine

import (
	"context"
	"errors"

	"ouro"
)

// Make returns an error: browsers cannot start programs.
func Make(ouro.Setup) (ouro.Solver, error) {
	return nil, errors.New("engines cannot run in a browser, because they are separate programs")
}

// Within does nothing.
func Within(context.Context, func(command string)) {}

// Close clears the trusted commands.
func Close() { distrust() }
