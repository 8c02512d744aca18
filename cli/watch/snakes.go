package watch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/textwidth"
)

// incident is a fault in JSON.
type incident struct {
	Turn    int        `json:"turn"`
	Seat    int        `json:"seat"`
	Fault   ouro.Fault `json:"mishap"`
	Detail  string     `json:"detail"`
	Offered bool       `json:"offered,omitempty"` // the snake's best move so far was played, not a fallback
}

// incidents returns a list that is never nil, so that JSON has an empty list.
func incidents(list []ouro.Incident) []incident {
	all := make([]incident, len(list))
	for i, in := range list {
		all[i] = incident(in)
	}
	return all
}

// snakes holds the names and colours of the snakes of a game, by seat.
type snakes struct {
	english.Snakes
	colors []string // #RRGGBB
}

// add adds a snake. Its name may come from a file or the network.
func (c *snakes) add(name, color string) {
	c.Snakes, c.colors = append(c.Snakes, command.Quoted(name)), append(c.colors, color)
}

// snakesOfRecord returns the snakes of a recorded game.
func snakesOfRecord(r *ouro.Record) snakes {
	var c snakes
	for seat, name := range english.Named(r.Seats, r.Players) {
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

// faults returns a line for each fault. Details may come from another program, so they are
// made printable.
func (c *snakes) faults(list []ouro.Incident) string {
	list = slices.Clone(list)
	for i := range list {
		list[i].Detail = command.Detail(list[i].Detail)
	}
	return c.Faults(list)
}

// snakeDoc is a snake at the end of a game, in JSON.
type snakeDoc struct {
	Name   string `json:"name"`
	Solver string `json:"solver,omitempty"` // or URL; absent for logs
	Length int    `json:"length"`
	Health int    `json:"health"`
	Cause  string `json:"cause"` // in the words of the official engine; "" means alive
	Turn   int    `json:"turn"`
	By     string `json:"by"`
}

// docs returns the snakes of s; addresses may be nil.
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
