package measure

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab/sheet"
	"ouro/order"
	"ouro/results"
	"ouro/rule/classic"
	"ouro/solve/exact"
	"ouro/store"
)

type exactOptions struct {
	board       flags.Size
	startLength int
	position    string
	save        string
	checkpoint  string
	memory      flags.Bytes
	workers     int
	timeout     flags.Timeout
	json        bool
	store       experiment.StoreFlag

	cmd *cobra.Command
}

// NewExact returns the command exact.
func NewExact(stdio command.IO) *cobra.Command {
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
without a meal.

ouro atlas finds out which boards with walls, of up to 20 cells, are always won.`,
		Example: `  ouro exact --board 4x4
  ouro exact --board 4x4 --start-length 3 --json
  ouro exact --board 5x6 --save 5x6.table
  ouro watch tablebase:file=5x6.table --board 5x6
  ouro exact --board 6x6 --checkpoint work
  ouro exact --position position.txt`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.cmd = cmd
	fs := cmd.Flags()
	o.board.W, o.board.H = 4, 4
	flags.Board(cmd, &o.board, "at most 36 cells")
	flags.StartLength(cmd, &o.startLength, "")
	fs.StringVar(&o.position, "position", "", "evaluate the position drawn in this `FILE`")
	fs.StringVar(&o.save, "save", "", "write the best move of every position to this `FILE`")
	fs.StringVar(&o.checkpoint, "checkpoint", "", "save the work in this `DIRECTORY` after each length, and continue from it")
	fs.Var(&o.memory, "memory", "refuse work that needs more than this `SIZE`, e.g. 500MB or 8GB")
	flags.Workers(cmd, &o.workers, "each evaluates positions (default one for each processor)")
	o.timeout.Add(cmd)
	flags.JSON(cmd, &o.json, "")
	o.store.Add(cmd, experiment.StoreUsage+"; --save computes everything again")
	flags.Alone(cmd, "position", "board", "start-length", "save", "checkpoint", "store")
	return cmd
}

func (o *exactOptions) run(ctx context.Context, stdio command.IO) error {
	if err := cmp.Or(flags.NotNegative("workers", o.workers), o.timeout.Check()); err != nil {
		return err
	}
	ctx, cancel := o.timeout.Limit(ctx)
	defer cancel()
	bar := progress.NewExact(stdio.Err)
	defer bar.Clear()
	options := exact.Options{
		Workers: o.workers, Memory: int64(o.memory), Checkpoint: o.checkpoint, Save: o.save, Files: stdio.Files,
		Progress: bar.Show,
	}
	if o.position != "" {
		return o.answer(ctx, stdio, bar, options)
	}
	kept, err := o.openShelf(ctx)
	if err != nil {
		return err
	}
	result, err := o.optimum(ctx, stdio.Err, kept, options)
	bar.Clear()
	err = errors.Join(err, kept.Close())
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

// usageIfRefused turns an error into a usage error if the user can avoid it with another
// board or flag.
func usageIfRefused(err error) error {
	if tooLarge := (*exact.TooLargeError)(nil); errors.As(err, &tooLarge) {
		return command.Usagef("%w (--memory allows more)", err)
	}
	if errors.Is(err, exact.ErrStart) {
		return command.Usage(err)
	}
	return err
}

// printResume prints how to continue an interrupted run.
func (o *exactOptions) printResume(talk io.Writer) {
	if o.checkpoint == "" {
		fmt.Fprintln(talk, "ouro: stopped, nothing is stored; with --checkpoint DIRECTORY a run can be continued")
		return
	}
	fmt.Fprintf(talk, "ouro: stopped; continue with: ouro %s\n", experiment.CommandAgain(o.cmd, func(_, value string) string { return value }, "timeout"))
}

// memoryTaken returns how many bytes this process has obtained from the system.
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
	return command.WriteJSON(w, sheet.FactsOf("schema", command.Schema{}, "board", o.board.String(), "start_length", o.startLength,
		"probability", r.Probability, "moves", numberOrNull(r.Moves), "bodies", r.Bodies, "positions", r.Positions,
		"seconds", r.took.Seconds(), "memory_bytes", r.memory, "table", sheet.Sparse(o.save), "resumed_at_length", sheet.Sparse(r.Resumed)))
}

// exactResult is a result, new or stored, and its cost.
type exactResult struct {
	exact.Report
	took   time.Duration
	memory uint64
}

// openShelf opens the shelf of the board. Without --store it returns nil.
func (o *exactOptions) openShelf(ctx context.Context) (*experiment.Storage, error) {
	if o.store.Name() == "" {
		return nil, nil
	}
	what := order.OfExact(ouro.MustGrid(o.board.W, o.board.H), o.startLength)
	return o.store.OpenShelves(ctx, []store.Experiment{{
		Kind: string(what.Kind), Order: what.Text(), Title: fmt.Sprintf("best play of %s %s", what.Rules, what.Board),
		Rules: what.Rules, Board: what.Board, StartLength: what.StartLength, Reproducible: true,
	}}, 0, "")
}

// optimum returns the stored result. If there is none, or if --save needs the table of
// moves, it computes and stores the result.
func (o *exactOptions) optimum(ctx context.Context, talk io.Writer, kept *experiment.Storage, options exact.Options) (*exactResult, error) {
	if kept != nil && o.save == "" {
		if r, err := storedOptimum(kept); r != nil || err != nil {
			if err == nil {
				fmt.Fprintf(talk, "ouro: stored in %s\n", kept.Store.File())
			}
			return r, err
		}
	}
	began := time.Now()
	report, err := exact.Solve(ctx, ouro.OpenLevel(ouro.MustGrid(o.board.W, o.board.H)), o.startLength, options)
	if err != nil {
		return nil, err
	}
	r := &exactResult{*report, time.Since(began), memoryTaken()}
	return r, storeOptimum(kept, r)
}

func storedOptimum(kept *experiment.Storage) (*exactResult, error) {
	g, err := kept.Shelves[0].Find(0, 0)
	if g == nil || err != nil {
		return nil, err
	}
	var d results.BestPlay
	if err := json.Unmarshal(g.Detail, &d); err != nil {
		return nil, fmt.Errorf("%s: the stored result of the board cannot be read: %w", kept.Store.File(), err)
	}
	r := &exactResult{took: g.Took, memory: d.Memory}
	r.Probability, r.Moves, r.Bodies, r.Positions = d.Probability, math.NaN(), d.Bodies, d.Positions
	if d.Moves != nil {
		r.Moves = *d.Moves
	}
	return r, nil
}

func storeOptimum(kept *experiment.Storage, r *exactResult) error {
	if kept == nil {
		return nil
	}
	detail, err := json.Marshal(results.BestPlay{Probability: r.Probability, Moves: numberOrNull(r.Moves), Bodies: r.Bodies, Positions: r.Positions, Memory: r.memory})
	if err != nil {
		return err
	}
	return kept.Shelves[0].Put(&store.Game{Took: r.took, Detail: detail})
}

func (o *exactOptions) answer(ctx context.Context, stdio command.IO, bar *progress.Exact, options exact.Options) error {
	text, err := command.ReadFile(ctx, stdio.In, o.position, command.MaxLevelSize)
	if err != nil {
		return err
	}
	state, err := exact.ParsePosition(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", o.position, err)
	}
	answer, err := exact.Ask(ctx, state, options)
	bar.Clear()
	if err != nil {
		return usageIfRefused(fmt.Errorf("%s: %w", o.position, err))
	}
	write := writeAnswer
	if o.json {
		write = writeAnswerJSON
	}
	if err := write(stdio.Out, state, answer); err != nil {
		return err
	}
	if answer.Probability == 0 {
		return command.ErrNo
	}
	return nil
}

func writeAnswer(w io.Writer, s *ouro.State, a *exact.Answer) error {
	limit := classic.HungerLimit(s.Grid)
	switch {
	case a.Probability == 0:
		fmt.Fprintf(w, "cannot be won\n")
	case a.Meal > limit:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves, but the next meal takes %d moves, and the rules end the game after %d without one\n",
			chanceText(a.Probability), a.Moves, a.Meal, limit)
	default:
		fmt.Fprintf(w, "won with probability %s in %.6f expected moves; the next meal takes %d\n", chanceText(a.Probability), a.Moves, a.Meal)
	}
	for _, d := range ouro.Dirs {
		if _, err := fmt.Fprintf(w, "  %-6s %s\n", d, choiceText(a, d)); err != nil {
			return err
		}
	}
	return nil
}

func choiceText(a *exact.Answer, d ouro.Dir) string {
	c := a.Choices[d]
	var text string
	switch {
	case c.Fatal:
		return "death"
	case c.Probability == 0:
		text = "no way to win"
	default:
		text = fmt.Sprintf("probability %s, %.6f moves", chanceText(c.Probability), c.Moves)
	}
	if c.Eats {
		text += ", eats"
	}
	if a.Best.Has(d) {
		text += ", best"
	}
	return text
}

func writeAnswerJSON(w io.Writer, s *ouro.State, a *exact.Answer) error {
	choices := sheet.Each(ouro.Dirs[:], func(d *ouro.Dir) sheet.Facts {
		c := &a.Choices[*d]
		return sheet.FactsOf("dir", *d, "fatal", c.Fatal, "eats", c.Eats, "best", a.Best.Has(*d), "probability", c.Probability, "moves", numberOrNull(c.Moves))
	})
	return command.WriteJSON(w, sheet.FactsOf("schema", command.Schema{}, "board", s.Grid.String(), "probability", a.Probability,
		"moves", numberOrNull(a.Moves), "moves_to_meal", a.Meal, "directions", choices))
}

// numberOrNull returns nil for NaN, which JSON lacks.
func numberOrNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
