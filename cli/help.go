package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newHelp returns the help command. Unlike cobra's, it fails for an unknown topic.
func newHelp(root *cobra.Command) *cobra.Command {
	help := &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command or a topic",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			for _, c := range about.Commands() {
				if listed(c) && strings.HasPrefix(c.Name(), text) {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about := cmd.Root()
			if len(args) > 0 {
				found, rest, err := about.Find(args)
				switch {
				case err != nil:
					return unknownCommand(about, args[0])
				case len(rest) > 0 && found.HasSubCommands():
					return unknownCommand(found, rest[0])
				case len(rest) > 0:
					return usagef("ouro help: unexpected argument %q after the COMMAND", rest[0])
				}
				about = found
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
	root.SetHelpCommand(help)
	return help
}

// listed reports whether help and messages name a command.
func listed(c *cobra.Command) bool {
	return c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand()
}

// newExitCodes returns a help topic.
func newExitCodes() *cobra.Command {
	var b strings.Builder
	b.WriteString("The exit codes of all commands:\n\n")
	for _, e := range exits {
		b.WriteString(wrapped(fmt.Sprintf("%5d  ", e.code), e.meaning))
	}
	return &cobra.Command{Use: "exit-codes", Short: "The meaning of exit codes", Long: strings.TrimSuffix(b.String(), "\n")}
}

// helpWidth is the width of help texts in columns.
const helpWidth = 80

// reflowAll wraps the help texts of a command and of all below it.
func reflowAll(cmd *cobra.Command) {
	cmd.Long = reflow(cmd.Long)
	for _, sub := range cmd.Commands() {
		reflowAll(sub)
	}
}

// reflow wraps the paragraphs of a help text; indented paragraphs stay unchanged.
func reflow(text string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		if strings.HasPrefix(paragraph, " ") {
			b.WriteString(paragraph + "\n")
		} else {
			b.WriteString(wrapped("", paragraph))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrapped returns text after a head, in lines of at most helpWidth.
func wrapped(head, text string) string {
	var b strings.Builder
	line, indent := head, strings.Repeat(" ", len(head))
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && len(line)+1+len(word) > helpWidth:
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
