package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ouro/internal/printable"
)

// Exit codes, see exits.
const (
	exitDone       = 0
	exitFailed     = 1
	exitUsage      = 2
	exitNo         = 3
	exitOutOfTime  = 124
	exitSignal     = 128 // and the number of the signal
	exitBrokenPipe = exitSignal + int(syscall.SIGPIPE)
)

// exits is the one table of exit codes: ouro help exit-codes prints it, and
// docs/exit-codes.md is written from it.
var exits = []struct {
	code    int
	meaning string
}{
	{exitDone, "done; also a server or viewer that was told to stop, and a screen that was left with q"},
	{exitFailed, "it failed: a file cannot be read, written or made sense of, a snake cannot be reached, the result cannot be printed"},
	{exitUsage, "the command line is wrong: an unknown command, flag, solver, rules or help topic, or a value that is refused, there or in a file that stands for flags or a list of openings; nothing was done"},
	{exitNo, "it went well, and the answer is no: a game differs from its record or log, a kept result from what it is derived to be, a build is worse than a limit allows, a count from what was expected, no word was found, a position cannot be won, a snake's server or an engine has something to mend, a snake is not better than the other (H0) or that was not found out, also where q left the screen before"},
	{exitOutOfTime, "stopped by --timeout; what is printed is marked as partial"},
	{exitSignal + int(syscall.SIGHUP), "stopped by SIGHUP, the terminal was closed"},
	{exitSignal + int(syscall.SIGINT), "stopped by SIGINT, which is Ctrl-C; what is printed is marked as partial"},
	{exitBrokenPipe, "whoever read the output went away, as head does when it has enough"},
	{exitSignal + int(syscall.SIGTERM), "stopped by SIGTERM"},
}

// Stopped is the cause of a context that a signal has ended.
type Stopped struct{ Signal syscall.Signal }

func (s Stopped) Error() string { return "stopped by " + s.Signal.String() }

// errNo ends a command whose work went well and whose answer is no. It prints
// nothing: the result already says so.
var errNo = errors.New("the answer is no")

// noError ends a command whose answer is no, and says why.
type noError struct{ error }

func (e noError) Unwrap() error { return e.error }

// usageError is an error of the user's command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// runError marks an error as one of the work itself. What cobra reports before
// a command runs is unmarked, and so a usage error.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

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

// exitCode is the code for what a command ended with under ctx.
func exitCode(ctx context.Context, err error) int {
	var usage usageError
	var run runError
	var no noError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo), errors.As(err, &no):
		return exitNo
	case errors.Is(err, syscall.EPIPE):
		return exitBrokenPipe
	case errors.Is(err, context.Canceled):
		return stoppedBy(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return exitOutOfTime
	case errors.As(err, &usage), !errors.As(err, &run):
		return exitUsage
	}
	return exitFailed
}

// stoppedBy is the code for a signal that ended ctx; where nobody says which, it
// was Ctrl-C.
func stoppedBy(ctx context.Context) int {
	stopped := Stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &stopped)
	return exitSignal + int(stopped.Signal)
}

// oneLine is the error as a single line, so that scripts can read it.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	return printable.Line(strings.Join(strings.Fields(strings.Join(lines, "; ")), " "))
}

// atMostOne wants one argument or none, which is described as what.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%s: unexpected argument %q after the %s", cmd.CommandPath(), args[1], what)
		}
		return nil
	}
}

// someArgs wants one argument or more, which are described as what.
func someArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s: missing %s", cmd.CommandPath(), what)
		}
		return nil
	}
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
