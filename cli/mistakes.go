package cli

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/internal/english"
	"ouro/internal/shell"
	"ouro/roster"
)

// flagError returns an error that names the flag and its value. For an unknown flag the error
// suggests the nearest flag and lists all flags.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" { // for example -board, which means --board
			name, _, _ = strings.Cut(short, "=")
			return unknownFlag(cmd, "-"+name, name)
		}
		return unknownFlag(cmd, "--"+name, name)
	case errors.As(err, &missing):
		value, _ := pflag.UnquoteUsage(missing.GetFlag())
		return command.Usagef("--%s: missing its %s", missing.GetFlag().Name, value)
	case errors.As(err, &invalid):
		return command.Usagef("--%s \"%s\": %s", invalid.GetFlag().Name, command.Excerpt(invalid.GetValue()), whyInvalid(invalid))
	}
	return command.Usagef("%w; ouro help %s explains the flags", err, strings.TrimPrefix(cmd.CommandPath(), "ouro "))
}

// whyInvalid describes the values that the flag accepts. Flags with a type of package flags
// describe them in the error of their Set method.
func whyInvalid(e *pflag.InvalidValueError) string {
	switch e.GetFlag().Value.Type() {
	case "int", "int64":
		return "want a whole number, such as 20"
	case "uint16":
		return "want a whole number from 0 to 65535"
	case "float64":
		return "want a number such as 2.5"
	case "duration":
		return "want a time such as 20ms, 3s or 5m"
	case "bool":
		if slices.Contains([]string{"json", "csv", "markdown"}, e.GetFlag().Name) {
			return "want no value, true or false; the flag prints to standard output, and >FILE after the command writes that to a file"
		}
		return "want no value, true or false"
	}
	return e.Unwrap().Error()
}

// otherFlagNames maps short flags, and names of flags in other programs and in earlier versions, to
// flags of Ouro. A command without that flag suggests the flag with the most similar name instead.
var otherFlagNames = map[string]string{
	"v": "version", "V": "version", "b": "board", "s": "solver", "n": "games", "g": "games", "o": "output", "j": "workers", "r": "rules", "t": "time",
	"level": "start-level",
	"size":  "board", "width": "board", "height": "board", "dimensions": "board", "random": "board",
	"ruleset": "rules", "gametype": "rules", "url": "snake", "name": "snake", "bot": "solver", "ai": "solver",
	"count": "games", "limit": "timeout", "delay": "speed", "fps": "speed", "turns": "speed",
	"file": "record", "save": "record", "log": "output", "out": "output", "threads": "workers", "jobs": "workers",

	// of cutechess and fastchess
	"engine": "snake", "tournament": "format", "sprt": "format", "rounds": "games", "repeat": "games", "tc": "time", "st": "time",
	"book": "openings", "srand": "seed", "recover": "retries", "resume": "dir", "pgnout": "dir", "event": "title",
}

func unknownFlag(cmd *cobra.Command, given, name string) error {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	hint := ""
	near := otherFlagNames[name]
	if !slices.Contains(known, near) {
		near = english.Nearest(name, known)
	}
	switch owner := commandWithFlag(cmd.Root(), name); {
	case ownerOfOption(name) != "" && (near == "" || near != otherFlagNames[name]):
		hint = fmt.Sprintf("; it is an option, which follows a colon: %s:%s=VALUE", ownerOfOption(name), name)
	case near != "":
		hint = fmt.Sprintf("; did you mean --%s?", near)
	case owner != nil && !cmd.HasParent():
		hint = fmt.Sprintf("; it must follow a command, such as %s --%s", owner.CommandPath(), name)
	}
	where := ""
	if cmd.HasParent() {
		where = cmd.CommandPath() + ": "
	}
	return command.Usagef("%sunknown flag %s%s (known: --%s)", where, command.Excerpt(given), hint, strings.Join(known, ", --"))
}

// commandWithFlag returns the first listed command that has this flag, or nil.
func commandWithFlag(root *cobra.Command, name string) *cobra.Command {
	for _, c := range root.Commands() {
		if f := c.Flags().Lookup(name); f != nil && !f.Hidden && !c.Hidden {
			return c
		}
	}
	return nil
}

// ownerOfOption returns the name of the first solver with this option, or else "--rules " and the
// name of the first rules with it, or "".
func ownerOfOption(key string) string {
	has := func(o roster.Option) bool { return o.Key == key }
	for _, s := range roster.Solvers() {
		if slices.ContainsFunc(s.Options, has) {
			return s.Name
		}
	}
	for _, r := range roster.Rules() {
		if slices.ContainsFunc(r.Options, has) {
			return "--rules " + r.Name
		}
	}
	return ""
}

// checkCommand returns an error if args name an unknown command. It runs before cobra, because
// cobra would report unknown flags first, and would print the help of the whole program for an
// unknown command with --help.
func checkCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	above, rest, err := root.Find(args)
	switch {
	case err != nil:
		return command.UnknownCommand(root, args[0])
	case !above.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") && len(rest[0]) > 1:
		return nil
	}
	if phrase, line := meantCommand(above, rest); line != nil {
		return command.Usagef("unknown command \"%s\"%s; did you mean %s?", command.Excerpt(rest[0]), phrase, command.Excerpt(shell.Line(line...)))
	}
	return above.ValidateArgs(rest[:1])
}

// unknownTopic returns the error of ouro help for a topic that is not a command.
func unknownTopic(root *cobra.Command, name string) error {
	_, noSolver := roster.FindSolver(name)
	_, noRules := roster.FindRules(name)
	if noSolver == nil || noRules == nil {
		return command.Usagef("unknown command %q; did you mean ouro list %s, which explains it?", name, name)
	}
	return command.UnknownCommand(root, name)
}

// otherCommandNames maps commands of other programs, and words that users try, to commands of Ouro.
var otherCommandNames = map[string]string{
	"tournament": "arena run", "compare": "bench", "benchmark": "bench", "measure": "bench", "battle": "game", "battlesnake": "game", "duel": "game",
	"solvers": "list", "ls": "list", "show": "watch", "view": "replay", "web": "studio", "server": "serve", "gif": "export", "svg": "export", "solve": "exact", "gym": "env",
}

// meantCommand guesses the command line that the user meant, if args[0] is not a command below
// parent. phrase describes args[0], such as ", which is a file"; it may be empty. line is nil if
// the user probably misspelled a command.
func meantCommand(parent *cobra.Command, args []string) (phrase string, line []string) {
	root := parent.Root()
	name := args[0]
	if !parent.HasParent() && name == root.Name() {
		return ", the name of the program", args
	}
	if other := otherCommandNames[name]; other != "" && !parent.HasParent() {
		return "", slices.Concat([]string{root.Name()}, strings.Fields(other), args[1:])
	}
	if parent.HasParent() && name == "report" { // the error of the command arena names the replacement
		return "", nil
	}
	if found := commandNamed(root, name); found != nil {
		return "", slices.Concat(strings.Fields(found.CommandPath()), args[1:])
	}
	snake := strings.Split(name, ",")[0]
	_, solver := roster.CutName(snake)
	spec, err := ouro.ParseSpec(solver)
	entry, unknown := roster.FindSolver(spec.Name)
	switch isSolver := err == nil && unknown == nil; {
	case parent.HasParent() && parent.Name() != "arena":
		return "", nil
	case isSolver:
		return ", which is a solver", slices.Concat([]string{root.Name()}, solversCommand(parent, &entry, args), args)
	case parent.HasParent():
		return "", nil
	case strings.Contains(name, "://"):
		return ", which is a URL", append([]string{root.Name(), "game"}, args...)
	case slices.Contains([]string{".ouro", ".jsonl", ".gz"}, path.Ext(name)):
		return ", which is a file", append([]string{root.Name(), "replay"}, args...)
	case new(flags.Size).Set(name) == nil:
		return ", which is a size", slices.Concat([]string{root.Name(), "watch", "--board"}, args)
	}
	return "", nil
}

// commandNamed returns the first command with this name at any depth below another command, or
// nil.
func commandNamed(above *cobra.Command, name string) *cobra.Command {
	for _, c := range above.Commands() {
		if c.Name() == name && !c.Hidden {
			return c
		}
		if found := commandNamed(c, name); found != nil {
			return found
		}
	}
	return nil
}

// solversCommand returns the command to suggest for arguments that begin with a solver.
func solversCommand(above *cobra.Command, first *roster.SolverEntry, args []string) []string {
	several := len(args) > 1 && !strings.HasPrefix(args[1], "-") || strings.Contains(args[0], ",")
	switch {
	case above.HasParent() || first.Kind == roster.Battlesnake && several:
		return []string{"arena", "run"}
	case first.Kind == roster.Battlesnake:
		return []string{"game"}
	case several:
		return []string{"bench"}
	}
	return []string{"watch"}
}
