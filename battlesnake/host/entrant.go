package host

import (
	"fmt"
	"net"
	"strings"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/internal/english"
	"ouro/roster"
)

// ParseEntrant reads a snake as people write it: a solver of the roster with its
// options, or the address of a snake elsewhere, where http:// may be left out;
// and before it, if it is to have one, NAME=. Nobody is asked yet.
func ParseEntrant(text string) (Entrant, error) {
	var e Entrant
	name, address := roster.CutName(text)
	e.Name = name
	if name != "" && address == "" || strings.HasPrefix(text, "=") {
		return e, fmt.Errorf("snake %q: want SOLVER or URL, or NAME=SOLVER or NAME=URL", text)
	}
	if isAddress(address) {
		if !strings.Contains(address, "://") {
			address = "http://" + address
		}
		snake, err := guest.Dial(address)
		if err != nil {
			return e, err
		}
		e.Guest = snake
		if e.Name == "" {
			e.Name = strings.TrimSuffix(address[strings.Index(address, "://")+3:], "/")
		}
		return e, nil
	}
	var err error
	if e.Spec, err = ouro.ParseSpec(address); err != nil {
		return e, fmt.Errorf("snake %w", err)
	}
	argument, given := e.Spec.Options.Argument()
	if entry, err := roster.FindSolver(e.Spec.Name); given && err == nil && entry.Argument == "" {
		return e, fmt.Errorf("snake %q: option %q is not key=value", address, argument)
	}
	if e.Name == "" {
		e.Name = e.Spec.String()
	}
	return e, nil
}

// ParseEntrants reads the snakes of a game. Those that nobody named and that
// would be called the same get a number; names that were given must differ.
func ParseEntrants(texts []string) ([]Entrant, error) {
	all, names := make([]Entrant, len(texts)), make([]string, len(texts))
	by := map[string]string{} // texts, by the names that they give
	for i, text := range texts {
		var err error
		if all[i], err = ParseEntrant(text); err != nil {
			return nil, err
		}
		names[i] = all[i].Name
		if name, _ := roster.CutName(text); name != "" {
			if other, twice := by[name]; twice {
				return nil, fmt.Errorf("two snakes are called %s: %s and %s; give each a name of its own", name, other, text)
			}
			by[name] = text
		}
	}
	for i, name := range english.Distinct(names, func(i int) bool { return by[names[i]] == texts[i] }) {
		all[i].Name = name
	}
	return all, nil
}

// isAddress tells an address from a solver, whose name has no dot and whose
// options are no port. What follows the name of one that takes an argument, such as a
// command, may look like anything.
func isAddress(text string) bool {
	solver, _, _ := strings.Cut(text, ":")
	if entry, err := roster.FindSolver(solver); err == nil && entry.Argument != "" {
		return false
	}
	if strings.Contains(text, "://") {
		return true
	}
	place, _, _ := strings.Cut(text, "/")
	if _, port, err := net.SplitHostPort(place); err == nil {
		return strings.Trim(port, "0123456789") == "" // also where it is too large for a port
	}
	name, _, _ := strings.Cut(place, ":")
	return strings.Contains(name, ".")
}
