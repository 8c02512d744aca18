package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/internal/textwidth"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	"ouro/roster"
)

// printedGame is a game of one solver that is printed, without a screen.
type printedGame struct {
	*watchOptions
	spec   ouro.GameSpec
	solver ouro.Spec
	budget ouro.Budget

	played *play.Game
	walk   play.Walk
	text   movesText
	bar    *progress.Game
}

// print plays the game and prints it. With --moves it prints the moves while the game is played,
// because that may take long.
func (p *printedGame) print(ctx context.Context, stdio command.IO) (err error) {
	cfg := play.Config{Budget: p.budget}
	if p.json {
		cfg.Trace = p.walk.Trace
	}
	if p.played, err = roster.NewGame(p.spec, ouro.GameSeed(uint64(p.game.Seed), p.index), []ouro.Spec{p.solver}, cfg); err != nil {
		return err
	}
	defer p.played.Close()
	p.bar, p.text = progress.NewGame(stdio.Err), movesText{w: stdio.Out, width: 2*p.spec.W + 3}
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

func (p *printedGame) onMove() error {
	if p.moves == 0 {
		p.bar.DrawState(p.played.State())
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
	p.bar.DrawMoves(len(p.walk.Moves), p.moves)
	return nil
}

// printText prints the result and the board. It prints the moves that are not yet printed after
// the board or, with --moves, before the result.
func (p *printedGame) printText(w io.Writer, partial bool) error {
	c := p.game.CommandLine("watch", p.spec, p.solver)
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
	fmt.Fprintf(w, "%s\n%s", summary(p.solver, placeText(p.game.Level, p.spec), p.spec, uint64(p.game.Seed), p.played), picture.Of(p.played.State()))
	if p.moves == 0 {
		if err := p.text.end(p.walk.Moves); err != nil {
			return err
		}
	}
	if text := p.played.Certificate(0); text != "" {
		fmt.Fprintf(w, "board: %s\n", text)
	}
	_, err := fmt.Fprintf(w, "%s%s", english.Snakes{printable.Line(p.solver.String())}.Faults(p.played.Incidents()), againLine(c))
	return err
}

// movesText writes moves in lines of at most width characters. Each call writes only new moves.
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

// end writes the remaining moves and ends the last line.
func (t *movesText) end(moves []byte) error {
	err := t.write(moves)
	if err == nil {
		_, err = t.w.Write([]byte{'\n'})
	}
	return err
}

func (p *printedGame) printJSON(w io.Writer) error {
	game := p.spec
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return err
	}
	s := p.played.State()
	outcome, _ := p.played.Over()
	doc := sheet.FactsOf("schema", command.SchemaVersion{}, "rules", game.Rules)
	if game.Level == nil {
		doc.Add("board", placeText("", game))
	} else {
		doc.Add("level", strings.Split(strings.TrimSuffix(game.Level.String(), "\n"), "\n"))
	}
	if rules.StartLength == 0 { // the rules do not fix the length
		doc.Add("start_length", game.StartLength)
	}
	doc = append(doc, sheet.FactsOf("solver", p.solver, "seed", uint64(p.game.Seed), "game", p.index, "turns", s.Turn, "moves", string(p.walk.Moves),
		"scores", p.walk.Scores, "ending", outcome.Ending, "length", s.Snakes[0].Body.Len())...)
	if rules.EatsWalls() {
		doc.Add("edible_walls", s.Hedges())
	}
	return command.WriteJSON(w, append(doc, sheet.FactsOf("incidents", incidentFacts(p.played.Incidents()), "final", fmt.Sprintf("%016x", s.Hash()))...))
}

// summary returns the result of a game of one snake as one line.
func summary(solver ouro.Spec, place string, game ouro.GameSpec, seed uint64, g *play.Game) string {
	s := g.State()
	outcome, _ := g.Over()
	suffix := fmt.Sprintf(" of %d", s.Room())
	if rules, err := roster.FindRules(game.Rules.Name); err == nil && rules.EatsWalls() {
		suffix = fmt.Sprintf(", %d edible walls left", s.Hedges())
	}
	return fmt.Sprintf("%s on %s, seed %d: %s after %s at length %d%s", solver, place, seed, outcome.Ending, english.Count(s.Turn, "move"), s.Snakes[0].Body.Len(), suffix)
}

// againLine returns the last line of a report: the command that shows the same game.
func againLine(c roster.CommandLine) string { return "again: " + c.String() + "\n" }

// placeText returns the size of a game's board, such as 10x10, after the name of its level if that
// is not empty.
func placeText(level string, game ouro.GameSpec) string {
	size := fmt.Sprintf("%dx%d", game.W, game.H)
	if level != "" {
		return level + " " + size
	}
	return size
}

// incidentFacts returns faults for JSON. offered is true if the move that was played is the last offer
// of the solver, and not a fallback.
func incidentFacts(list []ouro.Incident) []sheet.Facts {
	return sheet.Each(list, func(in *ouro.Incident) sheet.Facts {
		return sheet.FactsOf("turn", in.Turn, "seat", in.Seat, "mishap", in.Fault, "detail", in.Detail, "offered", sheet.Sparse(in.Offered))
	})
}

// snakes holds the names and colors of the snakes of a game, by seat.
type snakes struct {
	english.Snakes
	colors []string // #RRGGBB
}

// add adds a snake. The name may come from a file or the network.
func (c *snakes) add(name, color string) {
	c.Snakes, c.colors = append(c.Snakes, command.Excerpt(name)), append(c.colors, color)
}

func snakesOfRecord(r *ouro.Record) snakes {
	var c snakes
	for seat, name := range english.NamesOf(r.Seats, r.Players) {
		c.add(name, palette.Snake(seat).String())
	}
	return c
}

func (c *snakes) table(b *strings.Builder, s *ouro.State) {
	rows := [][]string{{"  snake", "length", "health", "end"}}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		name := fmt.Sprintf("%c %s", english.Letter(seat), c.Snakes[seat])
		rows = append(rows, []string{name, strconv.Itoa(sn.Body.Len()), strconv.Itoa(sn.Health), c.Fate(sn)})
	}
	textwidth.Align(b, rows)
}

// faults returns a line for each fault. It makes details printable, because they may come from
// another program.
func (c *snakes) faults(list []ouro.Incident) string {
	list = slices.Clone(list)
	for i := range list {
		list[i].Detail = command.Detail(list[i].Detail)
	}
	return c.Faults(list)
}

// docs returns the snakes of s at the end of a game, for JSON. addresses may be nil.
func (c *snakes) docs(addresses []string, s *ouro.State) []sheet.Facts {
	all := make([]sheet.Facts, len(s.Snakes))
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		solver, cause, by := "", wire.CauseName(sn.Cause), "" // cause is a word of the official engine; "" means alive
		if sn.Cause == wire.UnknownCause {
			cause = "unknown"
		}
		if addresses != nil { // logs do not contain addresses
			solver = addresses[seat]
		}
		if sn.Cause != ouro.Alive && sn.Killer != ouro.NoSeat {
			by = c.Snakes[sn.Killer]
		}
		all[seat] = sheet.FactsOf("name", c.Snakes[seat], "solver", sheet.Sparse(solver), "length", sn.Body.Len(), "health", sn.Health,
			"cause", cause, "turn", sn.Died, "by", by)
	}
	return all
}
