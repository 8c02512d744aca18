package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/roster"
)

// gameFlags say which game is played: every command that plays takes them.
type gameFlags struct {
	board       string
	level       string
	startLength int
	seed        seedValue
}

func (f *gameFlags) add(cmd *cobra.Command) {
	f.seed = 1
	fs := cmd.Flags()
	fs.StringVar(&f.board, "board", "10x10", "`SIZE` in columns x rows, each 2 to 64")
	fs.StringVar(&f.level, "level", "", "read the board from a text `FILE` (X wall, space floor, S start)")
	fs.IntVar(&f.startLength, "start-length", 1, "start as a straight snake of this `LENGTH`")
	fs.Var(&f.seed, "seed", "`SEED` of all chance: the same seed is the same game for ever")
	cmd.MarkFlagsMutuallyExclusive("board", "level")
}

// spec reads the level and checks that a game can be dealt.
func (f *gameFlags) spec() (ouro.GameSpec, error) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, StartLength: f.startLength}
	var err error
	if f.level != "" {
		var text []byte
		if text, err = readFile(f.level, maxLevelSize); err != nil {
			return spec, err
		}
		if spec.Level, err = ouro.ParseLevel(string(text)); err != nil {
			return spec, fmt.Errorf("%s: %w", f.level, err)
		}
		spec.W, spec.H = spec.Level.Grid.W, spec.Level.Grid.H
	} else if spec.W, spec.H, err = ouro.ParseSize(f.board); err != nil {
		return spec, usageError{err}
	}
	if _, err := roster.Deal(spec, 0); err != nil {
		return spec, usageError{err}
	}
	return spec, nil
}

// budgetFlags limit the thinking for one move.
type budgetFlags struct {
	nodes int64
	time  time.Duration
}

func (f *budgetFlags) add(cmd *cobra.Command) {
	cmd.Flags().Int64Var(&f.nodes, "nodes", 0, "limit each move to `N` search nodes (reproducible; 0 = no limit)")
	cmd.Flags().DurationVar(&f.time, "time", 0, "limit each move to this `DURATION`, e.g. 20ms (not reproducible; 0 = no limit)")
}

func (f *budgetFlags) budget() (ouro.Budget, error) {
	if f.nodes < 0 {
		return ouro.Budget{}, usagef("--nodes %d: must not be negative", f.nodes)
	}
	if f.time < 0 {
		return ouro.Budget{}, usagef("--time %v: must not be negative", f.time)
	}
	return ouro.Budget{Nodes: f.nodes, Time: f.time}, nil
}

// seedValue is a flag that takes any 64-bit number.
type seedValue uint64

func (s *seedValue) String() string { return strconv.FormatUint(uint64(*s), 10) }
func (s *seedValue) Type() string   { return "number" }

func (s *seedValue) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*s = seedValue(n)
	return nil
}

// parseSolver reads one solver spec and checks that the roster knows it and
// that it can play this game, whatever its seed.
func parseSolver(text string, game ouro.GameSpec) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return spec, usagef("solver %w", err)
	}
	return spec, checkSolver(spec, game)
}

func checkSolver(spec ouro.Spec, game ouro.GameSpec) error {
	deal, err := roster.Deal(game, 0)
	if err != nil {
		return usageError{err}
	}
	s, err := roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
	if err != nil {
		return usageError{err}
	}
	if c, ok := s.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Limits on what is read from files.
const (
	maxLevelSize  = 64 << 10
	maxRecordSize = 256 << 20
)

// readFile reads a whole file of at most limit bytes; "-" is standard input.
func readFile(name string, limit int64) (text []byte, err error) {
	f := os.Stdin
	if name != "-" {
		if f, err = os.Open(name); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
	}
	text, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	return text, nil
}
