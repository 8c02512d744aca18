package roster

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/shell"
)

// ParseSolver is ouro.ParseSpec for a solver that a user names. If the text is a URL, a program or
// a list, the error explains what to write instead. The solver need not exist.
func ParseSolver(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err == nil {
		return spec, checkName(spec)
	}
	if list, isList := ouro.ParseSpecs(text); isList == nil && len(list) > 1 {
		return spec, fmt.Errorf("%q is a list; write each as an argument: %s", text, strings.ReplaceAll(text, ",", " "))
	}
	return spec, explain(text, err)
}

// ParseSolvers is ouro.ParseSpecs for solvers that a user names, with the errors of ParseSolver.
func ParseSolvers(list string) ([]ouro.Spec, error) {
	specs, err := ouro.ParseSpecs(list)
	if err != nil {
		return nil, explain(list, err)
	}
	for _, spec := range specs {
		if err := checkName(spec); err != nil {
			return nil, err
		}
	}
	return specs, nil
}

// checkName returns an error if a valid spec is not a solver but, for example, an address. It
// accepts unknown names.
func checkName(spec ouro.Spec) error {
	text := spec.String()
	switch {
	case IsAddress(text):
		return remoteError(text)
	case isNumber(text):
		return fmt.Errorf("%q is a number, not a solver; it must follow a flag, such as --games %s or --seed %s", text, text, text)
	case isSize(text):
		return fmt.Errorf("%q is a size, not a solver; write --board %s", text, text)
	}
	return nil
}

// The engine for browsers contains this file, so the file uses neither regexp nor net.

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

func isSize(text string) bool {
	w, h, _ := strings.Cut(text, "x")
	return isNumber(w) && isNumber(h)
}

// CheckNamed returns an error if text is NAME=TEXT, and TEXT is not a solver but a value of an
// option or a flag.
func CheckNamed(text string) error {
	name, value := CutName(text)
	spec, err := ouro.ParseSpec(value)
	if _, unknown := FindSolver(spec.Name); name == "" || err != nil || unknown == nil || IsAddress(value) {
		return nil
	}
	return fmt.Errorf("%q: %q is not a solver; want NAME=SOLVER, an option as in cell:ways=3, or a flag with two hyphens", text, value)
}

func remoteError(url string) error {
	return fmt.Errorf("%q is a remote snake; here only solvers can play; ouro game and ouro arena run also take the URLs of snakes", url)
}

func isOption(text string) bool {
	key, value, ok := strings.Cut(text, "=")
	return ok && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_-") == "" && !strings.Contains(value, ",")
}

func trimItems(list string) string {
	items := strings.Split(list, ",")
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
	}
	return strings.Join(items, ",")
}

// explain returns the error for a text that ouro.ParseSpecs does not accept. The text may be a
// list. err is the error of ouro.ParseSpecs.
func explain(text string, err error) error {
	trimmed := strings.TrimSpace(text)
	name, _, options := strings.Cut(text, ":")
	first, _, words := strings.Cut(trimmed, " ")
	_, unknown := FindSolver(first)
	withoutSpaces := trimItems(trimmed)
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
	case !options && isOption(text):
		return fmt.Errorf("%q is not a solver; an option follows its solver and a colon, as in cell:ways=3", text)
	case !options && slices.Contains([]string{".ouro", ".jsonl", ".gz"}, path.Ext(text)):
		return fmt.Errorf("%q is a file, not a solver; ouro replay %s shows a recorded game", text, shell.Word(text))
	case !options && slices.Contains([]string{".json", ".csv", ".md", ".txt"}, path.Ext(text)):
		return fmt.Errorf("%q is a file, not a solver; to write the result to a file, redirect the output: >%s", text, shell.Word(text))
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
	case err == nil && spec.Name == "battlesnake":
		return spec, fmt.Errorf("unknown rules %q; did you mean standard, the usual rules of Battlesnake? (ouro list prints all rules)", text)
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

// remotePart returns the first part of a list that is the address of a remote snake, or "".
func remotePart(list string) string {
	for part := range strings.SplitSeq(list, ",") {
		if strings.Contains(part, ":") && IsAddress(part) {
			return part
		}
	}
	return ""
}

func isProgram(text string) bool {
	program, _, words := strings.Cut(text, " ")
	return !strings.ContainsAny(text, ",=") && (words || strings.ContainsAny(program, `/\`) || path.Ext(program) != "")
}

// IsAddress reports whether text is the address of a remote snake and not a solver. The name of a
// solver has no dot, and its options are not a port number. A solver with an argument, such as a
// command, is never an address.
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
	if colon := strings.LastIndexByte(place, ':'); colon >= 0 && isNumber(place[colon+1:]) {
		host := place[:colon]
		if !strings.Contains(host, ":") || strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
			return true // the port may be too large
		}
	}
	name, _, _ := strings.Cut(place, ":")
	return strings.Contains(name, ".")
}
