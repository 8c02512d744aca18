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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab/sheet"
	"ouro/results"
	"ouro/rule/classic"
	"ouro/solve/exact"
	"ouro/store"
)

type exactOptions struct {
	rules       string
	board       flags.Size
	level       string
	startLength int
	position    string
	adversary   bool
	save        string
	checkpoint  string
	memory      flags.Bytes
	workers     int
	timeout     flags.Timeout
	json        bool
	store       experiment.StoreFlag

	cmd  *cobra.Command
	game classic.Rules // parsed from rules
}

func NewExact(stdio command.IO) *cobra.Command {
	o := exactOptions{memory: 8e9}
	cmd := &cobra.Command{
		Use:   "exact",
		Short: "Compute the optimum of classic Snake on a small board",
		Long: `Exact computes optimal play: the highest probability of winning on a board and, among the
strategies with that probability, the fewest expected moves. It evaluates every position,
up to symmetry: 4x4 takes a moment, 5x6 some seconds, 6x6 and 5x7 a few minutes and 3 GB.
A board with walls (--level) takes about three times as long as a rectangle with as many
free cells. Larger boards are refused before memory is allocated. The exit code is 3 if
no snake can win on the board.

--save also writes the best move of every position to a file, for the solver
tablebase:file=FILE. With --checkpoint the same command continues an interrupted run.
With --store the result is stored, and printed at once the next time.

--position evaluates one position, drawn with the top row first: A is the head; B, C and
so on up to Z, and then a to z, are the body behind it; * is the food, # a wall and . a
free cell. It prints the value of each direction. The exit code is 3 if the position
cannot be won. Moves are means over won games. All figures ignore the rule that ends a
game after 3*W*H moves without a meal.

With --adversary the food is not random: it appears where it costs the most moves. The
result is the number of moves that always suffice, and whether such food can keep the
snake from winning for ever.

--rules classic:wrap=true joins the edges of the board, whose sides must then be at least
3. With grow=N, a meal adds N segments; the last N-1 appear in the next moves. This takes
several times as much time and memory, and --save and --checkpoint cannot store it. food=N
is refused, because the places of N food multiply the number of positions.

ouro atlas computes which boards with walls, of up to 20 cells, are always won.`,
		Example: `  ouro exact --board 4x4
  ouro exact --board 4x4 --start-length 3 --json
  ouro exact --board 5x6 --save 5x6.table
  ouro watch tablebase:file=5x6.table --board 5x6
  ouro exact --board 6x6 --checkpoint work
  ouro exact --level walls.txt
  ouro exact --board 4x4 --rules classic:wrap=true
  ouro exact --board 5x5 --adversary
  ouro exact --position position.txt`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.cmd = cmd
	o.addFlags(cmd)
	return cmd
}

func (o *exactOptions) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	o.board.W, o.board.H = 4, 4
	flags.Rules(cmd, &o.rules, classic.Rules{}.Spec().String(), "those of classic Snake with wrap=true or grow=N")
	flags.Board(cmd, &o.board, "at most 36 cells")
	flags.Level(cmd, &o.level)
	flags.Exclusive(cmd, "board", "level")
	flags.StartLength(cmd, &o.startLength, "")
	fs.StringVar(&o.position, "position", "", "evaluate the position drawn in this `FILE`")
	fs.BoolVar(&o.adversary, "adversary", false, "place the food where it costs the most moves")
	fs.StringVar(&o.save, "save", "", "write the best move of every position to this `FILE`")
	fs.StringVar(&o.checkpoint, "checkpoint", "", "save the work in this `DIRECTORY` after each length, and continue from it")
	fs.Var(&o.memory, "memory", "refuse work that needs more than this `SIZE`, e.g. 500MB or 8GB")
	flags.Workers(cmd, &o.workers, "each evaluates positions (default one for each processor)")
	o.timeout.Add(cmd)
	flags.JSON(cmd, &o.json, "")
	o.store.Add(cmd, experiment.StoreUsage+"; --save computes everything again")
	flags.Exclude(cmd, "adversary", "save", "checkpoint", "store")
	flags.Exclude(cmd, "position", "board", "level", "start-length", "save", "checkpoint", "store")
}

func (o *exactOptions) run(ctx context.Context, stdio command.IO) error {
	if err := cmp.Or(flags.NotNegative("workers", o.workers), o.timeout.Check(), o.readRules()); err != nil {
		return err
	}
	ctx, cancel := o.timeout.Limit(ctx)
	defer cancel()
	bar := progress.NewExact(stdio.Err)
	defer bar.Clear()
	options := exact.Options{
		Workers: o.workers, Memory: int64(o.memory), Checkpoint: o.checkpoint, Save: o.save, Files: stdio.Files,
		Progress: bar.Show, Grow: o.game.Grow,
	}
	if o.position != "" {
		options.Adversary = o.adversary
		return o.answer(ctx, stdio, bar, options)
	}
	level, err := o.readLevel()
	if err != nil {
		return err
	}
	if o.adversary {
		return o.worst(ctx, stdio, bar, level, options)
	}
	kept, err := o.openRun(ctx, level)
	if err != nil {
		return err
	}
	result, err := o.optimum(ctx, stdio.Err, level, kept, options)
	bar.Clear()
	err = errors.Join(err, kept.Close())
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		o.printResume(stdio.Err)
	}
	if err != nil {
		return usageIfRefused(err)
	}
	write := o.writeText
	if o.json {
		write = o.writeJSON
	}
	if err := write(stdio.Out, level, result); err != nil {
		return err
	}
	if result.Probability == 0 {
		return command.ErrNo
	}
	return nil
}

// readRules parses --rules.
func (o *exactOptions) readRules() error {
	spec, err := ouro.ParseSpec(o.rules)
	if err == nil && spec.Name != "classic" {
		err = errors.New("want the rules of classic Snake, with no other options than wrap and grow")
	}
	if err == nil {
		o.game, err = classic.New(spec.Options)
	}
	if err == nil && o.game.Food > 1 {
		err = errors.New("the optimum is computed for one food at a time, because the places of several food multiply the number of positions; want food=1")
	}
	if err != nil {
		return command.Usagef("--rules %s: %w", o.rules, err)
	}
	return nil
}

// readLevel returns the board that the flags name.
func (o *exactOptions) readLevel() (l *ouro.Level, err error) {
	l = ouro.OpenLevel(ouro.MustGrid(o.board.W, o.board.H))
	if o.level != "" {
		if l, err = flags.ReadLevel(o.cmd, o.level); err != nil {
			return nil, err
		}
	}
	return o.game.Board(l)
}

// rulesText returns the rules with their options, or "" if all options have their defaults.
func (o *exactOptions) rulesText() string {
	if o.game == (classic.Rules{}) {
		return ""
	}
	return o.game.Spec().String()
}

// usageIfRefused returns err as a usage error if exact refused the board, the rules or the amount of
// memory.
func usageIfRefused(err error) error {
	if tooLarge := (*exact.TooLargeError)(nil); errors.As(err, &tooLarge) {
		return command.Usagef("%w (--memory allows more)", err)
	}
	if wrong := (*exact.LevelError)(nil); errors.As(err, &wrong) || errors.Is(err, exact.ErrStart) {
		return command.Usage(err)
	}
	if wrong := (*exact.RulesError)(nil); errors.As(err, &wrong) {
		return command.Usage(err)
	}
	return err
}

// printResume prints how to continue an interrupted run.
func (o *exactOptions) printResume(stderr io.Writer) {
	if o.checkpoint == "" {
		fmt.Fprintln(stderr, "ouro: stopped, nothing is stored; with --checkpoint DIRECTORY the same command could continue")
		return
	}
	fmt.Fprintf(stderr, "ouro: stopped; continue with: ouro %s\n", experiment.RepeatCommand(o.cmd, func(_, value string) string { return value }, "timeout"))
}

// memoryTaken returns how many bytes this process has obtained from the operating system.
func memoryTaken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

// boardText names a board and the start of its games.
func (o *exactOptions) boardText(l *ouro.Level) string {
	text := "board " + l.Grid.String()
	if room := l.State().Room(); room < l.Grid.Size() {
		text += fmt.Sprintf(" with walls, %s", english.Count(room, "free cell"))
	}
	if rules := o.rulesText(); rules != "" {
		text += ", rules " + rules
	}
	return fmt.Sprintf("%s, start length %d", text, o.startLength)
}

func (o *exactOptions) writeText(w io.Writer, l *ouro.Level, r *exactResult) error {
	fmt.Fprintln(w, o.boardText(l))
	fmt.Fprintf(w, "  won with probability  %s\n", chanceText(r.Probability))
	if r.Probability > 0 {
		fmt.Fprintf(w, "  expected moves        %.6f\n", r.Moves)
	}
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

// rowsOf returns the rows of the board of --level, or nil without that flag.
func (o *exactOptions) rowsOf(l *ouro.Level) []string {
	if o.level == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(l.String(), "\n"), "\n")
}

func (o *exactOptions) writeJSON(w io.Writer, l *ouro.Level, r *exactResult) error {
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "rules", sheet.Sparse(o.rulesText()), "board", l.Grid.String(), "level", sheet.Sparse(o.rowsOf(l)), "start_length", o.startLength,
		"probability", r.Probability, "moves", numberOrNull(r.Moves), "bodies", r.Bodies, "positions", r.Positions,
		"seconds", r.took.Seconds(), "memory_bytes", r.memory, "table", sheet.Sparse(o.save), "resumed_at_length", sheet.Sparse(r.Resumed)))
}

// exactResult is a result, new or stored, and its cost.
type exactResult struct {
	exact.Report
	took   time.Duration
	memory uint64
}

// openRun opens the computation for the board in the results file. Without --store it returns
// nil.
func (o *exactOptions) openRun(ctx context.Context, l *ouro.Level) (*experiment.Storage, error) {
	if o.store.Name() == "" {
		return nil, nil
	}
	title, drawn := fmt.Sprintf("best play of %s %s", o.game.Spec(), l.Grid), (*ouro.Level)(nil)
	if o.level != "" {
		title, drawn = title+" with walls", l
	}
	d := definition.OfExact(o.game.Spec(), l.Grid, drawn, o.startLength)
	return o.store.OpenRuns(ctx, []store.Experiment{{
		Kind: string(d.Kind), Definition: d.Text(), Title: title,
		Rules: d.Rules, Board: d.Board, StartLength: d.StartLength, Reproducible: true,
	}}, 0, "")
}

// optimum returns the stored result. If there is none, or if --save needs the table of moves, it
// computes and stores the result.
func (o *exactOptions) optimum(ctx context.Context, stderr io.Writer, l *ouro.Level, kept *experiment.Storage, options exact.Options) (*exactResult, error) {
	if kept != nil && o.save == "" {
		if r, err := storedOptimum(kept); r != nil || err != nil {
			if err == nil {
				fmt.Fprintf(stderr, "ouro: stored in %s\n", kept.Store.File())
			}
			return r, err
		}
	}
	began := time.Now()
	report, err := exact.Solve(ctx, l, o.startLength, options)
	if err != nil {
		return nil, err
	}
	r := &exactResult{*report, time.Since(began), memoryTaken()}
	return r, storeOptimum(kept, r)
}

func storedOptimum(kept *experiment.Storage) (*exactResult, error) {
	g, err := kept.Runs[0].Find(0, 0)
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
	return kept.Runs[0].Put(&store.Game{Took: r.took, Detail: detail})
}

// numberOrNull returns nil for NaN, which JSON lacks.
func numberOrNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
