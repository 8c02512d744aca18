package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab/sheet"
	"ouro/solve/exact"
)

type exactOptions struct {
	board       sizeValue
	startLength int
	position    string
	save        string
	checkpoint  string
	memory      byteSize
	workers     int
	timeout     timeoutFlag
	json        bool
	store       storeOption

	cmd *cobra.Command
}

func newExact(stdio IO) *cobra.Command {
	o := exactOptions{memory: 8e9}
	cmd := &cobra.Command{
		Use:   "exact",
		Short: "Compute the optimum of classic Snake on a small board",
		Long: `Exact computes optimal play: the highest probability of winning a board without walls
and, among the strategies that reach it, the fewest expected moves. It evaluates every
position, up to symmetry: 4x4 takes a moment, 5x6 some seconds, 6x6 and 5x7 a few
minutes and 3 GB. Larger boards are refused before memory is allocated.

--save also writes the best move of every position to a file, for the solver
tablebase:file=FILE. With --checkpoint the same command continues an interrupted run.
With --store the result is stored, and printed at once the next time.

--position evaluates one position, drawn with the top row first: A is the head, B, C and
so on up to Z and then a to z the body behind it, * the food and . a free cell. It prints
the value of each direction. The exit code is 3 if the position cannot be won. Moves are
means over won games. All figures ignore the rule that ends a game after 3*W*H moves
without a meal.`,
		Example: `  ouro exact --board 4x4
  ouro exact --board 4x4 --start-length 3 --json
  ouro exact --board 5x6 --save 5x6.table
  ouro watch tablebase:file=5x6.table --board 5x6
  ouro exact --board 6x6 --checkpoint work
  ouro exact --position position.txt`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.cmd = cmd
	fs := cmd.Flags()
	o.board.w, o.board.h = 4, 4
	boardFlag(cmd, &o.board, "at most 36 cells")
	startLengthFlag(cmd, &o.startLength, "")
	fs.StringVar(&o.position, "position", "", "evaluate the position drawn in this `FILE`")
	fs.StringVar(&o.save, "save", "", "write the best move of every position to this `FILE`")
	fs.StringVar(&o.checkpoint, "checkpoint", "", "save the work in this `DIRECTORY` after each length, and continue from it")
	fs.Var(&o.memory, "memory", "refuse work that needs more than this `SIZE`, e.g. 500MB or 8GB")
	workersFlag(cmd, &o.workers, "each evaluates positions (default one for each processor)")
	o.timeout.add(cmd)
	jsonFlag(cmd, &o.json, "")
	o.store.add(cmd, storeUsage+"; --save computes everything again")
	for _, other := range []string{"board", "start-length", "save", "checkpoint", "store"} {
		exclusive(cmd, "position", other)
	}
	return cmd
}

func (o *exactOptions) run(ctx context.Context, stdio IO) error {
	if err := cmp.Or(notNegative("workers", o.workers), o.timeout.check()); err != nil {
		return err
	}
	ctx, cancel := o.timeout.limit(ctx)
	defer cancel()
	bar := newExactProgress(stdio.Err)
	defer bar.clear()
	began := time.Now()
	options := exact.Options{
		Workers: o.workers, Memory: int64(o.memory), Checkpoint: o.checkpoint, Save: o.save, Files: stdio.Files,
		Progress: func(p exact.Progress) { bar.show(p, time.Since(began)) },
	}
	if o.position != "" {
		return o.answer(ctx, stdio, bar, options)
	}
	kept, err := o.openShelf(ctx)
	if err != nil {
		return err
	}
	result, err := o.optimum(ctx, stdio.Err, kept, options)
	bar.clear()
	err = errors.Join(err, kept.close())
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		o.printResume(stdio.Err)
	}
	if err != nil {
		return usageIfRefused(err)
	}
	if o.json {
		return o.writeJSON(stdio.Out, result)
	}
	return o.writeText(stdio.Out, result)
}

// usageIfRefused makes errors that another board or flag avoids usage errors.
func usageIfRefused(err error) error {
	if tooLarge := (*exact.TooLargeError)(nil); errors.As(err, &tooLarge) {
		return usagef("%w (--memory allows more)", err)
	}
	if errors.Is(err, exact.ErrStart) {
		return wrongUsage(err)
	}
	return err
}

// printResume prints how to continue an interrupted run.
func (o *exactOptions) printResume(talk io.Writer) {
	if o.checkpoint == "" {
		fmt.Fprintln(talk, "ouro: stopped, nothing is stored; with --checkpoint DIRECTORY a run can be continued")
		return
	}
	fmt.Fprintf(talk, "ouro: stopped; continue with: ouro %s\n", commandAgain(o.cmd, func(_, value string) string { return value }, "timeout"))
}

// memoryTaken returns the bytes that this process has obtained from the system.
func memoryTaken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

func (o *exactOptions) writeText(w io.Writer, r *exactResult) error {
	fmt.Fprintf(w, "board %s, start length %d\n", &o.board, o.startLength)
	fmt.Fprintf(w, "  won with probability  %s\n", chanceText(r.Probability))
	fmt.Fprintf(w, "  expected moves        %.6f\n", r.Moves)
	_, err := fmt.Fprintf(w, "%d bodies, %d positions up to symmetry, %.2f s, %.0f MB\n",
		r.Bodies, r.Positions, r.took.Seconds(), float64(r.memory)/1e6)
	if o.save != "" {
		player := ouro.Spec{Name: "tablebase", Options: ouro.Options{{Key: "file", Value: o.save}}}
		fmt.Fprintf(w, "best moves are in %s; play them with %s\n", printable.Line(o.save), shell.Word(player.String()))
	}
	return err
}

// chanceText formats a probability. Only a certain win is printed as 1.
func chanceText(p float64) string {
	if p > 0.999999 && p < 1 {
		return fmt.Sprintf("1 - %.2g", 1-p)
	}
	return strconv.FormatFloat(p, 'g', 7, 64)
}

func (o *exactOptions) writeJSON(w io.Writer, r *exactResult) error {
	return encodeJSON(w, sheet.FactsOf("schema", schema{}, "board", o.board.String(), "start_length", o.startLength,
		"probability", r.Probability, "moves", numberOrNull(r.Moves), "bodies", r.Bodies, "positions", r.Positions,
		"seconds", r.took.Seconds(), "memory_bytes", r.memory, "table", sheet.Sparse(o.save), "resumed_at_length", sheet.Sparse(r.Resumed)))
}
