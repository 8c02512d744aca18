package cli

import (
	"context"
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

// print plays the game of one solver at once and prints it.
func (o *watchOptions) print(ctx context.Context, w io.Writer, game ouro.GameSpec, solver ouro.Spec, budget ouro.Budget) error {
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
	if err := walk.Play(ctx, g, o.moves); err != nil {
		return err
	}
	if o.json {
		return o.printJSON(w, game, solver, &walk, g)
	}
	c := o.game.commandLine("watch", game, solver)
	c.Index, c.Budget = o.index, budget
	if o.moves > 0 {
		c.More = []string{"--moves", strconv.Itoa(o.moves)}
	}
	mishaps := english.Snakes{printable.Line(solver.String())}.Mishaps(g.Incidents())
	_, err = fmt.Fprintf(w, "%s\n%s%s\n%s%s", summary(solver, place(o.game.level, game), game, uint64(o.game.seed), g),
		picture.Of(g.State()), folded(string(walk.Moves), 2*game.W+3), mishaps, again(c))
	return err
}

// folded is text in lines of at most width characters.
func folded(text string, width int) string {
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width])
		b.WriteByte('\n')
		text = text[width:]
	}
	b.WriteString(text)
	return b.String()
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
