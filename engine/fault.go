//go:build !js

package engine

import (
	"fmt"

	"ouro"
	"ouro/play"
)

// Error is what an engine did wrong. It is a fault by the rules of play.
type Error struct {
	Kind      ouro.Fault // Late, Invalid or Erred
	What      string
	Words     string // its last ones, on standard error
	Unwilling error  // it cannot play this game, and says why: no failure
}

func (e *Error) Error() string {
	if e.Words == "" {
		return e.What
	}
	return fmt.Sprintf("%s; its last words: %s", e.What, e.Words)
}

// As has the Error be a Fault of its Kind.
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
