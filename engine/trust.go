package engine

import (
	"slices"
	"sync"

	"ouro"
)

// trusted holds the commands, with their options, that the user named on the command line.
// Pages of the studio may start these commands and no others.
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
