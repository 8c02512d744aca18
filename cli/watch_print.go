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

// printedGame is the game of one solver that is played at once and printed.
type printedGame struct {
	*watchOptions
	of     ouro.GameSpec
	solver ouro.Spec
	budget ouro.Budget

	played *play.Game
	walk   play.Walk
	text   movesText
	bar    *gameBar
}

// print plays the game and prints it. With --moves, which may take long, moves are printed
// as they are made.
func (p *printedGame) print(ctx context.Context, stdio IO) (err error) {
	cfg := play.Config{Budget: p.budget}
	if p.json {
		cfg.Trace = p.walk.Trace
	}
	if p.played, err = roster.NewGame(p.of, ouro.GameSeed(uint64(p.game.seed), p.index), []ouro.Spec{p.solver}, cfg); err != nil {
		return err
	}
	defer p.played.Close()
	p.bar, p.text = newGameBar(stdio.Err), movesText{w: stdio.Out, width: 2*p.of.W + 3}
	p.walk.OnMove = p.onMove
	err = p.walk.Play(ctx, p.played, p.moves)
	p.bar.clear()
	made := english.Count(len(p.walk.Moves), "move")
	switch {
	case err == nil && p.json:
		return p.printJSON(stdio.Out)
	case p.json:
		reportStop(ctx, stdio.Err, made, "nothing is printed")
		return err
	case err != nil && ctx.Err() == nil:
		return err
	case err != nil:
		reportStop(ctx, stdio.Err, made, "the moves so far are printed")
	}
	return errors.Join(err, p.printText(stdio.Out, err != nil))
}

// onMove shows the progress after a move.
func (p *printedGame) onMove() error {
	if p.moves == 0 {
		p.bar.see(p.played.State())
		return nil
	}
	if !p.bar.due() {
		return nil
	}
	if !p.json {
		p.bar.clear()
		if err := p.text.write(p.walk.Moves); err != nil || isTerminal(p.text.w) {
			return err
		}
	}
	p.bar.seeOf(len(p.walk.Moves), p.moves)
	return nil
}

// printText prints the rest: result, board, and last the moves, unless they were printed as
// they were made.
func (p *printedGame) printText(w io.Writer, partial bool) error {
	c := p.game.commandLine("watch", p.of, p.solver)
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
	fmt.Fprintf(w, "%s\n%s", summary(p.solver, place(p.game.level, p.of), p.of, uint64(p.game.seed), p.played), picture.Of(p.played.State()))
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
	doc := sheet.FactsOf("schema", schema{}, "rules", game.Rules)
	if game.Level == nil {
		doc.Add("board", place("", game))
	} else {
		doc.Add("level", strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n"))
	}
	if rules.StartLength == 0 { // the rules do not fix it
		doc.Add("start_length", game.StartLength)
	}
	doc = append(doc, sheet.FactsOf("solver", p.solver, "seed", uint64(p.game.seed), "game", p.index, "turns", s.Turn, "moves", string(p.walk.Moves),
		"scores", p.walk.Scores, "ending", outcome.Ending, "length", s.Snakes[0].Body.Len())...)
	if rules.EatsWalls() {
		doc.Add("edible_walls", s.Hedges())
	}
	return encodeJSON(w, append(doc, sheet.FactsOf("incidents", incidents(p.played.Incidents()), "final", fmt.Sprintf("%016x", s.Hash()))...))
}
