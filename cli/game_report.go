package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake"
)

// print tells how a game went.
func (o *gameOptions) print(w io.Writer, cfg arena.Config, g *arena.Game) error {
	s, c := g.State(), entrantCast(g)
	outcome, _ := g.Over()
	var b strings.Builder
	fmt.Fprintf(&b, "%s on map %s %s, seed %d: %s after %s\n", o.ruleset, o.mapName, s.Grid, cfg.Seed, c.outcome(outcome), plural(s.Turn, "turn"))
	b.WriteString(drawBoard(s))
	if err := c.table(&b, s); err != nil {
		return err
	}
	b.WriteString(c.mishaps(g.Incidents()))
	_, err := io.WriteString(w, b.String())
	return err
}

// entrantCast is the cast of a game in the arena.
func entrantCast(g *arena.Game) cast {
	var c cast
	for _, p := range g.Match().Players {
		c.add(p.Name, p.Customizations.Color)
	}
	return c
}

// table writes what became of the snakes.
func (c *cast) table(w io.Writer, s *ouro.State) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  snake\tlength\thealth\tend")
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		fmt.Fprintf(tw, "%s %s\t%d\t%d\t%s\n", seatLetter(seat), c.names[seat], sn.Body.Len(), sn.Health, c.fate(sn))
	}
	return tw.Flush()
}

func (o *gameOptions) printJSON(w io.Writer, cfg arena.Config, g *arena.Game) error {
	type snake struct {
		Name   string `json:"name"`
		Solver string `json:"solver"` // or URL
		Length int    `json:"length"`
		Health int    `json:"health"`
		Cause  string `json:"cause"` // as the official engine names it; "" is alive
		Turn   int    `json:"turn"`
		By     string `json:"by"`
	}
	s := g.State()
	outcome, _ := g.Over()
	result := g.Result(outcome)
	doc := struct {
		Schema    int        `json:"schema"`
		Rules     ouro.Spec  `json:"rules"`
		Board     string     `json:"board"`
		Seed      uint64     `json:"seed"`
		ID        string     `json:"id"`
		Turns     int        `json:"turns"`
		Winner    string     `json:"winner"`
		Draw      bool       `json:"draw"`
		Snakes    []snake    `json:"snakes"`
		Incidents []incident `json:"incidents"`
		Final     string     `json:"final"`
	}{
		Schema: 1, Rules: cfg.Game.Rules, Board: s.Grid.String(), Seed: cfg.Seed, ID: g.Match().Game.ID,
		Turns: s.Turn, Winner: result.WinnerName, Draw: result.IsDraw, Snakes: []snake{},
		Incidents: incidents(g.Incidents()), Final: fmt.Sprintf("%016x", s.Hash()),
	}
	for seat := range s.Snakes {
		sn, e := &s.Snakes[seat], &cfg.Entrants[seat]
		row := snake{Name: e.Name, Solver: e.Address(), Length: sn.Body.Len(), Health: sn.Health, Cause: battlesnake.CauseName(sn.Cause), Turn: sn.Died}
		if sn.Cause != ouro.Alive && sn.By >= 0 {
			row.By = cfg.Entrants[sn.By].Name
		}
		doc.Snakes = append(doc.Snakes, row)
	}
	return encodeJSON(w, doc)
}

// encodeJSON prints a JSON document.
func encodeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
