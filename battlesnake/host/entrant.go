package host

import (
	"fmt"
	"net"
	"strings"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/roster"
)

// ParseEntrant parses a snake: a solver of the roster with its options, or the URL of a remote
// snake, whose http:// may be omitted; NAME= may come before it. It does not connect.
func ParseEntrant(text string) (Entrant, error) {
	var e Entrant
	name, address := roster.CutName(text)
	e.Name = name
	if name != "" && address == "" || strings.HasPrefix(text, "=") {
		return e, fmt.Errorf("snake %q: want SOLVER or URL, or NAME=SOLVER or NAME=URL", text)
	}
	if name != "" {
		if err := ouro.CheckName(name); err != nil {
			return e, fmt.Errorf("snake: %w", err)
		}
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
			_, place, _ := strings.Cut(snake.Public(), "://")
			e.Name = printable.Short(strings.TrimSuffix(place, "/"), maxDefault)
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

// maxDefault is the largest number of bytes of a default name from a URL. With the additions of
// printable.Short and english.Distinct it is still a valid name in records.
const maxDefault = 60

// ParseEntrants parses the snakes of a game. Snakes with the same default name are numbered. A
// given name must differ from all others.
func ParseEntrants(texts []string) ([]Entrant, error) {
	all, names := make([]Entrant, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		var err error
		if all[i], err = ParseEntrant(text); err != nil {
			return nil, err
		}
		names[i] = all[i].Name
	}
	given := func(i int) bool { name, _ := roster.CutName(texts[i]); return name != "" }
	describe := func(i int) string {
		if given(i) {
			return names[i] + "=" + all[i].Public()
		}
		return all[i].Public()
	}
	if i, j, clash := english.Clash(names, given); clash {
		return nil, english.ClashError(names[i], describe(i), describe(j))
	}
	for i, name := range english.Distinct(names, given) {
		all[i].Name = name
	}
	return all, nil
}

// isAddress reports whether text is a URL and not a solver. The name of a solver has no dot, and
// its options are not a port number. The argument of a solver that takes one, such as a command,
// may look like anything.
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
		return strings.Trim(port, "0123456789") == "" // digits, even if too large for a port
	}
	name, _, _ := strings.Cut(place, ":")
	return strings.Contains(name, ".")
}
