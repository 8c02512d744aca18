//go:build !js

package engine

import (
	"fmt"

	"ouro"
	"ouro/play"
)

// Error is a fault of an engine. With errors.As it converts to a *play.Fault.
type Error struct {
	Kind    ouro.Fault // Late, Invalid or Erred
	What    string
	Stderr  string // the last lines that it wrote to standard error
	Refusal error  // why it cannot play this game, which is no failure; or nil
}

func (e *Error) Error() string {
	if e.Stderr == "" {
		return e.What
	}
	return fmt.Sprintf("%s; standard error: %s", e.What, e.Stderr)
}

// As sets a **play.Fault target.
func (e *Error) As(target any) bool {
	m, ok := target.(**play.Fault)
	if ok {
		*m = &play.Fault{Kind: e.Kind, Detail: e.Error(), Cause: e}
	}
	return ok
}

func late(format string, args ...any) *Error {
	return &Error{Kind: ouro.Late, What: fmt.Sprintf(format, args...)}
}

func invalid(format string, args ...any) *Error {
	return &Error{Kind: ouro.Invalid, What: fmt.Sprintf(format, args...)}
}

func erred(format string, args ...any) *Error {
	return &Error{Kind: ouro.Erred, What: fmt.Sprintf(format, args...)}
}
