package engine

import (
	"context"
	"errors"

	"ouro"
)

func Make(ouro.Setup) (ouro.Solver, error) {
	return nil, errors.New("engines cannot run in a browser, because they are separate programs")
}

func Within(context.Context, func(command string)) {}

func Close() { distrust() }
