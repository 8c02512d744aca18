package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ouro/cli/command"
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
				if command.Listed(c) && strings.HasPrefix(c.Name(), text) {
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
					return command.UnknownCommand(about, args[0])
				case len(rest) > 0 && found.HasSubCommands():
					return command.UnknownCommand(found, rest[0])
				case len(rest) > 0:
					return command.Usagef("ouro help: unexpected argument %q after the COMMAND", rest[0])
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

func newExitCodes() *cobra.Command {
	var b strings.Builder
	b.WriteString("The exit codes of all commands:\n\n")
	for _, e := range command.Exits {
		b.WriteString(command.Wrap(fmt.Sprintf("%5d  ", e.Code), e.Meaning))
	}
	return &cobra.Command{Use: "exit-codes", Short: "The meaning of exit codes", Long: strings.TrimSuffix(b.String(), "\n")}
}

// reflowBelow wraps the help texts of all commands below cmd.
func reflowBelow(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		sub.Long = reflow(sub.Long)
		reflowBelow(sub)
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
			b.WriteString(command.Wrap("", paragraph))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
