package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

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
