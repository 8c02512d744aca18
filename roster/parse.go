package roster

import (
	"errors"
	"fmt"
	"net"
	"path"
	"regexp"
	"strings"

	"ouro"
	"ouro/internal/shell"
)

// ParseSolver is ouro.ParseSpec for a solver that a user names. If the text is a URL, a program
// or a list, the error says so, and what to write instead. The solver need not exist.
func ParseSolver(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	switch {
	case err != nil:
		return spec, explain(text, err)
	case IsAddress(text):
		return spec, remoteError(text)
	}
	return spec, nil
}

// ParseSolvers is ouro.ParseSpecs for solvers that a user names, with the errors of ParseSolver.
func ParseSolvers(list string) ([]ouro.Spec, error) {
	specs, err := ouro.ParseSpecs(list)
	if err != nil {
		return nil, explain(list, err)
	}
	for _, spec := range specs {
		if IsAddress(spec.String()) {
			return nil, remoteError(spec.String())
		}
	}
	return specs, nil
}

func remoteError(url string) error {
	return fmt.Errorf("%q is a remote snake; here only solvers can play; ouro game and ouro arena run also take the URLs of snakes", url)
}

// spaceInList matches a space beside a comma.
var spaceInList = regexp.MustCompile(`\s*,\s*`)

// explain returns the error for a text, which may be a list, that ouro.ParseSpecs does not
// accept. err is the error of ouro.ParseSpecs.
func explain(text string, err error) error {
	trimmed := strings.TrimSpace(text)
	name, _, options := strings.Cut(text, ":")
	first, _, words := strings.Cut(trimmed, " ")
	_, unknown := FindSolver(first)
	withoutSpaces := spaceInList.ReplaceAllString(trimmed, ",")
	switch {
	case trimmed == "":
		return errors.New("the name of a solver is empty; ouro list prints all solvers")
	case trimmed == Exec().Name+":":
		return fmt.Errorf("%q: the command of the engine is missing; want for example 'exec:python3 snake.py'", text)
	case name == Exec().Name:
	case remotePart(text) != "":
		return remoteError(remotePart(text))
	case strings.HasSuffix(trimmed, ","):
		return fmt.Errorf("%q ends with a comma; write several solvers without spaces, as in cell,shortcut", text)
	case strings.HasPrefix(trimmed, ",") || strings.Contains(text, ",,"):
		return fmt.Errorf("%q: a solver is missing beside a comma; want a list such as cell,shortcut", text)
	case withoutSpaces != text:
		return fmt.Errorf("%q has a space; write it without: %s", text, shell.Word(withoutSpaces))
	case words && unknown == nil:
		return fmt.Errorf("%q has a space; write several solvers as %s, and options as %s:KEY=VALUE", text, strings.Join(strings.Fields(text), ","), first)
	case !options && isProgram(text):
		return fmt.Errorf("%q is not a solver; to use a program as an engine, write %s", text, shell.Word(Exec().Name+":"+text))
	case name != strings.ToLower(name) && !strings.ContainsAny(name, ", ."):
		_, unknown = FindSolver(name)
		return unknown
	}
	return fmt.Errorf("solver %w", err)
}

// ParseRules is ouro.ParseSpec for rules that a user names.
func ParseRules(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	name, _, _ := strings.Cut(text, ":")
	switch {
	case err == nil:
		return spec, nil
	case strings.TrimSpace(text) == "":
		return spec, errors.New("the name of the rules is empty; ouro list prints all rules")
	case name != strings.ToLower(name):
		_, err := FindRules(name)
		return spec, err
	}
	return spec, fmt.Errorf("rules %w", err)
}

// remotePart returns the part of a list that is the URL of a remote snake, or "".
func remotePart(list string) string {
	for part := range strings.SplitSeq(list, ",") {
		if strings.Contains(part, ":") && IsAddress(part) {
			return part
		}
	}
	return ""
}

// isProgram reports whether a text looks like a command or the file of a program.
func isProgram(text string) bool {
	program, _, words := strings.Cut(text, " ")
	return !strings.ContainsAny(text, ",=") && (words || strings.ContainsAny(program, `/\`) || path.Ext(program) != "")
}

// IsAddress reports whether text is the address of a remote snake rather than a solver. Solvers'
// names have no dot, and options are not a port number. The argument of a solver, such as a
// command, may look like anything.
func IsAddress(text string) bool {
	solver, _, _ := strings.Cut(text, ":")
	if entry, err := FindSolver(solver); err == nil && entry.Argument != "" {
		return false
	}
	if strings.Contains(text, "://") {
		return true
	}
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") {
		return false // a file
	}
	place, _, _ := strings.Cut(text, "/")
	if _, port, err := net.SplitHostPort(place); err == nil {
		return port != "" && strings.Trim(port, "0123456789") == "" // digits, even if too large for a port
	}
	name, _, _ := strings.Cut(place, ":")
	return strings.Contains(name, ".")
}
