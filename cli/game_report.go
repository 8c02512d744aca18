package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/picture"
)

// print tells how a game went.
func (o *gameOptions) print(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d: %s after %s\n", gameTitle(cfg.Game), cfg.Seed, c.Outcome(outcome), english.Count(s.Turn, "turn"))
	b.WriteString(picture.Of(s))
	if err := c.table(&b, s); err != nil {
		return err
	}
	b.WriteString(c.Mishaps(g.Incidents()))
	_, err := io.WriteString(w, b.String())
	return err
}

// snakes are the names and the colours of the snakes of a game, by seat.
type snakes struct {
	english.Snakes
	colors []string // #RRGGBB
}

func (c *snakes) add(name, color string) {
	c.Snakes, c.colors = append(c.Snakes, name), append(c.colors, color)
}

// snakesOf are those of a game that is played.
func snakesOf(g *host.Game) snakes {
	var c snakes
	for _, p := range g.Match().Players {
		c.add(p.Name, p.Customizations.Color)
	}
	return c
}

// snakesNamed are named after their solvers.
func snakesNamed(solvers []ouro.Spec) snakes {
	entrants := make([]host.Entrant, len(solvers))
	for i, spec := range solvers {
		entrants[i].Name = spec.String()
	}
	distinct(entrants)
	var c snakes
	for seat, e := range entrants {
		c.add(e.Name, palette.Snake(seat).String())
	}
	return c
}

// table writes what became of the snakes.
func (c *snakes) table(w io.Writer, s *ouro.State) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  snake\tlength\thealth\tend")
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		fmt.Fprintf(tw, "%c %s\t%d\t%d\t%s\n", english.Letter(seat), c.Snakes[seat], sn.Body.Len(), sn.Health, c.Fate(sn))
	}
	return tw.Flush()
}

// snakeDoc is a snake at the end of a game, in JSON.
type snakeDoc struct {
	Name   string `json:"name"`
	Solver string `json:"solver,omitempty"` // or URL; logs do not tell
	Length int    `json:"length"`
	Health int    `json:"health"`
	Cause  string `json:"cause"` // as the official engine names it; "" is alive
	Turn   int    `json:"turn"`
	By     string `json:"by"`
}

// docs are the snakes of s, which come from these addresses, unless nil.
func (c *snakes) docs(addresses []string, s *ouro.State) []snakeDoc {
	all := make([]snakeDoc, len(s.Snakes))
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		d := snakeDoc{Name: c.Snakes[seat], Length: sn.Body.Len(), Health: sn.Health, Cause: wire.CauseName(sn.Cause), Turn: sn.Died}
		if sn.Cause == wire.UnknownCause {
			d.Cause = "unknown"
		}
		if addresses != nil {
			d.Solver = addresses[seat]
		}
		if sn.Cause != ouro.Alive && sn.By != ouro.NoSeat {
			d.By = c.Snakes[sn.By]
		}
		all[seat] = d
	}
	return all
}

func (o *gameOptions) printJSON(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	result := g.Result(outcome)
	addresses := make([]string, len(cfg.Entrants))
	for seat := range addresses {
		addresses[seat] = cfg.Entrants[seat].Address()
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
