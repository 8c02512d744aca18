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

// Trust adds commands with their options. What it returns takes them away again.
func Trust(commands ...ouro.Options) (distrust func()) {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	trusted.all = append(trusted.all, commands...)
	return func() {
		trusted.mu.Lock()
		defer trusted.mu.Unlock()
		for _, c := range commands {
			if i := slices.IndexFunc(trusted.all, func(o ouro.Options) bool { return slices.Equal(o, c) }); i >= 0 {
				trusted.all = slices.Delete(trusted.all, i, i+1)
			}
		}
	}
}

// Trusted tells whether this very command, with these very options, is trusted.
func Trusted(command ouro.Options) bool {
	trusted.mu.Lock()
	defer trusted.mu.Unlock()
	return slices.ContainsFunc(trusted.all, func(o ouro.Options) bool { return slices.Equal(o, command) })
}
