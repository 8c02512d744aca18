package flags

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/play"
)

// SeedValue is the value of a flag for a 64-bit seed.
type SeedValue uint64

func (s *SeedValue) String() string { return strconv.FormatUint(uint64(*s), 10) }

func (s *SeedValue) Type() string { return "seed" }

func (s *SeedValue) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*s = SeedValue(n)
	return nil
}

// Size is the value of a flag for the size of a board or grid.
type Size struct {
	W, H        int // columns and rows; 0 if the flag is not set
	Least, Most int // limits of W and H; 0 means the limits of a board
}

// Set parses "10x10" or "10X10".
func (s *Size) Set(text string) error {
	least, most := cmp.Or(s.Least, ouro.MinSide), cmp.Or(s.Most, ouro.MaxSide)
	ws, hs, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(ws)
	h, errH := strconv.Atoi(hs)
	if errW != nil || errH != nil {
		return fmt.Errorf("want a size such as 10x10, columns x rows")
	}
	if min(w, h) < least || max(w, h) > most {
		return fmt.Errorf("each side must be %d to %d", least, most)
	}
	s.W, s.H = w, h
	return nil
}

// String returns the size in the syntax of Set, or "" if there is no size.
func (s *Size) String() string {
	if s.W == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.W, s.H)
}

func (s *Size) Type() string { return "size" }

// Bytes is the value of a flag for an amount of memory or disk space.
type Bytes int64

var byteUnits = []struct {
	name string
	n    float64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// Set parses "500MB", "8GB" or a number of bytes.
func (b *Bytes) Set(text string) error {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if n := len(text) - len(u.name); n > 0 && strings.EqualFold(text[n:], u.name) {
			number, unit = text[:n], u.n
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x > 0 && x*unit < 1<<62) {
		return fmt.Errorf("want a size such as 500MB or 8GB")
	}
	*b = Bytes(x * unit)
	return nil
}

func (b *Bytes) String() string {
	for _, u := range byteUnits {
		if x := float64(*b) / u.n; x >= 1 {
			return strconv.FormatFloat(x, 'g', 3, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *Bytes) Type() string { return "bytes" }

func AtLeastOne(flag string, n int) error {
	if n < 1 {
		return command.Usagef("--%s %d: must be at least 1", flag, n)
	}
	return nil
}

func Positive[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n > 0) { // rejects NaN too
		return command.Usagef("--%s %v: must be positive", flag, n)
	}
	return nil
}

func NotNegative[N int | int64 | float64 | time.Duration](flag string, n N) error {
	if !(n >= 0) { // rejects NaN too
		return command.Usagef("--%s %v: must not be negative", flag, n)
	}
	return nil
}

// CheckAddress returns an error unless the address is empty or has a port. want describes a
// valid address for that error.
func CheckAddress(flag, address, want string) error {
	if _, _, err := net.SplitHostPort(address); err != nil && address != "" {
		return command.Usagef("--%s %s: want %s", flag, address, want)
	}
	return nil
}

// CheckGuestTimeout rejects a timeout that is too short for any remote snake.
func CheckGuestTimeout(answer time.Duration) error {
	if answer < time.Millisecond {
		return command.Usagef("--guest-timeout %v: must be at least 1ms", answer)
	}
	return nil
}

// Timeout is the value of --timeout, which limits the running time of a command.
type Timeout time.Duration

func (f *Timeout) Add(cmd *cobra.Command) {
	cmd.Flags().DurationVar((*time.Duration)(f), "timeout", 0, "stop the whole command after this `DURATION`; exit code 124")
}

func (f Timeout) Check() error { return NotNegative("timeout", time.Duration(f)) }

// Limit returns a context that ends after the timeout. Solvers do not see its deadline: they would
// think less when the deadline is near, and the last stored game would differ from the same game
// without a timeout.
func (f Timeout) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if f <= 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(f))
	return play.WithoutDeadline(ctx), cancel
}

// Budget holds the flags that limit the thinking about one move.
type Budget struct {
	nodes int64
	time  time.Duration
	cpu   time.Duration
}

// Add adds --nodes, --time and --cpu. clause is the end of the help of --cpu.
func (f *Budget) Add(cmd *cobra.Command, clause string) {
	Nodes(cmd, &f.nodes, 0)
	cmd.Flags().DurationVar(&f.time, "time", 0, "limit each move to this `DURATION`, e.g. 20ms; not reproducible, 0 is no limit")
	cmd.Flags().DurationVar(&f.cpu, "cpu", 0, "limit each move to this `DURATION` of processor time, which other programs do not shorten; not reproducible, 0 is no limit"+clause)
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
