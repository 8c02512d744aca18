package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/arena/opening"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/saved"
)

type openingsOptions struct {
	count   int
	rules   string
	board   flags.Size
	seats   int
	seed    flags.SeedValue
	workers int
}

func newOpenings(stdio command.IO) *cobra.Command {
	var o openingsOptions
	cmd := &cobra.Command{
		Use:   "openings [OPENINGS]",
		Short: "Print positions from which the games of a tournament can start",
		Long: `Openings prints a list of positions, one a line, for ouro arena run --openings. Without
an argument it searches for balanced positions. A snake plays some turns from a start of
the rules, half of them with random moves. From the position that it reaches, the snake
then plays games against itself in every seat. Openings prints the position, followed by
the scores of the seats, if no seat wins clearly more of these games.

The argument sets how to search, such as balanced:turns=20,nodes=50,games=8,snake=spot,
or names a file or directory of lists or games. FILE@20..40 takes turns 20 to 40 of the
games.`,
		Example: `  ouro arena openings >openings.txt
  ouro arena openings balanced:turns=30 --rules royale --seats 4 --count 50
  ouro arena openings arena-1f0c9a3b@20..40 --count 100`,
		Args: command.AtMost(1, "the openings"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := "balanced"
			if len(args) > 0 {
				text = args[0]
			}
			return o.run(cmd.Context(), stdio, text)
		},
	}
	fs := cmd.Flags()
	fs.IntVar(&o.count, "count", 100, "print `N` positions, or fewer if there are no more")
	flags.Rules(cmd, &o.rules, "standard", "e.g. royale:map=royale,shrink=10; ouro list prints all")
	flags.Board(cmd, &o.board, "(default that of the positions, else of the rules)")
	fs.IntVar(&o.seats, "seats", 2, "`N` snakes in each game; one if the rules are for one snake")
	flags.Seed(cmd, &o.seed)
	flags.Workers(cmd, &o.workers, "each searches for a position (default one for each processor)")
	return cmd
}

func (o *openingsOptions) run(ctx context.Context, stdio command.IO, text string) error {
	if err := cmp.Or(flags.AtLeastOne("count", o.count), flags.AtLeastOne("seats", o.seats), flags.NotNegative("workers", o.workers)); err != nil {
		return err
	}
	if o.count > saved.MaxPositions {
		return command.Usagef("--count %d: a list has at most %d positions", o.count, saved.MaxPositions)
	}
	book, err := opening.Read(ctx, text)
	if err != nil {
		return err
	}
	if book.StartsByRules() {
		return command.Usagef("%s: the starts of the rules cannot be listed; want balanced, or the name of a file or directory", text)
	}
	game, err := o.game(book)
	if err != nil {
		return err
	}
	source, err := book.For(game, uint64(o.seed))
	if err != nil {
		return err
	}
	if n := source.Different(); n > 0 {
		o.count = min(o.count, n)
	}
	return o.print(ctx, stdio, source, fmt.Sprintf("# %s: %s %dx%d, %s, seed %d", book, game.Rules, game.W, game.H,
		english.Count(max(1, game.Snakes), "snake"), uint64(o.seed)))
}

func (o *openingsOptions) game(book *opening.Book) (game ouro.GameSpec, err error) {
	if game.Rules, err = ouro.ParseSpec(o.rules); err != nil {
		return game, command.Usage(err)
	}
	entry, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return game, command.Usage(err)
	}
	game.StartLength = max(1, entry.StartLength)
	if entry.HasSeveralSnakes() {
		game.Snakes = o.seats
	}
	if game.W, game.H = o.board.W, o.board.H; game.W > 0 {
		return game, nil
	}
	for _, size := range []string{book.Board(), entry.Board} {
		if size != "" {
			game.W, game.H, err = ouro.ParseSize(size)
			return game, err
		}
	}
	return game, command.Usagef("rules %s: missing --board, because the positions do not contain their board", game.Rules)
}

type openingLine struct {
	text string
	err  error
}

// print prints the positions in order. It prints each position as soon as it and all earlier
// positions are ready.
func (o *openingsOptions) print(ctx context.Context, stdio command.IO, source *opening.Source, title string) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	lines, next := make([]chan openingLine, o.count), atomic.Int64{}
	for i := range lines {
		lines[i] = make(chan openingLine, 1)
	}
	for range min(cmp.Or(o.workers, runtime.GOMAXPROCS(0)), o.count) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(o.count) && ctx.Err() == nil; i = next.Add(1) - 1 {
				text, err := source.Line(ctx, int(i))
				lines[i] <- openingLine{text, err}
			}
		})
	}
	bar := progress.New(stdio.Err)
	defer bar.Clear()
	if _, err := fmt.Fprintln(stdio.Out, title); err != nil {
		return err
	}
	for i := range lines {
		var line openingLine
		select {
		case line = <-lines[i]:
		case <-ctx.Done():
			line.err = ctx.Err()
		}
		bar.Clear()
		if line.err != nil {
			return errors.Join(line.err, o.partial(ctx, stdio, i))
		}
		if _, err := io.WriteString(stdio.Out, line.text+"\n"); err != nil {
			return err
		}
		bar.Count(i+1, o.count, "position")
	}
	return nil
}

// partial reports, in a comment in the list and in a message, that the list has only n positions.
func (o *openingsOptions) partial(ctx context.Context, stdio command.IO, n int) error {
	_, err := fmt.Fprintf(stdio.Out, "# PARTIAL: %d of %s\n", n, english.Count(o.count, "position"))
	if ctx.Err() != nil { // otherwise the caller prints the error
		fmt.Fprintf(stdio.Err, "ouro: partial, %d of %s; run the same command again for all of them\n", n, english.Count(o.count, "position"))
	}
	return err
}
