package results

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/store"
)

type listOptions struct {
	experiment.Reader
	query
	experiment.Form
}

func newList(stdio command.IO) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [SOLVER]...",
		Short: "List stored experiments",
		Long: `List prints a line for each experiment, the newest last: its id, rules and board, solvers,
number of games, percentage of won games, mean number of moves of won games, build, and
the day on which it began. SOLVER is a spec, a name, or a part of either.

For games in which several solvers play each other there is no percentage of won games,
and the moves are the mean number of turns of a game.`,
		Example: `  ouro results list
  ouro results list cell --board 20x20 --since 30d
  ouro results list --build 3f2a91c --csv
  ouro results list --kind hunter --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	o.Form.Add(cmd, "experiment")
	return cmd
}

func (o *listOptions) run(ctx context.Context, stdio command.IO, solvers []string) error {
	if err := o.check(solvers); err != nil {
		return err
	}
	return o.With(ctx, func(s *store.Store) error {
		found, err := o.find(ctx, s, solvers...)
		if err != nil {
			return err
		}
		totals, err := s.Totals(ctx)
		if err != nil {
			return err
		}
		changed, err := s.Changed(ctx)
		if err != nil {
			return err
		}
		for _, c := range changed {
			text := c.Error()
			if c.Experiment != "" {
				text += "; it is omitted"
			}
			fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(text))
		}
		return o.write(stdio, s, totalsOf(found, totals), len(solvers) > 0 || o.query.isGiven())
	})
}

// write writes the list. isSelection means that flags or arguments have selected experiments.
func (o *listOptions) write(stdio command.IO, s *store.Store, all []experimentTotals, isSelection bool) error {
	switch {
	case o.JSON:
		return command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "experiments", sheet.Each(all, (*experimentTotals).facts)))
	case o.CSV:
		sample := experimentTotals{Experiment: &store.Experiment{}}
		return sheet.WriteCSV(stdio.Out, sample.facts(), slices.Values(sheet.Each(all, (*experimentTotals).facts)))
	case len(all) == 0:
		reason := "the results file is empty"
		if isSelection {
			reason = "no experiment matches; ouro results list without flags lists all"
		}
		_, err := fmt.Fprintf(stdio.Err, "ouro: %s: %s\n", printable.Line(s.File()), reason)
		return err
	case o.Markdown:
		return (&sheet.Sheet{Title: s.File(), Tables: []sheet.Table{listTable(all, longestSolver)}}).WriteMarkdown(stdio.Out)
	}
	_, err := io.WriteString(stdio.Out, strings.Join(listLines(all, command.Columns(stdio.Out)), "\n")+"\n")
	return err
}

// The largest and the smallest width of the column of solvers, in characters.
const (
	longestSolver  = 200
	shortestSolver = 10
)

// listLines returns the list for a terminal. If possible, it shortens specs so that each row is one
// line.
func listLines(all []experimentTotals, width int) (lines []string) {
	for most := longestSolver; most >= shortestSolver; most = most * 9 / 10 {
		table := listTable(all, most)
		if lines = table.Lines(width); len(lines) == len(all)+1 {
			break
		}
	}
	return lines
}

// experimentTotals is an experiment with the sums over its games.
type experimentTotals struct {
	*store.Experiment
	store.Totals
}

func totalsOf(all []store.Experiment, totals map[int64]store.Totals) []experimentTotals {
	list := make([]experimentTotals, len(all))
	for i := range all {
		list[i] = experimentTotals{&all[i], totals[all[i].ID]}
	}
	return list
}

// playsAlone reports whether a single snake or party plays each game. Only then does the number of
// won games show how well a solver plays.
func (t *experimentTotals) playsAlone() bool {
	return t.Kind == string(definition.Bench) || t.Kind == "hunter"
}

// moves returns the mean number of moves of won games or, if several snakes play, the mean
// number of turns of all games.
func (t *experimentTotals) moves() stat.Summary {
	if t.playsAlone() {
		return stat.FromSums(t.Won, t.WonTurns, t.WonTurnsSquared)
	}
	return stat.Summary{N: t.Totals.Games, Mean: t.Turns / float64(t.Totals.Games)}
}

func (t *experimentTotals) facts() sheet.Facts {
	o := sheet.FactsOf(
		"id", t.Key, "number", t.ID, "kind", t.Kind, "title", t.Title, "rules", t.Rules, "board", t.Board,
		"start_length", t.StartLength, "seed", t.Seed, "budget", t.Budget,
		"solvers", sheet.InJSON(append([]string{}, t.Solvers...)), "solvers", sheet.InCSV(t.Solvers),
		"build", buildFacts(&t.Build), "reproducible", t.Reproducible, "created", t.Created.UTC().Format(time.RFC3339),
		"games", t.Totals.Games, "first", t.First, "last", t.Experiment.Last,
	)
	if t.playsAlone() {
		o.Add("won", t.Won)
	} else {
		o.Add("won", sheet.Number(math.NaN())) // null in JSON
	}
	o.Add("moves_mean", sheet.Number(t.moves().Mean))
	return o
}

func buildFacts(b *buildinfo.Identity) sheet.Facts {
	return sheet.FactsOf("commit", b.Commit, "sum", b.Sum, "version", b.Version, "commit_time", b.Time)
}

// listTable returns the table of a list, with specs of no more than limit characters.
func listTable(all []experimentTotals, limit int) sheet.Table {
	var ids, games, figures, builds sheet.Columns
	for i := range all {
		t := &all[i]
		won, moves := "", t.moves()
		mean := sheet.Fixed(moves.Mean, 1)
		if t.playsAlone() {
			won = sheet.Rate(t.Won, t.Totals.Games)
		}
		if t.Kind == string(definition.Exact) {
			mean = ""
		}
		ids.Row("id", t.Key[:min(shortID, len(t.Key))])
		games.Row("number", fmt.Sprint(t.ID), "played", t.gameText(), "solver", cut(printable.Line(entrantsOf(t.Experiment)), limit))
		figures.Row("games", fmt.Sprint(t.Totals.Games), "won %", won, "moves", mean)
		builds.Row("build", t.Build.Short(), "begun", t.Created.Local().Format(time.DateOnly))
	}
	return sheet.NewTable(ids, games, figures, builds)
}

// shortID is the number of digits of an id in lists.
const shortID = 7

// gameText returns the kind of the experiment, unless it is bench, and its rules and board.
func (t *experimentTotals) gameText() string {
	text := printable.Line(strings.TrimSpace(flags.NameOf(t.Rules) + " " + t.Board))
	if t.Kind != string(definition.Bench) {
		text = strings.TrimSpace(t.Kind + " " + text)
	}
	return text
}

// cut shortens a text to no more than limit characters.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
