package command

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ouro/internal/english"
	"ouro/internal/failure"
	"ouro/internal/printable"
)

// Exit codes, see [Exits].
const (
	ExitDone       = 0
	ExitFailed     = 1
	ExitUsage      = 2
	ExitNo         = 3
	ExitOutOfTime  = 124
	ExitSignal     = 128 // plus the number of the signal
	exitBrokenPipe = ExitSignal + int(syscall.SIGPIPE)
)

// Exits lists the exit codes. The output of ouro help exit-codes and docs/exit-codes.md come from
// this table.
var Exits = []struct {
	Code    int
	Meaning string
}{
	{ExitDone, "done; also after a server or viewer was stopped, and after q, or Ctrl-C when the game was over, closed a screen"},
	{ExitFailed, "failed: a file cannot be read, written or parsed, a remote snake cannot be reached, or the result cannot be printed"},
	{ExitUsage, "wrong command line: an unknown command, flag, solver, rules or help topic, or an invalid value, also in a configuration file or a list of openings; nothing was done"},
	{ExitNo, "the work was done and the answer is no: a game differs from its record or log, a stored result from the derived one, a build is worse than a limit allows, a count differs from the expected one, no word was found, a board or position cannot be won, a remote snake or an engine has a defect, a snake is not better than the other (H0), or a test ended without a decision, for example because q closed its screen"},
	{ExitOutOfTime, "stopped by --timeout; what is printed is marked as partial"},
	{ExitSignal + int(syscall.SIGHUP), "stopped by SIGHUP, the terminal was closed"},
	{ExitSignal + int(syscall.SIGINT), "stopped by SIGINT, which is Ctrl-C; what is printed is marked as partial"},
	{exitBrokenPipe, "the program that reads the output closed it, as head does when it has enough lines"},
	{ExitSignal + int(syscall.SIGTERM), "stopped by SIGTERM"},
}

// Stopped is the cause of a context that a signal has ended.
type Stopped struct{ Signal syscall.Signal }

func (s Stopped) Error() string { return "stopped by " + s.Signal.String() }

// Is makes Stopped match context.Canceled, because some drivers return the cause of a context
// instead of its error.
func (s Stopped) Is(target error) bool { return target == context.Canceled }

// ErrNo ends a command whose answer is no. It prints no message, because the result already
// shows the answer.
var ErrNo = errors.New("the answer is no")

type negativeError struct{ error }

func (e negativeError) Unwrap() error { return e.error }

// Negative returns an error that means that the answer is no. err is printed as the reason.
func Negative(err error) error { return negativeError{err} }

// Negativef is like [Negative], with a formatted reason.
func Negativef(format string, args ...any) error { return negativeError{fmt.Errorf(format, args...)} }

type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage returns an error that means that the user's command line is wrong. err is printed as the
// reason.
func Usage(err error) error { return usageError{err} }

// Usagef is like [Usage], with a formatted reason.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// runError marks an error of a command that has begun to run. All other errors come from cobra
// before a command runs, and count as usage errors.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// MarkRunErrors makes cmd and all commands below it return their errors as runError.
func MarkRunErrors(cmd *cobra.Command) {
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if err := run(cmd, args); err != nil {
				return runError{err}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		MarkRunErrors(sub)
	}
}

// Code returns the exit code for an error under ctx.
func Code(ctx context.Context, err error) int {
	var usage usageError
	var run runError
	var no negativeError
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, ErrNo), errors.As(err, &no):
		return ExitNo
	case errors.Is(err, syscall.EPIPE):
		return exitBrokenPipe
	case errors.Is(err, context.Canceled):
		return signalCode(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return ExitOutOfTime
	case errors.As(err, &usage), !errors.As(err, &run):
		return ExitUsage
	}
	return ExitFailed
}

// signalCode returns the exit code for the signal that ended ctx. Without a signal in the cause,
// it assumes Ctrl-C.
func signalCode(ctx context.Context) int {
	stopped := Stopped{syscall.SIGINT}
	errors.As(context.Cause(ctx), &stopped)
	return ExitSignal + int(stopped.Signal)
}

// MaxExcerpt is the largest number of bytes that a message quotes from an invalid argument.
const MaxExcerpt = 80

// Excerpt prepares text from the user or another program for a message: it makes the text
// printable and short.
func Excerpt(text string) string { return printable.Short(text, MaxExcerpt) }

// maxDetail limits the printed detail of an error, in bytes.
const maxDetail = 200

// Detail prepares the detail of another program's error for a message: it makes the text
// printable and shortens it.
func Detail(text string) string { return printable.Short(text, maxDetail) }

// OneLine returns the error as one line. It explains errors of the system in plain words.
func OneLine(err error) string {
	lines := strings.FieldsFunc(failure.Plain(err).Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	return printable.Line(strings.Join(strings.Fields(strings.Join(lines, "; ")), " "))
}

// Group adds the commands in children to cmd. Without one of these commands, cmd prints its help.
func Group(cmd *cobra.Command, children ...*cobra.Command) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(children...)
	return cmd
}

// OnlyCommands rejects arguments of a command that only groups other commands.
func OnlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return nil
}

// AtMost accepts at most n arguments. what describes them in errors.
func AtMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return Usagef("%s: unexpected argument %q after %s", cmd.CommandPath(), args[n], what)
		}
		return nil
	}
}

// SomeArgs accepts one argument or more. what describes them in errors.
func SomeArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usagef("%s: missing %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

var sizePattern = regexp.MustCompile(`^[0-9]+x[0-9]+$`)

// ExactArgs accepts n arguments. what describes them in errors.
func ExactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return Usagef("%s: missing %s", cmd.CommandPath(), what)
		case len(args) > n && cmd.Flags().Lookup("board") != nil && sizePattern.MatchString(args[n]):
			return Usagef("%s: unexpected argument %q; did you mean --board %s?", cmd.CommandPath(), args[n], args[n])
		case len(args) > n:
			return Usagef("%s: unexpected argument %q", cmd.CommandPath(), args[n])
		}
		return nil
	}
}

// UnknownCommand returns the error for an unknown command. It suggests the command below above with
// the most similar name, and lists all.
func UnknownCommand(above *cobra.Command, name string) error {
	var known []string
	for _, c := range above.Commands() {
		if IsListed(c) || c.Name() == "help" {
			known = append(known, c.Name())
		}
	}
	return Usagef("unknown command \"%s\"%s", Excerpt(name), english.Suggestion(name, known))
}

// IsListed reports whether help texts and messages list a command.
func IsListed(c *cobra.Command) bool {
	return c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand()
}

// HelpWidth is the number of columns of a help text.
const HelpWidth = 80

// Wrap returns head and text in lines of at most HelpWidth columns. It indents each later line by
// the length of head.
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
