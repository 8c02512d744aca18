package cli

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
	"ouro/internal/english"
	"ouro/roster"
	"ouro/saved"
)

type arenaOpeningsOptions struct {
	count   int
	rules   string
	board   sizeValue
	seats   int
	seed    seedValue
	workers int
}

func newArenaOpenings(stdio IO) *cobra.Command {
	var o arenaOpeningsOptions
	cmd := &cobra.Command{
		Use:   "openings [OPENINGS]",
		Short: "Print positions for the games of a tournament to start from",
		Long: `Openings prints a list of positions, one a line, for ouro arena run --openings. Without
an argument they are balanced: from a start of the rules a snake plays on for some
turns, half of its moves being drawn, and then games against itself in every seat; kept
is where no seat wins clearly more of them. Behind a position stand these scores, by
seat.

The argument says what to look for, as balanced:turns=20,nodes=50,games=8,snake=spot
does, or where the positions are: a file or directory of lists or of games, of which
@20..40 are these turns.`,
		Example: `  ouro arena openings >openings.txt
  ouro arena openings balanced:turns=30 --rules royale --seats 4 --count 50
  ouro arena openings arena-1f0c9a3b@20..40 --count 100`,
		Args: atMostOne("openings"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := "balanced"
			if len(args) > 0 {
				text = args[0]
			}
			return o.run(cmd.Context(), stdio, text)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.count, "count", 100, "print `N` positions; fewer where there are no more")
	rulesFlag(cmd, &o.rules, "standard", "e.g. royale:map=royale,shrink=10, ouro list has all")
	boardFlag(cmd, &o.board, "(default that of the positions, or of the rules)")
	flags.IntVar(&o.seats, "seats", 2, "`N` snakes in a game; one in games for one")
	seedFlag(cmd, &o.seed)
	workersFlag(cmd, &o.workers, "each looks for a position (default one for each processor)")
	return cmd
}

func (o *arenaOpeningsOptions) run(ctx context.Context, stdio IO, text string) error {
	if err := cmp.Or(atLeastOne("count", o.count), atLeastOne("seats", o.seats), notNegative("workers", o.workers)); err != nil {
		return err
	}
	if o.count > saved.MaxPositions {
		return usagef("--count %d: a list has at most %d positions", o.count, saved.MaxPositions)
	}
	book, err := opening.Read(ctx, text)
	if err != nil {
		return err
	}
	if book.Rules() {
		return usagef("%s: the starts of the rules are no list; want balanced or the name of a file or directory", text)
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

// game is what starts from the positions.
func (o *arenaOpeningsOptions) game(book *opening.Book) (game ouro.GameSpec, err error) {
	if game.Rules, err = ouro.ParseSpec(o.rules); err != nil {
		return game, usageError{err}
	}
	entry, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return game, usageError{err}
	}
	game.StartLength = max(1, entry.StartLength)
	if entry.Several() {
		game.Snakes = o.seats
	}
	if game.W, game.H = o.board.w, o.board.h; game.W > 0 {
		return game, nil
	}
	for _, size := range []string{book.Board(), entry.Board} {
		if size != "" {
			game.W, game.H, err = ouro.ParseSize(size)
			return game, err
		}
	}
	return game, usagef("rules %s: --board says on which board their positions are", game.Rules)
}

type found struct {
	text string
	err  error
}

// print prints the positions in their order, each as soon as it and those before it
// are found.
func (o *arenaOpeningsOptions) print(ctx context.Context, stdio IO, source *opening.Source, title string) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	lines, next := make([]chan found, o.count), atomic.Int64{}
	for i := range lines {
		lines[i] = make(chan found, 1)
	}
	for range min(cmp.Or(o.workers, runtime.GOMAXPROCS(0)), o.count) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(o.count) && ctx.Err() == nil; i = next.Add(1) - 1 {
				text, err := source.Line(ctx, int(i))
				lines[i] <- found{text, err}
			}
		})
	}
	bar := newProgress(stdio.Err)
	defer bar.clear()
	if _, err := fmt.Fprintln(stdio.Out, title); err != nil {
		return err
	}
	for i := range lines {
		var line found
		select {
		case line = <-lines[i]:
		case <-ctx.Done():
			line.err = ctx.Err()
		}
		bar.clear()
		if line.err != nil {
			return errors.Join(line.err, o.partial(ctx, stdio, i))
		}
		if _, err := io.WriteString(stdio.Out, line.text+"\n"); err != nil {
			return err
		}
		bar.count(i+1, o.count, "position")
	}
	return nil
}

// partial says, in the list and to the person, that the list ends before its end. It is
// a list all the same: whoever reads it passes over the line.
func (o *arenaOpeningsOptions) partial(ctx context.Context, stdio IO, n int) error {
	_, err := fmt.Fprintf(stdio.Out, "# PARTIAL: %d of %s\n", n, english.Count(o.count, "position"))
	if ctx.Err() != nil { // else the error is said
		fmt.Fprintf(stdio.Err, "ouro: partial, %d of %s; the same command looks for all of them again\n", n, english.Count(o.count, "position"))
	}
	return err
}
