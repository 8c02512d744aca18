// Package cli is the command line of ouro: the root command, help, completion and replies to
// mistakes. Its folders hold the commands:
//
//   - watch: watch, play, maze, game, hunter, replay, export, share, boggle and the menu;
//   - studio: the studio, and what other commands show in it;
//   - measure: bench, exact, atlas, perft and verify;
//   - arena and results: tournaments, and the results file;
//   - fleet: experiments on many machines;
//   - remote: snakes, engines and boards for other programs.
//
// Other folders hold the code that the commands share: command (streams, files, errors and exit
// codes), flags (names and values of flags), progress, and experiment (plays many games and stores
// them).
//
// A command is an options struct, its flags and a run method. Results go to standard
// output, messages and progress to standard error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ouro/cli/arena"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/fleet"
	"ouro/cli/measure"
	"ouro/cli/remote"
	"ouro/cli/results"
	"ouro/cli/studio"
	"ouro/cli/watch"
	"ouro/engine"
	"ouro/internal/buildinfo"
)

// Main runs the command line args and returns the exit code. It never calls os.Exit.
func Main(ctx context.Context, args []string, stdio command.IO) int {
	ctx, printError, end := stdio.Start(ctx)
	defer end()
	root := newRoot(stdio)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // adding completions takes time, and only this command uses them
		addCompletions(root)
	}
	root.SetArgs(args)
	defer engine.Close() // ends the engine processes that wait for another game
	engine.Within(ctx, func(program string) {
		fmt.Fprintf(stdio.Err, "ouro: waiting for %s\n", command.Excerpt(program))
	})
	root.SetIn(stdio.In)
	root.SetOut(stdio.Out)
	root.SetErr(stdio.Err)
	err := checkCommand(root, args)
	if err == nil {
		err = cmp.Or(root.ExecuteContext(ctx), printError())
	}
	code := command.Code(ctx, err)
	if code == command.ExitOutOfTime {
		err = errors.New("stopped by --timeout")
	}
	if silent := errors.Is(err, command.ErrNo) || code >= command.ExitSignal; err != nil && !silent {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", command.OneLine(err))
	}
	return code
}

func newRoot(stdio command.IO) *cobra.Command {
	var o watch.Menu
	var version bool
	root := &cobra.Command{
		Use:   "ouro",
		Short: "An engine, a laboratory and an arena for Snake AIs",
		Long: `Ouro plays Snake, and measures which snake plays best. Without a command it
opens a menu; without a terminal it plays one game and prints a summary.`,
		Example: `  ouro                             menu
  ouro watch cell --board 20x20    watch a solver
  ouro play --hint cell            play yourself, with hints
  ouro bench cell hamilton         compare solvers on the same games
  ouro game spot greedy hungry     battle: several snakes on one board
  ouro share --solver cell         share: a page that plays a game anywhere`,
		Args:          command.OnlyCommands,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return printVersion(stdio.Out, false)
			}
			return o.Run(cmd.Context(), stdio)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true // newCompletion replaces it
	root.SetUsageTemplate("{{if .HasParent}}" + flags.UsageTemplate(root.UsageTemplate()) + "{{else}}" + rootUsage + "{{end}}")
	root.SetFlagErrorFunc(flagError)
	o.Add(root)
	root.Flags().BoolVar(&version, "version", false, "print the version and build of Ouro")
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Watch:", []*cobra.Command{watch.NewWatch(stdio), watch.NewReplay(stdio), studio.New(stdio)}},
		{"Play:", []*cobra.Command{watch.NewPlay(stdio), watch.NewHunter(stdio)}},
		{"Compare:", []*cobra.Command{measure.NewBench(stdio), arena.New(stdio), results.New(stdio)}},
		{"Battle:", []*cobra.Command{watch.NewGame(stdio), remote.NewServe(stdio), remote.NewDoctor(stdio)}},
		{"Share:", []*cobra.Command{watch.NewShare(stdio), watch.NewExport(stdio)}},
		{"More:", []*cobra.Command{newList(stdio), measure.NewVerify(stdio), measure.NewExact(stdio), fleet.New(stdio), remote.NewEngine(stdio), remote.NewEnv(stdio), watch.NewBoggle(stdio)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	// Help does not list these commands. Few users need perft, or atlas, which the help of exact
	// mentions. maze, report and worker are short forms of other commands. Users know completion,
	// version and help from other programs.
	for _, c := range []*cobra.Command{measure.NewAtlas(stdio), measure.NewPerft(stdio), watch.NewMaze(stdio), results.NewReport(stdio), fleet.NewWorker(stdio), newCompletion(stdio), newVersion(stdio), newHelp(root)} {
		c.Hidden, c.GroupID = true, "More:"
		root.AddCommand(c)
	}
	reflowHelp(root)
	root.AddCommand(newExitCodes())
	command.MarkRunErrors(root)
	return root
}

// rootUsage is the template of the help of ouro. It lists the commands in the first 24 lines. The
// help of other commands describes the flags that they share with ouro.
const rootUsage = `Usage: ouro [COMMAND] [flags]
{{$root := .}}{{range $group := .Groups}}
{{.Title}}{{range $root.Commands}}{{if and (eq .GroupID $group.ID) .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}

Examples:
{{.Example}}

Flags: --help and --version. The menu also has --no-config (do not read or
write the file with its choices), and --board, --level, --rules, --seed and
--start-length (see ouro watch --help).

ouro COMMAND --help explains a command, ouro help exit-codes the exit codes.
`

func newVersion(stdio command.IO) *cobra.Command {
	var json bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version and build of Ouro",
		Args:  command.ExactArgs(0, ""),
		RunE:  func(*cobra.Command, []string) error { return printVersion(stdio.Out, json) },
	}
	flags.JSON(cmd, &json, "")
	return cmd
}

func printVersion(w io.Writer, json bool) error {
	b := buildinfo.Read()
	if json {
		return command.WriteJSON(w, struct {
			Schema command.SchemaVersion `json:"schema"`
			buildinfo.Info
		}{Info: b})
	}
	_, err := fmt.Fprintln(w, b)
	return err
}

// newHelp returns the help command. Unlike the help command of cobra, it returns an error for an
// unknown topic.
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
				if command.IsListed(c) && strings.HasPrefix(c.Name(), text) {
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
					return unknownTopic(about, args[0])
				case len(rest) > 0 && found == about:
					return unknownTopic(about, rest[0])
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

// reflowHelp makes each command that root has now wrap its text when its help is printed.
func reflowHelp(root *cobra.Command) {
	help := root.HelpFunc()
	for _, cmd := range root.Commands() {
		cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
			cmd.Long = reflow(cmd.Long)
			help(cmd, args)
		})
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
