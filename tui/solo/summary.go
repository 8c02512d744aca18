package solo

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
)

// Summary returns the result of each shown game, and the command that shows the games again. For a
// record and without a game it returns nil.
func (v *Viewer) Summary() []string {
	if v.Record != nil {
		return nil
	}
	return summary(v.Furthest.Scene, v.command())
}

// Summary returns the result of the user's game, and the command that opens the game again.
func (p *PlayScreen) Summary() []string {
	if !p.Started {
		return nil
	}
	return summary(p.Furthest.Scene, p.command())
}

func summary(scenes []play.Scene, command string) (lines []string) {
	for i := range scenes {
		sc := &scenes[i]
		if sc.Err != nil {
			continue
		}
		ending := ouro.Unfinished
		if sc.Ended {
			ending = sc.Outcome.Ending
		}
		length := fmt.Sprintf("%d of %d", sc.State.Snakes[0].Body.Len(), sc.State.Room())
		if rules := RulesOf(sc.Game); rules.EatsWalls() {
			length = fmt.Sprintf("%d, %d edible walls left", sc.State.Snakes[0].Body.Len(), sc.State.Hedges())
		}
		lines = append(lines, fmt.Sprintf("%s: %s after %s at length %s", sc.Seats[0], ending, english.Count(sc.Turn, "move"), length))
	}
	if lines != nil {
		lines = append(lines, "again: "+command)
	}
	return lines
}
