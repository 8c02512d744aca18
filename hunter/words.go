package hunter

import (
	"fmt"

	"ouro/internal/english"
)

// Words returns a short text about an event of w, or "" for events that the picture shows
// well enough.
func (e Event) Words(w *World) string {
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
	case LevelStarted:
		return fmt.Sprintf("%s: %s on the loose", w.Level().Name, english.Count(w.SnakeCount(), "snake"))
	case SnakeHit:
		n := w.Snakes()[e.Snake].Body.Len()
		return fmt.Sprintf("hit! %s: %d → %d", snake, n+e.Count, n)
	case SnakeDied:
		return fmt.Sprintf("%s is dead! +%d", snake, KillPoints+CellPoints*e.Count)
	case SnakeStunned:
		return snake + " is trapped: bomb it!"
	case SnakeWoke:
		return snake + " is awake again"
	case SolverFailed:
		return snake + "'s solver failed"
	case HunterCaught:
		return lost(fmt.Sprintf("caught by %s", snake))
	case HunterBlasted:
		return lost("blasted")
	case HunterOut:
		if who == "you" {
			return ""
		}
		return who + " is out"
	case TimeOver:
		return "time is up"
	case LevelWon:
		return fmt.Sprintf("level cleared! +%d", e.Count)
	default:
		return ""
	}
}

func lives(n int) string {
	if n == 0 {
		return "no life"
	}
	return english.CountOf(n, "life", "lives")
}
