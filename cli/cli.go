// Package cli implements the command line of ouro: flags, wiring and exit codes. Each
// subcommand is one file, or a few files that begin with its name: an options struct, its
// flags and a run method. Shared by several commands are:
//
//   - flags.go, flags_game.go (the game), vocabulary.go (the meaning of each flag name),
//     flagerror.go (mistyped flags), completion.go, help.go, exit.go;
//   - stdio.go, terminal.go, progress.go, json.go: output;
//   - input.go, files.go, records.go (a directory of records): files;
//   - experiment.go (many games), snakes.go, viewer.go, summary.go.
//
// Results go to standard output, messages and progress to standard error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ouro/engine"
)

// Main runs the command line args and returns the exit code. It never calls os.Exit.
func Main(ctx context.Context, args []string, stdio IO) int {
	ctx, failed, end := stdio.start(ctx)
	defer end()
	root := newRoot(stdio)
	root.SetArgs(args)
	defer engine.Close() // ends the processes that were kept for the next game
	engine.Within(ctx, func(command string) {
		fmt.Fprintf(stdio.Err, "ouro: waiting for %s\n", quoted(command))
	})
	root.SetIn(stdio.In)
	root.SetOut(stdio.Out)
	root.SetErr(stdio.Err)
	err := helpOfUnknown(root, args)
	if err == nil {
		err = cmp.Or(root.ExecuteContext(ctx), failed())
	}
	code := exitCode(ctx, err)
	if code == exitOutOfTime {
		err = errors.New("stopped by --timeout")
	}
	if silent := errors.Is(err, errNo) || code >= exitSignal; err != nil && !silent {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(err))
	}
	return code
}

// group makes cmd a parent of the commands below.
func group(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(below...)
	return cmd
}

// onlyCommands rejects arguments: each would be an unknown command.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

func newRoot(stdio IO) *cobra.Command {
	var o menuOptions
	var version bool
	root := &cobra.Command{
		Use:   "ouro",
		Short: "An engine, a laboratory and an arena for Snake AIs",
		Long: `Ouro plays Snake. Watch a solver fill the board, play yourself, or measure one
solver against another under the same rules and with the same food.

Without a command it opens a menu: watch, compare, play, battle, hunt. Without a
terminal it plays one game of the best solver and prints a summary.`,
		Example: `  ouro                                       menu
  ouro watch cell --board 20x20              watch a solver
  ouro bench --solver cell,hamilton          measure solvers
  ouro arena run spot greedy hungry          which snake is better
  ouro list                                  list solvers and their options`,
		Args:          onlyCommands,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return printVersion(stdio.Out, false)
			}
			return o.run(cmd.Context(), stdio)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true // replaced by newCompletion
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetFlagErrorFunc(flagError)
	o.flags(root)
	root.Flags().BoolVar(&version, "version", false, "print the version and build of Ouro")
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Watch and play:", []*cobra.Command{newWatch(stdio), newPlay(stdio), newHunter(stdio), newGame(stdio), newReplay(stdio), newExport(stdio), newStudio(stdio)}},
		{"Measure and check:", []*cobra.Command{newBench(stdio), newArena(stdio), newResults(stdio), newExact(stdio), newPerft(stdio), newVerify(stdio)}},
		{"Many machines:", []*cobra.Command{newFleet(stdio)}},
		{"A snake online:", []*cobra.Command{newServe(stdio), newDoctor(stdio), newEngine(stdio)}},
		{"More:", []*cobra.Command{newEnv(stdio), newList(stdio), newBoggle(stdio)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	// These commands work but are not listed: the first three are short forms, and users
	// expect the others from other programs.
	for _, c := range []*cobra.Command{newMaze(stdio), newReport(stdio), newWorker(stdio), newCompletion(stdio), newVersion(stdio), newHelp(root)} {
		c.Hidden, c.GroupID = true, "More:"
		root.AddCommand(c)
	}
	for _, c := range root.Commands() {
		reflowAll(c)
	}
	root.AddCommand(newExitCodes())
	complete(root)
	markRunErrors(root)
	return root
}
