package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
)

// printedGame is the game of one solver that is played at once and printed.
type printedGame struct {
	*watchOptions
	of     ouro.GameSpec
	solver ouro.Spec
	budget ouro.Budget

	played *play.Game
	walk   play.Walk
	text   movesText
	bar    *progress.Game
}

// print plays the game and prints it. With --moves, which may take long, moves are printed
// as they are made.
func (p *printedGame) print(ctx context.Context, stdio command.IO) (err error) {
	cfg := play.Config{Budget: p.budget}
	if p.json {
		cfg.Trace = p.walk.Trace
	}
	if p.played, err = roster.NewGame(p.of, ouro.GameSeed(uint64(p.game.Seed), p.index), []ouro.Spec{p.solver}, cfg); err != nil {
		return err
	}
	defer p.played.Close()
	p.bar, p.text = progress.NewGame(stdio.Err), movesText{w: stdio.Out, width: 2*p.of.W + 3}
	p.walk.OnMove = p.onMove
	err = p.walk.Play(ctx, p.played, p.moves)
	p.bar.Clear()
	made := english.Count(len(p.walk.Moves), "move")
	switch {
	case err == nil && p.json:
		return p.printJSON(stdio.Out)
	case p.json:
		command.ReportStop(ctx, stdio.Err, made, "nothing is printed")
		return err
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil:
		command.ReportStop(ctx, stdio.Err, made, "the moves so far are printed")
	}
	return errors.Join(err, p.printText(stdio.Out, err != nil))
}

// onMove shows the progress after a move.
func (p *printedGame) onMove() error {
	if p.moves == 0 {
		p.bar.See(p.played.State())
		return nil
	}
	if !p.bar.Due() {
		return nil
	}
	if !p.json {
		p.bar.Clear()
		if err := p.text.write(p.walk.Moves); err != nil || command.IsTerminal(p.text.w) {
			return err
		}
	}
	p.bar.SeeOf(len(p.walk.Moves), p.moves)
	return nil
}

// printText prints the rest: result, board, and last the moves, unless they were printed as
// they were made.
func (p *printedGame) printText(w io.Writer, partial bool) error {
	c := p.game.CommandLine("watch", p.of, p.solver)
	c.Index, c.Budget = p.index, p.budget
	if p.moves > 0 {
		c.More = []string{"--moves", strconv.Itoa(p.moves)}
		if err := p.text.end(p.walk.Moves); err != nil {
			return err
		}
	}
	if partial {
		fmt.Fprintln(w, "PARTIAL: interrupted before the end")
	}
	fmt.Fprintf(w, "%s\n%s", summary(p.solver, place(p.game.Level, p.of), p.of, uint64(p.game.Seed), p.played), picture.Of(p.played.State()))
	if p.moves == 0 {
		if err := p.text.end(p.walk.Moves); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s%s", english.Snakes{printable.Line(p.solver.String())}.Faults(p.played.Incidents()), again(c))
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

func (p *printedGame) printJSON(w io.Writer) error {
	game := p.of
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return err
	}
	s := p.played.State()
	outcome, _ := p.played.Over()
	doc := sheet.FactsOf("schema", command.Schema{}, "rules", game.Rules)
	if game.Level == nil {
		doc.Add("board", place("", game))
	} else {
		doc.Add("level", strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n"))
	}
	if rules.StartLength == 0 { // the rules do not fix it
		doc.Add("start_length", game.StartLength)
	}
	doc = append(doc, sheet.FactsOf("solver", p.solver, "seed", uint64(p.game.Seed), "game", p.index, "turns", s.Turn, "moves", string(p.walk.Moves),
		"scores", p.walk.Scores, "ending", outcome.Ending, "length", s.Snakes[0].Body.Len())...)
	if rules.EatsWalls() {
		doc.Add("edible_walls", s.Hedges())
	}
	return command.WriteJSON(w, append(doc, sheet.FactsOf("incidents", incidents(p.played.Incidents()), "final", fmt.Sprintf("%016x", s.Hash()))...))
}

// summary returns the result of a game of one snake in a line.
func summary(solver ouro.Spec, place string, game ouro.GameSpec, seed uint64, g *play.Game) string {
	s := g.State()
	outcome, _ := g.Over()
	rest := fmt.Sprintf(" of %d", s.Room())
	if rules, err := roster.FindRules(game.Rules.Name); err == nil && rules.EatsWalls() {
		rest = fmt.Sprintf(", %d edible walls left", s.Hedges())
	}
	return fmt.Sprintf("%s on %s, seed %d: %s after %s at length %d%s", solver, place, seed, outcome.Ending, english.Count(s.Turn, "move"), s.Snakes[0].Body.Len(), rest)
}

// again returns the last line of a report: the command that shows the same game.
func again(c roster.CommandLine) string { return "again: " + c.String() + "\n" }

func place(level string, game ouro.GameSpec) string {
	size := fmt.Sprintf("%dx%d", game.W, game.H)
	if level != "" {
		return level + " " + size
	}
	return size
}
