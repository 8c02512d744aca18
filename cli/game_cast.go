package cli

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/picture"
)

// cast is who plays a game of Battlesnake, by seat, and the words about it.
type cast struct {
	names  []string
	colors []string // #RRGGBB
}

// castOf is the cast of solvers, which are named after their specs.
func castOf(solvers []ouro.Spec) cast {
	entrants := make([]host.Entrant, len(solvers))
	for i, spec := range solvers {
		entrants[i].Name = spec.String()
	}
	distinct(entrants)
	var c cast
	for seat, e := range entrants {
		c.add(e.Name, palette.Snake(seat).String())
	}
	return c
}

func (c *cast) add(name, color string) {
	c.names, c.colors = append(c.names, name), append(c.colors, color)
}

// outcome is how a game ended.
func (c *cast) outcome(o ouro.Outcome) string {
	switch {
	case o.Winner >= 0 && len(c.names) > 1:
		return c.names[o.Winner] + " wins"
	case o.Ending == ouro.Drawn:
		return "a draw"
	case o.Ending == ouro.Unfinished:
		return "unfinished"
	}
	return "over"
}

// fate is what became of a snake.
func (c *cast) fate(sn *ouro.Snake) string {
	if sn.Cause == ouro.Alive {
		return "alive"
	}
	return fmt.Sprintf("turn %d: %s", sn.Died, c.death(sn))
}

// death is of what a dead snake died.
func (c *cast) death(sn *ouro.Snake) string {
	text := causeText[sn.Cause]
	if sn.By != ouro.NoSeat && sn.Cause != ouro.HitSelf {
		text += " of " + c.names[sn.By]
	}
	return text
}

// brief is fate in a few words.
func (c *cast) brief(sn *ouro.Snake) string {
	text := causeWord[sn.Cause]
	if sn.By != ouro.NoSeat && sn.Cause != ouro.HitSelf {
		text += " of " + c.names[sn.By]
	}
	return fmt.Sprintf("turn %d: %s", sn.Died, text)
}

var causeText = map[ouro.Cause]string{
	wire.UnknownCause: "died",
	ouro.HitWall:      "ran into the wall",
	ouro.HitSelf:      "bit itself",
	ouro.HitBody:      "ran into the body",
	ouro.HeadOn:       "met the head",
	ouro.Starved:      "starved",
	ouro.Burnt:        "died in a hazard",
}

var causeWord = map[ouro.Cause]string{
	wire.UnknownCause: "died",
	ouro.HitWall:      "wall",
	ouro.HitSelf:      "itself",
	ouro.HitBody:      "body",
	ouro.HeadOn:       "head",
	ouro.Starved:      "starved",
	ouro.Burnt:        "hazard",
}

// mishap is an answer that was missing or bad, in words.
func (c *cast) mishap(in ouro.Incident) string {
	return fmt.Sprintf("%s %s repeats its move: %s: %s", picture.Letter(in.Seat), c.names[in.Seat], in.Mishap, in.Detail)
}

// mishaps names the answers that were missing or bad: how many for each snake,
// and the first.
func (c *cast) mishaps(incidents []ouro.Incident) string {
	var b strings.Builder
	for seat, name := range c.names {
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
			fmt.Fprintf(&b, "%s gave no move %s and repeated its last one; first on turn %d: %s: %s\n", name, english.Count(n, "time"), first.Turn, first.Mishap, first.Detail)
		}
	}
	return b.String()
}
