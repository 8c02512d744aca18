package command

import (
	"strings"

	"github.com/spf13/cobra"

	"ouro/internal/english"
)

// Group makes cmd a parent of the commands below.
func Group(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(below...)
	return cmd
}

// OnlyCommands rejects arguments: each would be an unknown command.
func OnlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}

// AtMostOne accepts one argument or none; what describes it.
func AtMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Usagef("%s: unexpected argument %q after the %s", cmd.CommandPath(), args[1], what)
		}
		return nil
	}
}

// SomeArgs accepts one argument or more; what describes them.
func SomeArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usagef("%s: missing %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

// ExactArgs accepts n arguments; what describes them.
func ExactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return Usagef("%s: missing %s", cmd.CommandPath(), what)
		case len(args) > n:
			return Usagef("%s: unexpected argument %q", cmd.CommandPath(), args[n])
		}
		return nil
	}
}

// UnknownCommand suggests the nearest command and lists all.
func UnknownCommand(above *cobra.Command, name string) error {
	var known []string
	for _, c := range above.Commands() {
		if Listed(c) || c.Name() == "help" {
			known = append(known, c.Name())
		}
	}
	return Usagef("unknown command \"%s\"%s", Quoted(name), english.Known(name, known))
}

// Listed reports whether help and messages name a command.
func Listed(c *cobra.Command) bool {
	return c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand()
}

// HelpWidth is the width of help texts in columns.
const HelpWidth = 80

// Wrap returns text after a head, in lines of at most HelpWidth.
func Wrap(head, text string) string {
	var b strings.Builder
	line, indent := head, strings.Repeat(" ", len(head))
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && len(line)+1+len(word) > HelpWidth:
			b.WriteString(line + "\n")
			line = indent + word
		case i > 0:
			line += " " + word
		default:
			line += word
		}
	}
	return b.String() + line + "\n"
}
