package cli

import (
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/internal/shell"
	"ouro/roster"
)

// wholeCommands returns the solvers of arguments and of --solver. It joins the words of an
// unquoted command: in
//
//	--solver cell,exec:python3 snake.py --games 10
//
// the shell passes the last word of the command as an argument. A word that is not a solver
// and follows an engine becomes part of its command, and a message says so.
func wholeCommands(talk io.Writer, args, solvers []string) []string {
	var all []string
	flags := append([]string(nil), solvers...)
	command := -1 // index in *to of the engine that words are added to
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
				fmt.Fprintf(talk, "ouro: read as one command: %s\n", quoted(list[strings.LastIndex(list, engineStart):]))
			}
		}
	}
	return all
}

// engineStart is the prefix of an engine.
const engineStart = "exec:"

// endsInEngine reports whether the last solver of a list is an engine without options, to
// whose command words may be added.
func endsInEngine(list string) bool {
	last := list[strings.LastIndexByte(list, ',')+1:]
	return strings.HasPrefix(last, engineStart)
}

// isSolver reports whether all names in a list of solvers are known.
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
