package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/cli/command"
	"ouro/internal/english"
)

// flagError rewrites the error about a flag, so that it names the flag and its value. For
// an unknown flag it names the nearest flag and all others.
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
		return command.Usagef("--%s \"%s\": %s", invalid.GetFlag().Name, command.Quoted(invalid.GetValue()), whyInvalid(invalid))
	}
	return command.Usagef("%w; ouro help %s explains the flags", err, strings.TrimPrefix(cmd.CommandPath(), "ouro "))
}

// whyInvalid returns the text that says which values the flag takes. For the types of
// package flags, it is the text of the error that the Set method returned.
func whyInvalid(e *pflag.InvalidValueError) string {
	switch e.GetFlag().Value.Type() {
	case "int", "int64":
		return "want a whole number"
	case "uint16":
		return "want a whole number from 0 to 65535"
	case "float64":
		return "want a number such as 2.5"
	case "duration":
		return "want a time such as 20ms, 3s or 5m"
	case "bool":
		return "want true or false, or nothing"
	}
	return e.Unwrap().Error()
}

// otherNames maps names of flags in other programs and in earlier versions to flags of this
// program.
var otherNames = map[string]string{
	"size": "board", "width": "board", "height": "board", "dimensions": "board", "random": "board",
	"ruleset": "rules", "gametype": "rules", "url": "snake", "name": "snake", "bot": "solver", "ai": "solver",
	"count": "games", "limit": "timeout", "delay": "speed", "fps": "speed", "turns": "speed",
	"file": "record", "save": "record", "log": "output", "out": "output", "threads": "workers", "jobs": "workers",

	// of cutechess and fastchess
	"engine": "snake", "tournament": "format", "sprt": "format", "rounds": "games", "repeat": "games", "tc": "time", "st": "time",
	"book": "openings", "srand": "seed", "recover": "retries", "resume": "dir", "pgnout": "dir", "event": "title",
}

// unknownFlag suggests the nearest flag and lists all.
func unknownFlag(cmd *cobra.Command, given, name string) error {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	hint := ""
	near := otherNames[name]
	if !slices.Contains(known, near) {
		near = english.Nearest(name, known)
	}
	if near != "" {
		hint = fmt.Sprintf("; did you mean --%s?", near)
	}
	where := ""
	if cmd.HasParent() {
		where = cmd.CommandPath() + ": "
	}
	return command.Usagef("%sunknown flag %s%s (known: --%s)", where, command.Quoted(given), hint, strings.Join(known, ", --"))
}

// helpOfUnknown returns an error if help is requested for an unknown command. cobra would
// print the help of the whole program instead.
func helpOfUnknown(root *cobra.Command, args []string) error {
	help := slices.Contains(args, "--help") || slices.Contains(args, "-h")
	if !help || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	cmd, rest, err := root.Find(args)
	switch {
	case err != nil || cmd == root:
		return command.UnknownCommand(root, args[0])
	case cmd.HasSubCommands() && !strings.HasPrefix(rest[0], "-"):
		return command.UnknownCommand(cmd, rest[0])
	}
	return nil
}
