package cli

import (
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/roster"
)

// wholeCommands are the solvers of the arguments and of --solver. It puts together
// what a shell takes apart where nobody quotes it: of
//
//	--solver cell,exec:python3 snake.py --games 10
//
// the last word of the command comes as an argument. A word that is no solver and
// follows an engine is taken for a part of its command, and it says so.
func wholeCommands(talk io.Writer, args, solvers []string) []string {
	var all []string
	flags := append([]string(nil), solvers...)
	command := -1 // place in flags, then in all, of the engine that words go to
	to := &flags
	if last := len(flags) - 1; last >= 0 && endsInEngine(flags[last]) {
		command = last
	}
	joined := false
	for _, arg := range args {
		switch {
		case isSolver(arg):
			all = append(all, arg)
			if command = -1; endsInEngine(arg) {
				command, to = len(all)-1, &all
			}
		case command >= 0:
			(*to)[command] += " " + shell.Word(arg)
			joined = true
		default:
			all = append(all, arg)
		}
	}
	all = append(all, flags...)
	if joined {
		for _, list := range all {
			if endsInEngine(list) {
				fmt.Fprintf(talk, "ouro: taken as one command: %s\n", printable.Short(list[strings.LastIndex(list, engineStart):], maxQuoted))
			}
		}
	}
	return all
}

// engineStart is how an engine begins.
const engineStart = "exec:"

// endsInEngine tells whether the last solver of a list is the command of an engine
// without options, to which words may belong.
func endsInEngine(list string) bool {
	last := list[strings.LastIndexByte(list, ',')+1:]
	return strings.HasPrefix(last, engineStart)
}

// isSolver tells whether the roster knows all solvers of a list, whatever their
// options.
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
