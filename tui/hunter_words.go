package tui

import (
	"fmt"

	"ouro/hunter"
)

// tell is an event in a few words, or nothing where the picture says enough.
func tell(w *hunter.World, e hunter.Event) string {
	snake, who := fmt.Sprintf("snake %d", e.Snake+1), fmt.Sprintf("P%d", e.Hunter+1)
	if len(w.Hunters()) == 1 {
		who = "you"
	}
	lost := func(how string) string {
		if who == "you" {
			return fmt.Sprintf("you were %s! %s left", how, lives(w.Hunters()[e.Hunter].Lives))
		}
		return fmt.Sprintf("%s %s! %s left", who, how, lives(w.Hunters()[e.Hunter].Lives))
	}
	switch e.Kind {
	case hunter.LevelStarted:
		return fmt.Sprintf("%s: %s on the loose", w.Level().Name, count(int64(w.SnakeCount()), "snake"))
	case hunter.SnakeHit:
		n := w.Snakes()[e.Snake].Body.Len()
		return fmt.Sprintf("hit! %s: %d → %d", snake, n+e.Count, n)
	case hunter.SnakeDied:
		return fmt.Sprintf("%s is dead! +%d", snake, hunter.KillPoints+hunter.CellPoints*e.Count)
	case hunter.SnakeStunned:
		return snake + " is trapped: bomb it!"
	case hunter.SnakeWoke:
		return snake + " is awake again"
	case hunter.SolverFailed:
		return snake + "'s solver failed"
	case hunter.HunterCaught:
		return lost(fmt.Sprintf("caught by %s", snake))
	case hunter.HunterBlasted:
		return lost("blasted")
	case hunter.HunterOut:
		if who == "you" {
			return ""
		}
		return who + " is out"
	case hunter.TimeOver:
		return "time is up"
	case hunter.LevelWon:
		return fmt.Sprintf("level cleared! +%d", e.Count)
	default:
		return ""
	}
}

func lives(n int) string {
	switch n {
	case 0:
		return "no life"
	case 1:
		return "1 life"
	}
	return fmt.Sprintf("%d lives", n)
}

// clockTime is a number of ticks as minutes and seconds, rounded up so that
// 0:00 is the end.
func clockTime(ticks int) string {
	s := (ticks + hunter.TicksPerSecond - 1) / hunter.TicksPerSecond
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
