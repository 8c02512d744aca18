package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/word"
	"ouro/word/list"
)

// The largest sizes of the input files of boggle, in bytes.
const (
	maxGridSize = 16 << 10
	maxListSize = 16 << 20
)

type boggleOptions struct {
	grid    string
	board   flags.Size
	seed    flags.SeedValue
	words   string
	min     int
	from    string
	path    string
	best    bool
	tries   int
	json    bool
	timeout flags.Timeout

	gridGiven, pathGiven bool
}

func NewBoggle(stdio command.IO) *cobra.Command {
	o := boggleOptions{board: flags.Size{W: 4, H: 4, Least: 1, Most: word.MaxSide}}
	cmd := &cobra.Command{
		Use:   "boggle [FILE]",
		Short: "Find every word in a grid of letters",
		Long: `Boggle finds the words whose letters lie on neighbouring cells of a grid, in eight
directions, without using a cell twice. It searches like the snake in the maze: it follows
a path as long as some word begins with the path's letters, then goes back.

The grid is --grid, or a FILE ("-" is standard input), or else random. It has at most
16x16 cells; rows are separated by / or line breaks. A cell is a letter of either case,
Qu (capital Q, small u) for both letters on one cell, or ? for any letter.

--best searches for a random grid with as many points as possible, by simulated annealing.
It tries --tries grids: each comes from the previous one by changing a letter or swapping
two. The same seed always gives the same grid.

Words of 3 and 4 letters score 1 point, of 5 two, of 6 three, of 7 five, and longer words
11. Shorter words are listed without points. The list of words is ENABLE, 172,823 English
words in the public domain, or the file of --words, with one word a line. Lines with other
characters than a to z are skipped, and their number is printed on standard error.

The exit code is 3 if no word is found. In JSON a trail is a list of cells, counted in
reading order from 0 at the top left.`,
		Example: `  ouro boggle --grid "doq/npo/wer"
  ouro boggle --grid "doq/npo/wer" --from d        words that begin with d
  ouro boggle --grid "doq/npo/wer" --path doner    the trail of one word
  ouro boggle --board 5x5 --seed 7 --min 5         long words of a random grid
  ouro boggle --best --min 8                       a grid with a high score
  ouro boggle grid.txt --words list.txt --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Usagef("%s: unexpected argument %q", cmd.CommandPath(), args[1])
			}
			for _, other := range []string{"grid", "board", "seed", "best"} {
				if len(args) == 1 && cmd.Flags().Changed(other) {
					return command.Usagef("%s: --%s cannot be combined with a file", args[0], other)
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("tries") && !o.best {
				return command.Usagef("--tries: needs --best")
			}
			o.gridGiven, o.pathGiven = cmd.Flags().Changed("grid"), cmd.Flags().Changed("path")
			return o.run(cmd.Context(), stdio, args)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *boggleOptions) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.grid, "grid", "", "the grid as `ROWS`, e.g. doq/npo/wer")
	flags.Board(cmd, &o.board, fmt.Sprintf("of the random grid, each 1 to %d", word.MaxSide))
	flags.Seed(cmd, &o.seed)
	fs.StringVar(&o.words, "words", "", "read the list of words from `FILE`")
	fs.IntVar(&o.min, "min", 1, "only words of at least `N` letters")
	fs.StringVar(&o.from, "from", "", "only words that begin with these `LETTERS`")
	fs.StringVar(&o.path, "path", "", "draw the trail of this `WORD`, even if it is not in the list of words")
	fs.BoolVar(&o.best, "best", false, "search for a grid with a high score")
	fs.IntVar(&o.tries, "tries", 20_000, "number `N` of grids that --best tries")
	flags.JSON(cmd, &o.json, "")
	o.timeout.Add(cmd)
	flags.Exclude(cmd, "grid", "board", "seed")
	flags.Exclude(cmd, "best", "grid", "path")
	flags.Exclude(cmd, "path", "min", "from")
}

func (o *boggleOptions) run(ctx context.Context, stdio command.IO, args []string) error {
	if err := o.check(args); err != nil {
		return err
	}
	ctx, cancel := o.timeout.Limit(ctx)
	defer cancel()
	grid, err := o.readGrid(ctx, stdio, args)
	if err != nil {
		return err
	}
	list, err := o.readList(ctx, stdio)
	if err != nil {
		return err
	}
	if o.best {
		if grid, err = o.findBest(ctx, stdio, list); err != nil {
			return err
		}
	}
	search := list
	if o.pathGiven {
		if search, _, err = word.ParseList(o.path); err != nil {
			return command.Usagef("--path: %w", err)
		}
	}
	found, err := word.NewFinder(search).Find(ctx, grid)
	if err != nil {
		text := "ouro: interrupted before the search was complete"
		if errors.Is(err, context.DeadlineExceeded) && hasWildcards(grid) {
			text += "; a grid with fewer wildcards is searched faster"
		}
		fmt.Fprintln(stdio.Err, text)
		return err
	}
	found = slices.DeleteFunc(found, func(f word.Found) bool {
		return len(f.Word) < o.min || !strings.HasPrefix(f.Word, strings.ToLower(o.from))
	})
	switch {
	case o.json:
		err = writeBoggleJSON(stdio.Out, grid, list, found)
	case o.pathGiven:
		err = writeTrail(stdio.Out, grid, list, search.Word(0), found)
	default:
		err = writeWords(stdio.Out, grid, found)
	}
	if err == nil && len(found) == 0 {
		return command.ErrNo
	}
	return err
}

// findBest searches for a grid with a high score and shows its progress.
func (o *boggleOptions) findBest(ctx context.Context, stdio command.IO, list *word.List) (*word.Grid, error) {
	bar := progress.New(stdio.Err)
	grids := 0
	grid, points, err := word.NewFinder(list).Best(ctx, o.board.W, o.board.H, o.tries, o.dice(), func(n, _ int) {
		grids = n
		if n%256 == 0 {
			bar.Count(n, o.tries, "grid")
		}
	})
	bar.Clear()
	if err != nil {
		fmt.Fprintf(stdio.Err, "ouro: interrupted after %d of %s; the best so far is %s with %s\n",
			grids, english.Count(o.tries, "grid"), grid, english.Count(points, "point"))
	}
	return grid, err
}

// hasWildcards reports whether the grid has wildcards, which make searches slow.
func hasWildcards(g *word.Grid) bool {
	for c := range g.Cells() {
		if g.Face(word.Cell(c)) == word.Any {
			return true
		}
	}
	return false
}

func (o *boggleOptions) check(args []string) error {
	if err := cmp.Or(flags.AtLeastOne("min", o.min), flags.AtLeastOne("tries", o.tries), o.timeout.Check()); err != nil {
		return err
	}
	switch {
	case !isLetters(o.from):
		return command.Usagef("--from %q: want letters a to z", o.from)
	case o.pathGiven && (o.path == "" || !isLetters(o.path)):
		return command.Usagef("--path %q: want one word of the letters a to z", o.path)
	case len(args) > 0 && args[0] == "-" && o.words == "-":
		return command.Usagef("standard input cannot be both the grid and the words")
	}
	return nil
}

func isLetters(text string) bool {
	return strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}

func (o *boggleOptions) readGrid(ctx context.Context, stdio command.IO, args []string) (*word.Grid, error) {
	switch {
	case o.gridGiven:
		g, err := word.ParseGrid(o.grid)
		if err != nil {
			return nil, command.Usage(err)
		}
		return g, nil
	case len(args) > 0:
		text, err := command.ReadFile(ctx, stdio.In, args[0], maxGridSize)
		if err != nil {
			return nil, err
		}
		g, err := word.ParseGrid(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", args[0], err)
		}
		return g, nil
	}
	return word.Random(o.board.W, o.board.H, o.dice()), nil
}

// dice returns the dice of the random grid.
func (o *boggleOptions) dice() ouro.Dice { return ouro.GameDice(ouro.GameSeed(uint64(o.seed), 0)) }

// readList reads the list of words and prints how many lines it skipped.
func (o *boggleOptions) readList(ctx context.Context, stdio command.IO) (*word.List, error) {
	if o.words == "" {
		return list.English(), nil
	}
	text, err := command.ReadFile(ctx, stdio.In, o.words, maxListSize)
	if err != nil {
		return nil, err
	}
	list, skipped, err := word.ParseList(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.words, err)
	}
	if skipped > 0 {
		fmt.Fprintf(stdio.Err, "ouro: %s: skipped %s with other characters than the letters a to z\n", o.words, english.Count(skipped, "line"))
	}
	return list, nil
}

// writeWords prints the grid and the words, the longest first.
func writeWords(w io.Writer, grid *word.Grid, found []word.Found) error {
	var b strings.Builder
	b.WriteString(grid.Draw())
	if line := grid.String(); len(line) <= command.Columns(w) { // the grid in the syntax of --grid
		b.WriteString(line + "\n")
	}
	if len(found) == 0 {
		b.WriteString("\nno word found\n")
	}
	total := 0
	byLength := make(map[int][]word.Found)
	for _, f := range found {
		byLength[len(f.Word)] = append(byLength[len(f.Word)], f)
		total += f.Points
	}
	for _, letters := range slices.Backward(slices.Sorted(maps.Keys(byLength))) {
		group := byLength[letters]
		fmt.Fprintf(&b, "\n%s: %s\n", english.Count(letters, "letter"), pointsText(group))
		perLine := max(1, command.Columns(w)/(letters+2))
		for line := range slices.Chunk(group, perLine) {
			for _, f := range line {
				b.WriteString("  " + f.Word)
			}
			b.WriteByte('\n')
		}
	}
	if len(found) > 0 {
		fmt.Fprintf(&b, "\n%s, %s\n", english.Count(len(found), "word"), english.Count(total, "point"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pointsText returns the number of words in a group of the same length, and the points of each.
func pointsText(group []word.Found) string {
	words := english.Count(len(group), "word")
	switch points := group[0].Points; {
	case points == 0:
		return words + ", no points"
	case len(group) == 1:
		return words + ", " + english.Count(points, "point")
	default:
		return words + ", " + english.Count(points, "point") + " each"
	}
}

func writeTrail(w io.Writer, g *word.Grid, list *word.List, text string, found []word.Found) error {
	if len(found) == 0 {
		_, err := fmt.Fprintf(w, "%s\n%s is not on the grid\n", g.Draw(), text)
		return err
	}
	listed := ""
	if !list.Has(text) {
		listed = "; it is not in the list of words"
	}
	_, err := fmt.Fprintf(w, "%s\n%s: %s, %s%s\n", g.DrawTrail(found[0].Trail, command.Columns(w)), text,
		english.Count(len(text), "letter"), english.Count(found[0].Points, "point"), listed)
	return err
}

func writeBoggleJSON(w io.Writer, grid *word.Grid, list *word.List, found []word.Found) error {
	points := 0
	words := sheet.Each(found, func(f *word.Found) sheet.Facts {
		points += f.Points
		trail := make([]int, len(f.Trail)) // a slice of bytes would become text in JSON
		for i, c := range f.Trail {
			trail[i] = int(c)
		}
		return sheet.FactsOf("word", f.Word, "points", f.Points, "listed", list.Has(f.Word), "trail", trail)
	})
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "grid", grid.String(), "columns", grid.Columns(), "rows", grid.Rows(),
		"list_words", list.Len(), "points", points, "words", words))
}
