package flags

import (
	"cmp"
	"context"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/play"
)

// AtLeastOne returns an error unless n is 1 or more.
func AtLeastOne(flag string, n int) error {
	if n < 1 {
		return command.Usagef("--%s %d: must be at least 1", flag, n)
	}
	return nil
}

// Positive returns an error unless n is above 0.
func Positive[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n > 0) { // not even NaN
		return command.Usagef("--%s %v: must be positive", flag, n)
	}
	return nil
}

// NotNegative returns an error unless n is 0 or more.
func NotNegative[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n >= 0) { // not even NaN
		return command.Usagef("--%s %v: must not be negative", flag, n)
	}
	return nil
}

// CheckGuestTimeout rejects a timeout that no remote snake could keep.
func CheckGuestTimeout(answer time.Duration) error {
	if answer < time.Millisecond {
		return command.Usagef("--guest-timeout %v: must be at least 1ms", answer)
	}
	return nil
}

// Timeout limits the time of a whole command.
type Timeout time.Duration

// Add adds the flag --timeout.
func (f *Timeout) Add(cmd *cobra.Command) {
	cmd.Flags().DurationVar((*time.Duration)(f), "timeout", 0, "stop the whole command after this `DURATION`; exit code 124")
}

// Check rejects a negative timeout.
func (f Timeout) Check() error { return NotNegative("timeout", time.Duration(f)) }

// Limit returns ctx with the limit, if there is one. Its deadline is hidden: solvers would
// otherwise hurry before it, and the last game kept would be a different one.
func (f Timeout) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if f <= 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(f))
	return play.WithoutDeadline(ctx), cancel
}

// Budget limit the thinking for one move.
type Budget struct {
	nodes int64
	time  time.Duration
	cpu   time.Duration
}

// Add adds --nodes, --time and --cpu; more is a clause of the help.
func (f *Budget) Add(cmd *cobra.Command, more string) {
	Nodes(cmd, &f.nodes, 0)
	cmd.Flags().DurationVar(&f.time, "time", 0, "limit each move to this `DURATION`, e.g. 20ms; not reproducible, 0 is no limit")
	cmd.Flags().DurationVar(&f.cpu, "cpu", 0, "limit each move to this `DURATION` of processor time, which other programs do not shorten; not reproducible, 0 is no limit"+more)
}

// Budget returns the checked budget.
func (f *Budget) Budget() (ouro.Budget, error) {
	if err := cmp.Or(NotNegative("nodes", f.nodes), NotNegative("time", f.time), NotNegative("cpu", f.cpu)); err != nil {
		return ouro.Budget{}, err
	}
	b := ouro.Budget{Nodes: f.nodes, Time: f.time, CPU: f.cpu}
	if err := play.CanLimit(b); err != nil {
		return b, command.Usagef("--cpu %v: %w; use --nodes or --time", f.cpu, err)
	}
	return b, nil
}
