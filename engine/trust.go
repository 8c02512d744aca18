package engine

import (
	"slices"
	"sync"

	"ouro"
)

// trusted are the commands, with their options, that the command line of this program
// has named. They may be asked for from elsewhere: from a page that shows them.
var trusted struct {
	mu  sync.Mutex
	all []ouro.Options
}

// Trust adds a command with its options, until Close.
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

// Trusted tells whether this very command, with these very options, is trusted.
func Trusted(command ouro.Options) bool {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	return slices.ContainsFunc(trusted.all, func(o ouro.Options) bool { return slices.Equal(o, command) })
}
