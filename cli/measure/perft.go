package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/roster"
	"ouro/rule/perft"
	"ouro/verify"
)

type perftOptions struct {
	game   flags.Game
	depth  int
	divide bool
	chance bool
	feast  bool
	json   bool

	positions string
	timeout   flags.Timeout
}

func NewPerft(stdio command.IO) *cobra.Command {
	var o perftOptions
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count the positions after all moves, to check an implementation of the rules",
		Long: `Perft starts from the first position of the seed's game, tries all four directions at
every turn, and counts the positions after exactly --depth turns, by the number of living
snakes. Finished games are not expanded. Food does not appear again, unless --chance
counts every cell on which it can appear.

--positions counts from the positions of a file instead. Each line is JSON with a board of
several snakes that move at once. Perft compares its counts with those in the file; the
exit code is 3 if any count differs.`,
		Example: `  ouro perft --board 5x5 --depth 9
  ouro perft --board 5x5 --depth 6 --divide      by first move
  ouro perft --board 41x41 --feast --depth 10    self-avoiding walks (A001411)
  ouro perft --board 3x3 --depth 7 --chance      every place for the next food
  ouro perft --positions joint.jsonl             compare with a file`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.game.Add(cmd, roster.Rules()[0].Name)
	cmd.Flags().IntVar(&o.depth, "depth", 6, "count to this depth, in `MOVES`")
	cmd.Flags().BoolVar(&o.divide, "divide", false, "count each first move separately")
	cmd.Flags().BoolVar(&o.chance, "chance", false, "count every free cell for the next food")
	cmd.Flags().BoolVar(&o.feast, "feast", false, "put food everywhere and the snake in the middle, so that it grows with every step")
	flags.JSON(cmd, &o.json, "")
	cmd.Flags().StringVar(&o.positions, "positions", "", "count from the Battlesnake positions of this `FILE` and compare")
	flags.Exclude(cmd, "positions", "rules", "board", "level", "start-length", "seed", "divide", "chance", "feast")
	o.timeout.Add(cmd)
	return cmd
}

func (o *perftOptions) run(ctx context.Context, stdio command.IO) error {
	if err := cmp.Or(flags.AtLeastOne("depth", o.depth), o.timeout.Check()); err != nil {
		return err
	}
	ctx, cancel := o.timeout.Limit(ctx)
	defer cancel()
	if o.positions != "" {
		return o.countPositions(ctx, stdio)
	}
	game, err := o.game.Spec()
	if err != nil {
		return err
	}
	rules, start, err := o.position(game)
	if err != nil {
		return err
	}
	began := time.Now()
	bar := progress.New(stdio.Err)
	parts, err := perft.Divide(ctx, rules, start, o.depth, perft.Options{Chance: o.chance, Progress: perftProgress(bar, began)})
	bar.Clear()
	if err != nil && ctx.Err() != nil {
		fmt.Fprintln(stdio.Err, "ouro: interrupted before the count was complete; a smaller --depth is faster")
	}
	if err != nil {
		return err
	}
	var total perft.Result
	for _, p := range parts {
		total.Add(p.Result)
	}
	if o.json {
		return o.writeJSON(stdio.Out, game, parts, total)
	}
	return o.writeText(stdio, parts, total, time.Since(began))
}

// perftProgress returns a function that draws the progress of a count. done is the finished share of
// the work, from 0 to 1.
func perftProgress(bar *progress.Bar, began time.Time) func(nodes uint64, done float64) {
	const parts = 1 << 20
	var drawn time.Duration
	return func(nodes uint64, done float64) {
		elapsed := time.Since(began)
		if elapsed-drawn < progress.Every {
			return
		}
		drawn = elapsed
		doneParts := int(done * parts)
		bar.Draw(lab.Progress{Done: doneParts, Total: parts, Elapsed: elapsed}, progress.Figure(float64(nodes))+" nodes",
			progress.TimeLeft(elapsed, doneParts, parts), progress.Rate(float64(nodes)/elapsed.Seconds(), "nodes"))
	}
}

// position returns the rules, and the position from which perft counts.
func (o *perftOptions) position(game ouro.GameSpec) (ouro.Rules, *ouro.State, error) {
	deal, err := roster.Deal(game, ouro.GameSeed(uint64(o.game.Seed), 0))
	if err != nil {
		return nil, nil, err
	}
	if !o.feast {
		deal.Rules.Spawn(deal.Start, deal.Dice)
		return deal.Rules, deal.Start, nil
	}
	if o.chance {
		return nil, nil, command.Usagef("--feast and --chance cannot be combined: on a board full of food, no food appears")
	}
	if game.Level != nil || game.StartLength != 1 {
		return nil, nil, command.Usagef("--feast: needs an open board and a snake of length 1")
	}
	s := ouro.NewState(deal.Start.Grid)
	s.AddSnake(s.Grid.At(game.W/2, game.H/2))
	return deal.Rules, perft.Feast(s), nil
}

func (o *perftOptions) writeText(stdio command.IO, parts []perft.Part, total perft.Result, took time.Duration) error {
	if o.divide {
		for _, p := range parts {
			fmt.Fprintf(stdio.Out, "%-6s %d alive, %d dead\n", p.Joint[0], p.Survivors[1], p.Survivors[0])
		}
	}
	_, err := fmt.Fprintf(stdio.Out, "depth %d: %s, %d alive, %d dead; %s ended at a smaller depth\n",
		o.depth, english.Count(int(total.Leaves), "position"), total.Survivors[1], total.Survivors[0], english.Count(int(total.Ended), "game"))
	if err == nil {
		fmt.Fprintf(stdio.Err, "%s in %v, %s\n", english.Count(int(total.Nodes), "node"), took.Round(time.Millisecond), progress.Rate(float64(total.Nodes)/took.Seconds(), "nodes"))
	}
	return err
}

func (o *perftOptions) writeJSON(w io.Writer, game ouro.GameSpec, parts []perft.Part, total perft.Result) error {
	counts := func(r perft.Result) sheet.Facts {
		return sheet.FactsOf("leaves", r.Leaves, "alive", r.Survivors[1], "dead", r.Survivors[0], "ended_before", r.Ended, "nodes", r.Nodes)
	}
	var divide map[string]sheet.Facts
	if o.divide {
		divide = make(map[string]sheet.Facts)
		for _, p := range parts {
			divide[p.Joint[0].String()] = counts(p.Result)
		}
	}
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "board", fmt.Sprintf("%dx%d", game.W, game.H), "depth", o.depth, "chance", o.chance, "feast", o.feast,
		"total", counts(total), "divide", sheet.Sparse(divide)))
}

func (o *perftOptions) countPositions(ctx context.Context, stdio command.IO) (err error) {
	f, err := command.OpenFile(ctx, stdio.In, o.positions)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	depth := 0
	if o.game.Given("depth") {
		depth = o.depth
	}
	docs, wrong := []sheet.Facts{}, 0
	err = verify.Perft(ctx, f, depth, func(c *verify.Counted) error {
		docs = append(docs, sheet.FactsOf("name", c.Name, "equal", c.Equal(), "perft", c.Got, "expected", c.Want))
		if !c.Equal() {
			wrong++
		}
		if !o.json {
			printCounted(stdio, c)
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		fmt.Fprintf(stdio.Err, "ouro: stopped after %s\n", english.Count(len(docs), "position"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.positions, err)
	}
	if o.json {
		if err := command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "positions", docs)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(stdio.Out, "%s, %d differ\n", english.Count(len(docs), "position"), wrong)
	}
	if wrong > 0 {
		return command.ErrNo
	}
	return nil
}

func printCounted(stdio command.IO, c *verify.Counted) {
	name := command.Excerpt(c.Name)
	deepest := c.Got[len(c.Got)-1]
	switch {
	case len(c.Want) == 0:
		fmt.Fprintf(stdio.Out, "%s: the file has no counts to compare with\n", name)
		for _, got := range c.Got {
			fmt.Fprintf(stdio.Out, "  %s\n", countsText(got))
		}
	case c.Equal():
		fmt.Fprintf(stdio.Out, "%s: equal, %s\n", name, countsText(deepest))
	default:
		fmt.Fprintf(stdio.Out, "%s: differs\n", name)
		for i, want := range c.Want {
			if !want.Equal(c.Got[i]) {
				fmt.Fprintf(stdio.Out, "  counted  %s\n  expected %s\n", countsText(c.Got[i]), countsText(want))
			}
		}
	}
}

func countsText(c verify.Counts) string {
	return fmt.Sprintf("depth %d: %d nodes, %d over, eliminated %v, eaten %d, health %d, length %d",
		c.Depth, c.Nodes, c.Over, c.Eliminated, c.Eaten, c.Health, c.Length)
}
