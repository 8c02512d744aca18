// Package cli is the command line of ouro: flags, wiring and exit codes. Each
// subcommand is one file: an options struct, its flags and a run method.
//
// Results go to standard output, talk and progress to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ouro"
	"ouro/tui"
)

// IO is where a command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
}

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNo          = 3 // ran fine, and the answer is no
	exitOutOfTime   = 124
	exitInterrupted = 130
)

// errNo ends a command whose work went well and whose answer is no. It prints
// nothing: the result already says so.
var errNo = errors.New("the answer is no")

// usageError is an error of whoever typed the command.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// runError marks an error as one of the work itself. What cobra reports before
// a command runs is unmarked, and so a usage error.
type runError struct{ err error }

func (e runError) Error() string { return e.err.Error() }
func (e runError) Unwrap() error { return e.err }

// Main runs the command line args and returns the exit code. It never calls
// os.Exit.
func Main(ctx context.Context, args []string, stdio IO) int {
	root := newRoot(stdio)
	root.SetArgs(args)
	root.SetIn(stdio.In)
	root.SetOut(stdio.Out)
	root.SetErr(stdio.Err)
	err := root.ExecuteContext(ctx)
	code := exitCode(err)
	if err != nil && !errors.Is(err, errNo) && code != exitInterrupted {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(err))
	}
	return code
}

func exitCode(err error) int {
	var usage usageError
	var run runError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return exitOutOfTime
	case errors.As(err, &usage), !errors.As(err, &run):
		return exitUsage
	}
	return exitFailed
}

// oneLine is the error as a single line, so that scripts can read it.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}

func newRoot(stdio IO) *cobra.Command {
	var o menuOptions
	root := &cobra.Command{
		Use:   "ouro",
		Short: "An engine, a laboratory and an arena for Snake AIs",
		Long: `Ouro plays Snake: watch a solver fill the board, play yourself, and measure
any strategy against any other under the same rules and the same food.

Without a subcommand it opens a menu to watch, play and compare. Where there is
no terminal, it plays one game of the best solver and prints its summary.`,
		Example: `  ouro                                       menu
  ouro watch cell --board 20x20              watch a solver
  ouro bench --solver cell,hamilton          measure solvers
  ouro list                                  all solvers and their options`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return nil
		},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	o.flags(root)
	root.AddCommand(
		newWatch(stdio), newPlay(stdio), newMaze(stdio), newHunter(stdio), newGame(stdio), newBench(stdio), newReplay(stdio), newList(stdio), newPerft(stdio), newVerify(stdio), newBoggle(stdio), newExact(stdio), newServe(stdio),
	)
	markRunErrors(root)
	return root
}

// unknownCommand lists the known ones.
func unknownCommand(root *cobra.Command, name string) error {
	var known []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	return usagef("unknown command %q (known: %s)", name, strings.Join(known, ", "))
}

// markRunErrors wraps what the commands return, see runError.
func markRunErrors(cmd *cobra.Command) {
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := run(cmd, args); err != nil {
				return runError{err}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		markRunErrors(sub)
	}
}

// isTerminal tells whether f is a terminal.
func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// needTerminal is an error unless in and out are a terminal that can be drawn
// on.
func needTerminal(stdio IO, instead string) error {
	if !isTerminal(stdio.In) || !isTerminal(stdio.Out) || os.Getenv("TERM") == "dumb" {
		return fmt.Errorf("this needs a terminal on standard input and output; %s", instead)
	}
	return nil
}

// needRoom is an error unless the terminal is large enough for the board of this
// level.
func needRoom(stdio IO, level string, g *ouro.Grid) error {
	f, ok := stdio.Out.(*os.File)
	if !ok {
		return nil
	}
	cols, rows, err := term.GetSize(int(f.Fd()))
	if needCols, needRows := tui.Needs(g); err == nil && (cols < needCols || rows < needRows) {
		return fmt.Errorf("the terminal is %dx%d; the level %s of %s cells needs %dx%d", cols, rows, level, g, needCols, needRows)
	}
	return nil
}

// exactArgs wants n arguments, which are described as what.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return usagef("%s: missing %s", cmd.CommandPath(), what)
		case len(args) > n:
			return usagef("%s: unexpected argument %q", cmd.CommandPath(), args[n])
		}
		return nil
	}
}
