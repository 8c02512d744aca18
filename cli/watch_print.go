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
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
)

// print plays the game of one solver at once and prints it. A number of moves that is
// asked for may take long: they are printed as they are made.
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
	walk.Made = func() error {
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
			tellLeft(ctx, stdio.Err, made, "nothing of it is printed")
			return err
		}
		return o.printJSON(stdio.Out, game, solver, &walk, g)
	}
	if err != nil {
		if ctx.Err() == nil {
			return err
		}
		tellLeft(ctx, stdio.Err, made, "what was made is printed")
	}
	return errors.Join(err, o.printText(stdio.Out, game, solver, budget, g, text, walk.Moves, err != nil))
}

// printText prints what is not printed yet: the moves stand last, unless they are
// printed as they are made.
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
		fmt.Fprintln(w, "PARTIAL: stopped before the end")
	}
	fmt.Fprintf(w, "%s\n%s", summary(solver, place(o.game.level, game), game, uint64(o.game.seed), g), picture.Of(g.State()))
	if o.moves == 0 {
		if err := text.end(moves); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s%s", english.Snakes{printable.Line(solver.String())}.Mishaps(g.Incidents()), again(c))
	return err
}

// movesText writes moves in lines of at most width, now and then some more of them.
type movesText struct {
	w       io.Writer
	width   int
	written int
}

// write writes those of all moves that are not written yet.
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

// end is write, and ends the last line, which may be empty.
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
	doc := struct {
		Schema      schema        `json:"schema"`
		Rules       ouro.Spec     `json:"rules"`
		Board       string        `json:"board,omitempty"` // or its level
		Level       []string      `json:"level,omitempty"`
		StartLength int           `json:"start_length,omitempty"` // where the rules leave it open
		Solver      ouro.Spec     `json:"solver"`
		Seed        uint64        `json:"seed"`
		Game        int           `json:"game"`
		Turns       int           `json:"turns"`
		Moves       string        `json:"moves"`
		Scores      []play.Scores `json:"scores"`
		Ending      ouro.Ending   `json:"ending"`
		Length      int           `json:"length"`
		EdibleWalls *int          `json:"edible_walls,omitempty"` // left, where they are the food
		Incidents   []incident    `json:"incidents"`
		Final       string        `json:"final"`
	}{
		Rules: game.Rules, Solver: solver, Seed: uint64(o.game.seed), Game: o.index,
		Turns: s.Turn, Moves: string(walk.Moves), Scores: walk.Scores,
		Ending: outcome.Ending, Length: s.Snakes[0].Body.Len(),
		Incidents: incidents(g.Incidents()), Final: fmt.Sprintf("%016x", s.Hash()),
	}
	if game.Level == nil {
		doc.Board = place("", game)
	} else {
		doc.Level = strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n")
	}
	if rules.StartLength == 0 {
		doc.StartLength = game.StartLength
	}
	if rules.EatsWalls() {
		left := s.Hedges()
		doc.EdibleWalls = &left
	}
	return encodeJSON(w, doc)
}
