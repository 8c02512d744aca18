package flags

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/cli/command"
	"ouro/internal/shell"
	"ouro/roster"
)

// ParseSolvers parses lists of solvers from a command line. Because the user has typed them, it
// allows these solvers to start programs.
func ParseSolvers(lists []string) ([]ouro.Spec, error) {
	var all []ouro.Spec
	for _, list := range lists {
		specs, err := roster.ParseSolvers(list)
		if err != nil {
			return nil, command.Usage(err)
		}
		for _, spec := range specs {
			roster.Trust(spec.String())
		}
		all = append(all, specs...)
	}
	return all, nil
}

// ParseNamed parses solvers, each with an optional name as in NAME=SOLVER. names is nil if no
// solver has a name.
func ParseNamed(lists []string) (specs []ouro.Spec, names []string, err error) {
	named := false
	for _, list := range lists {
		name, rest := roster.CutName(list)
		if err := roster.CheckNamed(list); err != nil {
			return nil, nil, command.Usage(err)
		}
		parsed, err := ParseSolvers([]string{rest})
		switch {
		case err != nil:
			return nil, nil, err
		case name != "" && len(parsed) != 1:
			return nil, nil, command.Usagef("%s: want exactly one solver after the name %s", command.Excerpt(list), command.Excerpt(name))
		case name != "" && command.Excerpt(name) != name:
			return nil, nil, command.Usagef("%s: a name has at most %d printable bytes", command.Excerpt(list), command.MaxExcerpt)
		}
		for _, spec := range parsed {
			specs = append(specs, spec)
			names = append(names, cmp.Or(name, spec.String()))
		}
		named = named || name != ""
	}
	if !named {
		names = nil
	}
	return specs, names, nil
}

// ParseSolver parses one solver spec, and checks that the solver can play this game with any
// seed.
func ParseSolver(text string, game ouro.GameSpec) (ouro.Spec, error) {
	spec, err := roster.ParseSolver(text)
	if err != nil {
		return spec, command.Usage(err)
	}
	return spec, CheckSolver(spec, game)
}

// CheckSolver returns an error if a solver is unknown or cannot play this game.
func CheckSolver(spec ouro.Spec, game ouro.GameSpec) error {
	if err := roster.CanPlay(spec, game); err != nil {
		return command.Usage(err)
	}
	return nil
}

// NameOf returns the name of the solver in the text of a spec.
func NameOf(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// WholeCommands returns the solvers in args and in the values of --solver. It joins the words of
// an engine's command that the user did not quote. In
//
//	--solver cell,exec:python3 snake.py --games 10
//
// the shell passes snake.py as a separate argument. If a word that is not a solver follows an
// engine, WholeCommands adds the word to the engine's command, and prints a message.
func WholeCommands(stderr io.Writer, args, solvers []string) []string {
	var all []string
	flags := append([]string(nil), solvers...)
	list := &flags // the list with the engine to whose command words are added
	engine := -1   // index of the engine in *list, or -1
	if last := len(flags) - 1; last >= 0 && endsInEngine(flags[last]) {
		engine = last
	}
	joined := false
	for _, arg := range args {
		switch {
		case isSolver(arg):
			all = append(all, arg)
			if engine = -1; endsInEngine(arg) {
				engine, list = len(all)-1, &all
			}
		case engine >= 0:
			(*list)[engine] += " " + shell.Word(arg)
			joined = true
		default:
			all = append(all, arg)
		}
	}
	all = append(all, flags...)
	if joined {
		for _, list := range all {
			if endsInEngine(list) {
				fmt.Fprintf(stderr, "ouro: read as one engine: %s\n", command.Excerpt(list[strings.LastIndex(list, engineStart):]))
			}
		}
	}
	return all
}

const engineStart = "exec:"

// endsInEngine reports whether the last solver of a list is an engine without options, so that
// words may be added to its command.
func endsInEngine(list string) bool {
	last := list[strings.LastIndexByte(list, ',')+1:]
	return strings.HasPrefix(last, engineStart)
}

// isSolver reports whether list is a list of known solvers, or the word all.
func isSolver(list string) bool {
	if list == "all" {
		return true
	}
	specs, err := ouro.ParseSpecs(list)
	for _, s := range specs {
		if err == nil {
			_, err = roster.FindSolver(s.Name)
		}
	}
	return err == nil
}
