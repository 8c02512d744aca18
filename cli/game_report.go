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
	s := g.State()
	outcome, _ := g.Over()
	var b strings.Builder
	fmt.Fprintf(&b, "%s on map %s %s, seed %d: %s after %d turns\n", o.ruleset, o.mapName, s.Grid, cfg.Seed, outcomeText(cfg, outcome), s.Turn)
	b.WriteString(drawBoard(s))
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  snake\tlength\thealth\tend")
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		fmt.Fprintf(tw, "%s %s\t%d\t%d\t%s\n", seatLetter(seat), cfg.Entrants[seat].Name, sn.Body.Len(), sn.Health, fate(cfg, sn))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	b.WriteString(mishapText(cfg, g.Incidents()))
	_, err := io.WriteString(w, b.String())
	return err
}

func outcomeText(cfg arena.Config, o ouro.Outcome) string {
	switch {
	case o.Winner >= 0 && len(cfg.Entrants) > 1:
		return cfg.Entrants[o.Winner].Name + " wins"
	case o.Ending == ouro.Drawn:
		return "a draw"
	}
	return "over"
}

// fate is what became of a snake.
func fate(cfg arena.Config, sn *ouro.Snake) string {
	if sn.Cause == ouro.Alive {
		return "alive"
	}
	text := fmt.Sprintf("turn %d: %s", sn.Died, causeText[sn.Cause])
	if sn.By >= 0 && sn.Cause != ouro.HitSelf {
		text += " of " + cfg.Entrants[sn.By].Name
	}
	return text
}

var causeText = map[ouro.Cause]string{
	ouro.HitWall: "ran into the wall",
	ouro.HitSelf: "bit itself",
	ouro.HitBody: "ran into the body",
	ouro.HeadOn:  "met the head",
	ouro.Starved: "starved",
	ouro.Burnt:   "died in a hazard",
}

// mishapText names the answers that were missing or bad: how many for each
// snake, and the first.
func mishapText(cfg arena.Config, incidents []ouro.Incident) string {
	var b strings.Builder
	for seat, e := range cfg.Entrants {
		n := 0
		var first ouro.Incident
		for _, in := range incidents {
			if in.Seat == seat {
				if n == 0 {
					first = in
				}
				n++
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "%s gave no move %d times and repeated its last one; first on turn %d: %s: %s\n", e.Name, n, first.Turn, first.Mishap, first.Detail)
		}
	}
	return b.String()
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
