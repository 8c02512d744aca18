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

// exits is the only table of exit codes; ouro help exit-codes and docs/exit-codes.md are
// made from it.
var exits = []struct {
	code    int
	meaning string
}{
	{exitDone, "done; also a server or viewer that was stopped, and a screen that was left with q"},
	{exitFailed, "failed: a file cannot be read, written or parsed, a remote snake cannot be reached, or the result cannot be printed"},
	{exitUsage, "wrong command line: an unknown command, flag, solver, rules or help topic, or an invalid value, also in a configuration file or a list of openings; nothing was done"},
	{exitNo, "the work was done and the answer is no: a game differs from its record or log, a stored result from the derived one, a build is worse than a limit allows, a count differs from the expected one, no word was found, a position cannot be won, a remote snake or an engine has a defect, a snake is not better than the other (H0), or that was not decided, also if q left the screen early"},
	{exitOutOfTime, "stopped by --timeout; what is printed is marked as partial"},
	{exitSignal + int(syscall.SIGHUP), "stopped by SIGHUP, the terminal was closed"},
	{exitSignal + int(syscall.SIGINT), "stopped by SIGINT, which is Ctrl-C; what is printed is marked as partial"},
	{exitBrokenPipe, "the reader of the output closed it, as head does when it has enough lines"},
	{exitSignal + int(syscall.SIGTERM), "stopped by SIGTERM"},
}

// Stopped is the cause of a context that a signal has ended.
type Stopped struct{ Signal syscall.Signal }

func (s Stopped) Error() string { return "stopped by " + s.Signal.String() }

// errNo ends a command whose answer is no. It prints nothing, because the result has said
// so.
var errNo = errors.New("the answer is no")

// noError ends a command whose answer is no, and is printed.
type noError struct{ error }

func (e noError) Unwrap() error { return e.error }

// negative makes err the printed reason why the answer is no.
func negative(err error) error { return noError{err} }

// negativef returns the printed reason why the answer is no.
func negativef(format string, args ...any) error { return noError{fmt.Errorf(format, args...)} }

// usageError is an error in the user's command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// wrongUsage makes err an error in the user's command line.
func wrongUsage(err error) error { return usageError{err} }

// usagef returns an error in the user's command line.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// runError marks an error of a command's own work. Errors that cobra reports before a
// command runs are unmarked, and therefore usage errors.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// markRunErrors makes all commands return runErrors.
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

// exitCode returns the exit code for an error under ctx.
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
		return signalCode(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return exitOutOfTime
	case errors.As(err, &usage), !errors.As(err, &run):
		return exitUsage
	}
	return exitFailed
}

// signalCode returns the exit code for the signal that ended ctx; without a signal's name
// it was Ctrl-C.
func signalCode(ctx context.Context) int {
	stopped := Stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &stopped)
	return exitSignal + int(stopped.Signal)
}

// oneLine returns the error as a single line, for scripts.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	return printable.Line(strings.Join(strings.Fields(strings.Join(lines, "; ")), " "))
}

// atMostOne accepts one argument or none; what describes it.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usagef("%s: unexpected argument %q after the %s", cmd.CommandPath(), args[1], what)
		}
		return nil
	}
}

// someArgs accepts one argument or more; what describes them.
func someArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s: missing %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

// exactArgs accepts n arguments; what describes them.
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
