package cli

import (
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/picture"
	"ouro/roster"
)

// print prints the report of a game.
func (o *gameOptions) print(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d: %s after %s\n", gameTitle(cfg.Game), cfg.Seed, c.Outcome(outcome), english.Count(s.Turn, "turn"))
	b.WriteString(picture.Of(s))
	c.table(&b, s)
	b.WriteString(c.faults(g.Incidents()))
	b.WriteString(again(o.commandLine(cfg)))
	_, err := io.WriteString(w, b.String())
	return err
}

// gameTitle returns rules, map and board of a game.
func gameTitle(game ouro.GameSpec) string {
	mapName, _ := game.Rules.Options.Get("map")
	return fmt.Sprintf("%s on map %s %dx%d", game.Rules.Name, mapName, game.W, game.H)
}

// commandLine returns the command that plays the game again. With remote snakes or a
// limit of time it may be a different game.
func (o *gameOptions) commandLine(cfg host.Config) roster.CommandLine {
	c := roster.CommandLine{Command: "game", Snakes: o.snakes, Game: cfg.Game, Seed: cfg.Seed, Budget: cfg.Budget}
	if o.answer != wire.DefaultTimeout {
		c.More = []string{"--guest-timeout", o.answer.String()}
	}
	return c
}

// snakesOf returns the snakes of a game.
func snakesOf(g *host.Game) snakes {
	var c snakes
	for _, p := range g.Match().Players {
		c.add(p.Name, p.Customizations.Color)
	}
	return c
}

func (o *gameOptions) printJSON(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	result := g.Result(outcome)
	addresses := make([]string, len(cfg.Entrants))
	for seat := range addresses {
		addresses[seat] = cfg.Entrants[seat].Public()
	}
	return encodeJSON(w, struct {
		Schema    schema     `json:"schema"`
		Rules     ouro.Spec  `json:"rules"`
		Board     string     `json:"board"`
		Seed      uint64     `json:"seed"`
		ID        string     `json:"id"`
		Turns     int        `json:"turns"`
		Winner    string     `json:"winner"`
		Draw      bool       `json:"draw"`
		Snakes    []snakeDoc `json:"snakes"`
		Incidents []incident `json:"incidents"`
		Final     string     `json:"final"`
	}{
		Rules: cfg.Game.Rules, Board: s.Grid.String(), Seed: cfg.Seed, ID: g.Match().Game.ID,
		Turns: s.Turn, Winner: result.WinnerName, Draw: result.IsDraw, Snakes: c.docs(addresses, s),
		Incidents: incidents(g.Incidents()), Final: fmt.Sprintf("%016x", s.Hash()),
	})
}
