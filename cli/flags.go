package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/play"
)

// atLeastOne returns an error unless n is 1 or more.
func atLeastOne(flag string, n int) error {
	if n < 1 {
		return usagef("--%s %d: must be at least 1", flag, n)
	}
	return nil
}

// positive returns an error unless n is above 0.
func positive[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n > 0) { // not even NaN
		return usagef("--%s %v: must be positive", flag, n)
	}
	return nil
}

// notNegative returns an error unless n is 0 or more.
func notNegative[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n >= 0) { // not even NaN
		return usagef("--%s %v: must not be negative", flag, n)
	}
	return nil
}

// checkGuestTimeout rejects a timeout that no remote snake could keep.
func checkGuestTimeout(answer time.Duration) error {
	if answer < time.Millisecond {
		return usagef("--guest-timeout %v: must be at least 1ms", answer)
	}
	return nil
}

// timeoutFlag limits the time of a whole command.
type timeoutFlag time.Duration

func (f *timeoutFlag) add(cmd *cobra.Command) {
	cmd.Flags().DurationVar((*time.Duration)(f), "timeout", 0, "stop the whole command after this `DURATION`; exit code 124")
}

func (f timeoutFlag) check() error { return notNegative("timeout", time.Duration(f)) }

// limit returns ctx with the limit, if there is one. Its deadline is hidden: solvers would
// otherwise hurry before it, and the last game kept would be a different one.
func (f timeoutFlag) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if f <= 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(f))
	return play.WithoutDeadline(ctx), cancel
}

// budgetFlags limit the thinking for one move.
type budgetFlags struct {
	nodes int64
	time  time.Duration
	cpu   time.Duration
}

func (f *budgetFlags) add(cmd *cobra.Command, more string) {
	nodesFlag(cmd, &f.nodes, 0)
	cmd.Flags().DurationVar(&f.time, "time", 0, "limit each move to this `DURATION`, e.g. 20ms; not reproducible, 0 is no limit")
	cmd.Flags().DurationVar(&f.cpu, "cpu", 0, "limit each move to this `DURATION` of processor time, which other programs do not shorten; not reproducible, 0 is no limit"+more)
}

func (f *budgetFlags) budget() (ouro.Budget, error) {
	if err := cmp.Or(notNegative("nodes", f.nodes), notNegative("time", f.time), notNegative("cpu", f.cpu)); err != nil {
		return ouro.Budget{}, err
	}
	b := ouro.Budget{Nodes: f.nodes, Time: f.time, CPU: f.cpu}
	if err := play.CanLimit(b); err != nil {
		return b, usagef("--cpu %v: %w; use --nodes or --time", f.cpu, err)
	}
	return b, nil
}

// seedValue is a flag for a 64-bit number.
type seedValue uint64

func (s *seedValue) String() string { return strconv.FormatUint(uint64(*s), 10) }
func (s *seedValue) Type() string   { return "seed" }

func (s *seedValue) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*s = seedValue(n)
	return nil
}

// sizeValue is a flag for the size of a board or grid, in columns x rows. least and most
// replace the limits of a board's side unless they are 0.
type sizeValue struct {
	w, h        int
	least, most int
}

// Set parses "10x10" or "10X10".
func (s *sizeValue) Set(text string) error {
	least, most := cmp.Or(s.least, ouro.MinSide), cmp.Or(s.most, ouro.MaxSide)
	ws, hs, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(ws)
	h, errH := strconv.Atoi(hs)
	if errW != nil || errH != nil {
		return fmt.Errorf("want a size such as 10x10, columns x rows")
	}
	if min(w, h) < least || max(w, h) > most {
		return fmt.Errorf("each side must be %d to %d", least, most)
	}
	s.w, s.h = w, h
	return nil
}

// String returns the size in the syntax of Set, or "" without one.
func (s *sizeValue) String() string {
	if s.w == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.w, s.h)
}

func (s *sizeValue) Type() string { return "size" }

// byteSize is a flag for an amount of memory.
type byteSize int64

var byteUnits = []struct {
	name string
	n    float64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// Set parses "500MB", "8GB" or a number of bytes.
func (b *byteSize) Set(text string) error {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = rest, u.n
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x > 0 && x*unit < 1<<62) {
		return fmt.Errorf("want a size such as 500MB or 8GB")
	}
	*b = byteSize(x * unit)
	return nil
}

func (b *byteSize) String() string {
	for _, u := range byteUnits {
		if x := float64(*b) / u.n; x >= 1 {
			return strconv.FormatFloat(x, 'g', 3, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *byteSize) Type() string { return "bytes" }
