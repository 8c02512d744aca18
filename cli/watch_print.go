package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
)

// print plays the game of one solver at once and prints it. With --moves, which may take
// long, moves are printed as they are made.
func (o *watchOptions) print(ctx context.Context, stdio IO, game ouro.GameSpec, solver ouro.Spec, budget ouro.Budget) error {
	var walk play.Walk
	cfg := play.Config{Budget: budget}
	if o.json {
		cfg.Trace = walk.Trace
	}
	g, err := roster.NewGame(game, ouro.GameSeed(uint64(o.game.seed), o.index), []ouro.Spec{solver}, cfg)
	if err != nil {
		return err
	}
	defer g.Close()
	bar, text := newGameBar(stdio.Err), &movesText{w: stdio.Out, width: 2*game.W + 3}
	walk.OnMove = func() error {
		if o.moves == 0 {
			bar.see(g.State())
			return nil
		}
		if !bar.due() {
			return nil
		}
		if !o.json {
			bar.clear()
			if err := text.write(walk.Moves); err != nil || isTerminal(stdio.Out) {
				return err
			}
		}
		bar.seeOf(len(walk.Moves), o.moves)
		return nil
	}
	err = walk.Play(ctx, g, o.moves)
	bar.clear()
	made := english.Count(len(walk.Moves), "move")
	if o.json {
		if err != nil {
			reportStop(ctx, stdio.Err, made, "nothing is printed")
			return err
		}
		return o.printJSON(stdio.Out, game, solver, &walk, g)
	}
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		reportStop(ctx, stdio.Err, made, "the moves so far are printed")
	}
	return errors.Join(err, o.printText(stdio.Out, game, solver, budget, g, text, walk.Moves, err != nil))
}

// printText prints the rest: result, board, and last the moves, unless they were printed as
// they were made.
func (o *watchOptions) printText(w io.Writer, game ouro.GameSpec, solver ouro.Spec, budget ouro.Budget, g *play.Game, text *movesText, moves []byte, partial bool) error {
	c := o.game.commandLine("watch", game, solver)
	c.Index, c.Budget = o.index, budget
	if o.moves > 0 {
		c.More = []string{"--moves", strconv.Itoa(o.moves)}
		if err := text.end(moves); err != nil {
			return err
		}
	}
	if partial {
		fmt.Fprintln(w, "PARTIAL: interrupted before the end")
	}
	fmt.Fprintf(w, "%s\n%s", summary(solver, place(o.game.level, game), game, uint64(o.game.seed), g), picture.Of(g.State()))
	if o.moves == 0 {
		if err := text.end(moves); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s%s", english.Snakes{printable.Line(solver.String())}.Faults(g.Incidents()), again(c))
	return err
}

// movesText writes moves in lines of at most width, some more with each call.
type movesText struct {
	w       io.Writer
	width   int
	written int
}

func (t *movesText) write(moves []byte) error {
	var b []byte
	for ; t.written < len(moves); t.written++ {
		if t.written > 0 && t.written%t.width == 0 {
			b = append(b, '\n')
		}
		b = append(b, moves[t.written])
	}
	_, err := t.w.Write(b)
	return err
}

// end writes the remaining moves and ends the last line, which may be empty.
func (t *movesText) end(moves []byte) error {
	err := t.write(moves)
	if err == nil {
		_, err = t.w.Write([]byte{'\n'})
	}
	return err
}

func (o *watchOptions) printJSON(w io.Writer, game ouro.GameSpec, solver ouro.Spec, walk *play.Walk, g *play.Game) error {
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return err
	}
	s := g.State()
	outcome, _ := g.Over()
	doc := sheet.FactsOf("schema", schema{}, "rules", game.Rules)
	if game.Level == nil {
		doc.Add("board", place("", game))
	} else {
		doc.Add("level", strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n"))
	}
	if rules.StartLength == 0 { // the rules do not fix it
		doc.Add("start_length", game.StartLength)
	}
	doc = append(doc, sheet.FactsOf("solver", solver, "seed", uint64(o.game.seed), "game", o.index, "turns", s.Turn, "moves", string(walk.Moves),
		"scores", walk.Scores, "ending", outcome.Ending, "length", s.Snakes[0].Body.Len())...)
	if rules.EatsWalls() {
		doc.Add("edible_walls", s.Hedges())
	}
	return encodeJSON(w, append(doc, sheet.FactsOf("incidents", incidents(g.Incidents()), "final", fmt.Sprintf("%016x", s.Hash()))...))
}
