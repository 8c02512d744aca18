// Package engine plays snakes that are separate programs, in any language, as an [ouro.Solver].
// The programs speak the protocol of docs/protocol.md.
//
// [Make] is the Maker of specs such as exec:python3 snake.py,depth=3. The command is split into
// words as by a shell, but nothing is expanded and no shell is started. A [Pool] keeps idle
// processes and reuses them for the next game of the same command. [Close] ends all processes.
//
// An engine affects a game only by its moves and faults; see [Error]. A process that fails is
// killed with its children, and the next turn starts another. A command that fails several times
// in a row is suspended for a while.
package engine

import (
	"slices"
	"sync"

	"ouro"
)

// trusted holds the commands that the user named on the command line, with their options.
// Pages of the studio may start only these.
var trusted struct {
	mu  sync.Mutex
	all []ouro.Options
}

// Trust makes a command with these options trusted, until Close.
func Trust(command ouro.Options) {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	trusted.all = append(trusted.all, command)
}

func distrust() {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	trusted.all = nil
}

// Trusted reports whether exactly this command with exactly these options is trusted.
func Trusted(command ouro.Options) bool {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	return slices.ContainsFunc(trusted.all, func(o ouro.Options) bool { return slices.Equal(o, command) })
}
