// Package cli is the command line of ouro: flags, wiring and exit codes. Each
// subcommand is one file, or a few that begin with its name: an options struct,
// its flags and a run method. What several commands need:
//
//   - flags.go, flags_game.go (which game), vocabulary.go (what each name means),
//     flagerror.go (what is mistyped), completion.go, help.go, exit.go;
//   - stdio.go, terminal.go, progress.go, json.go: what is printed;
//   - input.go, files.go, records.go (a folder of them): what is read and written;
//   - experiment.go (many games), snakes.go, viewer.go, summary.go.
//
// Results go to standard output, talk and progress to standard error.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/spf13/cobra"

	"ouro/engine"
	"ouro/internal/printable"
)

// Main runs the command line args and returns the exit code. It never calls
// os.Exit.
func Main(ctx context.Context, args []string, stdio IO) int {
	ctx, cancel := context.WithCancelCause(withFilesRead(ctx))
	defer cancel(nil)
	out := newPrinted(ctx, stdio.Out, func() { cancel(Stopped{syscall.SIGPIPE}) })
	if !isTerminal(stdio.Out) { // which is drawn on
		stdio.Out = out
	}
	if !isTerminal(stdio.Err) {
		stdio.Err = newPrinted(ctx, stdio.Err, func() {})
	}
	stdio.interrupt = func() { cancel(Stopped{syscall.SIGINT}) }
	root := newRoot(stdio)
	root.SetArgs(args)
	defer engine.Close() // processes that were kept for the next game
	engine.Within(ctx, func(command string) {
		fmt.Fprintf(stdio.Err, "ouro: waiting for %s\n", printable.Short(command, maxQuoted))
	})
	root.SetIn(stdio.In)
	root.SetOut(stdio.Out)
	root.SetErr(stdio.Err)
	err := helpOfUnknown(root, args)
	if err == nil {
		err = cmp.Or(root.ExecuteContext(ctx), out.failed())
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

// group makes a command one that only has others below it.
func group(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	for _, sub := range below {
		sub.Long = reflow(sub.Long)
		cmd.AddCommand(sub)
	}
	return cmd
}

// onlyCommands refuses arguments: what stands there is a command that does not exist.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

func newRoot(stdio IO) *cobra.Command {
	var o menuOptions
	root := &cobra.Command{
		Use:   "ouro",
		Short: "An engine, a laboratory and an arena for Snake AIs",
		Long: `Ouro plays Snake: watch a solver fill the board, play yourself, and measure
any strategy against any other under the same rules and the same food.

Without a subcommand it opens a menu: watch, compare, play, battle, hunt. Where
there is no terminal, it plays one game of the best solver and sums it up.`,
		Example: `  ouro                                       menu
  ouro watch cell --board 20x20              watch a solver
  ouro bench --solver cell,hamilton          measure solvers
  ouro arena run spot greedy hungry          who is better, and how sure that is
  ouro list                                  all solvers and their options`,
		Args:          onlyCommands,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	root.CompletionOptions.DisableDefaultCmd = true // there is our own
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetFlagErrorFunc(flagError)
	o.flags(root)
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
			c.GroupID, c.Long = g.title, reflow(c.Long)
			root.AddCommand(c)
		}
	}
	// These work, and are not listed: the first three are short for others, see their
	// help texts, and the rest is known from other programs.
	for _, c := range []*cobra.Command{newMaze(stdio), newReport(stdio), newWorker(stdio), newCompletion(stdio), newVersion(stdio), newHelp(root)} {
		c.Hidden, c.GroupID, c.Long = true, "More:", reflow(c.Long)
		root.AddCommand(c)
	}
	root.AddCommand(newExitCodes())
	complete(root)
	markRunErrors(root)
	return root
}
