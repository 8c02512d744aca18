package english

import (
	"fmt"
	"strings"

	"ouro"
)

// Snakes are the names of the snakes of a game, by seat, for texts about them.
type Snakes []string

// Letter returns the letter of the snake in this seat, on boards and beside them.
func Letter(seat int) rune { return 'A' + rune(seat) }

// Outcome returns how a game ended.
func (n Snakes) Outcome(o ouro.Outcome) string {
	switch {
	case o.Winner >= 0 && len(n) > 1:
		return n[o.Winner] + " wins"
	case o.Ending == ouro.Drawn:
		return "a draw"
	case o.Ending == ouro.Unfinished:
		return "unfinished"
	}
	return "over"
}

// Fate returns what happened to a snake.
func (n Snakes) Fate(sn *ouro.Snake) string {
	if sn.Cause == ouro.Alive {
		return "alive"
	}
	return fmt.Sprintf("turn %d: %s", sn.Died, n.Death(sn))
}

// Death returns how a dead snake died.
func (n Snakes) Death(sn *ouro.Snake) string { return n.by(deaths[sn.Cause].long, sn) }

// Brief returns the fate of a dead snake in fewer words.
func (n Snakes) Brief(sn *ouro.Snake) string {
	return fmt.Sprintf("turn %d: %s", sn.Died, n.by(deaths[sn.Cause].short, sn))
}

func (n Snakes) by(text string, sn *ouro.Snake) string {
	if text == "" {
		text = "died" // logs may lack the cause
	}
	if sn.By != ouro.NoSeat && sn.Cause != ouro.HitSelf {
		text += " of " + n[sn.By]
	}
	return text
}

var deaths = map[ouro.Cause]struct{ long, short string }{
	ouro.HitWall: {"ran into the wall", "wall"},
	ouro.HitSelf: {"bit itself", "itself"},
	ouro.HitBody: {"ran into the body", "body"},
	ouro.HeadOn:  {"met the head", "head"},
	ouro.Starved: {"starved", "starved"},
	ouro.Burnt:   {"died in a hazard", "hazard"},
}

// Fault returns the text about a fault.
func (n Snakes) Fault(in ouro.Incident) string {
	return fmt.Sprintf("%c %s: %s: %s: %s", Letter(in.Seat), n[in.Seat], Made(in.Offered), in.Fault, in.Detail)
}

// Made returns which move replaced a decision.
func Made(offered bool) string {
	if offered {
		return "its best so far was made"
	}
	return "a fallback moved"
}

// Faults returns a line for each snake and kind of replacement: the number of faults, and
// the first one.
func (n Snakes) Faults(incidents []ouro.Incident) string {
	var b strings.Builder
	for seat, name := range n {
		for _, offered := range []bool{true, false} {
			count := 0
			var first ouro.Incident
			for _, in := range incidents {
				if in.Seat == seat && in.Offered == offered {
					if count == 0 {
						first = in
					}
					count++
				}
			}
			if count > 0 {
				fmt.Fprintf(&b, "%s gave no answer %s, so %s; first on turn %d: %s: %s\n", name, Count(count, "time"), Made(offered), first.Turn, first.Fault, first.Detail)
			}
		}
	}
	return b.String()
}
