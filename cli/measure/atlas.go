package measure

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/atlas"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/lab"
	"ouro/lab/sheet"
)

type atlasOptions struct {
	cells      int
	exceptions bool
	workers    int
	timeout    flags.Timeout
	json       bool
}

func NewAtlas(stdio command.IO) *cobra.Command {
	var o atlasOptions
	cmd := &cobra.Command{
		Use:   "atlas",
		Short: "Find out which small boards a snake always wins",
		Long: `Atlas examines every board of up to --cells connected cells, up to rotation and
reflection, under the rules of classic Snake with a snake of length 1. It counts:

  boards      all boards
  winnable    boards on which a snake can win from some start, with luck: boards
              with a path through all cells
  always won  boards on which a snake can force a win from every start
  cycle       boards with a Hamiltonian cycle, which are always won
  hole cycle  boards with a cycle through all cells except a hole, in which a
              cell can be exchanged with the hole; they are always won too

--exceptions draws the boards that are always won without a Hamiltonian cycle, as levels
for --level: a space is a cell, X a wall. The figures ignore the rule that ends a game
after 3*W*H moves without a meal. With each further cell the survey takes about three
times as long.`,
		Example: `  ouro atlas
  ouro atlas --cells 11 --exceptions
  ouro atlas --cells 16 --json`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	cmd.Flags().IntVar(&o.cells, "cells", 12, fmt.Sprintf("examine boards of %d to `N` cells, at most %d", atlas.MinCells, atlas.MaxCells))
	cmd.Flags().BoolVar(&o.exceptions, "exceptions", false, "draw the boards that are always won without a Hamiltonian cycle")
	flags.Workers(cmd, &o.workers, "each examines boards (default one for each processor)")
	o.timeout.Add(cmd)
	flags.JSON(cmd, &o.json, "")
	return cmd
}

func (o *atlasOptions) run(ctx context.Context, stdio command.IO) error {
	if o.cells < atlas.MinCells || o.cells > atlas.MaxCells {
		return command.Usagef("--cells %d: want %d to %d", o.cells, atlas.MinCells, atlas.MaxCells)
	}
	if err := cmp.Or(flags.NotNegative("workers", o.workers), o.timeout.Check()); err != nil {
		return err
	}
	ctx, cancel := o.timeout.Limit(ctx)
	defer cancel()
	bar := progress.New(stdio.Err)
	rows, err := o.survey(ctx, bar)
	bar.Clear()
	if err != nil && len(rows) > 0 && !o.json {
		if err := o.writeText(stdio.Out, rows); err != nil {
			return err
		}
		fmt.Fprintf(stdio.Err, "ouro: stopped after the boards of %d cells\n", rows[len(rows)-1].Cells)
	}
	if err != nil {
		return err
	}
	if o.json {
		return o.writeJSON(stdio.Out, rows)
	}
	return o.writeText(stdio.Out, rows)
}

// survey examines the boards of each number of cells. It returns the complete rows, even if it
// returns an error.
func (o *atlasOptions) survey(ctx context.Context, bar *progress.Bar) (rows []*atlas.Row, err error) {
	const parts = 1 << 20
	began := time.Now()
	var drawn time.Duration
	for cells := atlas.MinCells; cells <= o.cells; cells++ {
		row, err := atlas.Survey(ctx, cells, atlas.Options{Workers: o.workers, Progress: func(begun, jobs int) {
			elapsed := time.Since(began)
			if elapsed-drawn < progress.Every {
				return
			}
			drawn = elapsed
			done := int(parts * o.share(cells, float64(begun-1)/float64(jobs)))
			bar.Draw(lab.Progress{Done: done, Total: parts, Elapsed: elapsed}, fmt.Sprintf("boards of %d cells", cells), progress.TimeLeft(elapsed, done, parts))
		}})
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// share estimates the completed share of all work, if all boards with fewer cells and this part of
// the boards with this number of cells are done.
func (o *atlasOptions) share(cells int, part float64) float64 {
	const factor = 2.7 // ratio of the work on successive rows
	done, all, row := 0.0, 0.0, 1.0
	for n := atlas.MinCells; n <= o.cells; n++ {
		if n == cells {
			done = all + part*row
		}
		all += row
		row *= factor
	}
	return done / all
}

func (o *atlasOptions) writeText(w io.Writer, rows []*atlas.Row) error {
	var cells, counts sheet.Columns
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, r := range rows {
		cells.Row("cells", strconv.Itoa(r.Cells))
		counts.Row("boards", number(r.Boards), "winnable", number(r.Winnable), "always won", number(r.Always), "cycle", number(r.Cycle), "hole cycle", number(r.HoleCycle))
	}
	table := sheet.NewTable(cells, counts)
	var b strings.Builder
	for _, line := range table.Lines(command.HelpWidth) {
		b.WriteString(line + "\n")
	}
	if o.exceptions {
		for _, r := range rows {
			for _, board := range r.Exceptions {
				fmt.Fprintf(&b, "\n%s", board)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o *atlasOptions) writeJSON(w io.Writer, rows []*atlas.Row) error {
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "rows", sheet.Each(rows, func(r **atlas.Row) sheet.Facts {
		facts := sheet.FactsOf("cells", (*r).Cells, "boards", (*r).Boards, "winnable", (*r).Winnable, "always_won", (*r).Always,
			"cycle", (*r).Cycle, "hole_cycle", (*r).HoleCycle)
		if o.exceptions {
			drawings := []string{}
			for _, board := range (*r).Exceptions {
				drawings = append(drawings, board.String())
			}
			facts.Add("exceptions", drawings)
		}
		return facts
	})))
}
